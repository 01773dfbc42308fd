"""PBN out: games in the export format of the standard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from igroteka.games.bridge.boards import LETTERS
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import PASS, Call
from igroteka.games.bridge.formats.game import MANDATORY, GameText, Section, Tabular, Turn

HEAD: Final = "% PBN 2.1\n% EXPORT\n"
_WIDTH: Final = re.compile(r"\\(\d{1,3})([LR])$")
"""The width of a column and the side on which its cells are set."""
_ESCAPED: Final = re.compile(r'"|\\(?=[\\"]|$)')


def write_pbn(games: Iterable[GameText]) -> str:
    """The games as a file that any program which knows the standard can read."""
    return "\n".join([HEAD, *("\n".join([*_game(game), ""]) for game in games)])


def write_tag(name: str, value: str) -> str:
    """One tag; quotes in its value are escaped, and backslashes where they would escape."""
    escaped = _ESCAPED.sub(lambda found: "\\" + found[0], value.replace("\n", " "))
    return f'[{name} "{escaped}"]'


def _game(game: GameText) -> Iterator[str]:
    yield from _comments(game, "")
    supplemental = sorted((name for name in game.tags if name not in MANDATORY), key=str.lower)
    for name in (*MANDATORY, *supplemental):
        yield write_tag(name, game.tags.get(name, "?"))
        yield from _comments(game, name)
    if game.auction:
        yield from _section(game, "Auction", game.auction)
    if game.play:
        yield from _section(game, "Play", game.play)
    for table in game.tables:
        yield from _table(game, table)


def _section(game: GameText, name: str, section: Section) -> Iterator[str]:
    yield write_tag(name, LETTERS[section.first])
    yield from _comments(game, name)
    words: list[str] = []
    for place, turn in enumerate(section.turns, start=1):
        words += _turn(turn)
        if any(_is_line(comment) for comment in turn.comments):
            *rest, last = _lines_of(words, turn.comments)
            yield from rest
            words = [last] if last else []
        if place % 4 == 0 and words:
            yield " ".join(words)
            words = []
    if words:
        yield " ".join(words)
    if section.ending:
        yield section.ending
    for number, text in sorted(section.notes.items()):
        yield write_tag("Note", f"{number}:{text}")


def _turn(turn: Turn) -> list[str]:
    words = [f"^{letter}" for letter in turn.irregularities]
    words.append(_action(turn.action))
    words += [f"${mark}" for mark in turn.marks]
    words += [] if turn.note is None else [f"={turn.note}="]
    if not any(_is_line(comment) for comment in turn.comments):
        words += [f"{{{comment}}}" for comment in turn.comments]
    return words


def _lines_of(words: list[str], comments: tuple[str, ...]) -> list[str]:
    """The words so far with comments some of which end the line; the last line may go on."""
    line = " ".join(words)
    lines = []
    for comment in comments:
        if _is_line(comment):
            lines.append(f"{line} {_line_comment(comment)}".strip())
            line = ""
        else:
            line = f"{line} {{{comment}}}".strip()
    return [*lines, line]


def _is_line(comment: str) -> bool:
    """Whether a comment has to be one to the end of the line, as braces can't hold it."""
    return "}" in comment


def _line_comment(comment: str) -> str:
    return ";" + comment.replace("\n", " ")


def _action(action: Call | Card | None) -> str:
    if action is None:
        return "-"
    return "Pass" if action == PASS else action.ascii


def _comments(game: GameText, name: str) -> Iterator[str]:
    for comment in game.comments.get(name, ()):
        yield _line_comment(comment) if _is_line(comment) else f"{{{comment}}}"


def _table(game: GameText, table: Tabular) -> Iterator[str]:
    yield write_tag(table.name, table.columns)
    yield from _comments(game, table.name)
    widths = [_WIDTH.search(column) for column in table.columns.split(";")]
    for row in table.rows:
        cells = list(row)
        for at, width in enumerate(widths[: len(cells)]):
            if width:
                side = ">" if width[2] == "R" else "<"
                cells[at] = f"{cells[at]:{side}{width[1]}}"
        line = " ".join(cells).rstrip()
        yield f" {line}" if line.startswith("%") else line  # or it would be an escape
