"""No hidden card leaves the house: whole games, and every byte that anybody is sent meanwhile."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fastapi import APIRouter

import igroteka.web
from igroteka.contract import Game
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

LISTS = (
    "/", "/archive", "/archive?state=unfinished", "/archive?state=finished", "/archive?sitting=1",
    "/puzzles", "/puzzle/1", "/puzzle/1/position",
)  # fmt: skip
"""Pages on which games are found."""
OTHER_PAGES = (
    "/ratings", "/ratings/GAME", "/study", "/club", "/club/members", "/club/sessions", "/me",
    "/join", "/trees", "/lab", "/tournaments", "/tournaments/1", "/new/GAME", "/warming",
    "/metrics", "/child", "/child/play", "/child/riddles", "/api/games", "/api/openapi.json",
)  # fmt: skip
OF_A_GAME = (
    "/table/N", "/table/N/sit/wrong", "/game/N", "/game/N/positions", "/game/N/positions?first=1",
    "/game/N/tree", "/game/N/analysis", "/game/N/afterword", "/game/N/puzzles", "/api/tables/N",
    "/game/N/expects",
)  # fmt: skip
FORMS = (
    "/table/N/sit/wrong", "/table/N/programs", "/table/N/again", "/game/N/comment/0",
    "/game/N/comment/1", "/game/N/variation", "/game/N/analysis", "/game/N/resume",
    "/game/N/branch", "/puzzle/1/try",
)  # fmt: skip
NO_GAME = 999
DECK = {"durak": ("7♠", "Q♥", "A♣", "10♦"), "bridge": ("♠7", "♥Q", "♣A", "♦T")}
QUEEN = {"durak": "Q♠", "bridge": "♠Q"}
OF_PROGRAMS = ("/api/tables/N/actions", "/api/tables/N/next", "/api/tables/N/seats/wrong")
NOT_OF_TABLES = re.compile(
    "/(?:club|trees|lab|tournaments|grammar|child|me|join|wishes|home-network|archive/import|play"
    "|new|api/programs|api/tables$).*"
)
"""Addresses of which no game at a table is a part: evenings of a club are in
`test_hidden_boards.py`, the rest makes or shows something else."""


def not_now(at: Company) -> str:
    """A card that can't be played in this position, whoever holds it."""
    can = set(map(str, at.table.state.actions()))
    return next(card for card in (QUEEN[at.game], *DECK[at.game]) if card not in can)


def all_there_is(receiver: Receiver, game: str, number: int, card: str) -> None:
    """Somebody asks for every page, file and answer that there might be of a game."""
    forget_rates()
    client = receiver.visitor.client
    files = [f"/game/N/as/{each.name}" for each in formats(game)]
    rest = OTHER_PAGES if receiver.thorough else ()
    for path in (*LISTS, *rest, *OF_A_GAME, *files):
        client.get(path.replace("GAME", game).replace("N", str(number)))
    form = {"form": receiver.visitor.token, "action": "take", "comment": "?", "name": "Mallory"}
    for path in FORMS:
        client.post(path.replace("N", str(number)), data=form)
    for path in OF_PROGRAMS:
        client.post(path.replace("N", str(number)), json={"action": card})


def wrong_moves(at: Company, each: Receiver) -> None:
    """Somebody does what they may not: with cards that they don't hold, out of turn, as others."""
    deck = DECK[at.game]
    each.said |= named(at.game, f"{[*deck]} {QUEEN[at.game]}", letters=True)
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


def hint(at: Company, each: Receiver) -> None:
    """Who is thorough, and to move, asks for a hint."""
    if each.thorough and each.screen and each.seat == at.table.state.turn:
        given = len(each.screen.hints)
        each.screen.send(hint=3)
        while len(each.screen.hints) == given:
            each.screen.receive()


