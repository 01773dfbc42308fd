"""Games of files as records: every action follows the rules, and nothing of a file is lost."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.contract import OVER, IgrotekaError
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.formats.archived import PBN
from igroteka.games.bridge.formats.game import GameText
from igroteka.games.bridge.formats.lin import read_lin
from igroteka.games.bridge.formats.lin_writer import write_lin
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from igroteka.games.bridge.formats.records import RESULT_ONLY, from_annotated, to_annotated
from igroteka.games.bridge.rules import Bridge
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Problem
from igroteka.records.record import Record
from igroteka.registry import formats
from tests.drawing import examples
from tests.games.bridge.random_games import bare, games, played
from tests.games.bridge.write_files import FILES

DEAL = "N:AKQ.AKQ.AKQ.AKQJ JT98.JT98.JT9.T9 765.765.8765.876 432.432.432.5432"


@examples(100)
@given(games())
def test_a_game_is_the_same_after_it_was_a_record(game: GameText) -> None:
    kept = to_annotated(game)
    assert AnnotatedGame.from_line(kept.to_line()) == kept
    assert from_annotated(kept) == game


@pytest.mark.parametrize(("name", "told"), [("##Anna", "Anna"), (" #", "?"), ("#1", "#1")])
def test_a_name_never_repeats_the_game_before(name: str, told: str) -> None:
    deal = Bridge.configure({}).deal(random.Random(1)).deal
    record = Record("bridge", Bridge.configure({}).options, ("Zoe", "B", "C", "D"), deal, (), None)
    other = replace(record, players=(name, "B", "C", "D"))
    text = PBN.write([AnnotatedGame.plain(record), AnnotatedGame.plain(other)])
    assert [game.tags["North"] for game in read_pbn(text).games] == ["Zoe", told]
    text = f"pn|C,D,{name},B|md|1SAKQJT98765432,,,|"
    assert [game.tags["North"] for game in read_lin(text).games] == [told]


@given(st.integers(0, 2**32), st.integers(0, 90))
def test_a_record_of_the_house_is_written_and_read(seed: int, stop: int) -> None:
    state = played(random.Random(seed), stop)
    actions = [*state.public.auction.calls, *state.public.cards]
    record = Record(
        "bridge",
        Bridge.configure({}).options,
        ("A", "B", "C", "D"),
        state.deal,
        tuple(map(str, actions)),
        state.scores() if state.turn == OVER else None,
        started="2024-05-06T18:30:00+00:00",
    )
    (again,) = PBN.read(PBN.write([AnnotatedGame.plain(record)]).encode())
    assert isinstance(again, AnnotatedGame)
    assert again.record.deal == record.deal
    assert again.record.actions == record.actions
    assert again.record.scores == record.scores
    assert again.record.players == record.players
    tags = from_annotated(again).tags
    assert (tags["Date"], tags["Scoring"]) == ("2024.05.06", "IMP")
    if record.scores:
        assert tags["Score"] == f"NS {record.scores[0]:.0f}"


def test_tricks_that_were_not_played_out_are_claimed() -> None:
    text = f"""[Board "1"]
