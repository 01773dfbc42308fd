"""The published tables of the strategies, to be played again."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from igroteka.basics.experiments import Experiment, Figure, Published, WinLossDraw, read_table

PURE = (
    "random",
    "smart-random",
    "better-smart-random",
    "short",
    "search(depth=1)",
    "search(depth=4)",
    "adaptive(omega=10)",
)
OMEGAS = range(1, 21)


def _table(name: str) -> list[Figure]:
    file = resources.files(__package__).joinpath("figures", f"{name}.txt")
    return read_table(file.read_text(encoding="utf-8"))


def _trap() -> list[Figure]:
    """`stupid-short` lost all twenty games to everybody, and drew all with itself."""
    lost, won = WinLossDraw(0, 20, 0), WinLossDraw(20, 0, 0)
    first = [Figure("stupid-short", other, lost) for other in PURE]
    second = [Figure(other, "stupid-short", won) for other in PURE]
    return [*first, *second, Figure("stupid-short", "stupid-short", WinLossDraw(0, 0, 20))]


def _sweep() -> list[Figure]:
    return [
        Figure(f"adaptive(omega={omega}, finish={finish})", "search(depth=4)", None)
        for finish in ("search", "short")
        for omega in OMEGAS
    ]


TURNS = {"turns": "200"}
LOW_START_NOTE = (
    "the published low-start tables do not follow from the rules as they are written. The program "
    "listed with them does not insist that the bank is used up, and which grammar it played is not "
    "certain. Letting the strategies stop as early as that listing does moves adaptive towards the "
    "published figures, but 30 of 64 still lie outside, and no grammar near the printed one does "
    "better. Here the rules are enforced; adaptive scores 38 % against search(depth=4), 69 % "
    "against random and between these against the others, and stupid-short is weak."
)

EXPERIMENTS: Sequence[Experiment] = (
    Experiment(
        "classic",
        "Eight strategies on the program's grammar, 200 turns each",
        {**TURNS, "grammar": "classic-program"},
        500,
        _table("classic"),
        "the published text prints group 7 as C->AA|c; its program played C->CC|c, as here. "
        "On the printed grammar (--table classic-printed) the table fits less well.",
    ),
    Experiment(
        "classic-printed",
        "The same on the grammar as it was printed",
        {**TURNS, "grammar": "classic"},
        500,
        _table("classic"),
    ),
    Experiment(
        "trap",
        "stupid-short on the trap grammar, 200 turns each",
        {**TURNS, "grammar": "trap"},
        20,
        _trap(),
    ),
    Experiment(
        "low-start",
        "Eight strategies on the low-start grammar, 200 turns each",
        {**TURNS, "grammar": "low-start"},
        500,
        _table("low-start"),
        LOW_START_NOTE,
    ),
    Experiment(
        "omega",
        "adaptive with omega from 1 to 20 against search(depth=4), low-start grammar",
        {**TURNS, "grammar": "low-start"},
        500,
        _sweep(),
        "the published curve rises to omega = 10, then stays with finish=search and falls with "
        "finish=short; it belongs to the low-start tables, and " + LOW_START_NOTE,
        alternating=True,
    ),
    Experiment(
        "mixed-classic",
        "Mixed strategies on the program's grammar, 200 turns each",
        {**TURNS, "grammar": "classic-program"},
        100,
        _table("mixed-classic"),
    ),
    Experiment(
        "mixed-low-start",
        "Mixed strategies on the low-start grammar, 200 turns each",
        {**TURNS, "grammar": "low-start"},
        100,
        _table("mixed-low-start"),
        LOW_START_NOTE,
    ),
)

PUBLISHED = Published(EXPERIMENTS, ("classic", "trap", "low-start"))
