"""Who is let in by a cookie or a token, and what ends that."""

from __future__ import annotations

import json
import re
import time
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner
from sqlalchemy import Connection, delete, event, update
from starlette.websockets import WebSocketDisconnect

from igroteka.archive import sessions as kept
from igroteka.archive.schema import credentials, sessions, tokens
from igroteka.web import passwords
from igroteka.web import sessions as web_sessions
from igroteka.web.pages import common, people
from igroteka.web.sessions import TRUSTED_FOR
from tests.web.registering import PASSWORD, registered, token_made
from tests.web.visiting import House, Screen, Visitor, bot

COOKIE = "igroteka-session"
HERE = "testserver.local"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"


@pytest.fixture(scope="module")
def _house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")).open() as opened:
        yield opened


@pytest.fixture
def house(_house: House) -> House:
    """Nobody has a password, a token or a session in it."""

    def emptied(connection: Connection) -> None:
        for table in (sessions, tokens, credentials):
            connection.execute(delete(table))

    _house.live_tables.archive.apply(emptied)
    _house.app.state.sessions._known.clear()
    for rate in (common.FORM_RATE, people.SIGN_IN_RATE, *passwords.RATES):
        rate._stores.clear()
    return _house


def copied(visitor: Visitor) -> Visitor:
    """Somebody who has got hold of a visitor's cookie."""
    thief = visitor.house.visitor()
    thief.client.cookies.set(COOKIE, visitor.client.cookies[COOKIE], domain=HERE)
    return thief


def elsewhere(house: House, name: str = "Anna") -> Visitor:
    """The same person with another browser."""
    other = house.visitor()
    other.client.headers["user-agent"] = FIREFOX
    assert other.post("/me/sign-in", name=name, password=PASSWORD).status_code == 303
    return other


def is_in(visitor: Visitor, name: str = "Anna") -> bool:
    return f"<h1>{name}</h1>" in visitor.get("/me").text


def test_a_copied_cookie_is_worth_nothing_after_signing_out(house: House) -> None:
    anna = registered(house, "Anna")
    thief = copied(anna)
    assert is_in(thief)
    anna.post("/me/sign-out")
    assert not is_in(thief)
    assert not is_in(anna)


def test_a_guest_who_signs_out_leaves_no_way_to_the_seat(house: House) -> None:
    guest = house.visitor("Boris")
    table = house.seat("draughts", {}, guest.chair("Boris"), bot(), watched=False)
    thief = copied(guest)
    assert thief.get(f"/table/{table.number}").status_code == 200
    guest.post("/me/sign-out")
    assert thief.get(f"/table/{table.number}").status_code == 400


def test_a_cookie_that_was_planted_is_not_that_of_who_signs_in(house: House) -> None:
    registered(house, "Anna")
    eve = house.visitor("Eve")
    anna = copied(eve)
    anna.post("/me/sign-in", name="Anna", password=PASSWORD)
    assert is_in(anna)
    assert not is_in(eve)


def test_a_made_up_cookie_is_a_new_visitor(house: House) -> None:
    eve = house.visitor()
    for value in ("x", "x.99", "x.", ".", "'\"", "x." + "9" * 500):
        eve.client.cookies.set(COOKIE, value, domain=HERE)
        assert "Who are you?" in eve.get("/me").text


def test_a_person_sees_own_sessions_and_ends_one_of_them(house: House) -> None:
    anna, other, eve = registered(house, "Anna"), elsewhere(house), registered(house, "Eve")
    page = anna.get("/me").text
    assert "Firefox on Android" in page
    assert page.count("this browser") == 1
    (number,) = re.findall(r"/me/sessions/(\d+)/end", page)
    assert eve.post(f"/me/sessions/{number}/end").status_code == 404
    assert is_in(other)
    assert anna.post(f"/me/sessions/{number}/end").status_code == 303
    assert (is_in(other), is_in(anna)) == (False, True)
    assert "Firefox" not in anna.get("/me").text
    guest = house.visitor("Boris")
    assert guest.post("/me/sessions/end-others").status_code == 403


def test_all_others_are_ended_at_once(house: House) -> None:
    anna, others = registered(house, "Anna"), [elsewhere(house) for _ in range(2)]
    anna.post("/me/sessions/end-others")
    assert [is_in(each) for each in (anna, *others)] == [True, False, False]


def test_another_password_ends_the_other_sessions_and_their_wires(house: House) -> None:
    anna, other = registered(house, "Anna"), elsewhere(house)
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with other.at(table.number) as screen:
        anna.post("/me/password", old=PASSWORD, new="battery staple")
        assert hung_up(screen) == 1008
    assert screen.refusals == ["you were signed out here; load the page again"]
    assert (is_in(anna), is_in(other)) == (True, False)


def hung_up(screen: Screen) -> int:
    """The status with which the house hangs up."""
    with pytest.raises(WebSocketDisconnect) as closed:
        screen.until(lambda: False)
    return closed.value.code


def test_who_is_sent_away_plays_no_more(house: House) -> None:
    anna = registered(house, "Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        thief = copied(anna)
        with thief.at(table.number) as stolen:
            anna.post("/me/sign-out")
            stolen.send(action="c3-d4")
            assert (hung_up(stolen), hung_up(screen)) == (1008, 1008)
    assert not table.so_far.steps


def test_a_revoked_token_hangs_up(house: House) -> None:
    anna = registered(house, "Anna")
    secret = token_made(anna)
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    address = f"/api/tables/{table.number}/socket?token={secret}"
    with anna._connected(address, table.number) as screen:
        anna.post("/me/programs/1/revoke")
        assert hung_up(screen) == 1008
    assert "this token was revoked" in screen.refusals[-1]


def test_what_another_process_ends_is_over_here_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_sessions, "LOOK", 0.05)
    with House(tmp_path).open() as house:
        anna = house.visitor("Anna")
        secret = token_made(anna)
        table = house.seat("draughts", {}, anna.chair("Anna"), bot())
        program = f"/api/tables/{table.number}/socket?token={secret}"
        archive = house.live_tables.archive
        with anna._connected(program, table.number) as far, anna.at(table.number) as screen:
            archive.apply(kept.end_session, anna.session.id)
            assert hung_up(screen) == 1008
            assert not is_in(anna), "nor does the house believe in the session any more"
            archive.apply(revoke, 1)
            assert hung_up(far) == 1008


