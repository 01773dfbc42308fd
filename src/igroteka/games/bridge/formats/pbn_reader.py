"""PBN, second step: elements gathered into games, values carried forward from game to game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from igroteka.games.bridge.formats.game import MANDATORY, own_value
from igroteka.games.bridge.formats.pbn_building import build
from igroteka.games.bridge.formats.pbn_lexer import Element, Kind, elements
from igroteka.games.bridge.formats.reading import Reading, decoded, excerpt
from igroteka.text import Text

NEVER_INHERITED: Final = (
    "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play",
)  # fmt: skip
"""Tags for which `#` is not allowed."""
_CARRIED: Final = tuple(
    name for name in MANDATORY if name not in (*NEVER_INHERITED, "Board", "Result")
)
"""Tags that a game without them takes from the game before."""
_SAME_BOARD: Final = ("Board", "Dealer", "Vulnerable", "Deal")
"""Tags that another table of the same board may leave out."""
LASTING: Final = 100
"""So many tags at most hold for all games to come."""
_BEGINS: Final = ("Event", "Board", "Deal")
"""Tags that begin another game when they come again, even without an empty line between."""


@dataclass
class RawGame:
    """The elements of one game, grouped under the tags that they follow."""

    line: int
    tags: dict[str, Element] = field(default_factory=dict)
    following: dict[str, list[Element]] = field(default_factory=dict)
    """Words and comments by the tag that they stand behind."""
    notes: dict[str, list[Element]] = field(default_factory=dict)
    """Note tags by the section that they belong to."""
    last: str = ""
    """The tag that what comes now belongs to."""


def read_pbn(content: bytes | str) -> Reading:
    """All games of a file, and a problem with its line for everything that can't be read."""
    reading = Reading()
    text = decoded(content) if isinstance(content, bytes) else content.removeprefix("\ufeff")
    before: dict[str, str] = {}
    lasting: dict[str, str] = {}
    for raw in _raw_games(list(elements(text, reading)), reading):
        _inherit(raw, before, lasting, reading)
        game = build(raw, reading)
        before = {name: tag.value for name, tag in raw.tags.items()}
        if game:
            reading.games.append(game)
    return reading.in_order()


def _raw_games(found: Sequence[Element], reading: Reading) -> Iterator[RawGame]:
    """The games of a file; a comment after an empty line belongs to the tag that follows it."""
    game: RawGame | None = None
    waiting: list[Element] = []
    after_gap = True
    for at, element in enumerate(found):
        if element.kind is Kind.EMPTY_LINE:
            after_gap = True
        elif element.kind is Kind.COMMENT and after_gap:
            waiting.append(element)
        elif game is None and element.kind is Kind.WORDS:
            reading.stray(
                element.line,
                Text("{text} … stands before the first tag", text=excerpt(element.words[0])),
            )
        else:
            if game is None or (element.kind is Kind.TAG and _begins(game, found, at, after_gap)):
                if game:
                    yield game
                game = RawGame(element.line)
            for each in (*waiting, element):
                _add(game, each, reading)
            waiting, after_gap = [], False
    if game:
        for comment in waiting:
            _add(game, comment, reading)
        yield game


def _begins(game: RawGame, found: Sequence[Element], at: int, after_gap: bool) -> bool:
    """Whether the tag here begins another game.

    After an empty line it does if it or a tag before the next empty line has come already;
    elsewhere, if it is one that every game begins with.
    """
    tag = found[at]
    if not after_gap:
        return tag.name in _BEGINS and tag.name in game.tags
    if tag.name == "Event" and "Event" not in game.tags:
        return bool(game.tags)
    while at < len(found) and found[at].kind is not Kind.EMPTY_LINE:
        if found[at].kind is Kind.TAG and found[at].name in game.tags:
            return True
        at += 1
    return False


def _add(game: RawGame, element: Element, reading: Reading) -> None:
    """Put an element where it belongs in its game."""
    if element.kind is not Kind.TAG:
        game.following.setdefault(game.last, []).append(element)
    elif element.name == "Note":
        section = "Play" if "Play" in game.tags else "Auction"
        game.notes.setdefault(section, []).append(element)
    elif element.name in game.tags:
        reading.report(
            element.line,
            Text("the tag {name} has come already and is ignored", name=element.name),
        )
    else:
        game.tags[element.name] = element
        game.last = element.name


def _inherit(
    game: RawGame, before: dict[str, str], lasting: dict[str, str], reading: Reading
) -> None:
    """Put in the values that `#`, `##` and the games before say."""
    for name, tag in list(game.tags.items()):
        told = tag.value.strip()
        if not told.startswith("#"):
            continue
        if name in NEVER_INHERITED:
            reading.report(
                tag.line, Text("the tag {name} can't repeat the game before it with #", name=name)
            )
            del game.tags[name]
            continue
        if told.startswith("##"):
            value = own_value(told[2:])
            if name in lasting or len(lasting) < LASTING:
                lasting[name] = value
            else:
                reading.report(
                    tag.line,
                    Text("more than {most} tags are to hold for all games to come", most=LASTING),
                )
        elif told == "#":
            value = before.get(name, lasting.get(name, "?"))
            if name not in before and name not in lasting:
                reading.report(
                    tag.line, Text("there is no {name} in a game before to repeat", name=name)
                )
        else:
            continue
        game.tags[name] = Element(Kind.TAG, tag.line, value, name)
    carried = {name: before[name] for name in _CARRIED if name in before}
    if _another_table(game, before):
        carried |= {name: before[name] for name in _SAME_BOARD if name in before}
    for name, value in (carried | lasting).items():
        game.tags.setdefault(name, Element(Kind.TAG, game.line, value, name))


def _another_table(game: RawGame, before: dict[str, str]) -> bool:
    """Whether this is the board of the game before once more; then it may not be told again."""
    board = game.tags.get("Board")
    if "Deal" in game.tags or "Board" not in before:
        return False
    if board is None:
        return any(name in game.tags for name in ("Contract", "Auction", "Play"))
    return board.value == before["Board"]
