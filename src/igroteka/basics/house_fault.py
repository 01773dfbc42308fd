"""What the house itself can't do: its disk, its database, its folders."""

from __future__ import annotations

from igroteka.text import Text

NOT_NOW = Text("the house can't look this up just now; try again in a minute")
NOT_STORED = Text("the house can't store this just now; try again in a minute")


class HouseFault(Exception):  # noqa: N818 - named after whose it is
    """Something failed that is no fault of who asked for it.

    As text it says what is wrong and what to do, to who keeps the house; `sentence` is for its
    visitors and tells nothing of the inside.
    """

    def __init__(self, reason: str, sentence: Text = NOT_NOW) -> None:
        super().__init__(reason)
        self.sentence = sentence