def through(at: Company, actions: Sequence[str], asked: int) -> Iterator[int]:
    """Play on; so many times each asks for everything, one after another, and does what is wrong.

    With 0 nobody asks.
    """
    times = [each for each in at.everybody for _ in range(asked)]
    for place, action in enumerate(actions):
        due = [times[at] for at in range(len(times)) if len(actions) * at // len(times) == place]
        for each in due:
            wrong_moves(at, each)
            hint(at, each)
            all_there_is(each, at.game, at.table.number, not_now(at))
        yield place
        at.go_on(action)


def named_without_a_game(at: Company) -> dict[str, set[str]]:
    """The cards that an answer names though there is no such game: the examples of its page."""
    found: dict[str, set[str]] = {}
    for each in (at.others[0], at.others[2]):
        before = len(each.sent)
        all_there_is(each, at.game, NO_GAME, QUEEN[at.game])
        for sent in each.sent[before:]:
            what = sent.what.replace(str(NO_GAME), str(at.table.number))
            found.setdefault(what, set()).update(named(at.game, sent.text, not sent.is_page))
        del each.sent[before:]
    return found


class Case(NamedTuple):
    """A game that is played before everybody."""

    game: str
    options: dict[str, str]
    watched: bool = True
    seed: int = 5
    thorough: bool = False
    """Whether everybody asks for everything again and again."""

    @property
    def rules(self) -> Game:
        """What is played."""
        return make_game(self.game, self.options)

    @property
    def deals(self) -> list[str]:
        """The deals of a series of two games."""
        rng = random.Random(self.seed)
        return [self.rules.deal(rng).deal for _ in range(2)]

    def actions(self, deal: str) -> list[str]:
        """A whole game at random, with short auctions at bridge."""
        rng, state = random.Random(self.seed), self.rules.restore(deal)
        actions: list[str] = []
        while state.turn >= 0:
            can = list(state.actions())
            calm = str(can[0]) == "pass" and self.game == "bridge" and len(actions) > 1
            action = can[0] if calm else rng.choice(can)
            actions.append(str(action))
            state = state.play(action)
        return actions

    @contextmanager
    def begun(self, folder: Path, deals: Sequence[str]) -> Iterator[Company]:
        """A house of its own in which it is played."""
        folder.mkdir(exist_ok=True)
        with (
            House(folder).open() as house,
            company(house, self.rules, deals, self.watched, self.thorough) as at,
        ):
            yield at


ALL_CASES = [
    Case(game, dict(options), watched, seed, thorough=True)
    for game in ("durak", "bridge")
    for options in game_class(game).option_sets
    for watched, seed in ((True, 1), (False, 2))
]


def nothing_leaks(case: Case, folder: Path) -> None:
    """Play a whole game of a series, and search all that anybody is sent for what is hidden."""
    deals = case.deals
    actions = case.actions(deals[0])
    with case.begun(folder, deals) as at:
        assert at.table.state.deal == deals[0]
        examples = named_without_a_game(at)
        for _ in through(at, actions, 3 if case.thorough else 1):
            at.search(deals, examples)
        assert (at.table.phase, len(at.table.so_far.steps)) == ("over", len(actions))
        told = at.others[0].visitor.get(f"/game/{at.table.number}/as/json").text
        assert deals[0] in told, "now this deal is open"
        assert deals[1] not in told


@pytest.mark.parametrize("case", [Case("durak", {"cards": "24"}), Case("bridge", {"board": "1"})])
def test_nothing_that_anybody_is_sent_names_a_card_that_they_may_not_know(
    tmp_path: Path, case: Case
) -> None:
    nothing_leaks(case, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_nothing_does_with_any_options(tmp_path: Path, case: Case) -> None:
    nothing_leaks(case, tmp_path)


def heard(
    case: Case, folder: Path, deals: Sequence[str], actions: Sequence[str], who: Sequence[int]
) -> list[list[str]]:
    """What these hear of the beginning of a game, without what is never the same."""
    with case.begun(folder, deals) as at:
        for _ in through(at, actions, 0):
            pass
        for place in who:
            wrong_moves(at, at.everybody[place])
            all_there_is(at.everybody[place], case.game, at.table.number, not_now(at))
        return [at.everybody[place].heard for place in who]


def twins_are_alike(case: Case, folder: Path, until: float, seats: Sequence[int | None]) -> None:
    """Who may not know a difference between two games is sent the same of both, byte for byte."""
    deals, rules, rng = case.deals, case.rules, random.Random(case.seed)
    whole, start = case.actions(deals[0]), rules.restore(deals[0])
    states = [start]
    for action in whole[: max(1, int(len(whole) * until))]:
        states.append(states[-1].play(rules.read(action)))
    while all(twin(case.game, start, states[-1], seat, rng) == deals[0] for seat in seats):
        states.pop()  # after a claim everybody may know every card
    now, actions = states[-1], whole[: len(states) - 1]
    nobody = range(rules.seats, rules.seats + 3)
    everybody = [*(seat for seat in seats if seat is not None), *nobody]
    first = heard(case, folder / "first", deals, actions, everybody)
    told = dict(zip(everybody, first, strict=True))
    for seat in seats:
        other = [twin(case.game, start, now, seat, rng), rules.deal(rng).deal]
        if other[0] == deals[0]:
            continue  # after a claim one of the others may know every card
        who = nobody if seat is None else [seat]
        for place, lines in zip(
            who, heard(case, folder / f"as {seat}", other, actions, who), strict=True
        ):
            assert len(lines) > 100
            assert lines == told[place], (seat, place)


@pytest.mark.parametrize("case", [Case("durak", {}), Case("bridge", {"board": "1"})])
def test_who_may_not_know_a_difference_is_sent_the_same(tmp_path: Path, case: Case) -> None:
    twins_are_alike(case, tmp_path, 0.2, (0, None))


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in ALL_CASES if case.watched], ids=str)
def test_everybody_is_with_any_options(tmp_path: Path, case: Case) -> None:
    twins_are_alike(case, tmp_path, 0.15, (*range(case.rules.seats), None))


