"""The people of the site, looked after at the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from igroteka import registry
from igroteka.archive import Archive, accounts, sessions, tokens
from tests.cli.conftest import Run


@pytest.fixture
def db(tmp_path: Path) -> str:
    """An archive with Anna, who has a password, a session and a token, and Boris, who has none."""
    file = str(tmp_path / "archive.sqlite")
    with Archive.open(file, registry) as archive:
        anna = archive.apply(accounts.ensure_player, "Anna")
        archive.apply(accounts.set_password, anna, accounts.password_hash("correct horse"))
        archive.apply(sessions.begin, "a secret", anna, {})
        archive.apply(tokens.issue_token, anna, "laptop", anna)
        archive.apply(accounts.ensure_player, "Boris")
    return file


def test_a_password_is_reset_and_all_sessions_end(igroteka: Run, db: str) -> None:
    done = igroteka("people", "reset-password", "anna", "--db", db)
    assert done.status == 0
    found = re.search(r"The password of Anna is now (\S+)\n", done.out)
    assert found is not None
    assert done.out.endswith("Ended sessions: 1. Revoked tokens: 1.\n")
    with Archive.open(db, registry) as archive:
        assert archive.read(accounts.check_password, "Anna", found[1]) is not None
        assert archive.read(accounts.check_password, "Anna", "correct horse") is None
        assert archive.read(sessions.session_of, "a secret") is None
        assert archive.read(tokens.good_ones, {1}) == set()


def test_somebody_is_forgotten_once_it_is_confirmed(igroteka: Run, db: str) -> None:
    asked = igroteka("people", "forget", "Anna", "--db", db, typed="n\n")
    assert (asked.status, "Nothing was changed." in asked.out) == (0, True)
    done = igroteka("people", "forget", "Anna", "--db", db, typed="y\n")
    assert "There is no way back" in done.out
    assert "Anna is forgotten, and called Somebody in what stays." in done.out
    assert "Removed: sessions 1, tokens 1, remarks 0" in done.out
    again = igroteka("people", "forget", "Anna", "--db", db, "--yes")
    assert (again.status, again.err) == (
        2,
        "igroteka: nobody here is called 'Anna'; see `igroteka people forget --help`\n",
    )


def test_without_a_question(igroteka: Run, db: str) -> None:
    done = igroteka("people", "forget", "Boris", "--yes", "--db", db)
    assert done.status == 0
    assert "There is no way back" not in done.out


def test_who_has_no_password_gets_none(igroteka: Run, db: str) -> None:
    for name, why in (("Boris", "Boris has no password"), ("Vera", "nobody here is called 'Vera'")):
        done = igroteka("people", "reset-password", name, "--db", db)
        assert done.status == 2
        assert why in done.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--host-name", "http://play.example.org"), "--host-name is a name alone"),
        (("--host-name", "play.example.org:80"), "--host-name is a name alone"),
        (("--proxy", "nginx"), "--proxy is an address or a network"),
        (("--proxy", "10.0.0.1/8"), "--proxy is an address or a network"),
    ],
)
def test_names_and_proxies_of_a_house_are_checked(
    igroteka: Run, words: list[str], why: str
) -> None:
    done = igroteka("serve", *words)
    assert done.status == 2
    assert why in done.err
