"""PDN files: what is read, what is kept, and what is said of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from igroteka.contract import OVER
from igroteka.games.draughts.movetext import BadPdn
from igroteka.games.draughts.pdn import read_pdn, write_pdn
from igroteka.games.draughts.rules import Draughts
from igroteka.games.draughts.variants import variants
from igroteka.randomness import Stream
from igroteka.record import Record

FOLDER = Path(__file__).parent / "pdn"
ANNOTATED = (FOLDER / "annotated.pdn").read_text(encoding="utf-8")
CORPUS = (FOLDER / "corpus.pdn").read_text(encoding="utf-8")


def test_tags_players_and_result_become_a_record() -> None:
    record = read_pdn(ANNOTATED)[0]
    assert record.players == ("Dad", 'Masha "the fox"')
    assert record.scores == (1.0, 0.0)
    assert record.options == {"variant": "russian"}
    assert record.actions is not None
    assert record.actions[:4] == ("c3-d4", "d6-c5", "b2-c3", "f6-g5")


def test_comments_marks_and_variations_are_kept_where_they_stand() -> None:
    record = read_pdn(ANNOTATED)[0]
    assert record.event is not None
    moves = record.event["pdn"]["moves"]
    assert moves[0] == "{Two plans.}"
    assert moves[4:7] == ["f6-g5", "$1", "{the usual answer}"]
    variation = moves[7]
    assert variation[:4] == ["f6-e5", "$6", "d4:f6", "g7:e5"]
    assert variation[4] == "{and white may\nchoose}"
    assert variation[5:] == [["e7:g5", "c3-d4"], "c3-b4"]
    assert moves[8:12] == ["c3-b4", "$4", "$11", "% a remark on a line of its own"]


def test_a_position_and_numbers_are_read() -> None:
    second, third = read_pdn(ANNOTATED)[1:]
    assert second.deal.startswith("B:W")
    assert second.scores is None
    assert third.actions == ("c3-b4", "d6-e5", "b4-a5")


@pytest.mark.parametrize("text", [ANNOTATED, CORPUS], ids=["annotated", "corpus"])
def test_what_is_written_reads_back_the_same(text: str) -> None:
    records = read_pdn(text)
    written = write_pdn(records)
    again = read_pdn(written)
    for one, other in zip(records, again, strict=True):
        assert (one.players, one.actions, one.scores) == (
            other.players,
            other.actions,
            other.scores,
        )
        assert one.event is not None
        assert other.event is not None
        assert one.event["pdn"]["moves"] == other.event["pdn"]["moves"]
    assert write_pdn(again) == written


def test_the_corpus_replays_legally_and_writes_back_identically() -> None:
    records = read_pdn(CORPUS)
    assert len(records) >= 12
    for record in records:
        assert list(record.positions(Draughts.configure(record.options)))
    assert write_pdn(records) == CORPUS


def test_a_record_stays_a_line_of_json() -> None:
    for record in read_pdn(ANNOTATED):
        assert Record.from_line(record.to_line()) == record


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. c3-d4 d6-c5\n2. c3-d4 *", "line 2: c3-d4: there is no piece on c3"),
        ("1. c3-d4\n{not closed", "line 2: a comment in { } is not closed"),
        ("[White Ivanov]\n1. c3-d4 *", 'line 1: a tag should be like [White "Ivanov"]'),
        ("1. c3-d4 ) *", "line 1: this ) closes no variation"),
        ("1. c3-d4 (1. c3-b4", "a variation is not closed"),
        ("(1. c3-b4) *", "line 1: a variation needs a move that it is instead of"),
        ('[GameType "99"]\n1. c3-d4 *', "line 2: the game type 99 is none of"),
        ('[FEN "banana"]\n1. c3-d4 *', "line 2: the tag FEN: 'banana' is no position"),
        ("1. c3-d4\n\n& *", "line 3: '&' means nothing here"),
        ("1. c3-d9 *", "line 1: c3-d9: the board has no dark square d9"),
    ],
)
def test_a_wrong_file_is_told_with_line_and_reason(text: str, why: str) -> None:
    with pytest.raises(BadPdn) as error:
        read_pdn(text)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("result", "scores"),
    [
        ("1-0", (1.0, 0.0)),
        ("1/2-1/2", (0.5, 0.5)),
        ("0-1", (0.0, 1.0)),
        ("2-0", (1.0, 0.0)),
        ("1-1", (0.5, 0.5)),
        ("0-2", (0.0, 1.0)),
        ("0-0", (0.0, 0.0)),
        ("*", None),
    ],
)
def test_every_way_to_write_a_result(result: str, scores: tuple[float, float] | None) -> None:
    (record,) = read_pdn(f"1. c3-d4 {result}")
    assert record.scores == scores
    assert write_pdn([record]).split()[-1] == result


@pytest.mark.parametrize("name", list(variants()))
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60))
def test_any_game_of_any_variant_reads_back(name: str, seed: int, length: int) -> None:
    game, rng = Draughts.configure({"variant": name}), Stream(seed)
    state = game.deal(rng)
    actions: list[str] = []
    while state.turn != OVER and len(actions) < length:
        move = rng.choice(state.actions())
        actions.append(str(move))
        state = state.play(move)
    scores = state.scores() if state.turn == OVER else None
    record = Record("draughts", game.options, ("x", "y"), state.deal, tuple(actions), scores)
    (again,) = read_pdn(write_pdn([record]))
    assert (again.options, again.players, again.deal) == (record.options, ("x", "y"), record.deal)
    assert (again.actions, again.scores) == (record.actions, record.scores)


@pytest.mark.parametrize(
    "text",
    [
        "1. cd4 fe5 2. d:f6 g:e5",
        "1.c3d4 f6e5 2.d4f6 g7xe5",
        "1. c3–d4 f6—e5 2. d4×f6 g7*e5",
        "1. с3-d4 f6-е5 2. d4хf6 g7:е5",
        "1. C3-D4 F6-E5 2. D4:F6 G7:E5",
        "1. c3-d4 f6-e5 2. d4-f6 g7-e5",
        "c3-d4 f6-e5 d4:f6 g7:e5",
        "1. c3-d4 1. ... f6-e5 2. d4:f6 2… g7:e5",
        "1. c3-d4 f6-e5 2.\nd4:f6 g7:e5 *\x1a",
        '[GameType "20"]\n\n1. c3-d4 f6-e5 2. d4:f6 g7:e5',
    ],
)
def test_the_same_moves_as_people_write_them(text: str) -> None:
    (record,) = read_pdn(text)
    assert record.options == {"variant": "russian"}
    assert record.actions == ("c3-d4", "f6-e5", "d4:f6", "g7:e5")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. gh3", "line 1: gh3: no move goes from the file g to h3"),
        ('[FEN "W:Wc3,Kc5:Bh8"]\n1. cd4', "line 2: cd4: 2 moves go from the file c to d4"),
    ],
)
def test_a_short_move_must_be_the_only_one(text: str, why: str) -> None:
    with pytest.raises(BadPdn) as error:
        read_pdn(text)
    assert why in str(error.value)


def test_marks_in_parentheses_are_marks() -> None:
    (record,) = read_pdn("1. c3-d4 (!) d6-c5(?!) 2. b2-c3 !!! *")
    assert record.event is not None
    moves = record.event["pdn"]["moves"]
    assert moves == ["c3-d4", "$1", "d6-c5", "$6", "b2-c3", "$3", "$1"]


def test_a_comment_may_hold_braces_and_a_tag_quotes() -> None:
    text = '[Event "Cup "Spring""]\n[Site "Tula"]\n\n1. c3-d4 {see {this} one} *'
    (record,) = read_pdn(text)
    assert record.event is not None
    assert record.event["pdn"]["tags"]["Event"] == 'Cup "Spring"'
    assert record.event["pdn"]["moves"] == ["c3-d4", "{see (this) one}"]
    (again,) = read_pdn(write_pdn([record]))
    assert again.event is not None
    assert again.event["pdn"]["tags"]["Event"] == 'Cup "Spring"'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251"])
def test_bytes_are_read_in_the_usual_encodings(encoding: str) -> None:
    text = '[White "Папа"]\n[Black "Маша"]\n\n1. c3-d4 *'
    assert read_pdn(text.encode(encoding))[0].players == ("Папа", "Маша")


@pytest.mark.parametrize(
    ("result", "settled"), [("1-0", "resignation"), ("1/2-1/2", "agreement"), ("*", None)]
)
def test_a_game_that_the_players_ended_replays(result: str, settled: str | None) -> None:
    (record,) = read_pdn(f"1. c3-d4 d6-c5 {result}")
    assert record.settled == settled
    assert len(list(record.positions(Draughts.configure(record.options)))) == 3
    assert Record.from_line(record.to_line()) == record


def test_a_game_that_was_played_to_its_end_is_not_settled_by_the_players() -> None:
    (record,) = read_pdn('[FEN "W:Wc3:Bd4"]\n\n1. c3:e5 1-0')
    assert (record.settled, record.ending) == (None, "finished")


def test_people_may_play_on_where_a_rule_has_drawn_the_game() -> None:
    """The third repetition draws; the moves after it are kept beside the record."""
    circle = "c1-d2 b8-a7 d2-c1 a7-b8"
    rest = "c1-d2 b8-a7 h4-g5"
    text = f'[FEN "W:WKc1,h4:BKb8,h8"]\n\n{circle} {circle} {rest} 1-0'
    (record,) = read_pdn(text)
    assert record.actions == tuple(f"{circle} {circle}".split())
    assert (record.settled, record.scores) == ("played on", (1.0, 0.0))
    assert record.event is not None
    assert record.event["pdn"]["moves"] == f"{circle} {circle} {rest}".split()
    assert len(list(record.positions(Draughts.configure(record.options)))) == 9
    assert read_pdn(write_pdn([record]))[0].actions == record.actions


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet='[]{}()$%;!?*.-:x/"\n 0123456789abcdefghGameTypeFEN', max_size=60))
def test_rubbish_never_crashes(text: str) -> None:
    try:
        records = read_pdn(text)
    except BadPdn:
        return
    again = read_pdn(write_pdn(records))
    assert [record.actions for record in again] == [record.actions for record in records]


def test_an_empty_variation_is_dropped() -> None:
    (game,) = read_pdn('[GameType "25"]\n1. c3-d4 () d6-c5 *')
    assert game.actions == ("c3-d4", "d6-c5")
    assert read_pdn(write_pdn([game])) == [game]


def test_variations_without_end_are_refused_with_their_line() -> None:
    with pytest.raises(BadPdn, match="line 2: variations are nested more than 50 deep"):
        read_pdn('[GameType "25"]\n1. ' + "c3-d4 (" * 3000)
