"""What a file was read as, in words that a bridge player can check."""

from __future__ import annotations

from collections.abc import Iterator

from igroteka.games.bridge.boards import LETTERS
from igroteka.games.bridge.cards import SUITS, Cards, holding
from igroteka.games.bridge.formats.game import MANDATORY, GameText, Section, Turn
from igroteka.games.bridge.formats.reading import Reading

SAID_ELSEWHERE = ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result")


def told(reading: Reading) -> str:
    """All games, and what is wrong with the file."""
    lines = [line for game in reading.games for line in (*_game(game), "")]
    problems = [f"! {problem}" for problem in reading.problems]
    if not problems:
        problems = ["Nothing is wrong."]
    return "\n".join([*lines, *problems, ""])


def _game(game: GameText) -> Iterator[str]:
    tag = game.tags
    yield f"Board {tag['Board']}, dealer {tag['Dealer']}, vulnerable {tag['Vulnerable']}"
    if any(hand is not None for hand in game.hands):
        yield from (f"  {LETTERS[seat]} {_hand(hand)}" for seat, hand in enumerate(game.hands))
    declarer = f" by {tag['Declarer']}" if tag["Declarer"] else ""
    points = "" if game.north_south_points is None else f", NS {game.north_south_points}"
    yield f"  contract {tag['Contract']}{declarer}, result {tag['Result'] or 'none'}{points}"
    others = [name for name in tag if name not in SAID_ELSEWHERE]
    for name in others:
        if name not in MANDATORY or tag[name] != "?":
            yield f"  {name}: {tag[name]}"
    if game.auction:
        yield from _section("auction", game.auction)
    if game.play:
        yield from _section("play", game.play)
    for table in game.tables:
        yield f"  table {table.name}, columns {table.columns}"
        yield from (f"    {' | '.join(row)}" for row in table.rows)
    for name, comments in game.comments.items():
        yield from (f"  comment at {name or 'the beginning'}: {text!r}" for text in comments)


def _hand(hand: Cards | None) -> str:
    if hand is None:
        return "not told"
    return " ".join(f"{SUITS[suit]}{holding(hand, suit) or '–'}" for suit in (3, 2, 1, 0))


def _section(name: str, section: Section) -> Iterator[str]:
    yield f"  {name} from {LETTERS[section.first]}"
    for at in range(0, len(section.turns), 4):
        yield "    " + "  ".join(map(_turn, section.turns[at : at + 4]))
    if section.ending:
        yield f"    {section.ending}"
    for number, text in section.notes.items():
        yield f"    note {number}: {text}"


def _turn(turn: Turn) -> str:
    said = [f"^{letter}" for letter in turn.irregularities]
    said.append("–" if turn.action is None else str(turn.action))
    said += [f"${mark}" for mark in turn.marks]
    said += [] if turn.note is None else [f"={turn.note}="]
    said += [f"({comment!r})" for comment in turn.comments]
    return " ".join(said)
