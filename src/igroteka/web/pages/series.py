"""Series of games on the archive's pages: which game of how many, and the score."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from igroteka.archive import Archive, sittings
from igroteka.archive.models import GameLine, SittingLine
from igroteka.contract import Game, Seat
from igroteka.tables.sittings import stored_now
from igroteka.text import Text
from igroteka.web.pages.names import named
from igroteka.web.visitors import Guest


class PartyLine(NamedTuple):
    """What those who play together have got."""

    name: str
    games: tuple[float | None, ...]
    """By game; None where it is not known, or not yet."""
    total: float
    leads: bool


class Series(NamedTuple):
    """A sitting as a page shows it, from one of its games."""

    number: int
    place: int
    """Which of its games this is, from 0."""
    length: int | None
    title: Text
    """What is counted."""
    games: tuple[SittingLine, ...]
    parties: tuple[PartyLine, ...]
    remarks: tuple[Text, ...]


def series_of(
    archive: Archive, guest: Guest, number: int, place: int, players: Sequence[tuple[str, str]]
) -> Series:
    """The sitting of this number; `players` are those of the game at this place, with kinds."""
    now = archive.read(stored_now, number, place)
    sitting, score = now.stored.sitting, now.score
    parties = []
    for party in score.parties:
        got = tuple(None if row.got is None else row.got[party[0]] for row in score.rows)
        name = _name(guest, sitting.base, players, sorted(map(now.seating.index, party)))
        leads = party[0] in score.leaders
        parties.append(PartyLine(name, got, score.totals[party[0]], leads))
    title, games = sitting.reckoning.title, now.stored.games
    return Series(number, place, sitting.length, title, games, tuple(parties), score.remarks)


def _name(
    guest: Guest, game: Game, players: Sequence[tuple[str, str]], seats: Sequence[Seat]
) -> str:
    """Partners by their seats, as is who has not sat down yet, anybody else by name."""
    if len(seats) > 1 or seats[0] >= len(players):
        return "–".join(guest.words(game.seat_name(seat)) for seat in seats)
    return named(guest, game.name, *players[seats[0]]).text


def series_words(lines: Collection[GameLine], archive: Archive) -> dict[int, Text]:
    """By number, which game of a series each of these is, where it is one."""
    known = archive.read(sittings.lengths, {line.sitting for line in lines if line.sitting})
    return {
        line.id: game_words(line.place or 0, known[line.sitting])
        for line in lines
        if line.sitting is not None
    }


def game_words(place: int, length: int | None) -> Text:
    """Which game of how many."""
    if length is None:
        return Text("game {place} of a series", place=place + 1)
    return Text("game {place} of {length} of a series", place=place + 1, length=length)
