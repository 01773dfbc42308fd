"""Games that endgame tables decide: only what the draw rules can't undo."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from igroteka.arena.match import Match
from igroteka.arena.plan import match_plan
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player
from igroteka.contract import OVER, Game
from igroteka.games.draughts.endgame_tables import EndgameValue, tables
from igroteka.games.draughts.state import Position
from igroteka.records.record import Record
from igroteka.registry import make_game
from tests.cli.running import igroteka, json_of
from tests.games.draughts.positions import position


def adjudged(state: Position) -> tuple[float, ...] | None:
    return state.game.adjudged(state)


@pytest.mark.parametrize(
    ("fen", "scores"),
    [
        ("W:Wc3:Bd4", (1.0, 0.0)),
        ("W:Wa5:Bb6,c7,h4", (0.0, 1.0)),
        ("W:WKa3,Kc1,Ke1:BKh8", (0.5, 0.5)),
        ("W:Wa1,c1,e1:Bh8,f8", None),
    ],
)
def test_what_tables_know_is_decided(fen: str, scores: tuple[float, ...] | None) -> None:
    assert adjudged(position(fen)) == scores


def test_a_win_that_the_main_road_may_undo_is_played_on() -> None:
    """Three kings need up to fifteen moves, and five of them are too many on the main road."""
    state = next(each for each in map(_three_kings, range(999)) if _moves_to_win(each) > 10)
    assert adjudged(state) is None
    nearer = next(each for each in map(_three_kings, range(999)) if 0 < _moves_to_win(each) <= 10)
    assert adjudged(nearer) == (1.0, 0.0)


def _three_kings(seed: int) -> Position:
    return _few(random.Random(seed), "russian", 4)


def _moves_to_win(state: Position) -> int:
    ending = tables(state.game.variant).ending(state.board)
    return ending.moves if ending is not None and ending.result == 1 else 0


@pytest.mark.parametrize(("passed", "scores"), [(0, (1.0, 0.0)), (3, (1.0, 0.0)), (4, None)])
def test_moves_that_were_counted_already_count(
    passed: int, scores: tuple[float, ...] | None
) -> None:
    """Two kings catch one in seven moves of either side, and have ten since the last capture."""
    state = position("W:WKd4,Kg3:BKa7")
    assert tables(state.game.variant).ending(state.board) == EndgameValue(1, 7)
    assert adjudged(replace(state, clocks=state.clocks._replace(balance=passed))) == scores


def test_a_position_that_came_up_twice_may_come_up_again() -> None:
    fresh = position("W:Wc3:Bd4")
    again = replace(fresh, clocks=fresh.clocks._replace(seen=(fresh.board, fresh.board)))
    assert adjudged(fresh) == (1.0, 0.0)
    assert adjudged(again) is None


@pytest.mark.parametrize("variant", ["russian", "english"])
def test_who_is_said_to_win_wins_against_anything(variant: str) -> None:
    """The winner plays the shortest way, the loser at random; the rules then say the same."""
    rng = random.Random(7)
    solved = tables(position(variant=variant).game.variant)
    decided = 0
    while decided < 40:
        state = _wandered(_few(rng, variant, rng.choice((3, 4))), rng)
        if state is None or (scores := adjudged(state)) is None or scores[0] == 0.5:
            continue
        decided += 1
        winner = scores.index(1.0)
        while state.turn != OVER:
            nexts = [state.play(action) for action in state.actions()]
            if state.turn == winner:
                state = min(
                    (each for each in nexts if _lost(solved.ending(each.board))),
                    key=lambda each: solved.ending(each.board).moves,  # type: ignore[union-attr]
                )
            else:
                state = rng.choice(nexts)
        assert state.scores() == scores


def _lost(ending: object) -> bool:
    return getattr(ending, "result", 0) == -1


def _few(rng: random.Random, variant: str, pieces: int) -> Position:
    """So many kings, all but one of them white."""
    start = position(variant=variant)
    squares = rng.sample(range(32), pieces)
    white = sum(1 << square for square in squares[:-1])
    black = 1 << squares[-1]
    board = start.board._replace(white=white, black=black, kings=white | black)
    return Position(start.game, board, "")


def _wandered(state: Position, rng: random.Random) -> Position | None:
    """The position after some random moves, so that clocks have run and positions were seen."""
    for _ in range(rng.randrange(12)):
        if state.turn == OVER:
            return None
        state = state.play(rng.choice(state.actions()))
    return None if state.turn == OVER else state


def _played(game: Game, adjudicate: bool) -> Record:
    players = [make_player("draughts", "random") for _ in range(2)]
    names, seeds = ("random", "random"), Seeds.of_game(5, 0, 2)
    return Match(game, players, names, seeds, adjudicate=adjudicate).play()


def test_a_record_says_that_its_game_was_adjudicated() -> None:
    game = make_game("draughts", {"start": "W:WKa3,Kc1:BKh8"})
    record = _played(game, adjudicate=True)
    assert (record.ending, record.scores, record.actions) == ("adjudicated", (0.5, 0.5), ())
    assert Record.from_line(record.to_line()) == record
    assert list(record.positions(game))
    assert _played(game, adjudicate=False).ending == "finished"


def test_who_looks_at_an_adjudicated_game_is_told_so(tmp_path: Path) -> None:
    words = ["match", "draughts", "random", "random", "--games", "2"]
    words += ["--option", "start=W:WKa3,Kc1:BKh8", "--jobs", "1"]
    files = ["--records", str(tmp_path / "run.jsonl"), "--html", str(tmp_path / "run.html")]
    json_of(*words, "--adjudicate", *files)
    shown = igroteka("replay", str(tmp_path / "run.jsonl")).stdout
    assert shown.startswith("draughts: random – random; 0.5 : 0.5 (adjudicated)\n")
    assert '[1,0,[0.5,0.5],0,"adjudicated"]' in (tmp_path / "run.html").read_text()


def test_adjudication_is_asked_for() -> None:
    words = ("match", "draughts", "random", "random", "--games", "2", "--jobs", "1")
    start = ("--option", "start=W:WKa3,Kc1:BKh8")
    told = json_of(*words, *start, "--adjudicate")
    assert (told["adjudicated"], told["draws"]) == (2, 2)
    assert "--adjudicate" in told["command"]
    plain = match_plan(make_game("draughts", {}), ["random", "random"], 2, seed=1)
    assert not plain.adjudicate
    for game in (("durak",), ("draughts", "--option", "variant=poddavki")):
        done = igroteka("match", game[0], "random", "random", "--adjudicate", *game[1:])
        assert done.returncode == 2
        assert "there are none for this game" in done.stderr