@pytest.mark.slow
@pytest.mark.parametrize("until", [0.01, 0.1, 0.3])
@pytest.mark.parametrize("case", [Case("durak", {"players": "4"}), Case("bridge", {})], ids=str)
def test_everybody_is_at_any_moment(tmp_path: Path, case: Case, until: float) -> None:
    twins_are_alike(case, tmp_path, until, (*range(case.rules.seats), None))


@pytest.mark.parametrize("game", ["durak", "bridge"])
def test_who_may_not_look_on_is_sent_the_same_of_any_game(tmp_path: Path, game: str) -> None:
    """Of a table that is not watched outsiders hear nothing that depends on the cards at all."""
    told = []
    for seed in (1, 2):
        case = Case(game, {"cards": "24"} if game == "durak" else {"board": "1"}, False, seed)
        seats, actions = case.rules.seats, case.actions(case.deals[0])[:8]
        told.append(heard(case, tmp_path / f"{seed}", case.deals, actions, [seats, seats + 2]))
    assert told[0] == told[1]


# --- the measure itself ---


def test_a_card_that_is_told_is_found() -> None:
    """In whatever way it is written."""
    assert named("durak", "6♠ and 10♥, ♠7 not") == {"♠6", "♥T"}
    assert named("bridge", "2♣ is a bid, ♣2 a card") == {"♣2"}
    assert named("bridge", '[Deal "N:AKQJT98765432... .AKQJT98765432.."]') >= {"♠A", "♥2"}
    assert named("durak", r'"6\u2660" and 7&hearts;') == {"♠6", "♥7"}
    assert named("durak", '"hand": ["AS", "D10"]', letters=True) == {"♠A", "♦T"}


@pytest.mark.parametrize("game", ["durak", "bridge"])
def test_a_twin_looks_the_same_to_its_seat_and_to_nobody_else(game: str) -> None:
    case = Case(game, {})
    rules, deal = case.rules, case.deals[0]
    actions = [rules.read(action) for action in case.actions(deal)[:9]]
    start = now = rules.restore(deal)
    for action in actions:
        now = now.play(action)
    for seat in (*range(rules.seats), None):
        other = rules.restore(twin(game, start, now, seat, random.Random(1)))
        for action in actions:
            other = other.play(action)
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
        for path in (*LISTS, *OTHER_PAGES, *OF_A_GAME, *FORMS, *OF_PROGRAMS, "/game/N/as/GAME")
    }
    there = {
        re.sub(r"\{\w+\}", "{}", str(getattr(route, "path", "")))
        for router in routers()
        for route in router.routes
    }
    sockets = {"/table/{}/socket", "/api/tables/{}/socket"}
    missing = {path for path in there - asked - sockets if not NOT_OF_TABLES.match(path)}
    assert missing == set()
