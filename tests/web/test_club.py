"""A club evening on the site: links, deeds, phones, the desk."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import segno
from starlette.requests import Request
from starlette.responses import Response

from igroteka.club.event import State
from igroteka.club.links import Role
from igroteka.web.club import links
from igroteka.web.club.doors import Visit
from tests.web.clubs import Club, deed, opened, seated
from tests.web.visiting import House

DIRECTOR, TABLE = Role("director"), Role("table", 1)


def _first(club: Club) -> dict[str, int]:
    """The first board of table 1."""
    return {"round": 1, "table": 1, "board": club.kept.event.boards_at(1, 1)[0]}


def test_a_director_opens_an_evening_and_seats_it(house: House) -> None:
    club = opened(house)
    assert len(club.kept.event.contestants) == 8
    page = club.director.get(f"{club.path(DIRECTOR)}/proposals").text
    assert "Howell" in page
    assert "balance 100.0" in page
    answer = club.director.post(f"{club.path(DIRECTOR)}/seats", chosen="1")
    assert answer.headers["location"] == club.path(DIRECTOR)
    assert "Anna 1 – Boris 1" in club.director.get(club.path(DIRECTOR)).text


def test_a_table_enters_and_confirms(house: House) -> None:
    club = seated(house)
    slot = _first(club)
    replies = club.send(
        TABLE,
        deed("a", "entered", **slot, result="4SX S -1 HK"),
        deed("b", "confirmed", **slot, result="4♠X S -1 ♥K"),
    )
    assert [reply["refusal"] for reply in replies] == [None, None]
    (play,) = club.kept.event.plays.values()
    assert (play.result, play.state) == ("4♠X S -1 ♥K", State.CONFIRMED)
    first = club.state(TABLE)["rounds"][0]["plays"][0]
    assert first["words"] == "4♠ doubled, South, lead ♥K, 1 down: −100"


def test_what_a_phone_sends_twice_is_stored_once(house: House) -> None:
    club = seated(house)
    sent = deed("a", "entered", **_first(club), result="pass")
    numbers = {
        reply["number"] for reply in (*club.send(TABLE, sent, sent), *club.send(TABLE, sent))
    }
    assert len(numbers) == 1


def test_what_cannot_be_is_refused_with_a_sentence(house: House) -> None:
    club = seated(house)
    slot = _first(club)
    (lead,) = club.send(
        DIRECTOR,
        deed(
            "d",
            "dealt",
            board=slot["board"],
            deal="N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
        ),
    )
    assert lead["refusal"] is None
    wrong = {
        "9♠ S =": "9♠ S =",
        "4♠ S +4": "tricks",
        "4♠ S = ♣A": "",
        "4♥ E = ♣A": "♣A",
    }
    for place, (result, why) in enumerate(wrong.items()):
        (reply,) = club.send(TABLE, deed(f"w{place}", "entered", **slot, result=result))
        if why:
            assert why in reply["refusal"]
        else:
            assert reply["refusal"] is None
    (other,) = club.send(TABLE, deed("o", "entered", round=1, table=2, board=1, result="pass"))
    assert other["refusal"] == "this phone belongs to table 1"
    (mine,) = club.send(TABLE, deed("c", "corrected", **slot, result="pass"))
    assert mine["refusal"] == "only the director may do this"


def test_an_unusual_result_is_asked_about_before_it_counts(house: House) -> None:
    club = seated(house)
    sent = deed("a", "entered", **_first(club), result="7NT N -7")
    (asked,) = club.send(TABLE, sent)
    assert asked["number"] is None
    assert asked["doubt"]
    (told,) = club.send(TABLE, {**sent, "sure": True})
    assert told["number"]


def test_a_player_confirms_on_their_own_phone(house: House) -> None:
    club = seated(house)
    slot = _first(club)
    play = next(play for play in club.kept.event.all_plays() if play.slot.table == 1)
    ns, ew = Role("contestant", play.ns[0]), Role("contestant", play.ew[0])
    stranger = next(n for n in club.kept.event.contestants if n not in (*play.ns, *play.ew))
    club.send(ns, deed("a", "entered", **slot, result="1NT N ="))
    (no,) = club.send(
        Role("contestant", stranger), deed("b", "confirmed", **slot, result="1NT N =")
    )
    assert no["refusal"] == "you do not sit at this table"
    club.send(ew, deed("c", "confirmed", **slot, result="1NT N =", by=1))
    assert club.kept.event.plays[play.slot].state is State.CONFIRMED
    assert club.state(ew)["rounds"][0]["side"] == 1


def test_a_wrong_link_leads_nowhere(house: House) -> None:
    club = seated(house)
    visitor = house.visitor()
    assert visitor.get(f"/club/{club.code}/nobody").status_code == 404
    assert visitor.get("/club/zzzzzz/nobody").status_code == 404
    assert visitor.get(f"{club.path(TABLE)}/history").status_code == 403
    assert visitor.get(f"{club.path(TABLE)}/file").status_code == 403


def test_two_directors_do_not_overwrite_each_other(house: House) -> None:
    club = seated(house)
    seen = club.kept.event.last
    slot = _first(club)
    first = {**deed("one", "corrected", **slot, result="60/40"), "seen": seen}
    second = {**deed("two", "corrected", **slot, result="40/60"), "seen": seen}
    assert club.send(DIRECTOR, first)[0]["refusal"] is None
    assert "somebody else has changed this" in club.send(DIRECTOR, second)[0]["refusal"]


def test_the_desk_shows_what_waits_for_the_director(house: House) -> None:
    club = seated(house)
    slot = _first(club)
    club.send(TABLE, deed("a", "entered", **slot, result="pass"))
    club.send(TABLE, deed("b", "disputed", **slot, words="one down"))
    club.send(Role("table", 2), deed("c", "called", table=2, words="revoke"))
    page = club.director.get(club.path(DIRECTOR)).text
    assert "the other side disagrees" in page
    assert "Table 2 calls the director" in page
    history = club.director.get(f"{club.path(DIRECTOR)}/history").text
    assert "one down" in history
    place = "/".join(str(slot[name]) for name in ("round", "table", "board"))
    assert (
        "The table says: one down" in club.director.get(f"{club.path(DIRECTOR)}/desk/{place}").text
    )


def test_somebody_goes_home_and_another_pair_comes_late(house: House) -> None:
    club = seated(house)
    event = club.kept.event
    entries = [
        deed(f"e{n}", "entered", **play.slot._asdict(), result="pass")
        for n, play in enumerate(event.all_plays())
        if play.slot.round == 1
    ]
    assert all(reply["number"] for reply in club.send(DIRECTOR, *entries))
    club.director.post(f"{club.path(DIRECTOR)}/people", people="Late One – Late Two")
    answer = club.director.post(
        f"{club.path(DIRECTOR)}/rest", after="1", withdraw="3", late="on", section="A", reason="ill"
    )
    assert answer.status_code == 303, answer.text
    now = club.kept.event
    assert now.contestants[3].gone_after == 1
    later = {each for (n, _), (_, s) in now.seatings.items() if n > 1 for each in s.everybody}
    assert 9 in later
    assert 3 not in later
    assert sum(bool(play.result) for play in now.all_plays()) == len(entries)


def test_an_evening_goes_on_from_its_file(house: House) -> None:
    club = seated(house)
    club.send(TABLE, deed("a", "entered", **_first(club), result="pass"))
    file = club.director.get(f"{club.path(DIRECTOR)}/file")
    assert file.status_code == 200
    page = club.director.get("/club").text
    assert "Monday" in page
    token = club.director.token
    again = club.director.client.post(
        "/club/file", data={"form": token}, files={"file": ("e.json", file.content)}
    )
    assert again.status_code == 303, again.text
    bad = club.director.client.post(
        "/club/file", data={"form": token}, files={"file": ("e.json", b"{}")}
    )
    assert bad.status_code == 400
    assert "no file of an event" in bad.text


def test_bad_deeds_are_told_what_is_wrong(house: House) -> None:
    club = seated(house)
    path = f"{club.path(TABLE)}/deeds"
    for content in (b"", b"{}", b"[1]", b'[{"kind": "entered"', b"\xff"):
        answer = club.director.client.post(path, content=content)
        assert answer.status_code == 400
    (reply,) = club.send(TABLE, {"key": "x", "kind": "dance", "body": {}})
    assert "nothing of the kind" in reply["refusal"]
    (reply,) = club.send(TABLE, deed("", "called", table=1))
    assert "needs a key" in reply["refusal"]


def test_a_draughts_evening_runs_through_the_same_pages(house: House) -> None:
    club = opened(house, "draughts points", "\n".join(f"Anna {n}" for n in range(1, 7)))
    answer = club.director.post(f"{club.path(DIRECTOR)}/seats", chosen="1")
    assert answer.status_code == 303, answer.text
    page = club.director.get(club.path(TABLE)).text
    assert "White won" in page
    slot = _first(club)
    club.send(TABLE, deed("a", "entered", **slot, result="2-0"))
    club.send(TABLE, deed("b", "confirmed", **slot, result="2-0"))
    assert "2-0" in club.director.get(club.path(DIRECTOR)).text


def _draughts(house: House, players: int, **asked: str) -> Club:
    club = opened(house, "draughts points", "\n".join(f"Anna {n}" for n in range(1, players + 1)))
    answer = club.director.post(f"{club.path(DIRECTOR)}/seats", chosen="1", **asked)
    assert answer.status_code == 303, answer.text
    return club


def test_games_are_asked_for_by_the_round_and_last_as_long_as_their_game(house: House) -> None:
    """Three hours are six games of half an hour: three rounds of two."""
    club = _draughts(house, 8, kind="swiss", boards="2", hours="3")
    event = club.kept.event
    assert event.rounds == 3
    assert event.boards_at(1, 1) == (1, 2)
    one = _draughts(house, 8, kind="swiss")
    assert one.kept.event.boards_at(1, 1) == (1,)


def test_a_swiss_tells_nobody_of_a_round_before_it_is_drawn(house: House) -> None:
    club = _draughts(house, 6, kind="swiss")
    assert [each["round"] for each in club.state(TABLE)["rounds"]] == [1]
    assert all(each["undrawn"] for each in club.state(TABLE)["rounds"][0]["next"])
    assert "Draw round" not in club.director.get(club.path(DIRECTOR)).text
    for table in (1, 2, 3):
        slot = {"round": 1, "table": table, "board": 1}
        club.send(DIRECTOR, deed(f"e{table}", "entered", **slot, result="2-0"))
    desk = club.director.get(club.path(DIRECTOR)).text
    assert "Draw round 2" in desk
    assert "This round is drawn when the one before it is over." in desk
    assert "Begin round 2" not in desk
    answer = club.director.post(f"{club.path(DIRECTOR)}/draw", after="1")
    assert answer.status_code == 303, answer.text
    assert [each["round"] for each in club.state(TABLE)["rounds"]] == [1, 2]
    assert "Begin round 2" in club.director.get(club.path(DIRECTOR)).text


def test_who_sits_out_is_on_the_desk_and_on_the_wall(house: House) -> None:
    names = "\n".join(f"Anna {n} – Boris {n}" for n in range(1, 8))
    club = opened(house, names=names)
    club.director.post(f"{club.path(DIRECTOR)}/seats", chosen="1", kind="howell")
    event = club.kept.event
    (out,) = (each for each in event.contestants if event.seat_of(each, 1) is None)
    said = f"sit out: {out} Anna {out} – Boris {out}"
    assert said in club.director.get(f"{club.path(DIRECTOR)}?round=1").text
    assert said in club.director.get(f"{club.path(DIRECTOR)}/wall").text


def test_the_desk_offers_the_round_after_that_of_the_clock_whichever_is_looked_at(
    house: House,
) -> None:
    club = seated(house)
    club.send(DIRECTOR, deed("r", "round-begun", round=2, minutes=20))
    for shown in (1, 2, 5):
        page = club.director.get(f"{club.path(DIRECTOR)}?round={shown}").text
        assert "Begin round 3" in page
    last = club.kept.event.rounds
    club.send(DIRECTOR, deed("s", "round-begun", round=last, minutes=20))
    assert "Begin round" not in club.director.get(club.path(DIRECTOR)).text


def test_a_penalty_stands_beside_the_name(house: House) -> None:
    club = seated(house)
    club.send(DIRECTOR, deed("p", "penalised", number=2, amount="2.5", reason="late"))
    assert "penalty 2.5 %" in club.director.get(f"{club.path(DIRECTOR)}/people").text


def test_tables_on_the_net_are_numbers_or_all(house: House) -> None:
    club = seated(house)
    for place, (written, refused) in enumerate(
        {"all": False, "1, 2": False, "": False, "every": True}.items()
    ):
        (reply,) = club.send(DIRECTOR, deed(f"o{place}", "changed", settings={"online": written}))
        assert bool(reply["refusal"]) is refused, reply


def test_where_teams_are_compared_their_matches_are_proposed(house: House) -> None:
    club = opened(house, "bridge imps")
    page = club.director.get(f"{club.path(DIRECTOR)}/proposals").text
    assert "eams, everybody against everybody" in page
    assert "Mitchell" not in page


def test_codes_of_links_are_drawn_once_and_for_one_page_at_a_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    at_once: list[bool] = []
    draw, links_page = segno.make, links._drawn_links

    def drawing(address: str, **how: Any) -> Any:
        drawn.append(address)
        return draw(address, **how)

    def one_page(request: Request, at: Visit) -> Response:
        at_once.append(alone.acquire(blocking=False))
        time.sleep(0.02)
        answer = links_page(request, at)
        alone.release()
        return answer

    alone = threading.Semaphore()
    monkeypatch.setattr(segno, "make", drawing)
    monkeypatch.setattr(links, "_drawn_links", one_page)
    director = opened(house)
    with ThreadPoolExecutor(4) as pool:
        path = f"{director.path(DIRECTOR)}/links"
        pages = list(pool.map(lambda _: director.director.get(path), range(4)))
    assert {page.status_code for page in pages} == {200}
    assert all(at_once)
    assert len(drawn) == len(set(drawn)) == 10  # eight pairs, everybody, the director
