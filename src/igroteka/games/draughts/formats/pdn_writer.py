"""Writing PDN: the text of a file, which reads back as the same games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from igroteka.basics.endings import Ending
from igroteka.contract import IgrotekaError
from igroteka.games.draughts.board import COLOURS, WHITE
from igroteka.games.draughts.fen import write_fen
from igroteka.games.draughts.formats.pdn_lexer import MARKS, NO_BRACES, RESULTS, write_tag
from igroteka.games.draughts.formats.pdn_reader import usual_start
from igroteka.games.draughts.rules import Draughts
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove, Line
from igroteka.records.record import Record
from igroteka.text import Text


def write_pdn(games: Iterable[AnnotatedGame]) -> str:
    """The games as the text of a file. Raises `IgrotekaError` for one of another game."""
    return "\n".join(_written(game) for game in games)


def _written(annotated: AnnotatedGame) -> str:
    record = annotated.record
    if record.game != Draughts.name:
        raise IgrotekaError(Text("PDN keeps draughts, not {game}", game=record.game))
    game = Draughts.configure(record.options)
    tags = _tags(game, record)
    mover = game.restore(record.deal).board.mover
    second = int(COLOURS[mover] != game.variant.begins)
    words = [*_comment(annotated.comment), *_words(_whole_line(annotated), second)]
    if annotated.beyond and record.settled != Ending.PLAYED_ON:
        words += [
            f"{{({' '.join(_words(line, second + len(annotated.moves))).translate(NO_BRACES)})}}"
            for line in annotated.beyond
        ]
    lines = [write_tag(name, value) for name, value in tags.items()]
    return "\n".join([*lines, "", *_wrapped([*words, tags["Result"]]), ""])


def _tags(game: Draughts, record: Record) -> dict[str, str]:
    white = game.colour(WHITE)
    tags = {"White": record.players[white], "Black": record.players[1 - white]}
    notes: Mapping[str, Mapping[str, str]] = (record.event or {}).get("pdn", {})
    tags |= notes.get("tags", {})
    if record.started:
        tags.setdefault("Date", record.started[:10].replace("-", "."))
    tags["Result"] = _result(record, white, tags.get("Result", ""))
    tags.setdefault("GameType", game.variant.pdn_form)
    if game.variant.loser_wins:
        tags["Variant"] = game.variant.name
    if record.deal != write_fen(game.variant, usual_start(game.variant)) and "FEN" not in tags:
        tags |= {"SetUp": "1", "FEN": record.deal}
    return tags


def _result(record: Record, white: int, tagged: str) -> str:
    if record.fault:
        return "0-1" if record.fault.seat == white else "1-0"
    pair = record.scores and (record.scores[white], record.scores[1 - white])
    if tagged in RESULTS and RESULTS[tagged] == pair:
        return tagged
    return next((text for text, scores in RESULTS.items() if scores == pair), "*")


def _whole_line(game: AnnotatedGame) -> Line:
    """The main line, with what people played on after the end."""
    if game.record.settled != Ending.PLAYED_ON or not game.beyond:
        return game.moves
    (first, *rest), *others = game.beyond
    return (*game.moves, replace(first, variations=(*first.variations, *others)), *rest)


def _comment(text: str) -> Iterator[str]:
    if text:
        yield f"{{{text.translate(NO_BRACES)}}}"


def _words(line: Line, ply: int) -> Iterator[str]:
    """The line as words, with move numbers where they are needed; `ply` is the first move's."""
    number_due = True
    for move in line:
        yield from _comment(move.before)
        if ply % 2 == 0 or number_due or move.before:
            yield f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"
        yield move.notation
        yield from (MARKS.get(mark, mark) for mark in move.marks)
        yield from _comment(move.comment)
        for variation in move.variations:
            inner = list(_words(variation, ply))
            inner[0] = f"({inner[0]}"
            inner[-1] = f"{inner[-1]})"
            yield from inner
        ply, number_due = ply + 1, _interrupts(move)


def _interrupts(move: AnnotatedMove) -> bool:
    """Whether something that people read stands between this move and the next."""
    return bool(move.comment or move.variations)


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines of at most 80; a comment stays as it is."""
    line: list[str] = []
    for word in words:
        if len(" ".join([*line, word])) > 80 and line:
            yield " ".join(line)
            line = []
        line.append(word)
    if line:
        yield " ".join(line)
