"""Names, passwords and tokens: who may play where, and as whom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from igroteka.archive import accounts
from igroteka.web.live.setting import Chair
from tests.web.visiting import House, Visitor, bot

PASSWORD = "correct horse"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[House]:
    """A house that is open to a network."""
    with House(tmp_path, accounts=True).open() as opened:
        yield opened


def registered(house: House, name: str) -> Visitor:
    visitor = house.visitor()
    assert visitor.post("/me/register", name=name, password=PASSWORD).status_code == 303
    return visitor


def test_in_an_open_house_playing_needs_a_password(club: House) -> None:
    guest = club.visitor("Guest")
    refusals = [
        guest.post("/play/durak", bot_durak="random"),
        guest.post("/new/durak", seat0="me", seat1="bot:random"),
        guest.post("/tournaments/new/durak", bots="random,greedy", games="1", seed="1"),
        guest.post("/me/programs", program="robot"),
        guest.post("/archive/import"),
        guest.client.post("/api/programs", json={"name": "robot"}),
    ]
    assert {answer.status_code for answer in refusals} == {403}
    anna = registered(club, "Anna")
    number = anna.opened(anna.post("/play/draughts", bot_draughts="random"))
    with anna.at(number) as screen:
        screen.play("c3-d4")
    refusals = [
        guest.post(f"/game/{number}/{what}")
        for what in ("comment/1", "variation", "analysis", "branch", "resume")
    ]
    assert {answer.status_code for answer in refusals} == {403}


def test_an_invited_guest_needs_only_the_link(club: House) -> None:
    anna, guest = registered(club, "Anna"), club.visitor()
    table = club.seat("draughts", {}, anna.chair("Anna"), Chair(), host=anna.mark)
    link = f"/table/{table.number}/sit/{table.setting.chairs[1].key}"
    assert guest.post(link, name="Guest").status_code == 303


def test_a_name_with_a_password_is_its_owners(house: House) -> None:
    early = house.visitor("Anna")
    registered(house, "Anna")
    late = house.visitor()
    assert "has a password" in late.post("/wishes", name="anna").text
    assert "has a password" in late.post("/play/durak", name="ANNA").text
    assert "has a password" in late.post("/me/register", name="Anna", password=PASSWORD).text
    assert "has a password" in late.post("/new/durak", seat0="here", name0="Anna").text
    refusals = [
        early.post("/play/durak", bot_durak="random"),
        early.post("/new/durak", seat0="me", seat1="bot:random"),
    ]
    host = house.visitor("Host")
    table = house.seat("draughts", {}, host.chair("Host"), Chair())
    refusals.append(early.post(f"/table/{table.number}/sit/{table.setting.chairs[1].key}"))
    assert all("has a password" in answer.text for answer in refusals)


def test_the_owner_comes_back_with_the_password(house: House) -> None:
    anna = registered(house, "Anna")
    elsewhere = house.visitor()
    assert elsewhere.post("/me/sign-in", name="anna", password=PASSWORD).status_code == 303
    assert elsewhere.mark == anna.mark
    elsewhere.post("/me/sign-out")
    assert elsewhere.mark != anna.mark


def test_a_wrong_password_is_refused_and_cannot_be_guessed_at_speed(house: House) -> None:
    registered(house, "Anna")
    eve = house.visitor()
    answers = [eve.post("/me/sign-in", name="Anna", password=f"guess {n}") for n in range(8)]
    assert {answer.status_code for answer in answers} == {403}
    assert "name or password is wrong" in answers[0].text
    assert "too many attempts" in answers[-1].text
    assert "too many attempts" in eve.post("/me/sign-in", name="Anna", password=PASSWORD).text
    unknown = eve.post("/me/sign-in", name="Nobody", password=PASSWORD)
    assert "name or password is wrong" in unknown.text


def test_a_short_password_is_refused(house: House) -> None:
    answer = house.visitor().post("/me/register", name="Anna", password="short")
    assert answer.status_code == 400
    assert "8 to 200 characters" in answer.text


def test_who_protects_a_name_keeps_the_seats_held_under_it(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    anna.post("/me/register", name="Anna", password=PASSWORD)
    with anna.at(table.number) as screen:
        screen.play("c3-d4")
        assert len(table.past) >= 1


# --- tokens ---


def test_a_token_is_needed_good_and_not_revoked(house: House) -> None:
    anna = registered(house, "Anna")
    page = anna.post("/me/programs", program="robot").text
    secret = page.split('<pre id="secret">')[1].split("<")[0]
    client = house.visitor().client

    def status(token: str | None) -> int:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return int(client.post("/api/tables", json={"game": "durak"}, headers=headers).status_code)

    assert [status(None), status("wrong"), status(secret)] == [401, 401, 201]
    assert secret not in anna.get("/me").text, "it is shown once"

    def revoked(connection: Any) -> None:
        found = accounts.player_of_token(connection, secret)
        assert found is not None
        accounts.revoke_token(connection, found.id, accounts.tokens_of(connection, found.id)[0].id)

    house.hall.archive.apply(revoked)
    assert status(secret) == 401
    with client.websocket_connect(f"/api/tables/1/socket?token={secret}") as session:
        assert "needs a token" in session.receive_json()["reason"]
