"""What is said of bots, and what bots and programs outside answer."""

from __future__ import annotations

import json
from contextlib import suppress

from fuzz.target import Target, text_of
from igroteka.basics.endings import PlayerFault
from igroteka.contract import BadOption, IgrotekaError
from igroteka.players.apart import Apart
from igroteka.players.external import External
from igroteka.players.spec import Spec, split
from igroteka.records.explanations import read_explanation
from igroteka.registry import make_game
from igroteka.text import Text
from igroteka.web.pages.table_forms import visitors_bot


def specs(data: bytes) -> None:
    """A bot as it is written reads back as the same, and so do several with commas."""
    text = text_of(data)
    with suppress(BadOption):
        spec = Spec.parse(text)
        assert Spec.parse(str(spec)) == spec
    split(text)


def bots_of_visitors(data: bytes) -> None:
    """A bot that a visitor of the site writes: of the house, made at once, and no program."""
    for game in ("substitution", "durak"):
        with suppress(IgrotekaError):
            spec = visitors_bot(game, text_of(data))
            assert not spec.startswith("external")


def answers(data: bytes) -> None:
    """A line of a program outside is an action, or its own fault."""
    program = External("true")
    for game in ("draughts", "bridge"):
        program.game = make_game(game, {})
        with suppress(PlayerFault):
            program._read(data)


def answers_apart(data: bytes) -> None:
    """What the process of a file's bot says in JSON is values or a sentence, or its own fault."""
    with suppress(ValueError, RecursionError):
        answer = json.loads(data)
    if "answer" in locals():
        bot = Apart.__new__(Apart)
        bot.game = make_game("draughts", {})
        for read in (bot._values, bot._text):
            with suppress(PlayerFault):
                read(answer)


def sentences(data: bytes) -> None:
    """A stored sentence: what is taken is stored as the same and said as it was."""
    with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
        stored = json.loads(data)
        text = Text.from_json(stored)
        assert len(text) <= 1 << 20


def explanations(data: bytes) -> None:
    """What somebody says of an action stays on one line."""
    with suppress(IgrotekaError):
        said = read_explanation(text_of(data))
        assert read_explanation(str(said)) == said
        assert "\n" not in said


TARGETS = (
    Target("players.specs", specs),
    Target("players.bots_of_visitors", bots_of_visitors),
    Target("players.answers", answers),
    Target("players.answers_apart", answers_apart),
    Target("players.sentences", sentences),
    Target("players.explanations", explanations),
)