def revoke(connection: Connection, number: int) -> None:
    revoked = update(tokens).where(tokens.c.id == number).values(revoked=datetime.now(UTC))
    connection.execute(revoked)


def test_a_session_ended_by_another_process_is_believed_a_few_seconds_at_most(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = registered(house, "Anna")
    assert is_in(anna)
    house.live_tables.archive.apply(kept.end_session, anna.session.id)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + TRUSTED_FOR + 1)
    assert not is_in(anna)


def test_what_another_process_has_changed_is_seen_at_once(tmp_path: Path) -> None:
    with House(tmp_path).open() as one, House(tmp_path).open() as other:
        anna = registered(one, "Anna")
        there = other.visitor()
        there.client.cookies = anna.client.cookies
        assert "Where you are signed in" in there.get("/me").text
        anna.post("/wishes", language="ru")
        there.client.cookies = anna.client.cookies
        assert "Где вы вошли" in there.get("/me").text


# --- how rarely it is written and read ---


def test_looking_around_writes_nothing_and_reads_the_session_once(house: House) -> None:
    anna = registered(house, "Anna")
    statements: list[str] = []

    def noted(*args: object) -> None:
        statements.append(str(args[2]))

    house.app.state.sessions._known.clear()
    engine = house.live_tables.archive._engine
    event.listen(engine, "before_cursor_execute", noted)
    looker = house.visitor()
    for _ in range(3):
        anna.get("/grammar")
        looker.get("/grammar")
    event.remove(engine, "before_cursor_execute", noted)
    told = [each for each in statements if "sessions" in each]
    assert len(told) == 2, "one for each of them"
    assert all(each.startswith("SELECT") for each in told)


def test_the_last_use_is_noted_once_in_a_while(house: House) -> None:
    anna = registered(house, "Anna")
    archive = house.live_tables.archive
    long_ago = datetime.now(UTC) - timedelta(minutes=6)
    archive.apply(lambda c: c.execute(update(sessions).values(seen=long_ago)))
    house.app.state.sessions._known.clear()
    answer = anna.get("/me")
    assert COOKIE in answer.headers["set-cookie"], "and kept for another year"
    archive.apply(lambda _: None)
    assert anna.session.seen > long_ago
    assert "set-cookie" not in anna.get("/me").headers


@pytest.mark.parametrize("days", [-400, 400])
def test_a_clock_that_jumps_signs_no_guest_out(house: House, days: int) -> None:
    guest = house.visitor("Boris")
    jumped = datetime.now(UTC) - timedelta(days=days)
    house.live_tables.archive.apply(lambda c: c.execute(update(sessions).values(seen=jumped)))
    house.app.state.sessions._known.clear()
    assert is_in(guest, "Boris")


def test_a_static_file_that_is_not_there_is_not_found(house: House) -> None:
    answer = registered(house, "Anna").get("/static/nowhere/nothing.js")
    assert answer.status_code == 404
    assert "set-cookie" not in answer.headers


# --- cookies of earlier releases ---


@pytest.fixture
def upgraded(tmp_path: Path) -> Iterator[House]:
    (tmp_path / "session.key").write_text("the old key")
    with House(tmp_path).open() as opened:
        yield opened


def former(key: str = "the old key", **marks: object) -> str:
    return TimestampSigner(key).sign(b64encode(json.dumps(marks).encode())).decode()


def test_a_guest_of_an_earlier_release_keeps_the_seat(upgraded: House) -> None:
    mark = "guest:0123456789abcdef"
    table = upgraded.seat("draughts", {}, bot(), bot(), watched=False)
    table.setting.chairs[0].holders.append(mark)
    cookie = former(visitor=mark, name="Boris", language="ru", form="a form")
    guest = upgraded.visitor()
    guest.client.cookies.set("igroteka", cookie, domain=HERE)
    assert is_in(guest, "Boris")
    assert "igroteka" not in guest.client.cookies
    assert guest.mark == mark
    assert guest.get(f"/table/{table.number}").status_code == 200
    guest.post("/me/sign-out")
    thief = upgraded.visitor()
    thief.client.cookies.set("igroteka", cookie, domain=HERE)
    assert not is_in(thief, "Boris")


def test_who_had_a_password_gives_it_again(upgraded: House) -> None:
    player = registered(upgraded, "Anna").session.player
    cookie = former(player=player, name="Anna", since="", form="f", language="ru")
    anna = upgraded.visitor()
    anna.client.cookies.set("igroteka", cookie, domain=HERE)
    page = anna.get("/me").text
    assert "<h1>Кто вы?</h1>" in page


@pytest.mark.parametrize(
    "cookie",
    ["", "x", "e30=.x.y", former("another key", visitor="guest:1")],
    ids=["empty", "short", "unsigned", "of another key"],
)
def test_a_former_cookie_that_was_made_up_is_nobodys(upgraded: House, cookie: str) -> None:
    eve = upgraded.visitor()
    eve.client.cookies.set("igroteka", cookie, domain=HERE)
    assert "Who are you?" in eve.get("/me").text
    assert eve.mark != "guest:1"
