"""The bidding laboratory: deals that fit, alternatives bid to their end, and what they say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from igroteka.basics.sequential import Decision
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.bidding.system import NATURAL, natural
from igroteka.games.bridge.boards import NORTH, SOUTH, WEST, Board
from igroteka.games.bridge.cards import points, read_hand, shape
from igroteka.games.bridge.contracts import DOUBLE, PASS, Bid, Contract, read_call
from igroteka.games.bridge.doubledummy.solver import Solver
from igroteka.games.bridge.laboratory import checking
from igroteka.games.bridge.laboratory.answers import answer, compared, payoffs
from igroteka.games.bridge.laboratory.auctions import RuleFile, bid_out, rule_file, scored
from igroteka.games.bridge.laboratory.cases import (
    Case,
    Judged,
    Neighbour,
    found_case,
    judged,
    neighbours,
    occurrences,
)
from igroteka.games.bridge.laboratory.checking import (
    CheckedRule,
    CheckStudy,
    checked,
    chosen_rules,
    rivals,
)
from igroteka.games.bridge.laboratory.comparing import ComparisonStudy, comparison
from igroteka.games.bridge.laboratory.deals import DealStudy, DealtAnswer, Outcome, drawn
from igroteka.games.bridge.laboratory.questions import Question, read_alternative, read_auction
from igroteka.games.bridge.laboratory.solving import Solving
from igroteka.games.bridge.study.solved_deals import Tricks

NOTRUMP_OR_NOT = ("pass", "2NT", "3NT")
BOARD = Board.read("1 N None AK84.A73.KQ5.J62 Q95.KJ8.T973.T85 J76.QT2.AJ4.KQ94 T32.9654.862.A73")


def question(*alternatives: str, auction: str | None = "1NT pass ?", **more: object) -> Question:
    calls = None if auction is None else read_auction(auction)
    chosen = tuple(read_alternative(text, calls) for text in alternatives)
    return Question(chosen, rule_file(None), calls, **more)  # type: ignore[arg-type]


class TricksByPoints(Solving):
    """A solver for tests: a side takes as many tricks as a third of its points, in any strain."""

    def __init__(self) -> None:
        super().__init__({}, Solver())

    def tricks(self, boards: Sequence[Board]) -> list[Tricks | None]:
        found: list[Tricks | None] = []
        for board in boards:
            taken = [
                (points(board.hands[s]) + points(board.hands[(s + 2) % 4])) // 3 for s in range(4)
            ]
            found.append((tuple(taken),) * 5)
        return found


# ---- Questions ----


def test_a_question_is_read_as_it_is_asked() -> None:
    asked = question(*NOTRUMP_OR_NOT, where=("north: 8 hcp balanced",))
    asked.check()
    assert asked.auction == (Bid(1, 4), PASS)
    assert asked.alternatives == (PASS, Bid(2, 4), Bid(3, 4))
    assert asked.seat == NORTH
    assert question("pass", "X", auction="1H–pass–1S ?", dealer=WEST).alternatives == (PASS, DOUBLE)
    assert json.loads(json.dumps(asked.to_json()))["auction"] == "1NT pass ?"


def test_a_contract_may_stand_among_calls_and_alone() -> None:
    assert question("pass", "3NT N").alternatives[1] == Contract(Bid(3, 4), 0, NORTH)
    alone = question("2S", "4S N", auction=None, where=("south: 5+s",))
    assert alone.alternatives == (Contract(Bid(2, 3), 0, SOUTH), Contract(Bid(4, 3), 0, NORTH))
    assert alone.seat == NORTH


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (lambda: question("2NT").check(), "at least two different alternatives"),
        (lambda: question("2NT", "2NT").check(), "at least two different alternatives"),
        (lambda: question("pass", "1C").check(), "not higher than 1NT"),
        (lambda: question("pass", "9C").check(), "is no call"),
        (lambda: question("pass", "2C", auction="1NT pass").check(), "end with a question mark"),
        (lambda: question("pass", "7NT", auction="7D pass ?").check(), "no rule of natural.toml"),
        (lambda: question("2S", "4S", auction=None).check(), "which deals are meant"),
        (lambda: question("2S", "4S", where=("north: tall",)).check(), "tall"),
        (lambda: question("2S", "4S", scoring="rubber").check(), "imps or matchpoints"),
    ],
)  # fmt: skip
def test_what_can_not_be_asked_is_refused_with_the_reason(asked, why: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(IgrotekaError, match=why):
        asked()


# ---- Deals ----


def test_deals_fit_the_auction_as_the_rules_mean_it_and_the_conditions() -> None:
    asked = question(*NOTRUMP_OR_NOT, where=("north: 8 hcp",))
    for number in range(1, 15):
        board, fitting = drawn(asked, number)
        assert 15 <= points(board.hands[SOUTH]) <= 17
        assert min(shape(board.hands[SOUTH])) >= 2
        assert points(board.hands[NORTH]) == 8
        assert natural().choose((Bid(1, 4),), board.hands[WEST]) == PASS
        assert fitting == [0, 1, 2, 3]


def test_a_deal_counts_only_where_the_auction_would_go_so() -> None:
    asked = question("pass", "4S", auction="2S pass ?")
    weak = [drawn(asked, number) for number in range(1, 40)]
    assert {tuple(fitting) for _, fitting in weak} >= {(0, 1, 2, 3), (0, 2)}
    for board, fitting in weak:
        vulnerable_too = points(board.hands[SOUTH]) >= 8
        assert (1 in fitting) == (3 in fitting) == vulnerable_too


def test_conditions_that_contradict_the_auction_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("igroteka.games.bridge.laboratory.deals.TRIES", 5000)
    with pytest.raises(IgrotekaError, match="fits south: 5- hcp; 1NT pass"):
        drawn(question("pass", "2C", where=("south: 5- hcp",)), 1)


def test_each_alternative_is_bid_to_its_end_and_scored() -> None:
    study = DealStudy(question(*NOTRUMP_OR_NOT, where=("north: 8-9 hcp 4333 3-s 3-h",)))
    rows = [DealtAnswer.of_json(row) for row in study.do(0, TricksByPoints())]
    assert [row.number for row in rows] == list(range(1, 11))
    for row in rows:
        together = points(row.hands[NORTH]) + points(row.hands[SOUTH])
        for outcome in row.outcomes:
            assert outcome is not None
            assert outcome.contracts[0] == "1NT S"
            assert outcome.contracts[1] in ("2NT S", "3NT S")
            assert outcome.contracts[2] == "3NT S"
            assert (outcome.scores[2] > 0) == (together // 3 >= 9)
        assert DealtAnswer.of_json(json.loads(json.dumps(row.to_json()))) == row


def test_one_seed_one_answer_and_another_seed_another() -> None:
    def rows(seed: int) -> object:
        return DealStudy(question(*NOTRUMP_OR_NOT, seed=seed)).do(2, TricksByPoints())

    assert rows(5) == rows(5) != rows(6)


def test_more_deals_are_more_of_the_same_study() -> None:
    few, many = question(*NOTRUMP_OR_NOT, deals=20), question(*NOTRUMP_OR_NOT, deals=50)
    assert few.identity == many.identity
    assert DealStudy(few).next_pieces({}) == DealStudy(many).next_pieces({})[:2]
    assert question("pass", "2NT").identity != few.identity


# ---- Answers ----


def dealt(number: int, *scores: tuple[int, int] | None) -> DealtAnswer:
    outcomes = tuple(each and Outcome(("1NT S", "3NT S"), each) for each in scores)
    return DealtAnswer(number, BOARD.hands, outcomes)


def test_alternatives_are_compared_on_the_same_deals() -> None:
    rows = [dealt(1, (150, 400), None, None, None), dealt(2, (120, -50), None, None, None)]
    found = answer(question("pass", "3NT"), rows)
    only, whole = found.verdicts
    assert str(only.vulnerability) == "nobody"
    assert (only.deals, only.best) == (2, 1)
    assert only.estimates[0].score == 135
    assert only.estimates[0].against_best.value == (-6 + 5) / 2
    assert only.rivals == ["pass"]
    assert whole.estimates[1].contracts == (("3NT S", 1.0),)


def test_a_clear_best_has_no_rivals_and_vulnerability_tells() -> None:
    rows = [dealt(n, (90, 400), (90, 600), (90, -50), (90, -100)) for n in range(1, 9)]
    rows += [dealt(n, (120, 430), (120, 630), (120, -50), (120, -100)) for n in range(9, 12)]
    found = answer(question("pass", "3NT"), rows)
    assert [verdict.estimates[verdict.best].name for verdict in found.verdicts[:4]] == [
        "3NT",
        "3NT",
        "pass",
        "pass",
    ]
    assert found.verdicts[0].rivals == []
    told = found.to_json()
    assert told["deals"] == 11
    assert told["verdicts"][1]["alternatives"][1]["score"] == pytest.approx(608.2, abs=0.1)


def test_matchpoints_count_who_is_better_and_not_by_how_much() -> None:
    assert compared(400, 150, "matchpoints") == compared(160, 150, "matchpoints") == 50.0
    assert compared(150, 150, "matchpoints") == 0.0
    assert compared(150, 400, "imps") == -6.0


def test_payoffs_are_of_the_hand_that_is_asked() -> None:
    rows = [dealt(1, (90, 400), None, None, (90, 600))]
    data = payoffs(answer(question("pass", "3NT"), rows))
    names = [column.name for column in data.columns]
    assert data.values[0, names.index("hcp")] == points(BOARD.hands[NORTH])
    assert data.values[:, names.index("vulnerability")].tolist() == [0.0, 3.0]
    assert data.values[0, names.index("spades")] == 4
    assert data.values[0, names.index("controls")] == 6
    assert data.values[0, names.index("shape")] == 0
    assert data.brought.tolist() == [[-7.0, 0.0], [-11.0, 0.0]]


def test_a_score_is_the_sides_own() -> None:
    tricks: Tricks = ((9, 4, 9, 4),) * 5
    game = Contract.read("3NT N")
    assert scored(game, BOARD, tricks, 0) == 400
    assert scored(game, BOARD, tricks, 1) == -400
    assert scored(None, BOARD, None, 0) == 0


# ---- Two systems ----


def changed(old: str, new: str) -> RuleFile:
    text = NATURAL.read_text(encoding="utf-8")
    assert old in text
    return RuleFile("changed.toml", text.replace(old, new))


def test_equal_systems_bid_alike() -> None:
    own = rule_file(None)
    study = ComparisonStudy(own, own, differing=5, boards=100, seed=1)
    assert study.next_pieces({}) == [0]
    assert study.do(0, TricksByPoints()) == []
    found = comparison(study, {"0": []})
    assert (found.boards, found.imps_a_board.value) == (100, 0.0)


def test_a_change_is_told_by_the_rules_that_changed_places() -> None:
    eager = changed('needs = "hcp 15-17, balanced"', 'needs = "hcp 13-17, balanced"')
    study = ComparisonStudy(eager, rule_file(None), differing=5, boards=400, seed=1)
    results = {"0": json.loads(json.dumps(study.do(0, TricksByPoints())))}
    found = comparison(study, results)
    assert len(found.differences) >= 5
    assert study.next_pieces(results) == []
    assert found.by_rule[0].new == "one notrump"
    assert sum(each.boards for each in found.by_rule) == len(found.differences)
    for each in found.differences:
        board = Board.read(each.board)
        auctions = [
            bid_out(board, pair) for pair in ((eager.system, natural()), (natural(), eager.system))
        ]
        assert [" ".join(c.ascii for c in a.calls) for a in auctions] == list(each.auctions)


def test_results_are_a_prefix_whatever_was_done_in_between() -> None:
    own = rule_file(None)
    study = ComparisonStudy(own, own, differing=2, boards=1000, seed=1)
    difference = ["board", ["a", "b"], ["new", "old"], ["1NT", "2NT"], 5]
    results = {"0": [difference], "2": [difference, difference]}
    assert comparison(study, results).boards == 100
    assert study.next_pieces(results)[0] == 1
    results["1"] = [difference]
    assert comparison(study, results).boards == 200
    assert study.next_pieces(results) == []


# ---- A whole system ----


def test_rules_are_seen_where_they_come_up() -> None:
    found = dict(occurrences(BOARD, natural()))
    names = {natural().rules[number].name: case.place for number, case in found.items()}
    assert names["one notrump"] == 0
    assert names["game at notrump"] == 2


def test_a_neighbour_is_a_rule_that_the_hand_is_near_to() -> None:
    situation = natural().situation((read_call("1S"), PASS))
    near = neighbours(situation, read_hand("KJ84.A7.Q975.T62"))
    assert situation.choose(read_hand("KJ84.A7.Q975.T62")).rule.name == "limit raise"
    assert ("single raise", 1) in {(option.rule.name, misses) for misses, option in near}
    assert all(option.call != Bid(3, 3) for _, option in near)


def test_a_rare_rule_is_looked_for_where_its_example_is() -> None:
    number = next(n for n, rule in enumerate(natural().rules) if rule.name == "slam at notrump")
    found = found_case(natural(), number, seed=3)
    assert found is not None
    board, place = found
    assert (number, Case(str(board), place)) in list(occurrences(board, natural()))


def test_a_case_tells_what_the_neighbours_would_have_brought() -> None:
    (case,) = judged([Case(str(BOARD), 2)], natural(), TricksByPoints())
    assert (case.auction, case.call, case.contract) == ("1NT pass", "3NT", "3NT N")
    gains = {each.call: each.imps for each in case.neighbours}
    assert set(gains.values()) <= {-6, 0} | set(range(-20, 0))
    assert Judged.of_json(json.loads(json.dumps(case))) == case


def cases(*gains: int) -> list[Judged]:
    neighbour = [Neighbour("other", 0, "2NT", "2NT S", gain) for gain in gains]
    return [Judged(Case("board", 1), "1NT pass", "3NT", "3NT S", (each,)) for each in neighbour]


def test_a_rule_that_loses_for_sure_is_told_from_one_that_may() -> None:
    (sure,) = rivals(cases(*[5, 0] * 15))
    assert (sure.better, sure.decision) == (True, Decision.HIGH)
    (fine,) = rivals(cases(*[-5, 0] * 15))
    assert (fine.better, fine.decision) == (False, Decision.LOW)
    assert checking.is_suspect(cases(*[9, -8] * 15))
    assert not checking.is_suspect(cases(*[-5, 0] * 15))


def test_rules_that_lose_come_before_those_that_may() -> None:
    rule = natural().rules[0]
    sure = CheckedRule(1, rule, 2.0, tuple(cases(*[5, 0] * 15)))
    doubtful = CheckedRule(2, rule, 9.0, tuple(cases(*[7, -3] * 15)))
    fine = CheckedRule(3, rule, 9.0, tuple(cases(*[-5, 0] * 15)))
    assert [each.worst is not None for each in (sure, doubtful, fine)] == [True, False, False]
    assert [each.suspected is not None for each in (sure, doubtful, fine)] == [False, True, False]
    assert sure.loss(sure.rivals[0]) == 5.0
    assert sorted([fine, doubtful, sure], key=checking._by_loss) == [sure, doubtful, fine]
    case, neighbour = sure.example(sure.rivals[0])
    assert (neighbour.imps, case.contract) == (5, "3NT S")


def test_hands_that_meet_a_neighbours_needs_are_counted_apart_from_those_that_miss_them() -> None:
    near = [
        each._replace(neighbours=(each.neighbours[0]._replace(misses=1),)) for each in cases(-4, -4)
    ]
    meets, misses = rivals([*cases(3, 3, 3), *near])
    assert (meets.fits, meets.cases, meets.gain.value) == (True, 3, 3.0)
    assert (misses.fits, misses.cases, misses.gain.value) == (False, 2, -4.0)


def test_a_check_surveys_then_judges_and_looks_for_what_is_rare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {
        "SURVEY": 1,
        "BOARDS": 30,
        "CASES": 2,
        "FOUND": 1,
        "FIRST": 4,
        "MOST": 8,
    }.items():
        monkeypatch.setattr(checking, name, value)
    own = rule_file(None)
    study = CheckStudy(own, chosen_rules(own, ["one notrump answer", "slam at notrump"]), seed=1)
    results: dict[str, object] = {}
    kinds = []
    while pieces := [p for p in study.next_pieces(results) if json.dumps(p) not in results]:
        kinds += [piece[0] for piece in pieces]
        for piece in pieces:
            results[json.dumps(piece)] = json.loads(json.dumps(study.do(piece, TricksByPoints())))
    assert kinds[0] == "survey"
    assert {"find", "judge"} <= set(kinds)
    found = checked(study, results)
    assert all(4 <= len(each.done) <= 8 for each in found if each.rule.name == "slam at notrump")
    assert json.loads(json.dumps([each.to_json() for each in found]))


def test_rules_are_chosen_by_words_of_their_names() -> None:
    own = rule_file(None)
    names = {own.system.rules[number].name for number in chosen_rules(own, ["Stayman over"])}
    assert len(names) >= 4
    assert all("Stayman over" in name for name in names)
    assert len(chosen_rules(own, [])) == len(own.system.rules)
    with pytest.raises(IgrotekaError, match="no rule whose name contains 'multi'"):
        chosen_rules(own, ["multi"])


def test_a_file_that_can_not_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(IgrotekaError, match="can't be read as rules"):
        rule_file(tmp_path / "none.toml")


def test_bidding_goes_on_from_what_was_called() -> None:
    begun = (read_call("1NT"), PASS, read_call("2NT"))
    whole = bid_out(BOARD, (natural(), natural()), begun)
    assert whole.calls[:3] == begun
    assert whole.over
    assert isinstance(whole, Auction)
