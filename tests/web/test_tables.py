"""A live table: who may sit, look on and move, and what is refused with a reason."""

from __future__ import annotations

import re

import pytest
from starlette.websockets import WebSocketDisconnect

from igroteka.contract import BadOption
from igroteka.registry import game_class
from igroteka.tables.characters import CHARACTERS
from igroteka.tables.setting import Chair
from igroteka.web.pages.table_forms import visitors_bot
from tests.web.visiting import House, bot


@pytest.mark.parametrize("game", ["draughts", "durak", "bridge", "substitution"])
def test_play_now_sits_a_visitor_down_with_a_bot(house: House, game: str) -> None:
    anna = house.visitor()
    number = anna.opened(anna.post(f"/play/{game}", name="Anna", **{f"bot_{game}": "random"}))
    with anna.at(number) as screen:
        # The dice of substitution may leave nobody anything to do.
        screen.until(lambda: screen.to_move or screen.phase == "over")
        if screen.to_move:
            screen.play(screen.actions[0])
        else:
            assert game == "substitution"
        assert "Anna" in [seat["player"] for seat in screen.seen["seats"]]


def test_who_gives_no_name_plays_as_a_guest(house: House) -> None:
    anna = house.visitor()
    number = anna.opened(anna.post("/play/durak", name=" "))
    with anna.at(number) as screen:
        assert any(re.fullmatch(r"Guest \d{4}", s["player"]) for s in screen.seen["seats"])
    assert re.search("Good [a-z]+, Guest", anna.get("/").text)


def test_a_guest_who_tells_a_name_later_still_goes_on(house: House) -> None:
    guest, other = house.visitor(), house.visitor("Anna")
    number = guest.opened(guest.post("/play/draughts"))
    guest.post("/wishes", name="Vera")
    assert re.search("Good [a-z]+, Vera", guest.get("/").text)
    to_go_on = f'class="go-on" href="/table/{number}"'
    assert to_go_on in guest.get("/").text
    assert to_go_on not in other.get("/").text


def test_who_only_opened_a_table_does_not_go_on_with_it(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, Chair("Boris"), bot(), host=anna.mark)
    assert f'class="go-on" href="/table/{table.number}"' not in anna.get("/").text


def test_the_bots_of_a_game_to_watch_are_called_as_people_choose_them(house: House) -> None:
    anna, eve = house.visitor("Anna"), house.visitor("Eve")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot("engine(level=3)"))
    with anna.at(table.number):
        page = eve.get("/").text
    assert 'Anna – <span title="engine(level=3)">Simon the Hedgehog</span>' in page


