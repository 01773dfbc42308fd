"""Everything that the games say is there in Russian: no refusal has an English word in it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pytest

from igroteka.basics.randomness import draw
from igroteka.contract import CHANCE, OVER, Game, IgrotekaError, State
from igroteka.games.bridge.bidding.system import natural
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.rules import Bridge
from igroteka.games.draughts.variants import variants
from igroteka.games.substitution.grammar import named_grammars
from igroteka.games.substitution.rules import Substitution
from igroteka.registry import game_class, game_names, make_game
from igroteka.text import Text, from_data
from tests.russian import RUSSIAN, check

ALSO_TYPED = {
    *("of", "no", "all", "any", "both", "ace", "suit", "points", "short", "level", "me"),
    *("game", "options", "players", "action"),
}
"""Values and fields, too common as words to be let through elsewhere."""


# --- the games ---

NONSENSE = (
    *("", "?", "nonsense", "black and white", "pass", "take", "X", "XX", "1♣", "7NT", "agree"),
    *("refuse", "claim 0", "claim 13", "claim 99", "♠A", "♠1", "S10", "7♠", "7♠ 7♥", "6♦ 7♦"),
    *("transfer 7♠", "show 7♠", "show A♥", "transfer", "11♠", "c3-d4", "c3:e5", "c3-c3", "d4-e3"),
    *("a1-b2-c3", "c3-b3", "z9-z8", "1-2", "22x15", "22-18", "99-98", "0 0 0", "-1 0 0", "0 99 0"),
    *("0 0 99", "99 0 0", "0 1 0", "1 2", "roll 0", "roll 99"),
)
SETTINGS: list[tuple[str, Mapping[str, str]]] = [
    *((name, options) for name in game_names() for options in game_class(name).option_sets),
    ("draughts", {"start": "W:WKa1:BKh8"}),
    ("draughts", {"start": "W:WKa1,Kc1:BKh8,Kf8"}),
    ("draughts", {"start": "W:WKc1,Ke1,Kg1:BKa1"}),
    ("draughts", {"variant": "pool", "start": "W:WK29,K30,K31:BK1"}),
    ("draughts", {"variant": "english", "start": "W:WK29,K30:BK1,K2"}),
    ("draughts", {"variant": "international", "start": "W:WK50,K49,K48:BK1"}),
    ("draughts", {"variant": "international", "start": "W:WK50:BK1"}),
]
"""Every kind of settings, and endgames that tend to be drawn."""


WRONG = (
    *("nonsense", "-1", "7", "99", "a1", "h8", "", "0", "3", "1 2 of 4"),
    *("W:W", "W:Wa1:Ba1", "W:Wh8:Ba3", "W:Wz9:Ba3", "B:X:Y", "W:W9-7:B1"),
    *("S->", "A->a", "S->a b", "s->a", "S->a;S"),
)


def symbols_of(game: Game) -> str:
    """Letters of which words are made that are no words of a language."""
    return "".join(map(str, game.grammar.groups)) if isinstance(game, Substitution) else ""


def attempts(state: State, game: Game, notations: list[str]) -> Iterator[Text]:
    """What is said to somebody who tries these here."""
    for notation in notations:
        try:
            state.play(game.read(notation))
        except IgrotekaError as error:
            yield error.sentence


@pytest.mark.parametrize(("name", "options"), SETTINGS, ids=str)
def test_games_are_played_in_russian(name: str, options: Mapping[str, str]) -> None:
    game, rng = make_game(name, options), random.Random(7)
    symbols = symbols_of(game)
    for seat in range(game.seats):
        check(game.seat_name(seat))
    for _ in range(2):
        state, seen = game.deal(rng), list(NONSENSE)
        while state.turn != OVER:
            for refusal in attempts(state, game, rng.sample(seen, min(20, len(seen)))):
                check(refusal, symbols)
            if state.turn == CHANCE:
                action = draw(state.chances(), rng)
            else:
                action = rng.choice(state.actions())
                view = state.view(state.turn)
                for each in state.actions():
                    check(view.explain(each), symbols)
            seen.append(str(action))
            state = state.play(action)
        check(state.view(None).ending())
        for refusal in attempts(state, game, seen):
            check(refusal, symbols)


@pytest.mark.parametrize("name", game_names())
def test_wrong_options_are_refused_in_russian(name: str) -> None:
    options = [*(option.name for option in game_class(name).option_list), "nonsense"]
    values = [value for option in game_class(name).option_list for value in option.values]
    typed = [*options, *values, *named_grammars(), *variants(), *ALSO_TYPED]
    for option in options:
        for value in WRONG:
            try:
                make_game(name, {option: value})
            except IgrotekaError as error:
                check(error.sentence, "Sasb->;|XYWB:", typed)


def test_auctions_of_the_house_have_russian_meanings() -> None:
    game, player, rng = Bridge.configure({}), Simple(), random.Random(5)
    for _ in range(60):
        state = game.deal(rng)
        while not state.public.auction.over:
            view = state.view(state.turn)
            action = player.choose(view)
            check(player.remark(view, action))
            check(player.explanation(view, action))
            state = state.play(action)


def test_every_rule_of_the_house_has_a_russian_name() -> None:
    for rule in natural().rules:
        check(from_data(rule.name))


def test_what_somebody_wrote_is_not_translated() -> None:
    with pytest.raises(IgrotekaError) as refused:
        make_game("draughts", {}).read("black and white")
    assert RUSSIAN(refused.value.sentence).startswith("«black and white» — не ход")


def test_lists_are_said_as_in_russian() -> None:
    game = make_game("draughts", {"start": "W:We3:Bd4,d6,f6"})
    state = game.deal(random.Random(1))
    with pytest.raises(IgrotekaError) as refused:
        state.play(game.read("e3-f4"))
    assert RUSSIAN(refused.value.sentence) == "надо бить: e3:g5"
    assert RUSSIAN(state.view(0).explain(state.actions()[0])) == (
        "шашка с e3 бьёт d4, d6 и f6 и встаёт на g5"
    )
