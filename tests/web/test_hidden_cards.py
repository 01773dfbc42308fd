"""No hidden card leaves the house: whole games, and every byte that anybody is sent meanwhile."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter

import igroteka.web
from igroteka.contract import State
from igroteka.registry import formats, game_class, make_game
from tests.web.listening import (
    Company,
    Receiver,
    company,
    forget_rates,
    known,
    named,
    twin,
)
from tests.web.visiting import House

PAGES = (
    "/", "/archive", "/archive?state=unfinished", "/archive?state=finished", "/archive?sitting=1",
    "/puzzles", "/puzzle/1", "/puzzle/1/position", "/ratings", "/ratings/GAME", "/study", "/club",
    "/club/members", "/club/sessions", "/me", "/join", "/trees", "/lab", "/tournaments",
    "/tournaments/1", "/new/GAME", "/warming", "/metrics", "/child", "/child/play",
    "/child/riddles", "/api/games", "/api/openapi.json",
)  # fmt: skip
OF_A_GAME = (
    "/table/N", "/table/N/sit/wrong", "/game/N", "/game/N/positions", "/game/N/positions?first=1",
    "/game/N/tree", "/game/N/analysis", "/game/N/afterword", "/game/N/puzzles", "/api/tables/N",
)  # fmt: skip
FORMS = (
    "/table/N/sit/wrong", "/table/N/programs", "/table/N/again", "/game/N/comment/0",
    "/game/N/comment/1", "/game/N/variation", "/game/N/analysis", "/game/N/resume",
    "/game/N/branch", "/puzzle/1/try",
)  # fmt: skip
OF_PROGRAMS = ("/api/tables/N/actions", "/api/tables/N/next", "/api/tables/N/seats/wrong")
NOT_OF_TABLES = re.compile(
    "/(?:club|trees|lab|tournaments|grammar|child|me|join|wishes|home-network|archive/import|play"
    "|new|api/programs|api/tables$).*"
)
"""Addresses of which no game at a table is a part: evenings of a club are in
`test_hidden_boards.py`, the rest makes or shows something else."""


def all_there_is(receiver: Receiver, game: str, number: int) -> None:
    """Somebody asks for every page, file and answer that there might be of a game."""
    forget_rates()
    client = receiver.visitor.client
    files = [f"/game/N/as/{each.name}" for each in formats(game)]
    for path in (*PAGES, *OF_A_GAME, *files):
        client.get(path.replace("GAME", game).replace("N", str(number)))
    form = {"form": receiver.visitor.token, "action": "take", "comment": "?", "name": "Mallory"}
    for path in FORMS:
        client.post(path.replace("N", str(number)), data=form)
    for path in OF_PROGRAMS:
        client.post(path.replace("N", str(number)), json={"action": "♠Q"})


def wrong_moves(at: Company, each: Receiver) -> None:
    """Somebody does what they may not: with cards that they don't hold, out of turn, as others."""
    deck = ["7♠", "Q♥", "A♣", "10♦"] if at.game == "durak" else ["♠7", "♥Q", "♣A", "♦T"]
    each.said |= named(at.game, f"{deck} ♠Q", letters=True)
    if each.screen is None:
        return
    forget_rates()
    can = map(str, at.table.state.actions()) if each.seat == at.table.state.turn else ()
    for text in sorted(set(deck).difference(can)):
        each.screen.refused(action=text)
    others = next(seat for seat in range(at.table.game.seats) if seat != each.seat)
    each.screen.refused(action=deck[0], seat=others)
    if each.seat is None:
        each.screen.refused(hint=3)
        each.screen.refused(take_back=True)
    each.screen.send(look=others)


def played(game: str, start: State, seed: int) -> list[str]:
    """A whole game at random, with short auctions at bridge."""
    rng, actions, state = random.Random(seed), [], start
    while state.turn >= 0:
        can = list(state.actions())
        calm = game == "bridge" and str(can[0]) == "pass" and len(actions) > 1
        action = can[0] if calm else rng.choice(can)
        actions.append(str(action))
        state = state.play(action)
    return actions