def test_an_illegal_move_is_refused_with_its_reason_and_not_stored(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        assert screen.refused(action="c3-b2") == "b2 is occupied"
        assert "rubbish" in screen.refused(action="rubbish")
        assert screen.moves == house.stored(table.number) == []
        screen.play("c3-d4")
    assert house.stored(table.number)[0] == "c3-d4"


def test_nobody_moves_out_of_turn(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat("draughts", {}, anna.chair("Anna"), boris.chair("Boris"))
    with boris.at(table.number) as screen:
        reason = screen.refused(action="b6-c5")
        assert reason == "it is not your turn; white is to move"
    assert house.stored(table.number) == []


def test_nobody_moves_for_a_seat_of_another(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat("draughts", {}, anna.chair("Anna"), boris.chair("Boris"))
    with boris.at(table.number) as screen:
        assert screen.refused(action="c3-d4", seat=0) == "the seat of white is not yours"
        for nowhere in (99, -7, 10**30):
            assert screen.refused(action="c3-d4", seat=nowhere) == "this table has no such seat"


def test_spectators_see_the_public_view_and_cannot_act(house: House) -> None:
    anna, eve = house.visitor("Anna"), house.visitor("Eve")
    table = house.seat("durak", {}, anna.chair("Anna"), bot())
    with eve.at(table.number) as screen:
        assert screen.seen["view"] == table.state.view(None).to_json()
        assert screen.actions == []
        for wish in (
            {"action": "take"},
            {"take_back": True},
            {"draw": True},
            {"resign": True},
            {"pause": True},
            {"hint": True},
        ):
            assert screen.refused(**wish) == "you are looking on; take a seat to play"
        assert screen.refused(answer=True) == "nothing is offered now"
    assert table.phase == "playing"
    assert not table.setting.paused


def test_a_closed_table_lets_no_spectator_in(house: House) -> None:
    anna, eve = house.visitor("Anna"), house.visitor("Eve")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot(), watched=False)
    with anna.at(table.number) as screen:
        screen.play("c3-d4")
    page = eve.get(f"/table/{table.number}")
    assert page.status_code == 400
    assert "not open to spectators" in page.text
    for path in ("", "/positions", "/tree", "/as/pdn", "/analysis"):
        answer = eve.get(f"/game/{table.number}{path}")
        assert answer.status_code == 400, path
        assert "c3-d4" not in answer.text
    with eve.client.websocket_connect(f"/table/{table.number}/socket") as session:
        assert "not open to spectators" in session.receive_json()["reason"]
        with pytest.raises(WebSocketDisconnect):
            session.receive_json()
    assert anna.get(f"/game/{table.number}").status_code == 200


# --- invitations ---


def test_a_seat_is_taken_by_its_link(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor()
    table = house.seat("draughts", {}, anna.chair("Anna"), Chair(), host=anna.mark)
    link = f"/table/{table.number}/sit/{table.setting.chairs[1].key}"
    assert link in anna.get(f"/table/{table.number}").text
    with anna.at(table.number) as screen:
        assert screen.phase == "gathering"
        assert screen.refused(action="c3-d4") == "somebody is still missing at the table"
        assert boris.get(link).status_code == 200
        assert boris.post(link, name="Boris").headers["location"] == f"/table/{table.number}"
        screen.until(lambda: screen.phase == "playing")
        screen.play("c3-d4")
    with boris.at(table.number) as screen:
        screen.play("b6-a5")
        assert [seat["player"] for seat in screen.seen["seats"]] == ["Anna", "Boris"]


def test_a_wrong_link_leads_nowhere(house: House) -> None:
    anna, eve = house.visitor("Anna"), house.visitor("Eve")
    table = house.seat("draughts", {}, anna.chair("Anna"), Chair())
    for key in ("wrong", "é", "%00"):
        assert "leads to no seat" in eve.get(f"/table/{table.number}/sit/{key}").text
        assert eve.post(f"/table/{table.number}/sit/{key}").status_code == 400
    assert not table.setting.complete


def test_a_link_seats_one_person_and_is_spent(house: House) -> None:
    """Who sent the link, or found it in a chat, can't slip into the seat of who took it."""
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat("durak", {}, anna.chair("Anna"), Chair(), host=anna.mark)
    link = f"/table/{table.number}/sit/{table.setting.chairs[1].key}"
    boris.post(link)
    for late in (anna, house.visitor("Eve")):
        late.post(link)
        assert table.setting.chairs[1].holders == [boris.mark]
    assert boris.get(link).headers["location"] == f"/table/{table.number}"
    assert "Eve" not in [chair.player for chair in table.setting.chairs]


def test_the_own_seat_is_found_on_another_device(house: House) -> None:
    anna, phone = house.visitor("Anna"), house.visitor()
    table = house.seat("durak", {}, anna.chair("Anna"), bot(), host=anna.mark)
    link = f"/table/{table.number}/sit/{table.setting.chairs[0].key}"
    assert link in anna.get(f"/table/{table.number}").text
    assert "Go on as Anna" in phone.get(link).text
    assert phone.post(link).status_code == 303
    with anna.at(table.number) as here, phone.at(table.number) as there:
        there.until(lambda: there.to_move)
        here.until(lambda: here.to_move)
        assert there.seen["view"] == here.seen["view"]
        there.play(there.actions[0])
        here.until(lambda: here.moves[:1] == there.moves[:1])


def test_nobody_sits_at_a_table_twice(house: House) -> None:
    anna, other = house.visitor("Anna"), house.visitor("anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), Chair())
    link = f"/table/{table.number}/sit/{table.setting.chairs[1].key}"
    for visitor in (anna, other):
        answer = visitor.post(link)
        assert answer.status_code == 400
        assert "already sits at this table" in answer.text
    page = anna.post("/new/draughts", seat0="me", seat1="here", name1="ANNA")
    assert page.status_code == 400
    assert "two chairs" in page.text


def test_an_invitation_is_shown_again_with_the_name_that_was_taken(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor()
    table = house.seat("draughts", {}, anna.chair("Anna"), Chair())
    link = f"/table/{table.number}/sit/{table.setting.chairs[1].key}"
    answer = boris.post(link, name="Anna")
    assert answer.status_code == 400
    assert f'action="{link}"' in answer.text
    assert 'value="Anna"' in answer.text
    assert boris.post(link, name="Boris").status_code == 303


def test_somebody_of_the_same_name_sits_down_under_another(house: House) -> None:
    anna, other = house.visitor("Anna"), house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), Chair())
    link = f"/table/{table.number}/sit/{table.setting.chairs[1].key}"
    assert 'name="name"' in other.post(link).text
    assert other.post(link, name="Anna 2").status_code == 303
    assert house.table(table.number).setting.chairs[1].player == "Anna 2"


def test_the_form_of_a_table_comes_back_as_it_was_typed(house: House) -> None:
    anna = house.visitor("Anna")
    typed = {"seat0": "me", "seat1": "here", "name1": "Boris", "take_back": "off"}
    answer = anna.post("/new/draughts", **typed, minutes="soon", **{"option-variant": "pool"})
    assert answer.status_code == 400
    assert "a clock is minutes" in answer.text
    for kept in (
        'name="name1" value="Boris"',
        'value="off" selected',
        'name="minutes" value="soon"',
        '<option value="pool" selected>',
    ):
        assert kept in answer.text


def test_links_are_shown_to_the_host_and_the_owner_alone(house: House) -> None:
    anna, eve = house.visitor("Anna"), house.visitor("Eve")
    table = house.seat("draughts", {}, anna.chair("Anna"), Chair(), host=anna.mark)
    keys = [chair.key for chair in table.setting.chairs]
    assert all(key in anna.get(f"/table/{table.number}").text for key in keys)
    with eve.at(table.number):
        eve.get(f"/table/{table.number}")
    assert not any(key in text for key in keys for text in eve.received)


# --- after the game ---


def test_once_more_swaps_sides_and_renews_budgets(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat(
        "draughts", {}, anna.chair("Anna"), boris.chair("Boris"), hints=3, take_backs=2
    )
    table.setting.chairs[0].hints = 0
    with anna.at(table.number) as screen:
        screen.send(resign=True)
        screen.until(lambda: screen.phase == "over")
        again = house.table(anna.opened(anna.post(f"/table/{table.number}/again")))
        screen.until(lambda: screen.seen["table"]["next"] == again.number)
    assert [chair.player for chair in again.setting.chairs] == ["Boris", "Anna"]
    assert [(chair.hints, chair.take_backs) for chair in again.setting.chairs] == [(3, 2)] * 2
    assert not {c.key for c in again.setting.chairs} & {c.key for c in table.setting.chairs}
    assert boris.opened(boris.post(f"/table/{table.number}/again")) == again.number
    assert house.visitor("Eve").post(f"/table/{table.number}/again").status_code == 400


def test_partners_keep_their_seats_for_the_next_board(house: House) -> None:
    anna = house.visitor("Anna")
    seats = [anna.chair("Anna"), bot("simple"), bot("random"), bot("simple")]
    table = house.seat("bridge", {"scoring": "points"}, *seats, pace=1.5)
    setting = table.setting.moved(range(4))
    assert [chair.player for chair in setting.chairs] == ["Anna", "simple", "random", "simple"]
    assert setting.pace == 1.5


def test_a_bot_is_seen_as_its_character(house: House) -> None:
    for game in ("bridge", "durak", "draughts", "substitution"):
        for word, written in game_class(game).opponents.items():
            character = CHARACTERS[word]
            anna = house.visitor("Anna")
            number = anna.opened(
                anna.post(f"/play/{game}", name="Anna", **{f"bot_{game}": written})
            )
            with anna.at(number) as screen:
                seats = screen.seen["seats"]
            seen = {
                tuple(seat[k] for k in ("player", "face", "strength", "rank")) for seat in seats
            }
            assert seen == {("Anna", None, None, None), character[:4]}


def test_a_running_game_is_not_played_once_more(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    answer = anna.post(f"/table/{table.number}/again")
    assert answer.status_code == 400
    assert "not over" in answer.text


# --- tables of one's own making ---


@pytest.mark.parametrize(
    "variant", ["russian", "poddavki", "brazilian", "pool", "english", "international"]
)
def test_every_rule_set_of_draughts_is_played(house: House, variant: str) -> None:
    anna = house.visitor("Anna")
    form = {"option-variant": variant, "seat0": "me", "seat1": "here", "name1": "Boris"}
    number = anna.opened(anna.post("/new/draughts", **form))
    with anna.at(number) as screen:
        assert screen.seen["table"]["options"]["variant"] == variant
        for _ in range(3):
            screen.play(screen.actions[0])


def test_a_table_of_the_substitution_game_is_set_up(house: House) -> None:
    anna = house.visitor("Anna")
    form = {"option-turns": "7", "option-grammar": "S->AB;A->a;B->b", "seat0": "me"}
    number = anna.opened(anna.post("/new/substitution", **form, seat1="bot:search(depth=2)"))
    table = house.table(number)
    assert table.game.options["turns"] == "7"
    assert table.setting.chairs[1].bot == "search(depth=2)"
    assert "S->AB" in table.game.options["grammar"]


@pytest.mark.parametrize("bot", ["simple(system=README.md)", "monte-carlo(1, 1, 1, README.md)"])
def test_a_visitor_names_no_file_of_the_house(bot: str) -> None:
    with pytest.raises(BadOption, match="can't be given a file here"):
        visitors_bot("bridge", bot)
    assert visitors_bot("bridge", "monte-carlo(samples=2)") == "monte-carlo(samples=2)"


@pytest.mark.parametrize(
    ("game", "bot"),
    [
        ("durak", "master(5, 0, 1000)"),
        ("durak", "master(seconds=nan)"),
        ("bridge", "monte-carlo(2000, 2000, 1000)"),
        ("draughts", "engine(time=nan)"),
        ("draughts", "engine(0, 30)"),
        ("draughts", "mcts(1_000_000)"),
    ],
)
def test_a_bot_of_a_visitor_thinks_only_so_long(game: str, bot: str) -> None:
    with pytest.raises(BadOption, match="can't be given more than"):
        visitors_bot(game, bot)


@pytest.mark.parametrize(
    ("grammar", "turns", "reason"),
    [
        ("S->" + "S" * 900_000, "10", "grammar has at most 4000 letters here"),
        ("S->" + "S" * 3000, "200", "play at most 19 turns"),
        ("S->" + "S|" * 1900 + "a", "200", "play at most 15 turns"),
    ],
    ids=["a long one", "a long right side", "many right sides"],
)
def test_a_grammar_of_a_visitor_is_only_so_long(
    house: House, grammar: str, turns: str, reason: str
) -> None:
    form = {"option-turns": turns, "option-grammar": grammar, "seat0": "me", "seat1": "bot:random"}
    answer = house.visitor("Anna").post("/new/substitution", **form)
    assert answer.status_code == 400
    assert reason in answer.text
