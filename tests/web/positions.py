"""Games in the middle of play, made by bots from a seed and brought into a house as files are."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from igroteka.bots import make_player
from igroteka.contract import CHANCE, OVER
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import make_game

BOT = {"draughts": "random", "durak": "greedy", "bridge": "simple", "substitution": "random"}


class Moment(NamedTuple):
    """A moment of a game: who plays it, from which seed, and when it has come."""

    game: str
    options: Mapping[str, str]
    seed: int
    has_come: Callable[[Any], bool]
    instead: Callable[[Any], str] | None = None
    """What is done instead of what the bot would do, where that is allowed."""


def attacked(cards: int) -> Callable[[Any], bool]:
    """The first seat is attacked and holds so many cards at least, and all are in the game."""
    return lambda state: (
        state.turn == 0
        and bool(state.public.attacks)
        and state.hands[0].bit_count() >= cards
        and all(state.public.counts)
    )


def taking(state: Any) -> str:
    """The first seat takes whatever it is attacked with."""
    return "take" if state.turn == 0 else ""


def called(calls: int) -> Callable[[Any], bool]:
    """South has to call after so many calls at least."""
    return lambda state: state.turn == 2 and len(state.public.auction.calls) >= calls


def climbing(state: Any) -> str:
    """The lowest bid, so that the auction gets long."""
    return next((text for each in state.actions() if (text := str(each))[0].isdigit()), "")


def declared(seat: int, cards: int) -> Callable[[Any], bool]:
    """South has to play to a trick of two cards, in a contract of that seat."""
    return lambda state: (
        state.public.declarer == seat
        and len(state.public.cards) >= cards
        and state.turn == 2
        and len(state.public.trick) == 2
    )


def thinned(pieces: int) -> Callable[[Any], bool]:
    """White is to move and so many pieces are left at most."""
    return lambda state: state.turn == 0 and len(state.pieces()) <= pieces


def grown(length: int) -> Callable[[Any], bool]:
    """The first seat is to move and has a form of that length."""
    return lambda state: state.turn == 0 and any(len(form) >= length for form in state.forms[0])


BOARD = {"board": "3"}
MOMENTS = {
    "draughts": Moment("draughts", {}, 3, thinned(17)),
    "durak": Moment("durak", {}, 4, attacked(6)),
    "durak-14-cards": Moment("durak", {}, 1, attacked(14), taking),
    "durak-4": Moment("durak", {"players": "4", "cards": "52"}, 13, attacked(14), taking),
    "durak-6": Moment("durak", {"players": "6", "cards": "52"}, 2, attacked(6)),
    "bridge-auction": Moment("bridge", BOARD, 2, called(6)),
    "bridge-long-auction": Moment("bridge", BOARD, 1, called(20), climbing),
    "bridge-play": Moment("bridge", BOARD, 8, declared(2, 9)),
    "bridge-dummy-aside": Moment("bridge", BOARD, 2, declared(1, 9)),
    "substitution": Moment("substitution", {}, 1, grown(15)),
}
"""Every game in the middle of play; bridge is seen by South, the others by the first seat."""


def reached(moment: Moment, bot: str = "") -> GameSoFar:
    """The game up to the moment, or to its end if the moment never comes."""
    game = make_game(moment.game, moment.options)
    rng = random.Random(moment.seed)
    so_far = GameSoFar(game, game.deal(rng)).chance(rng)
    players = [make_player(game.name, bot or BOT[game.name]) for _ in range(game.seats)]
    for seat, player in enumerate(players):
        player.start(game, seat, random.Random(moment.seed + seat))
    while so_far.state.turn != OVER and not moment.has_come(so_far.state):
        seat = so_far.state.turn
        assert seat != CHANCE
        wanted = moment.instead(so_far.state) if moment.instead else ""
        allowed = {str(each): each for each in so_far.state.actions()}
        action = allowed.get(wanted) or players[seat].choose(so_far.view(seat))
        so_far = so_far.play(action).chance(rng)
    return so_far


def seat_of(game: str) -> int:
    """The seat that a person has in these games."""
    return 2 if game == "bridge" else 0


def sit_in_the_middle(page: Page, so_far: GameSoFar, name: str, others: Sequence[str] = ()) -> int:
    """Bring the game into the house and go on with it under this name; its number."""
    assert so_far.state.turn != OVER
    seats = so_far.game.seats
    players = [*others, *[BOT[so_far.game.name]] * seats][:seats]
    players[seat_of(so_far.game.name)] = name
    number = bring_in(page, so_far, players)
    page.evaluate(GO_ON, number)
    page.wait_for_url(f"**/table/{number}")
    expect(page.locator("#board > *").first).to_be_visible()
    expect(page.locator("#status")).not_to_be_empty()
    return number


GO_ON = """number => {
  const form = document.createElement("form");
  Object.assign(form, {method: "post", action: `/game/${number}/resume`});
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-Form-Token"];
  form.append(Object.assign(document.createElement("input"), {name: "form", value: token}));
  document.body.append(form);
  form.submit();
}"""
"""What the button does that a look back at an unfinished game has."""


def bring_in(page: Page, so_far: GameSoFar, players: list[str]) -> int:
    """Bring the game into the archive; its number."""
    page.goto("/archive")
    line = so_far.record(players).to_line().encode()
    upload: Any = {"name": "game.jsonl", "mimeType": "application/json", "buffer": line}
    page.locator("form[action='/archive/import'] input[type=file]").set_input_files([upload])
    page.locator("form[action='/archive/import'] button").click()
    return int(page.locator("main a.num[href^='/game/']").inner_text())
