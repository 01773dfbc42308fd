"""Every bot does in a position what its description says, and sees no more than its view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.contract import Expected
from igroteka.games.durak.bots.robot import Robot, squeeze
from igroteka.games.durak.cards import suit_of
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.state import Position
from igroteka.registry import bot_classes
from tests.contract.playing import TABLES, label, make
from tests.games.durak.positions import play, position

RULES = ("greedy", "greedy-careful", "mplayer1", "mplayer1-fixed", "robot")
SMALL = "J♠ J♣ J♦ Q♠ Q♣ Q♦ K♠ K♣ K♦ A♠ A♣ 10♠ 10♣ 10♦ 9♠ 9♣ 9♦"
"""A stock so large that the game has hardly begun."""


def choice(bot: str, state: Position) -> str:
    player = make_player("durak", bot)
    player.start(state.public.game, state.turn, Stream(1))
    return str(player.choose(state.view(state.turn)))


@pytest.mark.parametrize("bot", RULES)
@pytest.mark.parametrize("table", [table for table in TABLES if table[0] == Durak.name], ids=label)
def test_every_bot_plays_every_table_to_its_end(
    bot: str, table: tuple[str, dict[str, str]]
) -> None:
    game = make(table)
    players = [make_player("durak", name) for name in (bot, *["random"] * (game.seats - 1))]
    state = game.deal(Stream(5))
    for seat, player in enumerate(players):
        player.start(game, seat, Stream(seat))
    while state.turn >= 0:
        state = state.play(players[state.turn].choose(state.view(state.turn)))
    assert sum(score == 0 for score in state.scores()) in (0, 1)


def test_bots_are_listed() -> None:
    assert {"random", *RULES} <= set(bot_classes("durak"))


def test_greedy_attacks_with_the_lowest_plain_card() -> None:
    state = position("6♥ 9♠ 7♣ K♦", "8♠ 9♣ A♦")
    assert choice("greedy", state) == "7♣"
    assert choice("greedy", position("9♥ 7♥", "8♠ 9♣")) == "7♥"


def test_greedy_beats_with_the_lowest_rank_and_careful_spares_the_trump() -> None:
    state = play(position("7♠ 9♣", "8♥ 9♠ K♦"), "7♠")
    assert choice("greedy", state) == "8♥"
    assert choice("greedy-careful", state) == "9♠"


def test_greedy_throws_in_only_after_a_defence() -> None:
    state = play(position("7♠ 7♣ 8♣", "8♠ A♦ K♦"), "7♠")
    assert choice("greedy", play(state, "8♠")) == "7♣"
    assert choice("greedy", play(state, "take")) == "pass"


def test_mplayer1_attacks_with_what_a_known_hand_can_not_beat() -> None:
    state = position("6♠ 9♣ A♠", "8♠ 10♠ 8♣")
    assert choice("mplayer1", state) == "9♣"


def test_mplayer1_lays_one_of_a_set_first() -> None:
    state = position("6♠ 9♣ 9♦", "8♠ 10♠ 8♣", stock="J♠ J♣ J♦ Q♠ Q♣")
    assert choice("mplayer1", state) == "9♣"


def test_mplayer1_keeps_trumps_while_few_cards_are_discarded() -> None:
    state = position("6♠ 9♣ 7♣ 8♣ 8♠ 8♦", "7♥ 10♥ 7♦", stock=SMALL)
    assert choice("mplayer1", play(state, "6♠")) == "take"
    late = position("6♠ 9♣", "7♥ 10♥ 7♦")
    assert choice("mplayer1", play(late, "6♠")) == "7♥"


def test_mplayer1_forgets_what_was_picked_up_and_its_repair_does_not() -> None:
    """The ace that was taken beats the king; only the repaired bot remembers it."""
    state = play(position("A♠ K♠ 6♦", "7♦ 8♦"), "A♠", "take", "pass")
    assert choice("mplayer1", state) == "K♠"
    assert choice("mplayer1-fixed", state) == "6♦"


def test_mplayer1_throws_in_what_can_be_beaten_and_its_repair_what_can_not() -> None:
    state = play(position("9♠ 9♣ J♦", "J♠ K♦ 8♦"), "9♠", "J♠")
    assert choice("mplayer1", state) == "J♦"
    assert choice("mplayer1-fixed", state) == "9♣"


def test_the_robot_begins_with_the_lightest_card() -> None:
    assert choice("robot", position("6♥ 9♠ 7♣ K♦", "8♠ 9♣ A♦")) == "7♣"


def test_the_robot_weighs_trumps_and_repeated_ranks() -> None:
    view = position("7♥ 7♠ 8♣", "9♠ J♣").view(0)
    robot = Robot()
    seven_of_trumps, seven, eight = 21 + 2, 20, 25
    assert suit_of(seven_of_trumps) == view.public.trumps
    assert robot.weight(view, seven_of_trumps, view.hand) > robot.weight(view, eight, view.hand)
    assert robot.weight(view, seven, view.hand) > robot.weight(view, seven, 1 << seven)


def test_the_robot_counts_chances() -> None:
    state = play(position("6♠ 8♣ 9♣", "7♦ A♣", stock="J♠ J♦"), "6♠", "take", "pass")
    view = state.view(0)
    robot = Robot()
    assert robot.probability(view, 16) == 1.0
    hidden = view.hidden.bit_count()
    secret = view.public.counts[1] - 1
    jack = 37
    assert view.hidden >> jack & 1 == 0 or robot.probability(view, jack) == secret / hidden
    assert robot.probability(view, 17) == 0.0


def signed(tree: Expected, owner: int, before: float = 0.0) -> Iterator[tuple[float, float]]:
    """The value of every node, and the sum of signed chances times weights on its path."""
    part = tree.probability * tree.weight
    total = before + (-part if tree.seat == owner else part)
    yield tree.value, total
    for answer in tree.answers:
        yield from signed(answer, owner, total)


@pytest.mark.parametrize("options", [{}, {"cards": "52"}, {"players": "4"}], ids=str)
@pytest.mark.parametrize("bot", ["robot", "robot(depth=4, possibility_factor=0.7)"])
def test_what_the_robot_expects_adds_up_along_every_path(bot: str, options: dict[str, str]) -> None:
    state, player, answered = Durak.configure(options).deal(Stream(3)), make_player("durak", bot), 0
    while state.turn >= 0:
        view = state.view(state.turn)
        trees = player.expects(view)
        pairs = [pair for tree in trees for pair in signed(tree, state.turn)]
        assert [total for _, total in pairs] == pytest.approx([value for value, _ in pairs])
        answered += any(tree.answers for tree in trees)
        state = state.play(player.choose(view))
    assert answered > 5


def test_the_robot_weighs_its_hand_before_the_first_card_of_a_bout() -> None:
    trees = Robot().expects(position("6♥ 9♠ 7♣ K♦", "8♠ 9♣ A♦").view(0))
    assert [str(tree.action) for tree in trees] == ["6♥", "7♣", "9♠", "K♦"]
    assert [str(tree.action) for tree in trees if tree.best] == ["7♣"]
    assert all(tree.probability == 1 and not tree.answers for tree in trees)
    assert min(trees, key=lambda tree: tree.weight).best


def test_the_robot_expects_a_defence_of_what_it_throws_in() -> None:
    state = play(position("6♠ 6♦ 9♣", "7♠ J♦ A♣"), "6♠", "7♠")
    (thrown,) = Robot().expects(state.view(0))
    assert str(thrown.action) == "6♦"
    assert thrown.seat == 0
    assert {answer.seat for answer in thrown.answers} == {1}
    assert "J♦" in map(str, (answer.action for answer in thrown.answers))
    assert "A♣" not in map(str, (answer.action for answer in thrown.answers))


def test_the_robot_expects_nothing_where_it_can_only_take() -> None:
    assert Robot().expects(play(position("K♠ 9♣", "7♦ 8♣"), "K♠").view(1)) == ()


def test_progress_stays_between_one_and_two() -> None:
    assert 1 <= squeeze(1) < squeeze(36) <= 2
