"""Names, passwords and tokens: who may play where, and as whom."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from igroteka.tables.setting import Chair
from tests.web.registering import PASSWORD, registered, token_made
from tests.web.registering import club as club
from tests.web.visiting import House, bot


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
        assert len(table.so_far.steps) >= 1


# --- another password ---


def test_a_password_is_changed_by_who_knows_the_old_one(house: House) -> None:
    anna = registered(house, "Anna")
    refused = anna.post("/me/password", old="correct house", new="battery staple")
    assert (refused.status_code, "the old password is wrong" in refused.text) == (403, True)
    short = anna.post("/me/password", old=PASSWORD, new="short")
    assert "8 to 200 characters" in short.text
    guest = house.visitor("Boris").post("/me/password", old=PASSWORD, new="battery staple")
    assert (guest.status_code, "sign in first" in guest.text) == (403, True)
    changed = anna.post("/me/password", old=PASSWORD, new="battery staple")
    assert "The password is changed." in changed.text
    elsewhere = house.visitor()
    assert elsewhere.post("/me/sign-in", name="Anna", password=PASSWORD).status_code == 403
    assert elsewhere.post("/me/sign-in", name="Anna", password="battery staple").status_code == 303


def test_another_password_signs_other_browsers_out(house: House) -> None:
    anna, elsewhere = registered(house, "Anna"), house.visitor()
    elsewhere.post("/me/sign-in", name="Anna", password=PASSWORD)
    assert elsewhere.mark == anna.mark
    before = anna.mark
    anna.post("/me/password", old=PASSWORD, new="battery staple")
    assert anna.mark == before, "who changed it stays"
    assert "Who are you?" in elsewhere.get("/me").text
    assert elsewhere.mark != before


def test_the_old_password_cannot_be_guessed_at_speed(house: House) -> None:
    anna = registered(house, "Anna")
    answers = [anna.post("/me/password", old=f"guess {n}", new=PASSWORD) for n in range(8)]
    assert "too many attempts" in answers[-1].text


# --- tokens ---


def asked(house: House, token: str | None) -> tuple[int, str]:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    client = house.visitor().client
    answer = client.post("/api/tables", json={"game": "durak"}, headers=headers)
    return int(answer.status_code), str(answer.json().get("error", ""))


def test_a_token_is_needed_good_and_not_revoked(house: House) -> None:
    anna = registered(house, "Anna")
    secret = token_made(anna)
    assert [asked(house, token)[0] for token in (None, "wrong", secret)] == [401, 401, 201]
    assert secret not in anna.get("/me").text, "it is shown once"
    assert anna.post("/me/programs/1/revoke").status_code == 303
    status, sentence = asked(house, secret)
    assert (status, "this token was revoked" in sentence) == (401, True)
    socket = house.visitor().client.websocket_connect(f"/api/tables/1/socket?token={secret}")
    with socket as session:
        assert "this token was revoked" in session.receive_json()["reason"]


def test_tokens_are_listed_with_their_last_use_for_who_made_them(club: House) -> None:
    anna, eve = registered(club, "Anna"), registered(club, "Eve")
    secret = token_made(anna)
    assert "never used" in anna.get("/me").text
    asked(club, secret)
    club.live_tables.archive.apply(lambda _: None)
    assert "last used today" in anna.get("/me").text
    assert "robot" not in eve.get("/me").text
    refused = eve.post("/me/programs/1/revoke")
    assert (refused.status_code, "you have no token 1" in refused.text) == (400, True)
    assert asked(club, secret)[0] == 201
    assert "is taken" in eve.post("/me/programs", program="robot").text


def test_a_program_gets_another_token_from_who_made_it(club: House) -> None:
    anna = registered(club, "Anna")
    first = token_made(anna)
    anna.post("/me/programs/1/revoke")
    second = token_made(anna)
    assert [asked(club, token)[0] for token in (first, second)] == [401, 201]
    assert "revoked" in anna.get("/me").text


def test_at_home_tokens_without_an_owner_are_everybodys(house: House) -> None:
    secret = house.visitor().client.post("/api/programs", json={"name": "robot"}).json()["token"]
    anna = registered(house, "Anna")
    token_made(anna, "annas")
    somebody = house.visitor("Boris")
    page = somebody.get("/me").text
    assert ("robot" in page, "annas" in page) == (True, False)
    assert somebody.post("/me/programs/1/revoke").status_code == 303
    assert asked(house, secret)[0] == 401


def test_a_game_that_can_not_be_read_keeps_nobody_from_a_password(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        screen.play(screen.actions[0])
    house.live_tables._tables.pop(table.number).close()
    with closing(sqlite3.connect(house.folder / "games.db")) as archive, archive:
        archive.execute("update moves set notation = 'nonsense'")
    answer = anna.post("/me/register", name="Anna", password="four plain words")
    assert answer.status_code == 303, answer.text
    assert anna.mark.startswith("player:")
