"""An archive of an earlier Igroteka is opened by this one, with all that is in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

import igroteka.archive
from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive import queries as q
from igroteka.archive.accounts import has_password
from igroteka.archive.database import archive_url, make_engine, writing
from igroteka.archive.importing import Source, prepared, store_prepared
from igroteka.archive.models import Filter
from igroteka.archive.remarks import remark, said
from igroteka.archive.search import search
from igroteka.archive.tokens import Keeper, tokens_of
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Format
from igroteka.registry import formats, make_game
from tests.archive.playing import START
from tests.archive.template import make_tables_anew

DAY = "2026-11-15 10:00:00"
ROWS = (
    f"insert into players values (1, 'Papa', 'papa', 'person', '{DAY}')",
    f"insert into players values (2, 'Masha', 'masha', 'person', '{DAY}')",
    f"insert into credentials values (2, 'a hash', '{DAY}')",
    f"insert into tokens values (1, 2, 'a digest', 'laptop', '{DAY}', null)",
    f"""insert into games (id, game, options, deal, stored, started, ending, scores, source,
                           comment)
        values (1, 'draughts', '{{"variant": "russian"}}', '{START}', '{DAY}', '{DAY}',
                'resignation', '[1.0, 0.0]', 'table', 'Sunday')""",
    "insert into seats values (1, 0, 0, 1, 1.0)",
    "insert into seats values (1, 1, 1, 2, 0.0)",
    f"""insert into moves (id, game_id, parent_id, ordinal, notation, seat, before, mark, comment,
                           landmark)
        values (1, 1, null, 1, 'c3-d4', 0, '', '!', 'The usual.', '{START}')""",
    "update games set head_id = 1",
)


@pytest.fixture(autouse=True)
def made_anew(monkeypatch: pytest.MonkeyPatch) -> bool:
    make_tables_anew(monkeypatch)
    return True


@pytest.fixture
def old(url: str) -> Iterator[Archive]:
    """An archive whose tables and rows are those of the first revision, opened now."""
    engine = make_engine(archive_url(url))
    config = Config()
    folder = Path(igroteka.archive.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    with writing(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for row in ROWS:
            connection.execute(text(row.replace(":", r"\:")))
        if connection.dialect.name == "postgresql":
            for table in ("players", "tokens", "games", "moves"):
                sequence = f"pg_get_serial_sequence('{table}', 'id')"
                connection.execute(text(f"select setval({sequence}, max(id)) from {table}"))
    engine.dispose()
    with Archive.open(url, registry) as archive:
        yield archive


def test_a_game_and_what_was_said_of_it_are_there(old: Archive) -> None:
    game = old.read(q.annotated, 1)
    assert game.record.players == ("Papa", "Masha")
    assert game.record.actions == ("c3-d4",)
    assert (game.comment, game.moves[0].comment, game.moves[0].marks) == (
        "Sunday",
        "The usual.",
        ("!",),
    )
    assert old.read(said, 1) == []
    old.apply(remark, 1, 1, 1, "Still good.")
    assert old.read(q.annotated, 1).moves[0].comment == "The usual.\nPapa: Still good."


@pytest.mark.parametrize("format", formats("draughts"), ids=lambda each: each.name)
def test_a_game_is_known_again_when_it_comes_back(old: Archive, format: Format) -> None:
    (game,) = format.read(format.write([old.read(q.annotated, 1)]).encode())
    assert isinstance(game, AnnotatedGame)
    assert old.apply(store_prepared, prepared(registry, game), Source("import", format=format)) == (
        1,
        False,
    )


def test_a_game_is_found_by_its_last_position(old: Archive) -> None:
    rules = make_game("draughts", {})
    end = str(rules.restore(START).play(rules.read("c3-d4")).landmark)
    assert [line.id for line in old.read(search, Filter(landmarks=[end])).lines] == [1]


def test_passwords_and_tokens_are_there(old: Archive) -> None:
    assert old.read(has_password, 2)
    (token,) = old.read(tokens_of, Keeper(None, at_home=True))
    assert (token.label, token.used, token.revoked) == ("laptop", None, None)


def test_who_was_there_is_no_player_of_files(old: Archive) -> None:
    assert [(holder.name, holder.kind) for holder in old.read(q.game, 1).seats] == [
        ("Papa", "person"),
        ("Masha", "person"),
    ]
