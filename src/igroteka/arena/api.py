"""The arena for programs and notebooks: a match or a tournament is a call, its result an object.

    from igroteka import arena

    result = arena.play_match("durak", ["greedy", "random"], games=100)
    result.score.low, result.faults

A bot is written as on the command line, or is a class or function of the program itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from igroteka.arena.match import Limits
from igroteka.arena.plan import match_plan, tournament_plan
from igroteka.arena.results import MatchResult
from igroteka.arena.run_file import RunFile
from igroteka.arena.running import check_bots, play_into
from igroteka.arena.tournament_result import TournamentResult
from igroteka.basics.intervals import Interval
from igroteka.basics.system import FORKS
from igroteka.bots import introduce
from igroteka.contract import BadOption, Game, IgrotekaError, Json, Player
from igroteka.registry import make_game
from igroteka.text import Text, quoted

Bot: TypeAlias = str | Callable[[], Player]
"""How a bot is written, or a class or function of the program that makes one."""
Options: TypeAlias = Mapping[str, str | int]
AnyResult = TypeVar("AnyResult", bound=MatchResult | TournamentResult)


@dataclass(frozen=True, repr=False)
class Outcome(ABC, Generic[AnyResult]):
    """What a run came to. A notebook shows it as a table, `print` too."""

    result: AnyResult

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.result.games

    @property
    def faults(self) -> list[Json]:
        """Who failed how, in how many games, and the first time in words."""
        return self.result.fault_list()

    @property
    def traces(self) -> list[str]:
        """Where bots failed: the end of the first traceback of each kind of fault."""
        return [fault.trace for fault in self.result.faults.values() if fault.trace]

    def to_dict(self) -> Json:
        """The object that the command prints with `--json`."""
        return self.result.to_json()

    @abstractmethod
    def rows(self) -> list[dict[str, str | float]]:
        """A line for each player, the best first where they are rated; ready for a data frame."""

    def table(self) -> str:
        """The same as aligned text, with the faults."""
        cells = self._cells()
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(
                [row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])],
            )
            for row in cells
        ]
        return "\n".join([*lines, *self._fault_lines()])

    def _cells(self) -> list[list[str]]:
        rows = self.rows()
        return [list(rows[0]), *([str(value) for value in row.values()] for row in rows)]

    def _fault_lines(self) -> list[str]:
        return [
            f"{each['player']}: {each['kind']} in {each['games']} games, first in game "
            f"{each['first']['game']}: {each['first']['text']}"
            for each in self.faults
        ]

    def __repr__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        head, *lines = [[escape(cell) for cell in row] for row in self._cells()]
        rows = [f"<tr><th>{'</th><th>'.join(head)}</th></tr>"]
        rows += [f"<tr><td>{'</td><td>'.join(line)}</td></tr>" for line in lines]
        faults = "".join(f"<p>{escape(line)}</p>" for line in self._fault_lines())
        return f"<table>{''.join(rows)}</table>{faults}"


class MatchOutcome(Outcome[MatchResult]):
    """What a match came to."""

    @property
    def score(self) -> Interval:
        """The first bot's score in 0…1, with its 95 % bounds."""
        return self.result.score

    @property
    def elo(self) -> Interval | None:
        """The first bot's Elo difference to the other, with its 95 % bounds; None of several."""
        return self.result.elo if len(self.result.pairing.bots) == 2 else None

    def rows(self) -> list[dict[str, str | float]]:
        pairing = self.result.pairing
        scores = [pairing.score(bot) for bot in range(len(pairing.bots))]
        return [
            {
                "player": bot,
                "wins": pairing.wins[place],
                "draws": pairing.draws,
                **_bounded("score", scores[place], 4),
                **({"last": pairing.last_count(place)} if len(pairing.bots) > 2 else {}),
            }
            for place, bot in enumerate(pairing.bots)
        ]


class TournamentOutcome(Outcome[TournamentResult]):
    """What a tournament came to."""

    def rows(self) -> list[dict[str, str | float]]:
        ratings = self.result.ratings()
        return [
            {
                "player": self.result.players[place],
                **_bounded("rating", ratings[place], 0),
                **_bounded("score", self.result.score(place), 4),
                **({"last": self.result.last_count(place)} if self.result.of_several else {}),
            }
            for place in self.result.ranking()
        ]


def play_match(
    game: str,
    bots: Sequence[Bot],
    games: int = 100,
    seed: int = 1,
    options: Options | None = None,
    jobs: int | None = None,
    move_time: float = 60.0,
    records: str | Path | None = None,
) -> MatchOutcome:
    """Play games between bots, each deal once in every seating: `igroteka match` as a call.

    Raises `IgrotekaError` for a game, option or bot that is none, and for no games or no time.
    """
    _check_numbers(games, move_time)
    rules, names = _prepared(game, options, bots)
    plan = match_plan(rules, names, games, seed, Limits(move_time))
    return MatchOutcome(_played(MatchResult(plan), names, jobs, records))


def play_tournament(
    game: str,
    bots: Sequence[Bot],
    games: int = 100,
    seed: int = 1,
    options: Options | None = None,
    jobs: int | None = None,
    move_time: float = 60.0,
    records: str | Path | None = None,
) -> TournamentOutcome:
    """Play everybody against everybody: `igroteka tournament` as a call. Raises as `play_match`."""
    _check_numbers(games, move_time)
    rules, names = _prepared(game, options, bots)
    plan = tournament_plan(rules, names, games, seed, Limits(move_time))
    return TournamentOutcome(_played(TournamentResult(plan), names, jobs, records))


def _check_numbers(games: int, move_time: float) -> None:
    if games < 1:
        raise BadOption(Text("games: at least 1, not {number}", number=str(games)))
    if not move_time > 0:
        raise BadOption(Text("move_time: above 0 seconds, not {number}", number=str(move_time)))


def _prepared(
    game: str, options: Options | None, bots: Sequence[Bot]
) -> tuple[Game, tuple[str, ...]]:
    rules = make_game(game, {name: str(value) for name, value in (options or {}).items()})
    _check_names([bot for bot in bots if not isinstance(bot, str)])
    return rules, tuple(bot if isinstance(bot, str) else _introduced(bot) for bot in bots)


def _check_names(bots: Sequence[Callable[[], Player]]) -> None:
    named: dict[str, Callable[[], Player]] = {}
    for bot in bots:
        name = getattr(bot, "__name__", "")
        if named.setdefault(name, bot) is not bot:
            raise BadOption(
                Text("two bots of this program have the name {text}", text=quoted(name))
            )


def _introduced(bot: Callable[[], Player]) -> str:
    if not FORKS:
        raise IgrotekaError(
            Text("on this system a bot of your program can't play: write it into a file")
        )
    return introduce(bot)


def _played(
    result: AnyResult, bots: Sequence[str], jobs: int | None, records: str | Path | None
) -> AnyResult:
    check_bots(result.plan.game, bots)
    with RunFile(result.plan, Path(records) if records else None) as file:
        play_into(result, file, jobs)
        file.finish()
    return result


def _bounded(name: str, value: Interval, digits: int) -> dict[str, float]:
    return {
        name: round(value.value, digits),
        f"{name} from": round(value.low, digits),
        f"{name} to": round(value.high, digits),
    }
