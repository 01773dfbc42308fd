"""PDN files: what is read, what is kept, and what is said of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.contract import OVER, IgrotekaError
from igroteka.games.draughts.formats.pdn_lexer import BadPdn
from igroteka.games.draughts.formats.pdn_reader import read_games, read_pdn
from igroteka.games.draughts.formats.pdn_writer import write_pdn
from igroteka.games.draughts.rules import Draughts
from igroteka.games.draughts.variants import variants
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove, Line
from igroteka.records.formats import Problem
from igroteka.records.record import Fault, Record
from tests.drawing import examples

FOLDER = Path(__file__).parent / "pdn"
ANNOTATED = (FOLDER / "annotated.pdn").read_text(encoding="utf-8")
CORPUS = (FOLDER / "corpus.pdn").read_text(encoding="utf-8")


def only(text: str | bytes) -> AnnotatedGame:
    """The one game of a text."""
    (game,) = read_pdn(text)
    return game


def shown(line: Line) -> str:
    """A line as a person sees it, with everything in its place."""
    words = []
    for move in line:
        words += [f"<{move.before}>"] if move.before else []
        words.append(move.notation + "".join(move.marks))
        words += [f"<{move.comment}>"] if move.comment else []
        words += [f"({shown(variation)})" for variation in move.variations]
    return " ".join(words)


def test_tags_players_and_result_become_a_record() -> None:
    record = read_pdn(ANNOTATED)[0].record
    assert record.players == ("Dad", 'Masha "the fox"')
    assert record.scores == (1.0, 0.0)
    assert record.options == {"variant": "russian"}
    assert record.started == "2026-11-01"
    assert record.actions is not None
    assert record.actions[:4] == ("c3-d4", "d6-c5", "b2-c3", "f6-g5")


def test_comments_marks_and_variations_belong_to_their_moves() -> None:
    game = read_pdn(ANNOTATED)[0]
    assert game.comment == "Two plans."
    assert shown(game.moves) == (
        "c3-d4 d6-c5 b2-c3 f6-g5! <the usual answer> "
        "(f6-e5?! d4:f6 g7:e5 <and white may\nchoose> (e7:g5 c3-d4) c3-b4) "
        "c3-b4??$11 <a remark on a line of its own> g5-h4 b4:d6 e7:c5"
    )


def test_a_comment_may_stand_before_and_after_a_variation() -> None:
    game = only("1. c3-d4 {one} ({better} 1. c3-b4 b6-a5) {two} d6-c5 *")
    assert shown(game.moves) == "c3-d4 <one\ntwo> (<better> c3-b4 b6-a5) d6-c5"
    assert only(write_pdn([game])).moves == game.moves


def test_a_position_and_numbers_are_read() -> None:
    second, third = (game.record for game in read_pdn(ANNOTATED)[1:])
    assert second.deal.startswith("B:W")
    assert second.scores is None
    assert third.actions == ("c3-b4", "d6-e5", "b4-a5")


@pytest.mark.parametrize("text", [ANNOTATED, CORPUS], ids=["annotated", "corpus"])
def test_what_is_written_reads_back_the_same(text: str) -> None:
    games = read_pdn(text)
    written = write_pdn(games)
    for one, other in zip(games, read_pdn(written), strict=True):
        assert (one.moves, one.comment) == (other.moves, other.comment)
        assert (one.record.players, one.record.scores) == (
            other.record.players,
            other.record.scores,
        )
    assert write_pdn(read_pdn(written)) == written


def test_the_corpus_replays_legally_and_writes_back_identically() -> None:
    games = read_pdn(CORPUS)
    assert len(games) >= 12
    for game in games:
        assert list(game.record.positions(Draughts.configure(game.record.options)))
    assert write_pdn(games) == CORPUS


def test_a_game_stays_a_line_of_json() -> None:
    for game in read_pdn(ANNOTATED):
        assert AnnotatedGame.from_line(game.to_line()) == game


def test_a_wrong_game_is_told_and_the_others_are_read() -> None:
    text = (
        '[White "A"]\n1. c3-d4 & *\n\n[White B]\n[Black "C"]\n1. c3-d4 *\n[White "D"]\n1. c3-d4 *\n'
        '[White "E"]\n\n1. c3-d4 {open\n\n[White "F"]\n1. c3-c4 *\n\n[White "G"]\n1. c3-b4 *'
    )
    found = list(read_games(text))
    assert [each.record.players[0] for each in found if isinstance(each, AnnotatedGame)] == [
        "D",
        "G",
    ]
    problems = [each for each in found if isinstance(each, Problem)]
    assert [problem.line for problem in problems] == [2, 4, 11, 14]
    assert problems[1].reason == 'a tag should be like [White "Ivanov"]'
    assert problems[3].reason.startswith("c3-c4: ")


def test_what_was_taken_back_is_written_as_a_comment() -> None:
    game = only("1. c3-d4 *")
    tried = (AnnotatedMove("d6-c5", marks=("?",)), AnnotatedMove("b2-c3"))
    written = write_pdn([AnnotatedGame(game.record, game.moves, (tried,))])
    assert "1. c3-d4 {(1... d6-c5 $2 2. b2-c3)} *" in written
    assert only(written).record.actions == ("c3-d4",)


def test_a_game_lost_by_fault_has_a_winner() -> None:
    fault = Fault(0, "hang", "took more than 60 s")
    record = Record("draughts", {}, ("x", "y"), only("*").record.deal, (), None, fault=fault)
    assert write_pdn([AnnotatedGame.plain(record)]).split()[-1] == "0-1"


def test_another_game_is_refused() -> None:
    with pytest.raises(IgrotekaError, match="PDN keeps draughts, not durak"):
        write_pdn([AnnotatedGame.plain(Record("durak", {}, (), "", (), None))])


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
    game = only(f"1. c3-d4 {result}")
    assert game.record.scores == scores
    assert write_pdn([game]).split()[-1] == result


@pytest.mark.parametrize("name", list(variants()))
@examples(15)
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
    again = only(write_pdn([AnnotatedGame.plain(record)])).record
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
    record = only(text).record
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
    game = only("1. c3-d4 (!) d6-c5(?!) 2. b2-c3 !!! *")
    assert [move.marks for move in game.moves] == [("!",), ("?!",), ("!!", "!")]


def test_a_comment_may_hold_braces_and_a_tag_quotes() -> None:
    text = '[Event "Cup "Spring""]\n[Site "Tula"]\n\n1. c3-d4 {see {this} one} *'
    game = only(text)
    assert game.moves[0].comment == "see (this) one"
    for each in (game, only(write_pdn([game]))):
        assert each.record.event is not None
        assert each.record.event["pdn"]["tags"]["Event"] == 'Cup "Spring"'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251"])
def test_bytes_are_read_in_the_usual_encodings(encoding: str) -> None:
    text = '[White "Папа"]\n[Black "Маша"]\n\n1. c3-d4 *'
    assert only(text.encode(encoding)).record.players == ("Папа", "Маша")


@pytest.mark.parametrize(
    ("result", "settled"), [("1-0", "resignation"), ("1/2-1/2", "agreement"), ("*", None)]
)
def test_a_game_that_the_players_ended_replays(result: str, settled: str | None) -> None:
    record = only(f"1. c3-d4 d6-c5 {result}").record
    assert record.settled == settled
    assert len(list(record.positions(Draughts.configure(record.options)))) == 3
    assert Record.from_line(record.to_line()) == record


def test_a_game_that_was_played_to_its_end_is_not_settled_by_the_players() -> None:
    record = only('[FEN "W:Wc3:Bd4"]\n\n1. c3:e5 1-0').record
    assert (record.settled, record.ending) == (None, "finished")


def test_people_may_play_on_where_a_rule_has_drawn_the_game() -> None:
    """The third repetition draws; the moves after it are kept beside the record."""
    circle = "c1-d2 b8-a7 d2-c1 a7-b8"
    rest = "c1-d2 b8-a7 h4-g5"
    text = f'[FEN "W:WKc1,h4:BKb8,h8"]\n\n{circle} {circle} {rest} 1-0'
    game = only(text)
    record = game.record
    assert record.actions == tuple(f"{circle} {circle}".split())
    assert (record.settled, record.scores) == ("played on", (1.0, 0.0))
    assert [shown(line) for line in game.beyond] == [rest]
    assert len(list(record.positions(Draughts.configure(record.options)))) == 9
    assert only(write_pdn([game])).beyond == game.beyond


@examples(200)
@given(text=st.text(alphabet='[]{}()$%;!?*.-:x/"\n 0123456789abcdefghGameTypeFEN', max_size=60))
def test_rubbish_never_crashes(text: str) -> None:
    try:
        games = read_pdn(text)
    except BadPdn:
        return
    again = read_pdn(write_pdn(games))
    assert [game.moves for game in again] == [game.moves for game in games]


def test_an_empty_variation_is_dropped() -> None:
    game = only('[GameType "25"]\n1. c3-d4 () d6-c5 *')
    assert shown(game.moves) == "c3-d4 d6-c5"
    assert only(write_pdn([game])).moves == game.moves


def test_variations_without_end_are_refused_with_their_line() -> None:
    with pytest.raises(BadPdn, match="line 2: variations are nested more than 50 deep"):
        read_pdn('[GameType "25"]\n1. ' + "c3-d4 (" * 3000)
