"""A whole evening with robots: everything that people would do is entered into an event's log.

Equal bots play equal boards alike, and nobody would win. So every pair slips now and then, as
people do: instead of what its bot wants it plays any card, each pair at a rate of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from igroteka.basics.randomness import Stream, derive
from igroteka.bots import make_player
from igroteka.club.chooser import propose
from igroteka.club.dealing import by_seed
from igroteka.club.deeds import Confirmed, Deed, Entered, Person
from igroteka.club.director_deeds import Closed, Opened, Registered, Seated
from igroteka.club.event import Play
from igroteka.club.events import Draft, Events, Kept
from igroteka.club.links import DIRECTOR, TABLE, Role
from igroteka.club.movements.kinds import Plan
from igroteka.contract import OVER, Game
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import contest, make_game

MOST_SLIPS = 0.12
"""The share of cards that the weakest pair plays at random."""
SLIPPERY = "card"
"""The stage of a game in which a slip costs something and not everything."""


class Evening(NamedTuple):
    """What is simulated."""

    game: str
    scoring: str
    name: str
    day: date
    plan: Plan
    bot: str
    seed: int


def simulate(events: Events, evening: Evening, told: Callable[[int, int], None]) -> Kept:
    """Hold the evening; `told` hears how many boards of how many are played."""
    opened = Opened(evening.name, evening.day.isoformat(), evening.game, evening.scoring, {})
    kept = events.open(Draft("simulated", Role(DIRECTOR).who, opened), evening.game)
    code = kept.stored.code
    movement = propose(evening.plan)[0].movement
    pairs = range(1, evening.plan.contestants + 1)
    _happen(events, code, Role(DIRECTOR), [Registered(n, _robots(evening, n)) for n in pairs])
    _happen(events, code, Role(DIRECTOR), [Seated("A", tuple(pairs), 1, movement)])
    event, rules = events.known(code).event, make_game(evening.game, {})
    if kept.contest.dealt:
        deals = by_seed(event, kept.contest, evening.seed)
        _happen(events, code, Role(DIRECTOR), deals)
        event = events.known(code).event
    plays = list(event.all_plays())
    for done, play in enumerate(plays, start=1):
        result = _played(rules, evening, play, event.deals[play.slot.board])
        entered = [Entered(*play.slot, result), Confirmed(*play.slot, result)]
        _happen(events, code, Role(TABLE, play.slot.table), entered)
        told(done, len(plays))
    _happen(events, code, Role(DIRECTOR), [Closed()])
    return events.known(code)


def _robots(evening: Evening, number: int) -> tuple[Person, ...]:
    people = range(1, contest(evening.game).players + 1)
    return tuple(Person(f"Robot {number}.{place}", bot=evening.bot) for place in people)


def _happen(events: Events, code: str, role: Role, deeds: Sequence[Deed]) -> None:
    first = events.known(code).event.last
    drafts = [Draft(f"simulated {first + n}", role.who, deed) for n, deed in enumerate(deeds)]
    for draft, reply in zip(drafts, events.propose(code, drafts).result(), strict=True):
        assert reply.refusal is None, (draft, reply)


def _played(rules: Game, evening: Evening, play: Play, deal: str) -> str:
    """What a table gets on a board, in the contest's notation."""
    seeds = derive(evening.seed, "play", *play.slot)
    slips = Stream(derive(seeds, "slips"))
    rates = list(_rates(rules, evening.seed, play))
    players = [make_player(evening.game, evening.bot) for _ in range(rules.seats)]
    so_far = GameSoFar(rules, rules.restore(deal))
    for seat, player in enumerate(players):
        player.start(rules, seat, Stream(derive(seeds, seat)))
    while (seat := so_far.state.turn) != OVER:
        view = so_far.view(seat)
        slipped = so_far.state.stage == SLIPPERY and slips.random() < rates[seat]
        so_far = so_far.play(
            slips.choice(view.actions()) if slipped else players[seat].choose(view)
        )
    for player in players:
        player.close()
    return contest(evening.game).result_of(so_far.state, so_far.state.scores())


def _rates(rules: Game, seed: int, play: Play) -> Iterator[float]:
    """How often each seat slips."""
    for seat in range(rules.seats):
        pair = play.sides[next(n for n, side in enumerate(rules.sides) if seat in side)][0]
        yield MOST_SLIPS * Stream(derive(seed, "pair", pair)).random()
