"""PDN: games of draughts as they are kept everywhere, read into records and written from them.

A record's `event["pdn"]` holds what its actions can't: the tags, and the moves with everything
between them. There a move is its notation, `$3` a mark, `{text}` a comment, `%text` a remark on a
line of its own, and a list a variation: what could have been played instead of the move before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from igroteka.contract import BadOption, IgrotekaError, IllegalMove
from igroteka.games.draughts.board import COLOURS, WHITE, Board, start_board
from igroteka.games.draughts.fen import BadFen, read_fen, write_fen
from igroteka.games.draughts.movetext import (
    MARKS,
    RESULTS,
    BadPdn,
    Token,
    decoded,
    tag_of,
    tokens,
    write_tag,
)
from igroteka.games.draughts.notation import Move
from igroteka.games.draughts.rules import Draughts, Position
from igroteka.games.draughts.variants import Variant, variant_named, variants
from igroteka.record import Record

Items: TypeAlias = list[Any]
"""Moves, marks, comments, remarks and variations in the order in which they stand."""

UNKNOWN = "?"
_SHORT = re.compile(r"([a-j])[-:x]?([a-j]\d+)")


DEEPEST = 50
"""Variations inside variations; no person nests more."""


def read_pdn(text: str | bytes) -> list[Record]:
    """The games of a file. Raises `BadPdn` with the line and the reason."""
    if isinstance(text, bytes):
        text = decoded(text)
    return [_record(tags, found) for tags, found in _games(text)]


def _games(text: str) -> Iterator[tuple[dict[str, str], list[Token]]]:
    """Each game's tags and the tokens of its moves."""
    tags: dict[str, str] = {}
    found: list[Token] = []
    for token in tokens(text):
        if token.kind == "tag":
            if any(each.kind != "remark" for each in found):
                yield tags, found
                tags, found = {}, []
            name, value = tag_of(token)
            tags[name] = value
            continue
        found.append(token)
        if token.kind == "result" and _depth(found) == 0:
            yield tags, found
            tags, found = {}, []
    if tags or found:
        yield tags, found


def _depth(found: Sequence[Token]) -> int:
    return sum((token.kind == "open") - (token.kind == "close") for token in found)


def _record(tags: dict[str, str], found: list[Token]) -> Record:
    line = found[0].line if found else 1
    first_error: BadPdn | None = None
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
            raise BadPdn(f"line {line}: the tag Variant: {error}") from error
    if game_type := tags.get("GameType", "").split(",")[0].strip():
        fitting = [v for v in variants().values() if str(v.pdn_type) == game_type]
        if not fitting:
            known = ", ".join(f"{v.pdn_type} {v.title}" for v in variants().values())
            raise BadPdn(f"line {line}: the game type {game_type} is none of {known}")
        if lettered and moves and fitting[0].notation != "algebraic":
            return [fitting[0], variants()["russian"], variants()["brazilian"]]
        return fitting[:1]
    order = ("russian", "brazilian") if lettered else ("english", "international", "pool")
    return [variants()[name] for name in order]


def _replayed(variant: Variant, tags: dict[str, str], found: list[Token], line: int) -> Record:
    game = Draughts(variant, _usual_start(variant))
    try:
        board = read_fen(variant, tags["FEN"]) if "FEN" in tags else game.start
    except BadFen as error:
        raise BadPdn(f"line {line}: the tag FEN: {error}") from error
    start = game.restore(write_fen(variant, board))
    items, last = _read_line(iter(found), start)
    moves = [item for item in items if _is_move(item)]
    actions, end = _until_over(start, moves)
    result = RESULTS[last.text] if last else _tagged_result(tags)
    scores = None if result is None else tuple(result[game.colour(seat)] for seat in (0, 1))
    if end.outcome is not None and end.outcome[0] is not None:
        scores = end.scores()
    settled = None
    if scores is not None and (end.outcome is None or end.scores() != scores):
        settled = "resignation" if scores[0] != scores[1] else "agreement"
        settled = settled if len(actions) == len(moves) else "played on"
    if last:
        tags = {**tags, "Result": last.text}
    names = [tags.get("White", UNKNOWN), tags.get("Black", UNKNOWN)]
    kept = {name: value for name, value in tags.items() if name not in ("White", "Black")}
    return Record(
        game=game.name,
        options=game.options,
        players=(names[game.colour(0)], names[game.colour(1)]),
        deal=start.deal,
        actions=tuple(actions),
        scores=scores,
        settled=settled,
        event={"pdn": {"tags": kept, "moves": items}},
    )


def _until_over(state: Position, moves: Sequence[str]) -> tuple[Sequence[str], Position]:
    """The moves up to the end by the rules, and the position there."""
    for place, text in enumerate(moves):
        if state.outcome is not None:
            return moves[:place], state
        state = state.play(state.game.read(text))
    return moves, state


def _played_on(state: Position) -> Position:
    """The same position without its past: people play on where a rule has drawn the game."""
    if state.outcome is None or state.outcome[0] is not None:
        return state
    return state.game.restore(write_fen(state.game.variant, state.board))