[Deal "{DEAL}"]
[Declarer "N"]
[Contract "7NT"]
[Result "13"]
[Auction "N"]
7NT AP
[Play "E"]
SJ S5 S2 SA
*
"""
    (game,) = PBN.read(text.encode())
    assert isinstance(game, AnnotatedGame)
    assert game.record.actions is not None
    assert game.record.actions[-3:] == ("claim 13", "agree", "agree")
    assert game.record.scores == (1520, -1520, 1520, -1520)
    assert list(game.record.positions(Bridge.configure(game.record.options)))[-1].turn == OVER
    written = PBN.write([game])
    assert '[Result "13"]' in written
    assert "SJ S5 S2 SA\n*\n" in written
    assert "claim" not in written


def test_a_result_without_an_auction_is_kept_as_a_result() -> None:
    text = f'[Board "1"]\n[Deal "{DEAL}"]\n[Declarer "N"]\n[Contract "6NT"]\n[Result "12"]\n'
    (game,) = PBN.read(text.encode())
    assert isinstance(game, AnnotatedGame)
    assert game.record.actions == ()
    assert game.record.ending == RESULT_ONLY
    assert game.record.scores == (990, -990, 990, -990)
    assert list(game.record.positions(Bridge.configure(game.record.options)))


def test_a_game_without_all_hands_is_refused_with_its_line() -> None:
    text = '\n\n[Board "1"]\n[Deal "N:AKQ.AKQ.AKQ.AKQJ - - -"]\n'
    (problem,) = PBN.read(text.encode())
    assert isinstance(problem, Problem)
    assert problem.line == 3
    assert problem.reason == (
        "not all four hands are told, so that nobody can play it again; the game is left out"
    )


@pytest.mark.parametrize("name", ["club-results", "irregularities"])
def test_lin_keeps_no_result_without_an_auction_and_no_irregularity(name: str) -> None:
    games = read_pbn((FILES / "pbn" / f"{name}.pbn").read_bytes()).games
    with pytest.raises(IgrotekaError, match="LIN can't keep"):
        write_lin(games)


def test_lin_keeps_no_board_with_hands_that_are_not_told() -> None:
    games = read_pbn((FILES / "pbn" / "partial-deals.pbn").read_bytes()).games
    with pytest.raises(IgrotekaError, match="all four hands"):
        write_lin(games)


@examples(60)
@given(st.lists(st.tuples(st.integers(0, 2**32), st.integers(0, 90)), min_size=1, max_size=3))
def test_boards_are_read_from_lin_as_they_were_written(seeds: list[tuple[int, int]]) -> None:
    written = []
    for number, (seed, stop) in enumerate(seeds, start=1):
        game = bare(played(random.Random(seed), stop))
        names = {str(seat): f"{seat} {number}" for seat in SEATS}
        written.append(replace(game, tags={**game.tags, **names}))
    reading = read_lin(write_lin(written))
    assert reading.problems == []
    for game, again in zip(written, reading.games, strict=True):
        assert again.board == game.board
        assert again.calls == game.calls
        assert list(again.cards()) == list(game.cards())
        assert again.tricks == game.tricks
        assert [again.tag(seat) for seat in SEATS] == [game.tag(seat) for seat in SEATS]


@pytest.mark.parametrize("path", sorted((FILES / "lin").iterdir()), ids=lambda path: path.name)
def test_what_lin_tells_is_read_as_it_was_written(path: Path) -> None:
    """Events, teams, rooms, explanations and comments among it."""
    games = read_lin(path.read_bytes()).games
    assert read_lin(write_lin(games)).games == games


def test_the_event_the_teams_and_the_comments_of_pbn_go_through_lin() -> None:
    text = f"""[Event "Club Cup, final"]
[Stage "Segment 2"]
[HomeTeam "Reds"]
[VisitTeam "Blues"]
[Scoring "IMP"]
[Board "1"]
[Deal "{DEAL}"]
{{Watch the clubs.}}
[Auction "N"]
7NT {{what else}} AP
[Play "E"]
SJ {{top of a sequence}} S5 S2 SA
*
"""
    (game,) = read_lin(write_lin(read_pbn(text).games)).games
    names = ("Event", "Stage", "HomeTeam", "VisitTeam", "Scoring")
    told = ["Club Cup final", "Segment 2", "Reds", "Blues", "IMP"]
    assert [game.tag(name) for name in names] == told
    assert game.comments == {"": ("Watch the clubs.",)}
    assert game.auction is not None
    assert game.auction.turns[0].comments == ("what else",)
    assert game.play is not None
    assert game.play.turns[0].comments == ("top of a sequence",)


def test_a_board_of_no_event_has_not_that_of_the_board_before_in_lin() -> None:
    text = f'[Event "Cup"]\n[Board "1"]\n[Deal "{DEAL}"]\n\n[Event "?"]\n[Board "2"]\n'
    games = read_pbn(f'{text}[Deal "{DEAL}"]\n').games
    assert [game.tag("Event") for game in read_lin(write_lin(games)).games] == ["Cup", ""]


def test_the_house_finds_the_formats() -> None:
    assert [each.name for each in formats("bridge")] == ["json", "pbn", "lin"]


def test_a_bare_game_names_what_it_does_not_know() -> None:
    text = write_pbn([bare(played(random.Random(1), 0))])
    assert '[Contract "?"]' in text
    assert read_pbn(text).problems == []
