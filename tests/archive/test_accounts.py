"""Players: names that are one name, passwords."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, select

from igroteka.archive import Archive
from igroteka.archive import accounts as a
from igroteka.archive.schema import credentials
from igroteka.contract import IgrotekaError


def test_a_name_is_one_player_however_it_is_written(archive: Archive) -> None:
    first = archive.apply(a.ensure_player, "Маша  Лисичкина")
    for text in (" маша лисичкина ", "МАША\tЛИСИЧКИНА", "Маша Лисичкина"):
        assert archive.apply(a.ensure_player, text) == first
    found = archive.read(a.account, "маша лисичкина")
    assert found is not None
    assert found.name == "Маша Лисичкина"
    assert archive.read(a.account_of, first) == found
    assert archive.read(a.account, "Лисичкина") is None


def test_letters_with_accents_are_the_same_however_they_are_composed(archive: Archive) -> None:
    assert archive.apply(a.ensure_player, "Зо\u0438\u0306") == archive.apply(
        a.ensure_player, "Зо\u0439"
    )


def test_a_bot_has_a_name_of_its_own(archive: Archive) -> None:
    """A child who is called random plays against the bot random."""
    person = archive.apply(a.ensure_player, "random")
    bot = archive.apply(a.ensure_player, "random", "bot")
    assert person != bot
    found = archive.read(a.account, "random", bot=True)
    assert found is not None
    assert found.id == bot
    with pytest.raises(IgrotekaError, match="the name 'random' is that of a person already"):
        archive.apply(a.ensure_player, "Random", "program")


@pytest.mark.parametrize("name", ["", "   ", "x" * 22, "a\u0000b", "a\u200bb"])
def test_a_bad_name_is_refused(archive: Archive, name: str) -> None:
    with pytest.raises(IgrotekaError, match="a name has"):
        archive.apply(a.ensure_player, name)


@pytest.mark.parametrize("name", ["\u0410nna", "Anna \u0412oris", "Jean-\u0421laude", "\u0391nna"])
def test_a_name_does_not_look_like_another_by_a_letter_of_another_alphabet(name: str) -> None:
    with pytest.raises(IgrotekaError, match="letters of one alphabet"):
        a.chosen_name(name)


@pytest.mark.parametrize("name", ["Анна", "DJ Вася", "Ёж-2", "Zoë", "Αννα", "안나", "R2-D2"])
def test_any_one_alphabet_a_word_will_do(name: str) -> None:
    assert a.chosen_name(name) == name


def test_what_can_t_be_seen_makes_no_other_name(archive: Archive) -> None:
    anna = archive.apply(a.ensure_player, "Anna")
    assert archive.apply(a.ensure_player, "Anna\ufe0f") == anna
    assert archive.apply(a.ensure_player, "A\U000e0100nna") == anna


def test_names_of_1_and_21_characters_will_do(archive: Archive) -> None:
    assert archive.apply(a.ensure_player, "Я") != archive.apply(a.ensure_player, "я" * 21)


def test_another_kind_is_refused(archive: Archive) -> None:
    with pytest.raises(IgrotekaError, match="a player is one of person, bot, program"):
        archive.apply(a.ensure_player, "Rex", "dog")


def test_a_password_opens_for_its_player_alone(archive: Archive) -> None:
    player = archive.apply(a.ensure_player, "Masha")
    archive.apply(a.ensure_player, "Papa")
    assert not archive.read(a.has_password, player)
    archive.apply(a.set_password, player, a.password_hash("three little pigs"))
    assert archive.read(a.has_password, player)
    found = archive.read(a.check_password, "masha", "three little pigs")
    assert found is not None
    assert found.id == player
    for name, password in (
        ("Masha", "three little dogs"),
        ("Papa", "three little pigs"),
        ("nobody", "three little pigs"),
    ):
        assert archive.read(a.check_password, name, password) is None
    archive.apply(a.set_password, player, a.password_hash("a new password"))
    assert archive.read(a.check_password, "Masha", "three little pigs") is None
    assert archive.read(a.check_password, "Masha", "a new password") is not None


def test_a_password_is_not_kept(archive: Archive) -> None:
    player = archive.apply(a.ensure_player, "Masha")
    archive.apply(a.set_password, player, a.password_hash("three little pigs"))

    def kept(connection: Connection) -> str | None:
        return connection.scalar(select(credentials.c.password_hash))

    assert str(archive.read(kept)).startswith("$argon2id$")


@pytest.mark.parametrize("password", ["short", "x" * 201])
def test_a_bad_password_is_refused(password: str) -> None:
    with pytest.raises(IgrotekaError, match="a password has 8 to 200 characters"):
        a.password_hash(password)
