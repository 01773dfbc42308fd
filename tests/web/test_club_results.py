"""Results of a club evening on the site: hands, travellers, plots, paper, files, sums, members."""

from __future__ import annotations

import re
import time
from typing import Any

from igroteka.archive.members import all_members
from igroteka.basics import explanation
from igroteka.club.links import Role
from igroteka.games.bridge.dealing import deal_set, set_text
from tests.web.clubs import Club, deed, opened, seated
from tests.web.visiting import House

DIRECTOR, PLAYERS = Role("director"), Role("players")
RESULTS = ("1NT N =", "1NT N +1", "2♥ E -1", "pass", "3♣ W =")


def page(club: Club, where: str, role: Role = DIRECTOR) -> str:
    answer = club.director.get(f"{club.path(role)}/{where}")
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def refused(club: Club, where: str, role: Role) -> int:
    return int(club.director.get(f"{club.path(role)}/{where}").status_code)


def played(house: House, rounds: int | None = None, **asked: Any) -> Club:
    """An evening with all results of so many rounds."""
    club = seated(house, **asked)
    entries = [
        deed(f"e{n}", "entered", **play.slot._asdict(), result=RESULTS[n % len(RESULTS)])
        for n, play in enumerate(club.kept.event.all_plays())
        if rounds is None or play.slot.round <= rounds
    ]
    sure = [{**entry, "sure": True} for entry in entries]
    assert all(reply["number"] for reply in club.send(DIRECTOR, *sure))
    return club


def deal(club: Club, **form: str) -> None:
    answer = club.director.post(f"{club.path(DIRECTOR)}/deals", **form)
    assert answer.status_code == 303, answer.text


def upload(club: Club, content: bytes) -> tuple[int, str]:
    answer = club.director.client.post(
        f"{club.path(DIRECTOR)}/deals",
        data={"form": club.director.token},
        files={"file": ("boards.pbn", content)},
    )
    return answer.status_code, answer.text


def test_boards_are_dealt_by_a_seed_and_the_same_seed_deals_the_same(house: House) -> None:
    club = seated(house)
    deal(club, seed="7")
    event = club.kept.event
    boards = {board.number: str(board) for board in deal_set(max(event.boards), 7)}
    assert event.deals == {number: boards[number] for number in event.boards}
    answer = club.director.post(f"{club.path(DIRECTOR)}/deals", seed="8")
    assert answer.status_code == 400
    assert "every board has its cards already" in answer.text


def test_deals_come_from_a_file(house: House) -> None:
    club = seated(house)
    boards = list(deal_set(4, 3))
    status, _ = upload(club, set_text(boards).encode())
    assert status == 303
    assert club.kept.event.deals == {board.number: str(board) for board in boards}
    for content, why in (
        (b"nonsense", "mistake in line 1"),
        (set_text(list(deal_set(1, 3, first=99))).encode(), "none of the boards in play"),
    ):
        status, text = upload(club, content)
        assert status == 400
        assert why in text


def test_a_deal_that_does_not_fit_what_was_led_is_refused(house: House) -> None:
    club = seated(house)
    (board,) = deal_set(1, 3)
    leader = 1  # who sits after North
    held = next(card for card in ("♠A", "♠K", "♥A", "♥K") if not _holds(board.hands[leader], card))
    table = club.kept.event.seatings
    (number, at) = next(key for key in table if 1 in club.kept.event.boards_at(*key))
    entry = deed("a", "entered", round=number, table=at, board=1, result=f"1NT N = {held}")
    assert club.send(DIRECTOR, entry)[0]["number"]
    status, text = upload(club, set_text([board]).encode())
    assert status == 400
    assert f"East, who led, did not hold {held} on board 1" in text


def _holds(hand: int, card: str) -> bool:
    from igroteka.games.bridge.cards import Card

    return bool(hand >> Card.read(card) & 1)


def test_a_table_cannot_change_the_cards_that_the_director_gave(house: House) -> None:
    club = seated(house)
    deal(club, seed="7")
    known = club.kept.event.deals[1]
    other = next(deal_set(1, 8))
    (reply,) = club.send(Role("table", 1), deed("d", "dealt", board=1, deal=str(other)))
    assert "only the director may change them" in reply["refusal"]
    (same,) = club.send(Role("table", 1), deed("s", "dealt", board=1, deal=known))
    assert same["number"]


def test_hands_are_hidden_from_who_may_still_play_the_board(house: House) -> None:
    club = played(house, rounds=1)
    deal(club, seed="7")
    event = club.kept.event
    board = event.boards_at(1, 1)[0]
    seating = event.seatings[1, 1][1]
    stranger = next(n for n in event.contestants if n not in seating.everybody)
    assert 'class="deal"' in page(club, f"board/{board}", Role("contestant", seating.ns[0]))
    assert 'class="deal"' in page(club, f"board/{board}/part", Role("table", 1))
    assert refused(club, f"board/{board}", Role("contestant", stranger)) == 403
    assert refused(club, f"board/{board}", PLAYERS) == 403
    club.send(DIRECTOR, deed("all", "changed", settings={"hands": "all"}))
    assert 'class="deal"' not in page(club, f"board/{board}", Role("contestant", seating.ns[0]))


