"""Whether sentences have Russian words only."""

from __future__ import annotations

import re
from collections.abc import Iterable

from igroteka.languages import Language
from igroteka.text import Text

RUSSIAN = Language("ru")
STAYS = set(
    re.findall(
        r"\S+",
        """
        pass take transfer show several claims agree yes claim lot alternate lowest-trump lowest
        trump neighbours imps matchpoints search random depth samples seconds calls omega classic
        russian poddavki brazilian pool english international bridge durak draughts substitution
        NT XX FEN JSON PDN PBN LIN UTF TOKEN OpenAPI Authorization Bearer Variant None NS EW All
        txt xml my_bot py MyBot End Home
        """,
    )
)
"""Words that are typed, sent or printed as they are in every language."""
NOTATION = re.compile(
    r"«[^»]*»"  # what somebody typed
    r"|[WB]:[WB][\w,]*:[WB][\w,]*"  # a position
    r"|\b[A-Z](->|→)\S*|\S*⇒.*"  # productions and forms
    r"|\b[SHDC](10|[2-9TJQKA])\b|[♣♦♥♠][2-9TJQKA]+|[0-9TJQKA.]{2,}"  # cards and hands
    r"|\b[a-j]\d+\b|[1-7](NT|[CDHS])X*\b"  # squares, bids
)


def latin(text: str) -> list[str]:
    """The English words that are left in a sentence."""
    words = re.findall(r"[A-Za-z_]{2,}", NOTATION.sub(" ", text))
    return [word for word in words if word not in STAYS]


def check(text: Text, symbols: str = "", names: Iterable[str] = ()) -> None:
    """A sentence has Russian words only.

    Words that consist of the symbols, and names, are left alone.
    """
    russian = RUSSIAN(text)
    left = [word for word in latin(russian) if not set(symbols).issuperset(word)]
    left = [word for word in left if word not in " ".join(names)]
    assert not left, f"{str(text)!r} became {russian!r}"
