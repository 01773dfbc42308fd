"""What decision trees of bridge are grown from: records, columns, deals made and solved."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from igroteka.basics.observations import Observations
from igroteka.basics.randomness import derive
from igroteka.bots import make_player
from igroteka.contract import BadOption
from igroteka.games.bridge.boards import Board
from igroteka.games.bridge.cards import read_hand
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.dealing import deal_set
from igroteka.games.bridge.doubledummy.questions import Par, ParContract
from igroteka.games.bridge.formats.lin import read_lin
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.study import solved_deals
from igroteka.games.bridge.study.columns import COLUMNS, SEED, chosen_columns, measured
from igroteka.games.bridge.study.making import by_players, calls_to, par_contract
from igroteka.games.bridge.study.played_contracts import Collection, LeftOut, PlayedContract
from igroteka.games.bridge.study.sample import UNKNOWN, double_dummy_answers, observations
from igroteka.games.bridge.study.solved_deals import SolvedDeals
from igroteka.study.trees.growing import grow
from igroteka.study.trees.settings import Settings
from igroteka.study.trees.validation import accuracy, parted, validated

FILES = Path(__file__).parent / "files"
DECLARER = read_hand("AKQ2.K5.QJ43.A32")
DUMMY = read_hand("J543.AQ32.2.K654")


def played(contract: str, tricks: int, vulnerability: int | None = 1) -> PlayedContract:
    return PlayedContract(Contract.read(contract), DECLARER, DUMMY, tricks, vulnerability)


def values(each: PlayedContract) -> dict[str, float]:
    names = tuple(COLUMNS)
    return dict(zip(names, measured([each], names)[0].tolist(), strict=True))


def test_the_columns_of_two_hands() -> None:
    """♠AKQ2 ♥K5 ♦QJ43 ♣A32 facing ♠J543 ♥AQ32 ♦2 ♣K654, in six spades by South."""
    assert values(played("6SX S", 12)) == {
        "points": 19 + 10,
        "spades": 8,
        "hearts": 6,
        "diamonds": 5,
        "clubs": 7,
        "level": 6,
        "strain": 3,
        "fit": 8,
        "trump_honours": 4,
        "shorter_trumps": 4,
        "longest": 8,
        "controls": 2 + 1 + 1 + 2 + 2 + 1,
        "losers": (0 + 1 + 2 + 2) + (3 + 1 + 1 + 2),
        "stoppers": 4,
        "declarer_points": 19,
        "dummy_points": 10,
        "declarer_shape": 0,
        "dummy_shape": 4,
        "vulnerability": 1,
        "doubled": 1,
    }


def test_notrump_has_no_trumps_and_vulnerability_is_declarers() -> None:
    found = values(played("3NT W", 9))
    assert (found["fit"], found["trump_honours"], found["shorter_trumps"]) == (0, 0, 0)
    assert found["vulnerability"] == 2
    assert np.isnan(values(played("3NT W", 9, vulnerability=None))["vulnerability"])


@pytest.mark.parametrize(
    ("hand", "shape"),
    [
        ("AKQ2.432.432.432", "balanced"),
        ("AKQ2.5432.43.432", "balanced"),
        ("AKQ32.432.43.432", "balanced"),
        ("AKQ32.5432.43.43", "semi-balanced"),
        ("AKQ432.432.43.43", "semi-balanced"),
        ("AKQ432.432.432.4", "one suit"),
        ("AKQ5432.432.43.4", "one suit"),
        ("AKQ32.65432.43.4", "two suits"),
        ("AKQ32.5432.432.4", "two suits"),
        ("AKQ2.5432.5432.4", "three suits"),
        ("AKQ32.5432.5432.", "three suits"),
    ],
)
def test_shapes(hand: str, shape: str) -> None:
    each = PlayedContract(Contract.read("1NT S"), read_hand(hand), DUMMY, 7)
    column = COLUMNS["declarer_shape"].column
    assert column.values[int(values(each)["declarer_shape"])] == shape


def test_columns_are_chosen_by_name() -> None:
    assert chosen_columns("seed") == SEED == ("points", "spades", "hearts", "diamonds", "clubs")
    assert chosen_columns("level, seed") == ("level", *SEED)
    assert chosen_columns("all") == tuple(COLUMNS)
    with pytest.raises(BadOption, match="there is no column 'colour'; the columns are points, "):
        chosen_columns("points,colour")
    with pytest.raises(BadOption, match="no column is named"):
        chosen_columns(",")


def test_the_page_explains_every_column() -> None:
    page = (Path(__file__).parents[3] / "docs/bridge-trees.md").read_text(encoding="utf-8")
    for name, measure in COLUMNS.items():
        assert f"| `{name}` | {measure.column.help} |" in page


def test_a_deal_is_known_by_either_side_and_in_any_seats() -> None:
    board = next(deal_set(1, seed=4))
    north, east, south, west = board.hands
    one = PlayedContract(Contract.read("2S N"), north, south, 8)
    other = PlayedContract(Contract.read("3C W"), west, east, 9)
    assert one.deal == other.deal
    assert one.deal != played("2S N", 8).deal


def test_files_tell_contracts_and_what_they_do_not_tell_is_counted() -> None:
    found = Collection()
    for path in sorted((FILES / "pbn").glob("*.pbn")):
        found.add(read_pbn(path.read_bytes()).games)
    files = len(found.played)
    for path in sorted((FILES / "lin").glob("*.lin")):
        found.add(read_lin(path.read_bytes()).games)
    assert 0 < files < len(found.played)
    assert set(found.left_out) == set(LeftOut)
    for each in found.played:
        assert each.hands is None or each.declarer_hand in each.hands
    assert {each.contract.strain for each in found.of(4, None)} == {4}
    assert {each.contract.level for each in found.of(None, 3)} == {3}


def test_answers_are_whether_it_makes_or_the_tricks() -> None:
    some = [played("4S S", 9), played("4S S", 10), played("3NT N", 11)]
    makes = observations(some, SEED, "makes")
    assert [str(makes.classes[each]) for each in makes.answers] == ["goes down", "makes", "makes"]
    tricks = observations(some, SEED, "tricks")
    assert [str(tricks.classes[each]) for each in tricks.answers] == [
        "9 tricks",
        "10 tricks",
        "11 tricks",
    ]
    assert makes.groups.tolist() == [0, 0, 0]


def test_double_dummy_answers_and_what_it_can_not_tell() -> None:
    board = next(deal_set(1, seed=4))
    south = PlayedContract(Contract.read("2S S"), board.hands[2], board.hands[0], 8, 0, board.hands)
    table = tuple((0, 0, 7, 0) for _ in range(5))
    told = double_dummy_answers([south, played("2S S", 8)], "makes", {board.hands: table})
    assert told.tolist() == [0, UNKNOWN]


def test_par_is_its_first_contract_by_the_first_seat_that_can() -> None:
    bid = Contract.read("4S").bid
    par = Par(100, (ParContract(bid, True, (1, 3), -1),))
    assert str(par_contract(par)) == "4♠X E"
    assert par_contract(Par(0, ())) is None


@pytest.mark.parametrize("text", ["1C N", "4SX E", "7NTXX S", "3H W"])
@pytest.mark.parametrize("dealer", range(4))
def test_calls_lead_to_a_given_contract(text: str, dealer: int) -> None:
    wanted = Contract.read(text)
    state = Bridge.configure({}).begin(Board(next(deal_set(1, seed=2)).hands, dealer=dealer))
    for call in calls_to(wanted, dealer):
        state = state.play(call)
    assert state.public.auction.over
    assert state.public.contract == wanted


def test_robots_play_the_same_board_the_same_way() -> None:
    board = next(deal_set(1, seed=2))

    def once() -> PlayedContract | None:
        robots = [make_player("bridge", "simple") for _ in range(4)]
        return by_players(Bridge.configure({}), board, robots, Contract.read("3NT S"), seed=1)

    one = once()
    assert one == once()
    assert one is not None
    assert str(one.contract) == "3NT S"


def test_a_deal_is_solved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deals = [board.hands for board in deal_set(2, seed=9)]
    told: list[int] = []
    path = tmp_path / "folder" / "solved.txt"
    found = SolvedDeals(path).solve([*deals, deals[0]], workers=1, progress=told.append)
    assert list(found) == deals
    assert (told[0], told[-1]) == (0, 2)
    with path.open("a") as file:
        file.write("AK.. torn")
    monkeypatch.setattr(solved_deals, "solve_boards", None)
    assert SolvedDeals(path).solve(deals) == found


def bridge_like(deals: int) -> Observations:
    """Deals in four spades or three notrump that make the likelier the better they are.

    Each is played up to three times, so that a test by records would leak.
    """
    records = []
    for board in deal_set(deals, seed=5):
        draw = np.random.default_rng(derive(5, board.number))
        for _ in range(draw.integers(1, 4)):
            text = draw.choice(["4S S", "3NT N", "2H S", "1NT N"])
            contract = Contract.read(str(text))
            seat = contract.declarer or 0
            each = PlayedContract(
                contract, board.hands[seat], board.hands[(seat + 2) % 4], 0, board.vulnerability
            )
            strength = values_of(each) + draw.normal(0, 3)
            made = strength > 14 + 3 * contract.level
            tricks = contract.needed - (not made)
            records.append(PlayedContract(contract, each.declarer_hand, each.dummy_hand, tricks, 0))
    return observations(records, tuple(COLUMNS), "makes")


def values_of(each: PlayedContract) -> float:
    return float(measured([each], ("points", "fit")).sum())


def test_c45_is_as_good_as_the_peer_on_the_same_folds() -> None:
    """Depth 6 and leaves of 30, folds by deal: no worse than half a point."""
    data = bridge_like(1200)
    found = validated(data, Settings(depth=6, leaf=30), folds=5, seed=1)
    assert found is not None
    fold_of = parted(data.groups, 5, seed=1)
    told = np.zeros(len(data), dtype=np.int64)
    known = np.nan_to_num(data.values, nan=-1)
    for fold in range(5):
        test = fold_of == fold
        peer = DecisionTreeClassifier(
            criterion="entropy", max_depth=6, min_samples_leaf=30, random_state=0
        )
        told[test] = peer.fit(known[~test], data.answers[~test]).predict(known[test])
    assert found.accuracy.value > accuracy(data, told).value - 0.005
    assert found.accuracy.value > data.counts.max() / len(data) + 0.03


def test_the_same_splits_give_the_same_tree_as_the_peer() -> None:
    """ID3 with thresholds and the peer's entropy choose alike, where no values have names."""
    data = bridge_like(400).only(["points", "level", "fit", "losers"])
    tree = grow(data, Settings("id3", "thresholds", depth=4, leaf=20))
    peer = DecisionTreeClassifier(
        criterion="entropy", max_depth=4, min_samples_leaf=20, random_state=0
    ).fit(data.values, data.answers)
    assert tree.leaves == peer.get_n_leaves()
    assert (tree.predict(data.values) == peer.predict(data.values)).mean() > 0.99


@pytest.mark.slow
@pytest.mark.alone
def test_growing_takes_at_most_ten_times_the_peers_time() -> None:
    """The same records, depth and leaves; `benchmarks/trees.py` has the figures."""
    data = bridge_like(1200)
    known = np.nan_to_num(data.values, nan=-1)
    peer = DecisionTreeClassifier(
        criterion="entropy", max_depth=6, min_samples_leaf=30, random_state=0
    )

    def seconds(work: Callable[[], object]) -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    ours = min(seconds(lambda: grow(data, Settings())) for _ in range(5))
    theirs = min(seconds(lambda: peer.fit(known, data.answers)) for _ in range(5))
    assert ours < 10 * theirs