def test_a_table_does_not_show_the_next_ones_what_those_before_have_played(house: House) -> None:
    club = played(house, rounds=1)
    deal(club, seed="7")
    board = club.kept.event.boards_at(1, 1)[0]
    assert 'class="deal"' in page(club, f"board/{board}/part", Role("table", 1))
    club.send(Role("table", 1), deed("next", "arrived", round=2, table=1))
    assert refused(club, f"board/{board}/part", Role("table", 1)) == 403


def test_double_dummy_is_worked_out_meanwhile_and_kept(house: House) -> None:
    club = played(house, rounds=1, boards="7")
    deal(club, seed="7")
    all_boards = len(club.kept.event.deals)
    end = time.monotonic() + 60
    while f"{all_boards} of {all_boards}" not in page(club, "solved"):
        assert time.monotonic() < end
        time.sleep(0.2)
    assert f"{all_boards} of {all_boards}" in page(club, "results")
    assert "Double dummy" not in page(club, "results", PLAYERS)
    board = club.kept.event.boards_at(1, 1)[0]
    shown = page(club, f"board/{board}")
    assert "Double dummy" in shown
    assert re.search(r"[Pp]ar [+-]\d+", shown)
    with House(house.folder).open() as again:
        kept = again.app.state.event_news.events.now(club.code)
        assert again.app.state.solving.look(kept) == (all_boards, all_boards)


def test_an_evening_is_taken_along_as_files(house: House) -> None:
    club = played(house)
    deal(club, seed="7")
    pbn = page(club, "export/pbn")
    assert "TotalScoreTable" in pbn
    assert pbn.count("[ScoreTable ") == len(club.kept.event.boards)
    assert page(club, "export/csv").startswith("board,")
    assert "<USEBIO" in page(club, "export/usebio")
    whole = page(club, "export/html")
    assert "<script" not in whole
    assert 'src="' not in whole
    assert "Anna 1 – Boris 1" in whole
    assert whole.count('class="deal"') == len(club.kept.event.boards)
    assert refused(club, "export/xls", DIRECTOR) == 400
    for format in ("pbn", "usebio", "csv", "html"):
        assert f"/export/{format}" in page(club, "results")


def test_nobody_takes_along_what_is_still_played(house: House) -> None:
    club = played(house, rounds=1)
    assert refused(club, "export/pbn", PLAYERS) == 403
    assert "/export/" not in page(club, "results", PLAYERS)
    assert refused(club, "export/pbn", DIRECTOR) == 200
    club.send(DIRECTOR, deed("end", "closed"))
    assert refused(club, "export/pbn", PLAYERS) == 200


def test_plots_show_how_standings_grew_and_a_board_as_a_strip(house: House) -> None:
    club = played(house, rounds=1)
    assert "<polyline" not in page(club, "results")
    club = played(house)
    shown = page(club, "results", Role("contestant", 3))
    assert shown.count("<polyline") == 8
    assert shown.count('<g class="own">') == 1
    board = club.kept.event.boards[0]
    strip = page(club, f"board/{board}")
    rows = [row for row in club.kept.results.rows if row.board == board]
    assert strip.count("<circle") == len(rows)


def test_everything_is_on_paper(house: House) -> None:
    club = played(house)
    deal(club, seed="7")
    boards = club.kept.event.boards
    assert page(club, "paper/travellers").count("<section") == len(boards)
    assert page(club, "paper/own").count("<section") == 8
    assert page(club, "paper/hands").count('class="deal"') == len(boards)
    assert refused(club, "paper/hands", PLAYERS) == 403


def test_the_protocol_of_the_seed_is_on_a_page_as_it_shows_it(house: House) -> None:
    """Board 1: NS6–EW1 2♠ +1, lead ♥10: 140; NS2–EW4 3♣ doubled, lead ♦10: 800; −8 and +8."""
    club = seated(house, "bridge butler")
    event = club.kept.event
    places = [play.slot[:2] for play in event.all_plays() if play.slot.board == 1]
    rows = (((6,), (1,), "2♠ N +1 ♥T"), ((2,), (4,), "3♣X E -4 ♦T"))
    for (number, table), (ns, ew, result) in zip(places, rows, strict=False):
        slot = {"round": number, "table": table, "board": 1}
        replies = club.send(
            DIRECTOR,
            deed(f"s{table}", "sides-set", **slot, ns=list(ns), ew=list(ew)),
            {**deed(f"e{table}", "entered", **slot, result=result), "sure": True},
        )
        assert all(reply["number"] for reply in replies), replies
    shown = page(club, "board/1")
    assert "board 1" in shown
    assert "dealer North, nobody is vulnerable" in shown
    lines = [
        re.sub(r"<[^>]+>", "|", line) for line in re.findall(r"<tr.*?</tr>", shown, re.DOTALL)
    ][1:]
    told = [[cell for cell in line.split("|") if cell.strip()] for line in lines]
    assert [row[4:] for row in told] == [
        ["3♣X", "E", "♦T", "−4", "800", "8", "−8"],
        ["2♠", "N", "♥T", "+1", "140", "−8", "8"],
    ]
    assert [(row[1], row[3]) for row in told] == [("2", "4"), ("6", "1")]


