"""The friend of a child has a name wherever grown-ups read of the games in the room."""

from __future__ import annotations

from igroteka.registry import game_class, game_names
from igroteka.tables.characters import FRIEND
from igroteka.tables.setting import Chair
from tests.web.visiting import House, bot

GAME = next(name for name in game_names() if game_class(name).friends)
FRIENDS_BOT = game_class(GAME).friends[0]


def played(house: House, kid: bool, over: bool = True) -> int:
    """A game of Petya against the bot as which the friend begins."""
    petya = Chair("Petya", holders=["guest:petya"])
    table = house.seat(GAME, game_class(GAME).casual, petya, bot(FRIENDS_BOT), kid=kid)

    async def resign() -> None:
        from igroteka.tables import requests

        await requests.resign(table, "guest:petya")

    if over:
        house.wait_for(resign)
    return table.number


def test_the_friend_is_called_by_name_where_its_games_are_listed(house: House) -> None:
    visitor = house.visitor("Anna")
    number = played(house, kid=True)
    for path in ("/", "/archive?whose=house", f"/ratings/{GAME}", f"/game/{number}"):
        text = visitor.get(path).text
        assert str(FRIEND.name) in text, path
        assert f">{FRIENDS_BOT}<" not in text, path
        assert f" {FRIENDS_BOT}<" not in text, path


def test_a_bot_that_grown_ups_play_too_is_called_as_it_is(house: House) -> None:
    visitor = house.visitor("Anna")
    played(house, kid=True)
    assert str(FRIEND.name) in visitor.get(f"/ratings/{GAME}").text
    played(house, kid=False)
    assert FRIENDS_BOT in visitor.get(f"/ratings/{GAME}").text
