"""`igroteka club movement`: movements proposed, drawn, and repaired in the middle of an evening."""

from __future__ import annotations

import json as json_module
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.contract import BadOption
from igroteka.text import Text, one_of, quoted

if TYPE_CHECKING:
    from igroteka.club.chooser import Proposal
    from igroteka.club.movements.kinds import Plan
    from igroteka.club.movements.movement import Movement
    from igroteka.languages import Language

Pairs = Annotated[int, typer.Option("--pairs", help="How many pairs; players for an individual.")]
Boards = Annotated[
    int | None, typer.Option("--boards", min=1, max=1000, help="How many boards there are.")
]
Hours = Annotated[
    float | None,
    typer.Option("--hours", min=0.1, max=1000, help="How long to play, at 7½ minutes a board."),
]
Kind = Annotated[
    str | None,
    typer.Option(
        "--kind",
        help="mitchell, howell, short-howell, web, individual, swiss, teams, barometer or "
        "round-robin; without it movements are proposed.",
    ),
]
Winners = Annotated[str, typer.Option("--winners", help="one or two, of a Mitchell.")]
Stay = Annotated[
    list[int] | None, typer.Option("--stay", metavar="P", help="Pair P can't move; repeatable.")
]
After = Annotated[
    int | None, typer.Option("--after", metavar="R", help="Plan the rounds after round R anew.")
]
Withdraw = Annotated[
    list[int] | None,
    typer.Option("--withdraw", metavar="P", help="Pair P goes home; repeatable."),
]
Late = Annotated[int, typer.Option("--late", count=True, help="A pair comes late; repeatable.")]
Seconds = Annotated[
    float,
    typer.Option("--seconds", min=0, max=86_400, help="How long to look for a better repair."),
]
Cards = Annotated[bool, typer.Option("--cards", help="Print guide cards, too.")]
LanguageName = Annotated[
    str, typer.Option("--language", help="The language of the words: en or ru.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="movement")(movement_command)


def movement_command(
    pairs: Pairs,
    boards: Boards = None,
    hours: Hours = None,
    kind: Kind = None,
    winners: Winners = "two",
    stay: Stay = None,
    after: After = None,
    withdraw: Withdraw = None,
    late: Late = 0,
    seconds: Seconds = 5.0,
    cards: Cards = False,
    language: LanguageName = "en",
    json: a.AsJson = False,
) -> None:
    """Propose a club's movements, draw one, or plan the rest of an evening anew."""
    from igroteka.languages import language_named

    say = language_named(language)
    unmoved = tuple(stay or ())
    plan = _plan(pairs, boards, hours, winners)
    proposals = [] if kind else _proposals(plan, unmoved)
    movement = _made(kind, plan, unmoved) if kind else proposals[0].movement
    if after is not None:
        movement = _repaired(movement, after, withdraw or [], late, unmoved, seconds)
        proposals = []
    elif withdraw or late:
        raise BadOption(Text("name the round that was played last: --after 0 before the first"))
    if json:
        _print_json(movement, after or 0, proposals)
    else:
        for number, each in enumerate(proposals, start=1):
            typer.echo(f"{number}. {say(each.line())}")
        _print(movement, after or 0, withdraw or [], cards, say)


def _plan(pairs: int, boards: int | None, hours: float | None, winners: str) -> Plan:
    from igroteka.club.movements.kinds import Plan

    if winners not in ("one", "two"):
        raise BadOption(
            Text(
                "{option} should be {names}, but is {text}",
                option="--winners",
                names=one_of(("one", "two")),
                text=quoted(winners),
            )
        )
    return Plan(pairs, boards, hours, winners == "one")


def _made(kind: str, plan: Plan, unmoved: tuple[int, ...]) -> Movement:
    from igroteka.club.movements.kinds import make_movement

    return make_movement(kind, plan).with_stationary(unmoved)


def _proposals(plan: Plan, unmoved: tuple[int, ...]) -> list[Proposal]:
    from igroteka.club.chooser import propose

    return propose(plan, unmoved)


def _repaired(
    movement: Movement,
    after: int,
    withdraw: list[int],
    late: int,
    unmoved: tuple[int, ...],
    seconds: float,
) -> Movement:
    from igroteka.club.repair import Change, repair

    gone, staying = frozenset(withdraw), frozenset(unmoved)
    return repair(movement, Change(after, gone, late, unmoved=staying), seconds)


def _print_json(movement: Movement, first: int, proposals: list[Proposal]) -> None:
    from igroteka.club.movements.balance import balance

    found = movement.to_json(balance(movement), first)
    if proposals:
        found["proposals"] = [each.to_json() for each in proposals]
    typer.echo(json_module.dumps(found))


def _print(movement: Movement, first: int, gone: list[int], cards: bool, say: Language) -> None:
    """Draw the rounds from this one on and, if asked for, print a card for everybody there."""
    from igroteka.club.drawing import grid
    from igroteka.club.guide_cards import card_lines
    from igroteka.club.movements.balance import balance

    head = Text(
        "{movement}, balance {balance}",
        movement=movement.title,
        balance=f"{balance(movement):.1f}",
    )
    typer.echo(f"\n{say(head)}\n{grid(movement, say, first, gone)}")
    for number in range(1, movement.contestants + 1) if cards else ():
        if number not in gone:
            typer.echo(f"\n{say(Text('Number {number}', number=number))}")
            lines = card_lines(movement, number)[first:]
            typer.echo("\n".join(f"  {say(line)}" for line in lines))
