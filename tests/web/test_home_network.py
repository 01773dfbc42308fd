"""A house that is open to its home network: who comes from there, and who from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address, ip_interface
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from igroteka.web import home_network, own_networks
from igroteka.web.app import Settings, create_app
from igroteka.web.pages import common
from tests.web.visiting import House, Visitor

NETWORKS = [ip_interface("192.168.1.5/24"), ip_interface("fe80::5/64")]


class Keeper:
    """Who would listen in the network; tells what it was asked for."""

    def __init__(self) -> None:
        self.listens: list[str] = []

    async def open_door(self, addresses: list[str]) -> None:
        self.listens = addresses

    async def close_door(self) -> None:
        self.listens = []


class HomeHouse(House):
    """A house with a door to the home network."""

    def visitor_from(self, address: str, host: str = "192.168.1.5", **headers: str) -> Visitor:
        """A browser at another address, by this name of the house."""
        door = TestClient(
            self.app, f"http://{host}", client=(address, 50000), follow_redirects=False
        )
        door.portal = self._door.portal
        door.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
        return Visitor(self, door)


@pytest.fixture(scope="module")
def _house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeHouse]:
    with HomeHouse(tmp_path_factory.mktemp("house")).open() as opened:
        assert isinstance(opened, HomeHouse)
        yield opened


@pytest.fixture
def house(_house: HomeHouse, monkeypatch: pytest.MonkeyPatch) -> HomeHouse:
    """Its door can be opened, and is not."""
    monkeypatch.setattr(home_network, "own_networks", lambda: NETWORKS)
    common.FORM_RATE._stores.clear()
    _house.app.state.home_door.keeper = Keeper()
    _house.app.state.home_door.open = False
    return _house


@pytest.fixture
def open_house(house: HomeHouse) -> HomeHouse:
    house.app.state.home_door.open = True
    return house


def plays(visitor: Visitor, **form: str) -> int:
    """What the house answers to somebody who wants a game at once."""
    return visitor.post("/play/draughts", bot_draughts="random", **form).status_code


@pytest.mark.parametrize(
    ("address", "headers", "allowed"),
    [
        ("127.0.0.1", {}, True),
        ("192.168.1.23", {}, True),
        ("::ffff:192.168.1.23", {}, True),
        ("fe80::1", {}, True),
        ("192.168.2.23", {}, False),
        ("10.0.0.7", {}, False),
        ("8.8.8.8", {}, False),
        ("2a02:6b8::1", {}, False),
        ("192.168.1.23", {"X_Forwarded_For": "192.168.1.24"}, False),
        ("127.0.0.1", {"Forwarded": "for=8.8.8.8"}, False),
    ],
)
def test_only_who_comes_from_elsewhere_is_asked_for_a_password(
    open_house: HomeHouse, address: str, headers: dict[str, str], allowed: bool
) -> None:
    phone = open_house.visitor_from(address, **headers)
    assert phone.get("/archive").status_code == 200
    assert plays(phone, name="Petya") == (303 if allowed else 403)
    assert ("Join by a code" in phone.get("/").text) is allowed


def test_from_elsewhere_one_plays_with_an_account(open_house: HomeHouse) -> None:
    aunt = open_house.visitor_from("8.8.8.8")
    assert plays(aunt) == 403
    assert aunt.post("/me/register", name="Aunt", password="long enough").status_code == 303
    assert plays(aunt) == 303


def test_a_name_that_is_played_under_at_home_gets_its_password_at_home(
    open_house: HomeHouse,
) -> None:
    child, stranger = open_house.visitor_from("192.168.1.23"), open_house.visitor_from("8.8.8.8")
    plays(child, name="Vanya")
    refused = stranger.post("/me/register", name="vanya", password="long enough")
    assert refused.status_code == 403
    assert "at home first" in refused.text
    assert child.post("/me/register", name="Vanya", password="long enough").status_code == 303


def test_accounts_and_home_go_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_network, "own_networks", lambda: NETWORKS)
    settings = Settings(tmp_path, str(tmp_path / "a.db"), accounts=True, warm=False, home=True)
    app = create_app(settings)
    for address, asked in (("192.168.1.23", False), ("8.8.8.8", True)):
        with TestClient(app, "http://192.168.1.5", client=(address, 50000)) as phone:
            page = phone.get("/me").text
            assert ("That is me" not in page) is asked


def test_who_sits_at_the_machine_opens_the_door_and_closes_it(house: HomeHouse) -> None:
    owner = house.visitor_from("127.0.0.1", "localhost:8000")
    door, keeper = house.app.state.home_door, house.app.state.home_door.keeper
    assert "Let phones in" in owner.get("/").text
    assert owner.post("/home-network", open="yes").headers["location"] == "/#join"
    assert keeper.listens == ["192.168.1.5"]
    page = owner.get("/").text
    assert "http://192.168.1.5:8000" in page
    assert "without a password" in page
    owner.post("/home-network", open="no")
    assert keeper.listens == []
    assert not door.open
    assert "Join by a code" not in owner.get("/").text


@pytest.mark.parametrize(
    ("address", "host", "headers"),
    [
        ("192.168.1.23", "192.168.1.5", {}),
        ("127.0.0.1", "127.0.0.1", {"X_Forwarded_For": "127.0.0.1"}),
    ],
)
def test_nobody_else_has_the_switch(
    open_house: HomeHouse, address: str, host: str, headers: dict[str, str]
) -> None:
    other = open_house.visitor_from(address, host, **headers)
    assert "/home-network" not in other.get("/").text
    assert other.post("/home-network", open="no").status_code == 403
    assert open_house.app.state.home_door.open


def test_a_machine_in_no_network_says_so(house: HomeHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_network, "own_networks", list)
    answer = house.visitor_from("127.0.0.1", "127.0.0.1").post("/home-network", open="yes")
    assert answer.status_code == 400
    assert "in no home network" in answer.text


def test_a_phone_says_its_name_and_is_among_the_games(open_house: HomeHouse) -> None:
    phone = open_house.visitor_from("192.168.1.23")
    assert "What is your name?" in phone.get("/join").text
    assert phone.post("/join", name="x" * 99).status_code == 400
    assert phone.post("/join", name="Petya").headers["location"] == "/"
    table = phone.opened(phone.post("/play/draughts", bot_draughts="random"))
    common.FORM_RATE._stores.clear()
    again = phone.client.get("/join")
    assert again.headers["location"] == f"/table/{table}"


def test_who_comes_by_the_code_from_elsewhere_signs_in(open_house: HomeHouse) -> None:
    stranger = open_house.visitor_from("8.8.8.8")
    answer = stranger.get("/join")
    assert answer.headers["location"] == "/me"
    assert stranger.post("/join", name="Petya").headers["location"] == "/me"


def test_the_networks_are_those_of_the_interfaces() -> None:
    found = own_networks.own_networks()
    outward = own_networks.outward_address()
    assert not any(each.ip.is_loopback for each in found)
    if outward is not None and outward.is_private:
        assert any(outward == each.ip for each in found)
        assert not any(ip_address("8.8.8.8") in each.network for each in found)
