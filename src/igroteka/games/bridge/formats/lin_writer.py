"""LIN out: boards as hand records of Bridge Base Online, one a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import SEATS, Board
from igroteka.games.bridge.cards import ASCII_SUITS, Card, Cards, holding
from igroteka.games.bridge.contracts import DOUBLE, PASS, REDOUBLE, Call
from igroteka.games.bridge.formats.game import GameText
from igroteka.text import Text

_ORDER: Final = (2, 3, 0, 1)
"""Seats from South on, as LIN lists hands and players."""
_VULNERABLE: Final = "oneb"
_SCORING: Final = {"IMP": "I", "MP": "P", "MATCHP": "P"}
_CALLS: Final[dict[Call, str]] = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}


def write_lin(games: Iterable[GameText]) -> str:
    """The games as a file. Raises `IgrotekaError` for one that LIN can't keep."""
    lines: list[str] = []
    for head, session in groupby(games, key=_head):
        played = list(session)
        if any(head) or lines:
            lines.append(_session(head, played[0].number, played[-1].number))
        lines += ["".join(_commands(game)) for game in played]
    return "".join(f"{line}\n" for line in lines)


def _head(game: GameText) -> tuple[str, ...]:
    """What a session of boards has in common: event, stage, scoring and the teams.

    Without an event and teams nothing is told of the scoring either.
    """
    event, stage, home, visit = (
        _field(game.tag(name)) for name in ("Event", "Stage", "HomeTeam", "VisitTeam")
    )
    if not any((event, stage, home, visit)):
        return ("",) * 5
    scoring = game.tag("Scoring").upper()
    letter = next((found for name, found in _SCORING.items() if scoring.startswith(name)), "")
    return event, stage, letter, home, visit


def _session(head: tuple[str, ...], first: int | None, last: int | None) -> str:
    event, stage, scoring, home, visit = head
    boards = f"{first or ''},{last or ''}"
    return f"vg|{event},{stage},{scoring},{boards},{home},0,{visit},0|"


def _commands(game: GameText) -> Iterator[str]:
    board = game.board
    if board is None:
        raise IgrotekaError(Text("LIN keeps only boards of which all four hands are told"))
    if game.contract and not game.calls:
        raise IgrotekaError(
            Text(
                "LIN can't keep the result of board {number} without its auction",
                number=board.number,
            )
        )
    names = ",".join(_field(game.tag(SEATS[seat])) for seat in _ORDER)
    closed = game.tag("Room") == "Closed"
    if game.tag("Room") in ("Open", "Closed"):
        names = f",,,,{names}" if closed else f"{names},,,,"
    yield f"pn|{names}|" + (f"qx|c{board.number}|" if closed else "")
    yield f"st||{_deal(board)}rh||ah|Board {board.number}|"
    yield f"sv|{_VULNERABLE[board.vulnerability]}|"
    yield from _said(
        text for name, texts in game.comments.items() if name != "Play" for text in texts
    )
    yield from _auction(game)
    yield "pg||"
    yield from _said(game.comments.get("Play", ()))
    yield from _play(game)


def _deal(board: Board) -> str:
    hands = ",".join(_hand(board.hands[seat]) for seat in _ORDER)
    return f"md|{_ORDER.index(board.dealer) + 1}{hands}|"


def _hand(hand: Cards) -> str:
    return "".join(f"{ASCII_SUITS[suit]}{holding(hand, suit)[::-1]}" for suit in (3, 2, 1, 0))


def _auction(game: GameText) -> Iterator[str]:
    if game.passed_out and not game.calls:
        yield "mb|p|" * 4
    if game.auction is None:
        return
    if not game.auction.regular or any(turn.action is None for turn in game.auction.turns):
        raise IgrotekaError(Text("LIN can't keep an auction that left the rules"))
    for turn in game.auction.turns:
        assert turn.action is not None
        assert not isinstance(turn.action, Card)
        text = game.auction.notes.get(turn.note or 0, "")
        call = _CALLS.get(turn.action, turn.action.ascii.replace("NT", "N"))
        yield f"mb|{call}{'!' if text else ''}|" + (f"an|{_plain(text)}|" if text else "")
        yield from _said(turn.comments)


def _play(game: GameText) -> Iterator[str]:
    turns = {turn.action: turn for turn in game.play.turns} if game.play else {}
    cards = [card for _, card in game.cards()]
    for place, card in enumerate(cards, start=1):
        yield f"pc|{card.ascii}|"
        yield from _said(turns[card].comments)
        if place % 4 == 0:
            yield "pg||"
    if game.tricks is not None and len(cards) < 52:
        yield f"mc|{game.tricks}|"


def _said(comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        yield f"nt|{_plain(comment)}|"


def _field(text: str) -> str:
    """A text as one of several between commas."""
    return " ".join(_plain(text).replace(",", " ").split())


def _plain(text: str) -> str:
    """A text without the sign that ends every value."""
    return text.replace("|", "/")
