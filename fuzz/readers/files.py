"""Files of games and of results: read as far as they go, and written so that they read the same."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from xml.etree import ElementTree

from fuzz.target import Target
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.contest import csv_rows, deals, pbn_rows
from igroteka.games.bridge.formats.archived import LIN, PBN
from igroteka.games.bridge.formats.json_export import write_json
from igroteka.games.bridge.formats.lin import read_lin
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from igroteka.games.bridge.formats.usebio import event_of, write_usebio
from igroteka.games.draughts.formats import PDN
from igroteka.games.substitution.formats.log import LOG
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Format
from igroteka.records.record import Record, read_lines
from igroteka.registry import RECORDS, make_game


def _games(format: Format, data: bytes) -> list[AnnotatedGame]:
    """The games of a file: each follows the rules, and what was refused has a line and a reason."""
    games = []
    for found in format.read(data):
        if isinstance(found, AnnotatedGame):
            for _ in found.record.positions(make_game(found.record.game, found.record.options)):
                pass
            games.append(found)
        else:
            assert found.line >= 1
            assert found.sentence
    return games


def _read_again(format: Format, games: list[AnnotatedGame]) -> None:
    """What a format writes of games has the same records, and is written so ever after."""
    written = format.write(games)
    again = _games(format, written.encode())
    assert [_bare(game) for game in again] == [_bare(game) for game in games]
    assert format.write(again) == written


def _bare(game: AnnotatedGame) -> Record:
    return replace(game.record, event=None)


def pbn(data: bytes) -> None:
    """Boards in PBN: what is read and written reads back as the same."""
    boards = read_pbn(data).games
    assert read_pbn(write_pbn(boards)).games == boards
    assert write_json(boards)
    for game in _games(PBN, data):
        assert PBN.write([game])


def lin(data: bytes) -> None:
    """Boards in LIN: they are kept by PBN."""
    boards = read_lin(data).games
    assert read_pbn(write_pbn(boards)).games == boards
    for game in _games(LIN, data):
        assert PBN.write([game])


def usebio(data: bytes) -> None:
    """The event of a PBN file as USEBIO: XML that any reader takes, or a refusal."""
    with suppress(IgrotekaError):
        ElementTree.fromstring(write_usebio(event_of(read_pbn(data).games)))


def pdn(data: bytes) -> None:
    """Games of draughts in PDN."""
    _read_again(PDN, _games(PDN, data))


def log(data: bytes) -> None:
    """Logs of the first program of the substitution game."""
    _read_again(LOG, _games(LOG, data))


def records(data: bytes) -> None:
    """The house's own records, a line each."""
    for number, _ in read_lines(data.split(b"\n"), Record.from_line):
        assert number >= 1
    games = _games(RECORDS, data)
    assert _games(RECORDS, RECORDS.write(games).encode()) == games


def rows(data: bytes) -> None:
    """An event's results in a spreadsheet."""
    with suppress(IgrotekaError):
        found = csv_rows.read_rows(data).rows
        assert csv_rows.read_rows(csv_rows.write_rows(found).encode()).rows == found


def score_tables(data: bytes) -> None:
    """An event's results in the score tables of PBN."""
    with suppress(IgrotekaError):
        found = pbn_rows.read_tables(data).rows
        assert csv_rows.read_rows(csv_rows.write_rows(found).encode()).rows == found


def deal_sets(data: bytes) -> None:
    """The deals of an event's boards."""
    with suppress(IgrotekaError):
        for deal in deals.read_file(data).values():
            assert deals.hands(deal)


TARGETS = (
    Target("files.pbn", pbn),
    Target("files.lin", lin),
    Target("files.usebio", usebio),
    Target("files.pdn", pdn),
    Target("files.log", log),
    Target("files.records", records),
    Target("files.rows", rows),
    Target("files.score_tables", score_tables),
    Target("files.deal_sets", deal_sets),
)
