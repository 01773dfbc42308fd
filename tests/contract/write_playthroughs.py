"""Recorded games that a player can read; `make playthroughs` writes them anew."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from igroteka.records.record import Record
from igroteka.registry import game_class, make_game
from igroteka.report.frames import replay_frames
from tests.contract.playing import own_games, walk

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1


def playthrough(name: str) -> str:
    """A random game with the game's shortest settings: every position, every action in words."""
    options = min(game_class(name).option_sets, key=lambda each: _length(name, each))
    game = make_game(name, options)
    steps = list(walk(game, SEED))
    record = Record(
        game=name,
        options=game.options,
        players=("random",) * game.seats,
        deal=steps[0][0].deal,
        actions=tuple(str(action) for _, action in steps if action is not None),
        scores=steps[-1][0].scores(),
    )
    frames, broken = replay_frames(game, record)
    assert broken is None
    settings = "\n".join(f"{key}: {value}" for key, value in game.options.items())
    return f"{name}\n{settings}\n\n" + "\n\n────────\n\n".join(frames) + "\n"


def _length(name: str, options: Mapping[str, str]) -> tuple[bool, int]:
    """Games of fewer than ten steps show too little."""
    steps = sum(1 for _ in walk(make_game(name, options), SEED))
    return steps < 10, steps


if __name__ == "__main__":
    for game_name in own_games():
        (FOLDER / f"{game_name}.txt").write_text(playthrough(game_name), encoding="utf-8")