def through(at: Company, actions: Sequence[str], asked: int) -> Iterator[int]:
    """Play on; so many times each asks for everything, one after another, and does what is wrong.

    With 0 nobody asks.
    """
    times = [each for each in at.everybody for _ in range(asked)]
    for place, action in enumerate(actions):
        due = [times[at] for at in range(len(times)) if len(actions) * at // len(times) == place]
        for each in due:
            wrong_moves(at, each)
            all_there_is(each, at.game, at.table.number)
        yield place
        at.go_on(action)


GAMES: list[tuple[str, dict[str, str], bool]] = [
    ("durak", {}, True),
    ("durak", {"players": "4", "transfer": "show"}, False),
    ("bridge", {"board": "1"}, True),
]
ALL_GAMES = [
    (game, dict(options), watched)
    for game in ("durak", "bridge")
    for options in game_class(game).option_sets
    for watched in (True, False)
]


def deals_of(game: str, options: dict[str, str], seed: int) -> tuple[State, list[str]]:
    """The start of a game, and the deals of a series that begins with it."""
    rules, rng = make_game(game, options), random.Random(seed)
    start = rules.deal(rng)
    return start, [start.deal, rules.deal(rng).deal]


def nothing_leaks(
    folder: Path, game: str, options: dict[str, str], watched: bool, seed: int, asked: int
) -> None:
    """Play a whole game of a series, and search all that anybody is sent for what is hidden."""
    start, deals = deals_of(game, options, seed)
    actions = played(game, start, seed)
    with (
        House(folder).open() as house,
        company(house, game, options, deals, watched, all_there_is) as at,
    ):
        assert at.table.state.deal == start.deal
        for _ in through(at, actions, asked):
            at.search(deals)
        assert at.table.phase == "over"
        assert len(at.table.so_far.steps) == len(actions)
        for each in (at.seated[0], at.others[0]):  # now this deal is open, and not the next one
            all_there_is(each, game, at.table.number)
            assert any(deals[0] in sent.text for sent in each.sent)
            assert not any(deals[1] in sent.text for sent in each.sent)


@pytest.mark.parametrize(("game", "options", "watched"), GAMES)
def test_nothing_that_anybody_is_sent_names_a_card_that_they_may_not_know(
    tmp_path: Path, game: str, options: dict[str, str], watched: bool
) -> None:
    nothing_leaks(tmp_path, game, options, watched, 5, asked=1)


def sent_of(
    folder: Path,
    game: str,
    options: dict[str, str],
    deals: Sequence[str],
    actions: Sequence[str],
    watched: bool,
    who: Sequence[int],
) -> list[list[str]]:
    """What these hear of the beginning of a game, without what is never the same."""
    folder.mkdir()
    with (
        House(folder).open() as house,
        company(house, game, options, deals, watched, all_there_is) as at,
    ):
        for _ in through(at, actions, 0):
            pass
        for place in who:
            wrong_moves(at, at.everybody[place])
            all_there_is(at.everybody[place], game, at.table.number)
        return [at.everybody[place].heard for place in who]


def twins_are_alike(
    folder: Path, game: str, options: dict[str, str], watched: bool, seed: int, until: float
) -> None:
    """Who may not know a difference between two games is sent the same of both, byte for byte."""
    start, deals = deals_of(game, options, seed)
    whole = played(game, start, seed)
    actions = whole[: max(1, int(len(whole) * until))]
    now, rules, rng = start, make_game(game, options), random.Random(seed)
    for action in actions:
        now = now.play(rules.read(action))
    how = (actions, watched)
    without_seat = range(rules.seats, rules.seats + 3)
    first = sent_of(folder / "first", game, options, deals, *how, [*range(without_seat.stop)])
    for seat in (*range(rules.seats), None):
        other = [twin(game, start, now, seat, rng), rules.deal(rng).deal]
        assert other[0] != deals[0], "something is hidden here"
        who = without_seat if seat is None else [seat]
        heard = sent_of(folder / f"as {seat}", game, options, other, *how, who)
        for place, lines in zip(who, heard, strict=True):
            assert lines == first[place], (seat, place)


@pytest.mark.parametrize(("game", "options"), [("durak", {}), ("bridge", {"board": "1"})])
def test_who_may_not_know_a_difference_is_sent_the_same(
    tmp_path: Path, game: str, options: dict[str, str]
) -> None:
    twins_are_alike(tmp_path, game, options, True, 7, 0.3)


# --- the measure itself ---


def test_a_card_that_is_told_is_found() -> None:
    """In whatever way it is written."""
    assert named("durak", "6♠ and 10♥, ♠7 not") == {"♠6", "♥T"}
    assert named("bridge", "2♣ is a bid, ♣2 a card") == {"♣2"}
    assert named("bridge", '[Deal "N:AKQJT98765432... .AKQJT98765432.."]') >= {"♠A", "♥2"}
    assert named("durak", '"hand": ["AS", "D10"]', letters=True) == {"♠A", "♦T"}


@pytest.mark.parametrize("game", ["durak", "bridge"])
def test_a_twin_looks_the_same_to_its_seat_and_to_nobody_else(game: str) -> None:
    rules = make_game(game, {})
    start = rules.deal(random.Random(2))
    now = start
    for action in played(game, start, 2)[:9]:
        now = now.play(rules.read(action))
    for seat in (*range(rules.seats), None):
        other = rules.restore(twin(game, start, now, seat, random.Random(1)))
        for action in played(game, start, 2)[:9]:
            assert other.view(seat).seat == seat
            other = other.play(rules.read(action))
        assert other.view(seat).to_json() == now.view(seat).to_json()
        everybody = range(rules.seats)
        assert any(known(game, other, each) != known(game, now, each) for each in everybody)


def routers() -> Iterator[APIRouter]:
    """Every router of the site."""
    for module in pkgutil.walk_packages(igroteka.web.__path__, "igroteka.web."):
        found: Any = getattr(importlib.import_module(module.name), "router", None)
        if isinstance(found, APIRouter):
            yield found


def test_every_address_of_a_game_is_asked_for() -> None:
    """An address that is added is either asked for above or has nothing to do with tables."""
    asked = {
        re.sub(r"\b(?:N|GAME|wrong|\d)\b", "{}", path.partition("?")[0])
        for path in (*PAGES, *OF_A_GAME, *FORMS, *OF_PROGRAMS, "/game/N/as/GAME")
    }
    there = {
        re.sub(r"\{\w+\}", "{}", str(getattr(route, "path", "")))
        for router in routers()
        for route in router.routes
    }
    sockets = {"/table/{}/socket", "/api/tables/{}/socket"}
    missing = {path for path in there - asked - sockets if not NOT_OF_TABLES.match(path)}
    assert missing == set()
