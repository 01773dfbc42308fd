"""Random games as files keep them: any board, auction and play, with all that may be said of it."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from igroteka.games.bridge.boards import LETTERS, SEATS, VULNERABILITIES
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import PASS, Contract
from igroteka.games.bridge.formats.game import (
    MANDATORY,
    GameText,
    Section,
    Tabular,
    Turn,
    deal_text,
    in_columns,
)
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position

LINE = st.text(
    st.characters(exclude_categories=["C", "Z"], include_characters=" "), max_size=20
).map(str.strip)
VALUES = LINE.filter(lambda text: not text.startswith("#"))
COMMENTS = LINE.filter(bool)
WORDS = st.from_regex(r'[A-Za-z0-9.-]{1,6}|"[A-Za-z ]{0,6}"', fullmatch=True)
NAMES = st.from_regex(r"X[A-Za-z]{1,8}", fullmatch=True).filter(lambda n: not n.endswith("Table"))


def played(rng: random.Random, stop: int) -> Position:
    """A position of a random game after at most so many actions; bidding stays short."""
    state = Bridge.configure({}).deal(rng)
    for _ in range(stop):
        actions = state.actions()
        if not actions:
            break
        calm = actions[0] == PASS and rng.random() < 0.6
        state = state.play(PASS if calm else rng.choice(actions))
    return state


def bare(state: Position) -> GameText:
    """A position as a game without any remarks."""
    table, board = state.public, state.board
    auction = table.auction
    contract = auction.contract if auction.over else None
    calls = tuple(Turn(call) for call in auction.calls)
    play = None
    if contract and table.cards:
        assert contract.declarer is not None
        play = in_columns(table.cards, (contract.declarer + 1) % 4, contract.strain)
    tags = dict.fromkeys(MANDATORY, "?") | {
        "Board": str(board.number),
        "Dealer": LETTERS[board.dealer],
        "Vulnerable": VULNERABILITIES[board.vulnerability],
        "Deal": deal_text(board.hands, board.dealer),
        "Contract": _contract(contract, auction.over),
        "Declarer": "?" if contract is None else LETTERS[contract.declarer or 0],
        "Result": str(table.declarer_tricks) if table.over else "?",
    }
    if auction.over and contract is None:
        tags |= {"Declarer": "", "Result": ""}
    ending = "" if auction.over else "*"
    return GameText(tags, Section(auction.dealer, calls, ending), play)


def _contract(contract: Contract | None, over: bool) -> str:
    if contract is None:
        return "Pass" if over else "?"
    return f"{contract.bid.ascii}{'X' * contract.doubled}"


@st.composite
def games(draw: st.DrawFn) -> GameText:
    """Any game with any remarks."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    game = bare(played(rng, draw(st.integers(0, 90))))
    tags = dict(game.tags)
    for name in ("Event", "Site", "Scoring", *SEATS):
        tags[name] = draw(VALUES)
    tags |= draw(st.dictionaries(NAMES, VALUES, max_size=3))
    play = _remarked(draw, game.play) if game.play else None
    several = st.lists(tables(), max_size=2, unique_by=lambda table: table.name.lower())
    assert game.auction
    return replace(
        game,
        tags=tags,
        auction=_remarked(draw, game.auction),
        play=play,
        tables=tuple(sorted(draw(several), key=lambda table: table.name.lower())),
        comments=draw(
            st.dictionaries(
                st.sampled_from(["", "Event", "Deal", "Result"]),
                st.lists(COMMENTS, min_size=1, max_size=2).map(tuple),
                max_size=2,
            )
        ),
    )


@st.composite
def tables(draw: st.DrawFn) -> Tabular:
    """Any table; every row has a word, so that it is there in a file."""
    row = st.lists(WORDS, min_size=1, max_size=4).map(tuple)
    return Tabular(draw(NAMES) + "Table", draw(VALUES), tuple(draw(st.lists(row, max_size=4))))


def _remarked(draw: st.DrawFn, section: Section) -> Section:
    turns = list(section.turns)
    notes = draw(st.dictionaries(st.integers(1, 32), LINE, max_size=3))
    for at in draw(st.lists(st.integers(0, max(len(turns) - 1, 0)), max_size=3, unique=True)):
        if at < len(turns):
            turns[at] = replace(
                turns[at],
                marks=tuple(draw(st.lists(st.integers(0, 30), max_size=2))),
                note=draw(st.sampled_from([None, *notes])),
                comments=tuple(draw(st.lists(COMMENTS, max_size=2))),
            )
    return replace(section, turns=tuple(turns), notes=notes)


def cards(text: str) -> list[Card]:
    """Cards written with spaces between them."""
    return [Card.read(word) for word in text.split()]
