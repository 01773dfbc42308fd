"""Sessions as they are kept: by the digest of a secret, until somebody ends them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, select, update

from igroteka.archive import Archive
from igroteka.archive import sessions as s
from igroteka.archive.accounts import ensure_player
from igroteka.archive.schema import sessions


@pytest.fixture
def anna(archive: Archive) -> int:
    return archive.apply(ensure_player, "Anna")


def begun(archive: Archive, player: int | None = None, secret: str = "a secret") -> int:
    return archive.apply(s.begin, secret, player, {"name": "Anna"}, ("Firefox", "Linux")).id


def seen_last(connection: Connection, moment: datetime) -> None:
    connection.execute(update(sessions).values(seen=moment))


def test_a_session_is_found_by_its_secret_until_it_ends(archive: Archive, anna: int) -> None:
    number = begun(archive, anna)
    found = archive.read(s.session_of, "a secret")
    assert found is not None
    assert (found.id, found.player, found.marks) == (number, anna, {"name": "Anna"})
    assert (found.browser, found.system) == ("Firefox", "Linux")
    assert archive.read(s.session_of, "another secret") is None
    assert archive.apply(s.end_session, number) == [number]
    assert archive.read(s.session_of, "a secret") is None


def test_the_secret_is_not_kept(archive: Archive) -> None:
    begun(archive)

    def rows(connection: Connection) -> str:
        return str(connection.execute(select(sessions)).all())

    assert "a secret" not in archive.read(rows)


def test_changes_of_two_requests_are_both_kept(archive: Archive) -> None:
    number = begun(archive)
    assert archive.apply(s.change_marks, number, {"language": "ru"}, []) == 1
    assert archive.apply(s.change_marks, number, {"theme": "dark"}, ["name"]) == 2
    found = archive.read(s.session_of, "a secret")
    assert found is not None
    assert (found.marks, found.changes) == ({"language": "ru", "theme": "dark"}, 2)


def test_what_has_ended_does_not_begin_again_and_its_number_is_nobody_elses(
    archive: Archive,
) -> None:
    number = begun(archive)
    archive.apply(s.end_session, number)
    assert archive.apply(s.change_marks, number, {"name": "Eve"}, []) is None
    assert begun(archive, secret="another secret") != number
    assert archive.read(s.going_on, {number}) == set()


def test_a_player_ends_only_own_sessions(archive: Archive, anna: int) -> None:
    eve = archive.apply(ensure_player, "Eve")
    one, other = (begun(archive, anna, secret) for secret in ("one", "other"))
    assert archive.apply(s.end_session, one, eve) == []
    assert archive.apply(s.end_sessions, eve) == []
    assert archive.apply(s.end_sessions, anna, other) == [one]
    assert [each.id for each in archive.read(s.sessions_of, anna)] == [other]


@pytest.mark.parametrize("jump", [timedelta(days=800), timedelta(days=-800)])
def test_no_clock_signs_a_guest_out(archive: Archive, jump: timedelta) -> None:
    begun(archive)
    archive.apply(seen_last, datetime.now(UTC) + jump)
    archive.apply(s.drop_least_used)
    found = archive.read(s.session_of, "a secret")
    assert found is not None
    assert s.is_seeing_worth_noting(found), "and it is set right"


def test_a_password_is_asked_for_again_after_a_year_away(archive: Archive, anna: int) -> None:
    begun(archive, anna)
    archive.apply(seen_last, datetime.now(UTC) - timedelta(days=366))
    assert archive.read(s.session_of, "a secret") is None


def test_guests_who_never_came_again_go_first_when_there_are_too_many(
    archive: Archive, anna: int
) -> None:
    begun(archive, anna, "a player")
    archive.apply(s.note_seen, begun(archive, secret="a guest"))
    for number in range(3):
        begun(archive, secret=f"made up {number}")
    archive.apply(s.drop_least_used, 3)
    secrets = ("a player", "a guest", *(f"made up {number}" for number in range(3)))
    kept = [secret for secret in secrets if archive.read(s.session_of, secret) is not None]
    assert kept == ["a player", "a guest", "made up 2"]


def test_a_former_guest_is_exchanged_once(archive: Archive) -> None:
    assert [archive.apply(s.exchange_guest, "guest:1") for _ in range(2)] == [True, False]
