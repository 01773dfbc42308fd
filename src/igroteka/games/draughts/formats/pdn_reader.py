"""PDN: games of draughts as they are kept everywhere.

The tags that a record has no place for are in its `event["pdn"]["tags"]`. A comment or a mark
belongs to the move before it, wherever it stands among variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from igroteka.basics.endings import Ending
from igroteka.contract import BadOption, IllegalMove, State
from igroteka.games.draughts.board import COLOURS, Board, start_board
from igroteka.games.draughts.fen import BadFen, read_fen, write_fen
from igroteka.games.draughts.formats.pdn_lexer import (
    RESULTS,
    BadPdn,
    Token,
    decoded,
    tag_of,
    tokens,
)
from igroteka.games.draughts.notation import Move
from igroteka.games.draughts.rules import Draughts
from igroteka.games.draughts.state import Position
from igroteka.games.draughts.variants import Variant, variant_named, variants
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove, Line
from igroteka.records.formats import Problem
from igroteka.records.record import Record
from igroteka.records.replay import Replay
from igroteka.text import Text, as_written, from_data, joined, listed, plural

UNKNOWN = "?"
_SHORT = re.compile(r"([a-j])[-:x]?([a-j]\d+)")


DEEPEST = 50
"""Variations inside variations; no person nests more."""


def read_pdn(text: str | bytes) -> list[AnnotatedGame]:
    """The games of a file. Raises `BadPdn` with the line and the reason."""
    found = list(read_games(text))
    for each in found:
        if isinstance(each, Problem):
            raise BadPdn(each.line, each.reason)
    return [each for each in found if isinstance(each, AnnotatedGame)]


def read_games(text: str | bytes) -> Iterator[AnnotatedGame | Problem]:
    """The games of a file, and the problem of each that is refused."""
    if isinstance(text, bytes):
        text = decoded(text)
    for tags, found in _games(text):
        try:
            yield _game(tags, found)
        except BadPdn as error:
            yield Problem(error.line, error.reason)


def _games(text: str) -> Iterator[tuple[dict[str, str], list[Token]]]:
    """Each game's tags and the tokens of its moves."""
    tags: dict[str, str] = {}
    found: list[Token] = []
    for token in tokens(text):
        if token.kind == "tag":
            name, value = tag_of(token)
            if any(each.kind != "comment" for each in found) or (found and name in tags):
                yield tags, found
                tags, found = {}, []
            tags[name] = value
            continue
        found.append(token)
        if token.kind == "wrong" or (token.kind == "result" and _depth(found) == 0):
            yield tags, found
            tags, found = {}, []
    if tags or found:
        yield tags, found


def _depth(found: Sequence[Token]) -> int:
    return sum((token.kind == "open") - (token.kind == "close") for token in found)


def _game(tags: dict[str, str], found: list[Token]) -> AnnotatedGame:
    line = found[0].line if found else 1
    first_error: BadPdn | None = None
    for token in found:
        if token.kind == "wrong":
            raise BadPdn(token.line, as_written(token.text))
    for variant in _candidates(tags, found, line):
        try:
            return _replayed(variant, tags, found, line)
        except BadPdn as error:
            first_error = first_error or error
    assert first_error is not None
    raise first_error


def _candidates(tags: Mapping[str, str], found: Sequence[Token], line: int) -> Sequence[Variant]:
    """The variants that a game can be of; several when the file does not say.

    Files are seen whose type is that of the program, not of the game: letters tell it.
    """
    moves = [token.text for token in found if token.kind == "move"]
    lettered = not moves or moves[0][0].isalpha()
    if named := tags.get("Variant"):
        try:
            return [variant_named(named.lower())]
        except BadOption as error:
            raise BadPdn(line, Text("the tag Variant: {reason}", reason=error.sentence)) from error
    if game_type := tags.get("GameType", "").split(",")[0].strip():
        fitting = [v for v in variants().values() if str(v.pdn_type) == game_type]
        if not fitting:
            known = listed(
                joined(" ", [v.pdn_type, from_data(v.title)]) for v in variants().values()
            )
            raise BadPdn(
                line, Text("the game type {kind} is none of {names}", kind=game_type, names=known)
            )
        if lettered and moves and fitting[0].notation != "algebraic":
            return [fitting[0], variants()["russian"], variants()["brazilian"]]
        return fitting[:1]
    order = ("russian", "brazilian") if lettered else ("english", "international", "pool")
    return [variants()[name] for name in order]


def _replayed(
    variant: Variant, tags: dict[str, str], found: list[Token], line: int
) -> AnnotatedGame:
    game = Draughts(variant, usual_start(variant))
    try:
        board = read_fen(variant, tags["FEN"]) if "FEN" in tags else game.start
    except BadFen as error:
        raise BadPdn(line, Text("the tag FEN: {reason}", reason=error.sentence)) from error
    start = game.restore(write_fen(variant, board))
    replay = Replay(game, start)
    read = _Reading(iter(found), replay)
    moves = read.line(start)
    actions, end = _until_over(replay, start, [move.notation for move in moves])
    result = RESULTS[read.result] if read.result else _tagged_result(tags)
    scores = None if result is None else tuple(result[game.colour(seat)] for seat in (0, 1))
    if end.outcome is not None and end.outcome[0] is not None:
        scores = end.scores()
    settled = None
    if scores is not None and (end.outcome is None or end.scores() != scores):
        settled = Ending.RESIGNATION if scores[0] != scores[1] else Ending.AGREEMENT
        settled = settled if len(actions) == len(moves) else Ending.PLAYED_ON
    if read.result:
        tags = {**tags, "Result": read.result}
    names = [tags.get("White", UNKNOWN), tags.get("Black", UNKNOWN)]
    kept = {name: value for name, value in tags.items() if name not in ("White", "Black")}
    record = Record(
        game=game.name,
        options=game.options,
        players=(names[game.colour(0)], names[game.colour(1)]),
        deal=start.deal,
        actions=tuple(actions),
        scores=scores,
        settled=settled,
        started=_day(tags),
        event={"pdn": {"tags": kept}},
    )
    return AnnotatedGame(record, *_parted(moves, len(actions)), comment=read.comment, replay=replay)


