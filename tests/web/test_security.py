"""What strangers can't do: forge forms, run commands, read files, take over sessions."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocketDisconnect

from igroteka.web.security import HEADERS
from tests.web.uploading import new_program, start_of_draughts, upload
from tests.web.visiting import House, Visitor, bot

PAGES = (
    "/",
    "/archive",
    "/tournaments",
    "/grammar",
    "/me",
    "/new/durak",
    "/tournaments/new/bridge",
    "/nowhere",
    "/table/99",
    "/game/99",
    "/api/games",
    "/api/openapi.json",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_headers(house: House, path: str) -> None:
    answer = house.visitor().get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_even_a_failure_of_the_house_carries_the_headers(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = house.visitor("Anna")

    def broken(*_: object) -> None:
        raise RuntimeError("secret details")

    monkeypatch.setattr(house.live_tables.archive, "read", broken)
    answer = visitor.get("/archive")
    assert answer.status_code == 500
    assert "secret details" not in answer.text
    assert "it is not your fault" in answer.text
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize("path", ["/archive", "/api/tables/1", "/", "/table/1"])
def test_an_archive_that_fails_is_not_the_visitors_fault(
    house: House, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """They are asked to come again, and see nothing of the inside."""
    visitor = house.visitor("Anna")

    def fails(*_: object, **__: object) -> None:
        raise OperationalError("select secret", {}, Exception("at 10.0.0.7, /var/games.sqlite"))

    monkeypatch.setattr(house.live_tables.archive._engine, "connect", fails)
    answer = visitor.client.get(path, headers={"Authorization": "Bearer some"})
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "30"
    assert "try again in a minute" in answer.text
    assert not re.search("secret|10.0.0.7|/var", answer.text)


def test_the_policy_lets_no_foreign_script_in(house: House) -> None:
    policy = house.visitor().get("/").headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'self'" in policy


def test_scripts_are_scripts_whatever_the_system_says(house: House) -> None:
    mimetypes.add_type("text/plain", ".js")  # as some programs tell Windows
    page = house.visitor().get("/archive").text
    script = re.search(r'src="(/static/[^"]+[.]js)"', page)
    assert script is not None
    with House(house.folder).open() as again:
        kind = again.visitor().get(script.group(1)).headers["content-type"]
    assert kind.startswith("text/javascript")


FORMS = (
    "/wishes",
    "/play/durak",
    "/new/durak",
    "/me/sign-in",
    "/me/register",
    "/me/programs",
    "/grammar/check",
    "/tournaments/new/durak",
    "/archive/import",
    "/me/sign-out",
)


@pytest.mark.parametrize("path", FORMS)
def test_a_form_needs_its_token_and_its_own_origin(house: House, path: str) -> None:
    visitor = house.visitor("Anna")
    token = visitor.token
    client = visitor.client
    refusals = [
        client.post(path, data={"name": "Eve"}),
        client.post(path, data={"name": "Eve", "form": "guessed"}),
        client.post(path, data={"name": "Eve", "form": house.visitor().token}),
        client.post(path, data={"form": token}, headers={"origin": "http://elsewhere.test"}),
        client.post(path, data={"form": token}, headers={"origin": "null"}),
        client.post(path, data={"form": token}, headers={"sec-fetch-site": "cross-site"}),
    ]
    assert {answer.status_code for answer in refusals} == {403}
    assert "Anna" in visitor.get("/").text


def test_a_socket_of_another_origin_is_refused(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with (
        pytest.raises(WebSocketDisconnect),
        anna.client.websocket_connect(
            f"/table/{table.number}/socket", headers={"origin": "http://elsewhere.test"}
        ),
    ):
        pass


@pytest.mark.parametrize(
    "back",
    [
        "//evil.test",
        "/\\evil.test",
        "http://evil.test",
        "/\t/evil.test",
        "\\\\evil.test",
        "javascript:alert(1)",
        "/\n/evil.test",
    ],
)
def test_nobody_is_sent_elsewhere(house: House, back: str) -> None:
    location = house.visitor().post("/wishes", back=back).headers["location"]
    assert location.startswith("/")
    assert location[1:2] not in ("/", "\\", "\t", "\n")


# --- commands and files of the server ---


@pytest.mark.parametrize(
    "text",
    ["external(touch pwned)", "external(command=touch pwned)", "./bot.py:Bot", "/tmp/bot.py:Bot"],
)
def test_no_visitor_runs_a_program_of_the_server(
    house: House, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("open('pwned', 'w')")
    anna = house.visitor("Anna")
    token = new_program(house)
    refusals = [
        anna.post("/play/draughts", bot_draughts=text),
        anna.post("/new/draughts", seat0="me", seat1=f"bot:{text}"),
        anna.post("/tournaments/new/draughts", bots=f"random,{text}", games="1", seed="1"),
        anna.client.post(
            "/api/tables",
            json={"game": "draughts", "seats": [{"kind": "me"}, {"kind": "bot", "bot": text}]},
            headers={"Authorization": f"Bearer {token}"},
        ),
    ]
    assert all(400 <= answer.status_code < 500 for answer in refusals)
    assert not (tmp_path / "pwned").exists()


@pytest.mark.parametrize("name", ["external(touch pwned)", "./bot.py:Bot"])
def test_a_game_from_a_file_runs_no_program_when_it_is_gone_on_with(
    house: House, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("open('pwned', 'w')")
    anna = house.visitor("Anna")
    record: dict[str, Any] = {
        "game": "draughts",
        "options": {},
        "players": [name, "random"],
        "deal": start_of_draughts(),
        "actions": [],
        "scores": None,
        "ending": "unfinished",
    }
    number = _taken_in(anna, record)
    answer = anna.post(f"/game/{number}/resume")
    assert answer.status_code == 400
    assert anna.get(f"/table/{number}").status_code == 404
    assert not (tmp_path / "pwned").exists()


def test_options_name_no_file_of_the_server(house: House, tmp_path: Path) -> None:
    secret = tmp_path / "grammar.txt"
    secret.write_text("S->secret\n")
    anna = house.visitor("Anna")
    token = new_program(house)
    path = str(secret)
    answers = [
        anna.get("/new/substitution", grammar=path),
        anna.post("/new/substitution", **{"option-grammar": path, "seat0": "me"}),
        anna.post("/tournaments/new/substitution", **{"option-grammar": path, "bots": "random"}),
        anna.post("/grammar/check", grammar=path),
        anna.client.post(
            "/api/tables",
            json={"game": "substitution", "options": {"grammar": path}},
            headers={"Authorization": f"Bearer {token}"},
        ),
    ]
    assert not any("secret" in answer.text.replace(path, "") for answer in answers)
    assert not any(answer.status_code in (201, 303) for answer in answers)


def test_a_record_names_no_file_of_the_server(house: House, tmp_path: Path) -> None:
    secret = tmp_path / "grammar.txt"
    secret.write_text("S->s|e\n")
    anna = house.visitor("Anna")
    record: dict[str, Any] = {
        "game": "substitution",
        "options": {"grammar": str(secret), "turns": "1"},
        "players": ["Anna", "Boris"],
        "deal": "",
        "actions": [],
        "scores": None,
        "ending": "unfinished",
    }
    page = upload(anna, record)
    assert "problems: 1" in page
    assert "S->s" not in page


# --- what people write ---


def test_what_people_write_is_text_and_never_markup(house: House) -> None:
    name = "<b onclick=x>&'\""
    anna = house.visitor(name)
    assert name not in anna.get("/").text
    table = house.seat("draughts", {}, anna.chair(name), bot(), host=anna.mark)
    with anna.at(table.number) as screen:
        screen.play("c3-d4")
        screen.send(resign=True)
        screen.until(lambda: screen.phase == "over")
    move = str(house.live_tables.archive.read(_first_move, table.number))
    script = "</script><script>alert(1)</script>"
    assert anna.post(f"/game/{table.number}/comment/{move}", comment=script).status_code == 200
    pages = [
        *(anna.get(path).text for path in ("/", "/archive", "/me", f"/game/{table.number}")),
        anna.get("/archive", player=script, position=script).text,
        anna.get("/grammar", name=script).text,
        anna.get("/new/durak", players=script).text,
        anna.post("/grammar/check", grammar=f"S->{script}").text,
        anna.post("/tournaments/new/durak", bots=script, games="1", seed="1", title=script).text,
        house.visitor().get(f"/table/{table.number}").text,
    ]
    for page in pages:
        assert "<script>alert" not in page
        assert "<b onclick" not in page


def _first_move(connection: Any, number: int) -> int:
    from igroteka.archive import queries

    return queries.game(connection, number).moves[0].id


def _taken_in(visitor: Visitor, record: dict[str, Any]) -> int:
    page = upload(visitor, record)
    assert "taken in: 1" in page, page
    return int(page.split('href="/game/')[1].split('"')[0])
