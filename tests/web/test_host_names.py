"""By which names a house is reached, whose word is taken for where requests come from, and how
cookies travel over TLS."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_interface
from pathlib import Path
from socket import gethostname

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from igroteka.archive import accounts
from igroteka.web import home_network
from igroteka.web.host_names import Names
from tests.web.visiting import House, Visitor, bot

OWN = gethostname().partition(".")[0].lower()
PROXY = "10.9.0.1"


@pytest.fixture(autouse=True)
def _networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_network, "own_networks", lambda: [ip_interface("192.168.1.5/24")])


@pytest.mark.parametrize(
    ("names", "at_home", "good", "bad"),
    [
        (
            Names("127.0.0.1"),
            False,
            ["localhost", "127.0.0.1", "::1", "127.0.0.9", "LOCALHOST."],
            ["rebound.example", "192.168.1.5", OWN, "", "localhost.example", "8.8.8.8"],
        ),
        (
            Names("127.0.0.1"),
            True,
            ["localhost", "192.168.1.5", OWN, f"{OWN}.local"],
            ["rebound.example", "192.168.1.6", "8.8.8.8", ""],
        ),
        (Names("0.0.0.0"), False, ["8.8.8.8", "fe80::1", OWN, "localhost"], ["rebound.example"]),
        (
            Names("0.0.0.0", ("play.example.org", "8.8.4.4")),
            False,
            ["play.example.org", "Play.Example.Org.", "8.8.4.4", "127.0.0.1"],
            ["rebound.example", "8.8.8.8", "192.168.1.5", "x.play.example.org"],
        ),
    ],
)
def test_a_house_has_these_names_and_no_others(
    names: Names, at_home: bool, good: list[str], bad: list[str]
) -> None:
    assert [each for each in good if not names.include(each, at_home)] == []
    assert [each for each in bad if names.include(each, at_home)] == []


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Behind a proxy, with a name."""
    names = ("testserver", "play.example.org")
    folder = tmp_path_factory.mktemp("house")
    with House(folder, names=names, proxies=(PROXY,)).open() as opened:
        yield opened


def visitor(house: House, base: str, client: str = "127.0.0.1", **headers: str) -> Visitor:
    door = TestClient(house.app, base, client=(client, 50000), follow_redirects=False)
    door.portal = house._door.portal
    door.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    return Visitor(house, door)


def test_a_name_that_was_made_to_lead_here_is_refused(house: House) -> None:
    rebound = visitor(house, "http://rebound.example", accept_language="ru")
    page = rebound.get("/")
    assert page.status_code == 421
    assert "этот дом не называется «rebound.example»" in page.text
    assert "set-cookie" not in page.headers
    assert page.headers["x-content-type-options"] == "nosniff"
    program = rebound.client.post("/api/programs", json={"name": "robot"})
    assert program.status_code == 421
    assert "is not called 'rebound.example'" in program.json()["error"]


def test_ports_and_brackets_do_not_matter(house: House) -> None:
    for host in ("localhost:81", "[::1]:8000", "[::1]", "play.example.org:443"):
        answer = house.visitor().client.get("/grammar", headers={"host": host})
        assert answer.status_code == 200, host


def test_a_socket_and_its_origin_have_the_same_name(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    address = f"/table/{table.number}/socket"
    for host, origin in (
        ("rebound.example", "http://rebound.example"),
        ("testserver", "http://rebound.example"),
        ("testserver", "null"),
    ):
        headers = {"host": host, "origin": origin}
        with (
            pytest.raises(WebSocketDisconnect),
            anna.client.websocket_connect(address, headers=headers),
        ):
            pass
    good = {"host": "testserver", "origin": "http://testserver"}
    with anna._connected(address, table.number, headers=good) as screen:
        assert screen.to_move


# --- proxies ---


def test_over_tls_the_cookie_is_secure_and_this_hosts_alone(house: House) -> None:
    told = {"x_forwarded_proto": "https", "x_forwarded_for": "8.8.8.8"}
    person = visitor(house, "http://play.example.org", PROXY, **told)
    cookie = person.get("/me").headers["set-cookie"]
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert cookie.startswith("__Host-igroteka=")
    assert {"secure", "httponly", "samesite=lax", "path=/"} <= parts
    assert not any(part.startswith("domain") for part in parts)
    plain = house.visitor().get("/me").headers["set-cookie"]
    assert plain.startswith("igroteka-session=")
    assert "secure" not in plain.lower()


def test_a_plain_cookie_is_not_taken_over_tls(house: House) -> None:
    anna = house.visitor("Anna")
    person = visitor(house, "http://testserver", PROXY, x_forwarded_proto="https")
    person.client.headers["cookie"] = f"igroteka-session={anna.client.cookies['igroteka-session']}"
    assert "Who are you?" in person.get("/me").text


def test_only_a_proxy_that_was_named_is_believed(house: House) -> None:
    told = {"x_forwarded_proto": "https", "x_forwarded_for": "8.8.8.8"}
    for address in ("127.0.0.1", "192.168.1.7", "8.8.8.8"):
        stranger = visitor(house, "http://play.example.org", address, **told)
        assert stranger.get("/me").headers["set-cookie"].startswith("igroteka-session=")


@pytest.fixture
def _guessing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No password is right, and that is told at once."""
    monkeypatch.setattr(accounts, "check_password", lambda *_: None)


@pytest.mark.usefixtures("_guessing")
def test_who_guesses_passwords_from_addresses_that_are_only_claimed_is_one(house: House) -> None:
    answers = []
    for number in range(8):
        eve = visitor(house, "http://testserver", "8.8.8.8", x_forwarded_for=f"10.0.0.{number}")
        answers.append(eve.post("/me/sign-in", name="Anna", password="guess guess").text)
    assert "too many attempts" in answers[-1]


@pytest.mark.usefixtures("_guessing")
def test_behind_a_named_proxy_everybody_is_counted_apart(house: House) -> None:
    for number in range(8):
        person = visitor(house, "http://testserver", PROXY, x_forwarded_for=f"8.8.8.{number}")
        answer = person.post("/me/sign-in", name="Boris", password="guess guess")
        assert "name or password is wrong" in answer.text


def test_a_header_lets_nobody_in_as_if_from_home(tmp_path: Path) -> None:
    with House(tmp_path, accounts=True, home=True, proxies=(PROXY,)).open() as house:
        for client in ("8.8.8.8", PROXY):
            for claimed in ("127.0.0.1", "192.168.1.23"):
                eve = visitor(house, "http://testserver", client, x_forwarded_for=claimed)
                answer = eve.post("/play/draughts", bot_draughts="random", name="Eve")
                assert answer.status_code == 403


# --- what browsers and proxies may keep ---


def test_no_page_and_no_answer_with_cards_is_kept_on_the_way(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("durak", {}, anna.chair("Anna"), bot())
    for path in ("/", "/me", f"/table/{table.number}", "/archive", "/api/games", "/nowhere"):
        assert anna.get(path).headers["cache-control"] == "no-store", path
    script = anna.get("/").text.split('src="/static/')[1].split('"')[0]
    answer = anna.get(f"/static/{script}")
    assert answer.status_code == 200
    assert answer.headers.get("cache-control") != "no-store"