def _tagged_result(tags: Mapping[str, str]) -> tuple[float, float] | None:
    return RESULTS.get(tags.get("Result", "*"))


def _is_move(item: Any) -> bool:
    return isinstance(item, str) and item[0] not in "${%"


def _read_line(
    rest: Iterator[Token], state: Position, inside: int = 0
) -> tuple[Items, Token | None]:
    """The items up to the end of the game or of a variation so many deep, and the result."""
    items: Items = []
    before = state
    last = None
    for token in rest:
        if token.kind == "close":
            if not inside:
                raise BadPdn(f"line {token.line}: this ) closes no variation")
            return items, None
        if token.kind == "open":
            if not any(map(_is_move, items)):
                raise BadPdn(f"line {token.line}: a variation needs a move that it is instead of")
            if inside == DEEPEST:
                raise BadPdn(f"line {token.line}: variations are nested more than {DEEPEST} deep")
            variation, _ = _read_line(rest, before, inside + 1)
            if variation:
                items.append(variation)
        elif token.kind == "move":
            state = _played_on(state)
            move = _find(state, token)
            before, state = state, state.play(move)
            items.append(str(move))
        elif token.kind == "result":
            last = token
        elif token.kind in ("nag", "mark"):
            items.append(MARKS.get(token.text, token.text))
        elif token.kind == "remark" and inside:
            items.append(f"{{{token.text[1:].strip()}}}")
        elif token.kind != "number":
            items.append(token.text)
    if inside:
        raise BadPdn("the last line: a variation is not closed by )")
    return items, last


def _find(state: Position, token: Token) -> Move:
    """The legal move that is written here, however it is written."""
    try:
        if state.outcome is not None:
            raise IllegalMove(f"the game is over already, {state.outcome[1]}")
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
        raise BadPdn(f"line {token.line}: {token.text}: {error}") from error


def _the_only(state: Position, file: str, target: str) -> Move:
    """The move of `cd4`, as books write it: from this file to this square."""
    fitting = [
        move
        for move in state.actions()
        if move.squares[0].startswith(file) and move.squares[-1] == target
    ]
    if len(fitting) != 1:
        count = "no move goes" if not fitting else f"{len(fitting)} moves go"
        raise IllegalMove(f"{count} from the file {file} to {target}")
    return fitting[0]


def write_pdn(records: Iterable[Record]) -> str:
    """The games as the text of a file, which reads back as the same games."""
    return "\n".join(_written(record) for record in records)


def _written(record: Record) -> str:
    if record.game != Draughts.name:
        raise IgrotekaError(f"PDN keeps draughts, not {record.game}")
    game = Draughts.configure(record.options)
    notes: Mapping[str, Any] = (record.event or {}).get("pdn", {})
    white = game.colour(WHITE)
    tags = {"White": record.players[white], "Black": record.players[1 - white]}
    tags |= notes.get("tags", {})
    result = _result(record, white, tags.get("Result", ""))
    tags |= {"Result": result, "GameType": tags.get("GameType", game.variant.pdn_form)}
    if game.variant.loser_wins:
        tags["Variant"] = game.variant.name
    if record.deal != write_fen(game.variant, _usual_start(game.variant)) and "FEN" not in tags:
        tags |= {"SetUp": "1", "FEN": record.deal}
    lines = [write_tag(name, value) for name, value in tags.items()]
    items = notes.get("moves", list(record.actions or ()))
    mover = game.restore(record.deal).board.mover
    second = int(COLOURS[mover] != game.variant.begins)
    words = [*_words(items, second), result]
    return "\n".join([*lines, "", *_wrapped(words), ""])


def _usual_start(variant: Variant) -> Board:
    return start_board(variant.size, COLOURS.index(variant.begins))


def _result(record: Record, white: int, tagged: str) -> str:
    if record.scores is None:
        return "*"
    pair = (record.scores[white], record.scores[1 - white])
    if tagged in RESULTS and RESULTS[tagged] == pair:
        return tagged
    return next(text for text, scores in RESULTS.items() if scores == pair)


def _words(items: Items, ply: int) -> Iterator[str]:
    """The items as words, with move numbers where they are needed; `ply` is the first move's."""
    number_due = True
    for item in items:
        if isinstance(item, list):
            inner = list(_words(item, ply - 1))
            inner[0] = f"({inner[0]}"
            inner[-1] = f"{inner[-1]})"
            yield from inner
            number_due = True
        elif not _is_move(item):
            yield item
            number_due = number_due or item[0] in "{%"
        else:
            if ply % 2 == 0 or number_due:
                yield f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"
            yield item
            ply, number_due = ply + 1, False


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines of at most 80; a remark has a line of its own, a comment stays as it is."""
    line: list[str] = []
    for word in words:
        if word.startswith("%"):
            if line:
                yield " ".join(line)
            yield word
            line = []
        elif len(" ".join([*line, word])) > 80 and line:
            yield " ".join(line)
            line = [word]
        else:
            line.append(word)
    if line:
        yield " ".join(line)
