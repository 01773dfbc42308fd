"""Boards that others have still to play: nobody sees their cards, wherever they ask for them."""

from __future__ import annotations

import pytest

from igroteka.cli.bridge.tree_data import Made, Source, collect
from igroteka.cli.run_plan import Workers
from igroteka.club.links import Role
from igroteka.games.bridge.boards import Board
from igroteka.games.bridge.cards import Card
from igroteka.registry import formats
from igroteka.tables.table import Table
from igroteka.web.club import hands
from tests.web.boards_apart import match, play_out
from tests.web.clubs import Club, deed, opened, seated
from tests.web.listening import named
from tests.web.robots import DIRECTOR, ROBOTS, wait_for_results
from tests.web.visiting import House, Visitor

OF_AN_EVENING = (
    "", "/results", "/people", "/proposals", "/history", "/wall", "/file", "/links", "/state",
    "/solved", "/paper/cards", "/paper/travellers", "/paper/own", "/paper/hands", "/export/pbn",
    "/export/csv", "/export/usebio", "/export/html", "/pair/1", "/pair/2", "/pair/3", "/pair/4",
    "/board/BOARD", "/board/BOARD/part", "/desk/1/1/BOARD", "/news?after=-1",
)  # fmt: skip
OF_GAMES = (
    "/", "/archive", "/archive?state=finished", "/archive?game=bridge", "/archive?sitting=1",
    "/puzzles", "/game/1", "/game/1/positions", "/game/1/tree", "/game/1/analysis",
    "/game/1/afterword", "/game/1/puzzles", "/table/1", "/api/tables/1", "/trees", "/club",
    "/club/sessions", *(f"/game/1/as/{each.name}" for each in formats("bridge")),
)  # fmt: skip


def played_at_one_table(house: House) -> Club:
    """An evening whose first board was played on the net at table 1, and nowhere else."""
    club = opened(house, names=ROBOTS)
    path = club.path(DIRECTOR)
    club.director.post(f"{path}/seats", chosen="1", kind="howell", boards="3")
    club.director.post(f"{path}/deals", seed="7")
    club.send(DIRECTOR, deed("s", "changed", settings={"online": "1"}))
    club.send(DIRECTOR, deed("r1", "round-begun", round=1, minutes=20))
    wait_for_results(club, 1)
    (play,) = club.kept.event.plays.values()
    assert play.result != "pass"
    return club


def not_played(club: Club) -> list[Role]:
    """Links of those who have still to play the board, and of who only looks."""
    ((slot, play),) = club.kept.event.plays.items()
    waiting = [n for n in club.kept.event.contestants if n not in (*play.ns, *play.ew)]
    assert slot.table == 1
    return [Role("players"), Role("table", 2), *(Role("contestant", n) for n in waiting)]


def test_no_page_tells_of_a_board_that_others_have_to_play(house: House) -> None:
    club = played_at_one_table(house)
    ((slot, play),) = club.kept.event.plays.items()
    visitor = house.visitor("Eve")
    paths = list(OF_GAMES)
    for role in not_played(club):
        paths += [
            club.path(role) + each.replace("BOARD", str(slot.board)) for each in OF_AN_EVENING
        ]
    for path in paths:
        text = visitor.get(path).text
        assert named("bridge", text) == set(), path
        assert play.result not in text, path
        assert club.kept.event.deals[slot.board] not in text, path


def test_who_directs_or_has_played_sees_the_result(house: House) -> None:
    club = played_at_one_table(house)
    (play,) = club.kept.event.plays.values()
    (own, *_), visitor = play.ns, house.visitor()
    for role in (DIRECTOR, Role("contestant", own)):
        page = visitor.get(f"{club.path(role)}/pair/{own}").text
        assert named("bridge", page), "the lead is on it"


@pytest.mark.parametrize("way", ["archive", "event"])
def test_no_tree_grows_from_a_board_that_others_have_to_play(house: House, way: str) -> None:
    """Its page shows the deals from which it grew, to everybody."""
    club = played_at_one_table(house)
    made, database = Made(0, 1, (), (), "double-dummy"), str(house.folder / "games.db")
    source = Source((), way == "archive", (club.code,) * (way == "event"), database, made)
    assert not collect(source, Workers(1, None)).played
    club.send(DIRECTOR, deed("end", "closed"))
    assert len(collect(source, Workers(1, None)).played) == 1


def test_a_table_can_t_ask_for_cards_by_the_leads_that_are_refused(house: House) -> None:
    club = seated(house)
    club.director.post(f"{club.path(DIRECTOR)}/deals", seed="7")
    (number, table) = next(key for key in club.kept.event.seatings)
    number_of_board = club.kept.event.boards_at(number, table)[0]
    board = Board.read(club.kept.event.deals[number_of_board])
    held = [Card(at) for at in range(52) if board.hands[1] >> at & 1]
    others = [Card(at) for at in range(52) if not board.hands[1] >> at & 1]
    phone, slot = Role("table", table), {"round": number, "table": table, "board": number_of_board}

    def entered(key: str, kind: str, card: Card, role: Role = phone) -> str | None:
        (reply,) = club.send(role, deed(key, kind, **slot, result=f"1NT N = {card}"))
        refusal: str | None = reply["refusal"]
        return refusal

    assert "did not hold" in str(entered("director", "entered", others[0], DIRECTOR))
    assert entered("first", "entered", others[0]) is None, "until it is stored nothing is told"
    assert "did not hold" in str(entered("no", "confirmed", others[0])), "and nobody confirms it"
    assert entered("second", "entered", held[0]) is None
    assert entered("yes", "confirmed", held[0]) is None


def test_where_hands_are_shown_late_leads_are_not_checked_before(house: House) -> None:
    club = seated(house)
    club.director.post(f"{club.path(DIRECTOR)}/deals", seed="7")
    club.send(DIRECTOR, deed("s", "changed", settings={"hands": "all"}))
    (number, table) = next(key for key in club.kept.event.seatings)
    place = {"round": number, "table": table, "board": club.kept.event.boards_at(number, table)[0]}
    phone, answers = Role("table", table), set()
    for card in range(52):
        entry = deed(f"{card}", "entered", **place, result=f"1NT N = {Card(card)}")
        answers.add(club.send(phone, entry)[0]["refusal"])
    assert answers == {None}


def test_a_seed_that_nobody_typed_can_t_be_tried_out() -> None:
    assert len({hands._seed("") >> 64 for _ in range(8)}) == 8
    assert hands._seed("12") == 12


# --- a match of two tables ---


def looks(visitor: Visitor, table: Table) -> list[int]:
    """How the house answers to who looks on, and to who looks back."""
    paths = (f"/table/{table.number}", f"/game/{table.number}", f"/game/{table.number}/as/pbn")
    return [visitor.get(path).status_code for path in paths]


def test_a_board_of_a_match_is_seen_when_both_tables_have_played_it(house: House) -> None:
    one, other = match(house)
    for table in (one, other):
        house.live_tables._tables.pop(table.number).close()  # as they are stored, with the other
    one, other = house.table(one.number), house.table(other.number)
    eve = house.visitor("Eve")
    assert looks(eve, one)[0] == 400, "the other table has it before it"
    play_out(house, one)
    assert looks(eve, one) == [400, 400, 400]
    assert "others have still to play this board" in eve.get(f"/game/{one.number}").text
    assert looks(eve, other)[0] == 200, "nobody has this one to play any more"
    play_out(house, other)
    assert looks(eve, one) == looks(eve, other) == [200, 200, 200]