def _parted(moves: Line, length: int) -> tuple[Line, tuple[Line, ...]]:
    """The moves up to the end by the rules, and the lines that go on after it."""
    rest = moves[length:]
    if not rest:
        return moves, ()
    return moves[:length], ((replace(rest[0], variations=()), *rest[1:]), *rest[0].variations)


def _day(tags: Mapping[str, str]) -> str | None:
    """The day of the game, if the file names a whole one."""
    try:
        return date.fromisoformat(tags.get("Date", "").replace(".", "-")).isoformat()
    except ValueError:
        return None


def _until_over(
    replay: Replay, state: Position, moves: Sequence[str]
) -> tuple[Sequence[str], Position]:
    """The moves up to the end by the rules, and the position there."""
    for place, text in enumerate(moves):
        if state.outcome is not None:
            return moves[:place], state
        state = _position(replay.read(state, text))
    return moves, state


def _position(state: State) -> Position:
    assert isinstance(state, Position)
    return state


def _played_on(state: Position) -> Position:
    """The same position without its past: people play on where a rule has drawn the game."""
    if state.outcome is None or state.outcome[0] is not None:
        return state
    return state.game.restore(write_fen(state.game.variant, state.board))


def _tagged_result(tags: Mapping[str, str]) -> tuple[float, float] | None:
    return RESULTS.get(tags.get("Result", "*"))


@dataclass
class _Said:
    """A move while what is said of it is being read."""

    notation: str
    before: list[str]
    marks: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[Line] = field(default_factory=list)

    def whole(self) -> AnnotatedMove:
        return AnnotatedMove(
            notation=self.notation,
            before="\n".join(self.before),
            marks=tuple(self.marks),
            comment="\n".join(self.comments),
            variations=tuple(self.variations),
        )


class _Reading:
    """Reads the moves of one game."""

    def __init__(self, rest: Iterator[Token], replay: Replay) -> None:
        self.rest = rest
        self.replay = replay
        self.result: str | None = None
        self.comment = ""
        """What stands before the first move."""
        self.last = 1
        """The line of the token read last."""

    def line(self, state: Position, inside: int = 0) -> Line:
        """The moves up to the end of the game, or of a variation so many deep."""
        before, said = state, list[_Said]()
        early: list[str] = []
        for token in self.rest:
            self.last = token.line
            if token.kind == "close":
                if not inside:
                    raise BadPdn(token.line, Text("this ) closes no variation"))
                return tuple(move.whole() for move in said)
            if token.kind == "open":
                if variation := self._variation(token, before, said, inside):
                    said[-1].variations.append(variation)
            elif token.kind == "move":
                state = _played_on(state)
                move = _find(state, token)
                before, state = state, _position(self.replay.play(state, move))
                said.append(_Said(str(move), early if inside and not said else []))
            elif token.kind == "result":
                self.result = self.result if inside else token.text
            elif token.kind == "mark" and said:
                said[-1].marks.append(token.text)
            elif token.kind == "comment" and token.text:
                (said[-1].comments if said else early).append(token.text)
        if inside:
            raise BadPdn(self.last, Text("a variation is not closed by )"))
        self.comment = "\n".join(early)
        return tuple(move.whole() for move in said)

    def _variation(self, token: Token, before: Position, said: list[_Said], inside: int) -> Line:
        if not said:
            raise BadPdn(token.line, Text("a variation needs a move that it is instead of"))
        if inside == DEEPEST:
            raise BadPdn(
                token.line, Text("variations are nested more than {most} deep", most=DEEPEST)
            )
        return self.line(before, inside + 1)


def _find(state: Position, token: Token) -> Move:
    """The legal move that is written here, however it is written."""
    try:
        if state.outcome is not None:
            raise IllegalMove(Text("the game is over already, {why}", why=state.outcome[1]))
        if short := _SHORT.fullmatch(token.text.lower()):
            return _the_only(state, *short.groups())
        steps = token.text.count("-")
        move = state.game.read(token.text.replace("-", ":") if steps > 1 else token.text)
        ends = (move.squares[0], move.squares[-1])
        same = [e for e in state.actions() if (e.squares[0], e.squares[-1]) == ends]
        if len(same) == 1 and len(move.squares) == 2:
            return same[0]
        return state.notation(state.path(move))
    except IllegalMove as error:
        raise BadPdn(
            token.line, Text("{text}: {reason}", text=token.text, reason=error.sentence)
        ) from error


def _the_only(state: Position, file: str, target: str) -> Move:
    """The move of `cd4`, as books write it: from this file to this square."""
    fitting = [
        move
        for move in state.actions()
        if move.squares[0].startswith(file) and move.squares[-1] == target
    ]
    if not fitting:
        raise IllegalMove(
            Text("no move goes from the file {file} to {target}", file=file, target=target)
        )
    if len(fitting) > 1:
        raise IllegalMove(
            plural(
                "{count} move goes from the file {file} to {target}",
                "{count} moves go from the file {file} to {target}",
                count=len(fitting),
                file=file,
                target=target,
            )
        )
    return fitting[0]


def usual_start(variant: Variant) -> Board:
    """All men at home."""
    return start_board(variant.size, COLOURS.index(variant.begins))