def test_evenings_are_summed_up_by_name(house: House) -> None:
    """Two evenings at matchpoints: the mean over all boards, whoever of a pair is named first."""
    first = played(house, rounds=1)
    turned = "\n".join(f"Boris {n} – Anna {n}" for n in range(1, 9))
    second = opened(house, names=turned)
    second.director.post(f"{second.path(DIRECTOR)}/seats", chosen="1")
    slot = next(second.kept.event.all_plays()).slot._asdict()
    second.send(DIRECTOR, deed("a", "corrected", **slot, result="60/40"))
    where = f"/club/sessions?events={first.code}&events={second.code}"
    shown = first.director.get(where).text
    assert shown.count("Anna 1 – Boris 1") == 1
    ns = next(second.kept.event.all_plays()).ns[0]
    one, two = (
        next(each for each in club.kept.results.standings if each.contestant == ns)
        for club in (first, second)
    )
    boards = one.boards + two.boards
    mean = (one.result * one.boards + two.result * two.boards) / boards
    (line,) = re.findall(rf"<tr><td[^>]*>[^<]*</td><td>Anna {ns} – .*?</tr>", shown)
    assert f"<b>{explanation.shown(mean)}</b>" in line
    assert "tick from 1" in first.director.get("/club/sessions").text
    other = seated(house, "bridge butler")
    answer = first.director.get(f"{where}&events={other.code}")
    assert answer.status_code == 400
    assert "of the same game and scoring" in answer.text


def test_sums_do_not_tell_what_the_director_keeps(house: House) -> None:
    club = played(house, rounds=1)
    club.send(DIRECTOR, deed("h", "changed", settings={"results": "director"}))
    where = f"/club/sessions?events={club.code}"
    assert house.visitor().get(where).status_code == 403
    assert club.director.get(where).status_code == 200


def test_members_join_change_and_leave(house: House) -> None:
    visitor = house.visitor()
    visitor.get("/club/members")
    for rank in ("I", "II"):
        visitor.post("/club/members", name="Anna Orlova", rank=rank, club_number="7")
    assert visitor.get("/club/members").text.count("<b>Anna Orlova</b>") == 2
    assert visitor.post("/club/members", name=" ").status_code == 400
    first, second = house.live_tables.archive.read(all_members)
    visitor.post(f"/club/members/{first.id}", name="Anna Smirnova", rank="I", club_number="")
    visitor.post(f"/club/members/{second.id}", leaves="yes")
    assert [each.name for each in house.live_tables.archive.read(all_members)] == ["Anna Smirnova"]
    assert visitor.post("/club/members/99", name="Nobody").status_code == 400


def test_members_are_chosen_by_name_and_rank(house: House) -> None:
    visitor = house.visitor()
    visitor.get("/club/members")
    for name, rank in (("Anna Orlova", "I"), ("Anna Orlova", "II"), ("Boris Ilin", "")):
        visitor.post("/club/members", name=name, rank=rank)
    club = opened(house, names="Zoe – Ivan")
    before = page(club, "people")
    assert before.count("data-choose=") == 3
    club.director.post(
        f"{club.path(DIRECTOR)}/people", people="Anna Orlova (II) – Boris Ilin\nAnna Orlova – Zed"
    )
    ids = {(each.name, each.rank): each.id for each in house.live_tables.archive.read(all_members)}
    people = [each.people for each in club.kept.event.contestants.values()]
    assert [person.member for person in people[1]] == [
        ids["Anna Orlova", "II"],
        ids["Boris Ilin", ""],
    ]
    assert [person.member for person in people[2]] == [None, None]
    assert page(club, "people").count("data-choose=") == 1


def test_a_draughts_evening_is_taken_along_as_one_page(house: House) -> None:
    club = opened(house, "draughts points", "\n".join(f"Anna {n}" for n in range(1, 7)))
    club.director.post(f"{club.path(DIRECTOR)}/seats", chosen="1")
    entries = [
        deed(f"e{n}", "entered", **play.slot._asdict(), result="2-0")
        for n, play in enumerate(club.kept.event.all_plays())
    ]
    club.send(DIRECTOR, *entries)
    assert "/export/pbn" not in page(club, "results")
    assert "Buchholz" in page(club, "export/html")
    assert refused(club, "export/pbn", DIRECTOR) == 400
    answer = club.director.post(f"{club.path(DIRECTOR)}/deals", seed="1")
    assert "nothing is dealt in this game" in answer.text
