"""Everything that bridge says is there in Russian, from the same Texts as in English."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.explanation import Explanation
from igroteka.contract import BadOption, FilePath, IgrotekaError
from igroteka.games.bridge.auction import BIDS, Auction
from igroteka.games.bridge.bidding.rulefile import BadRule, read_rules
from igroteka.games.bridge.bidding.system import System, natural, rule_names
from igroteka.games.bridge.boards import Board
from igroteka.games.bridge.bots.monte_carlo import MonteCarlo
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.cards import Card, read_hand
from igroteka.games.bridge.contracts import DOUBLE, PASS, REDOUBLE, Call, Contract, Other, read_call
from igroteka.games.bridge.dealing import deal_set, read_given, read_set
from igroteka.games.bridge.doubledummy.questions import TableQuestion
from igroteka.games.bridge.doubledummy.solver import Solver, own_solver
from igroteka.games.bridge.formats.archived import LIN, PBN
from igroteka.games.bridge.formats.game import MANDATORY
from igroteka.games.bridge.formats.lin_writer import write_lin
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.usebio import event_of
from igroteka.games.bridge.notation import AGREE, REFUSE, Action, Claim
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.scoring import (
    butler,
    compensation,
    contract_score,
    cross_imps,
    imps,
    matchpoints,
    victory_points,
)
from igroteka.games.bridge.scoring.entries import MINUS, PLUS, Entry
from igroteka.games.bridge.scoring.results import Result
from igroteka.games.bridge.scoring.table_results import read_entry
from igroteka.games.bridge.study.lookback import costs_of
from igroteka.languages import language_named
from igroteka.records.formats import Problem
from igroteka.registry import make_game
from igroteka.text import Text, plural
from tests.drawing import examples
from tests.games.bridge.boards import board

RUSSIAN = language_named("ru")
FILES = Path("tests/games/bridge/files")
TYPED = {
    "any",
    *(
        "pass",
        "Pass",
        "XX",
        "AP",
        "NT",
        "agree",
        "none",
        "None",
        "ns",
        "NS",
        "ew",
        "EW",
        "all",
        "All",
    ),
    *("north", "hcp", "balanced", "not", "rule", "after", "call", "needs", "auction", "hand"),
    *("samples", "seconds", "calls", "mean", "median", "trimmed", "kharkov", "level", "toml"),
    *("bridge", "scoring", "claims", "board", "imps", "matchpoints", "points", "PBN", "LIN"),
    *MANDATORY,
}
"""Words that are typed or stand in files as they are in every language."""
NOTATION = re.compile(
    r"«[^»]*»|'[^']*'"  # what somebody wrote
    r"|\b[SHDC](10|[2-9TJQKA])+\w*\b|[♣♦♥♠][2-9TJQKA]+|[0-9TJQKA.]{2,}"  # cards and hands
    r"|\b[1-7](NT|[CDHS♣♦♥♠])X*\b"  # bids
)


def latin(text: str) -> list[str]:
    """The English words that are left in a sentence."""
    words = re.findall(r"[A-Za-z]{2,}", NOTATION.sub(" ", text))
    return [word for word in words if word not in TYPED]


def check(text: Text) -> None:
    """The sentence has Russian words only."""
    russian = RUSSIAN(text)
    assert not latin(russian), f"{text!r} became {russian!r}"


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


# --- options, calls and cards ---


def test_the_game_and_its_options_are_named_in_russian() -> None:
    said = [Bridge.title, Bridge.summary, *Bridge.opponents, *(Bridge.duplicate or ())]
    for option in Bridge.option_list:
        said += [option.title, option.help, *option.values.values()]
    for text in said:
        check(text)
    assert [RUSSIAN(Bridge.configure({}).seat_name(seat)) for seat in range(4)] == [
        *("Север", "Восток", "Юг", "Запад")
    ]


def test_every_action_is_told_in_russian() -> None:
    view = board("").view(0)
    actions: list[Action] = [*BIDS, PASS, DOUBLE, REDOUBLE, AGREE, REFUSE, *map(Card, range(52))]
    for action in actions:
        check(view.explain(action))
    assert RUSSIAN(view.explain(read_call("5H"))) == "пять червей"
    assert RUSSIAN(view.explain(Card.read("SQ"))) == "дама пик"
    assert [RUSSIAN(view.explain(Claim(tricks))) for tricks in (1, 2, 5)] == [
        *("заявить всего 1 взятку", "заявить всего 2 взятки", "заявить всего 5 взяток")
    ]
    assert view.explain(Claim(1)) == "claim 1 trick in all"
    dummy = board("1NT pass pass pass SJ").view(0)
    assert RUSSIAN(dummy.explain(Card.read("S4"))) == "четвёрка пик (со стола)"


def test_every_rule_of_the_house_has_its_russian_name() -> None:
    for name in rule_names():
        assert not latin(RUSSIAN(Text(name))), name


@examples(40)
@given(st.integers(0, 2**32))
def test_meanings_have_no_english_word(seed: int) -> None:
    game, rng = Bridge.configure({}), random.Random(seed)
    state, robot = game.deal(rng), Simple()
    while not state.public.auction.over:
        call = robot.call(state.view(state.turn))
        if rng.random() < 0.1:
            call = rng.choice(state.public.auction.actions())
        check(robot.remark(state.view(state.turn), call))
        check(robot.explanation(state.view(state.turn), call))
        state = state.play(call)


def as_calls(text: str) -> tuple[Call, ...]:
    return tuple(map(read_call, text.split()))


def test_a_meaning_is_the_same_in_both_languages() -> None:
    calls = as_calls("1NT pass 2H")
    assert natural().meaning(calls[:1]) == "one notrump · 15–17 points · balanced"
    assert RUSSIAN(natural().meaning(calls[:1])) == (
        "один без козыря · очки 15–17 · равномерный расклад"
    )
    assert RUSSIAN(natural().meaning(calls)) == "трансфер в мажор · 5+ ♠ · форсирует"
    answer = as_calls("1S pass 3S pass 4NT pass 5D")
    assert natural().meaning(answer) == "one ace · 1 ace"
    assert RUSSIAN(natural().meaning(answer)) == "один туз · 1 туз"


# --- scores ---


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1 лишняя взятка"),
        (3, "3 лишние взятки"),
        (5, "5 лишних взяток"),
        (11, "11 лишних взяток"),
        (12, "12 лишних взяток"),
        (21, "21 лишняя взятка"),
    ],
)
def test_russian_nouns_follow_their_number(number: int, text: str) -> None:
    assert RUSSIAN(plural("{count} overtrick", "{count} overtricks", count=number)) == text


def explanations() -> Iterator[Explanation]:
    """Some of every kind."""
    yield contract_score.explain(None, 0, vulnerable=True)
    for contract in ("1C", "3NT", "1NTX", "4SXX", "6H", "7NT"):
        for tricks in (0, 5, 7, 9, 10, 12, 13):
            yield contract_score.explain(Contract.read(contract), tricks, tricks % 2 == 0)
    tables = ("420", "420", "-50", "170", "60/40", "50/50", "40/60", "a:110", "70/15", "+5/-5 IMP")
    given = ("50% 420; 50% -50", "420 | -50", "60% | 170")
    entries = list(map(read_entry, (*tables, *given)))
    for at in range(len(entries)):
        yield matchpoints.explain(entries, at, expected=20, session=Fraction(64))
        yield cross_imps.explain(entries, at)
        for datum in butler.DATUMS:
            yield butler.explain(entries, at, datum=datum)
    yield matchpoints.explain_neuberg(12, 7, 10)
    for difference in (0, 14, -30, 1000):
        yield victory_points.explain(difference, 16)
        yield imps.explain(difference * 10)
    for points in (1, 17, 21, 39):
        yield compensation.explain(140, points, (True, False))


def test_every_explanation_is_the_same_in_both_languages() -> None:
    for told in explanations():
        assert str(told) == "\n".join(told.lines())
        for line in told.lines():
            check(line)
            assert numbers(line) == numbers(RUSSIAN(line)), line


def test_what_is_said_of_a_board_is_said_in_russian() -> None:
    rng = random.Random(5)
    state = board("1NT pass pass pass")
    while state.turn >= 0:
        state = state.play(rng.choice(state.actions()))
    told = Bridge.configure({}).afterword(state)
    for sum_ in (told["score"], told["compared"]):
        for line in (sum_["title"], *(step["text"] for step in sum_["steps"])):
            check(line)
    for line in (told["par"], *told["costs"]):
        check(line)


# --- refusals ---

DEAL = "1 N None AKQ2.AKQ.432.432 JT98.JT9.JT98.JT 7654.876.AKQ.AK5 3.5432.765.Q9876"
"""North declares one notrump, East leads a spade; West has a singleton there."""


def played(*actions: str, calls: str = "1NT pass pass pass", claims: str = "no") -> None:
    """The last of these actions is refused."""
    state = board(calls, deal=DEAL, options={"claims": claims})
    for action in actions:
        state = state.play(state.public.game.read(action))


def called(calls: str, call: Other | str) -> None:
    board(calls).play(read_call(call) if isinstance(call, str) else call)


HANDS = "AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
NO_HANDS = '[Board "1"]\n[Dealer "N"]\n'
NO_AUCTION = f'[Board "1"]\n[Deal "N:{HANDS}"]\n[Declarer "N"]\n[Contract "7NT"]\n[Result "13"]\n'
IRREGULAR = f'[Board "1"]\n[Deal "N:{HANDS}"]\n[Auction "N"]\n1C ^I 1C pass pass pass\n'


def stopped_solver() -> None:
    solver = Solver()
    solver.abandon()
    solver.tables([TableQuestion.of(board("").board)])


REFUSALS: dict[str, Callable[[], object]] = {
    "an option": lambda: make_game("bridge", {"scoring": "rubber"}),
    "an option's name": lambda: make_game("bridge", {"vulnerable": "all"}),
    "an action": lambda: Bridge.configure({}).read("what"),
    "a card": lambda: Card.read("Q"),
    "a call": lambda: read_call("8S"),
    "a contract": lambda: Contract.read("9S"),
    "no action": lambda: board("").play("dance"),  # type: ignore[arg-type]
    "a card in the auction": lambda: played("SA", calls=""),
    "a card after the end": lambda: played("SA", calls="pass pass pass pass"),
    "a call in the play": lambda: played("pass"),
    "a call after the end": lambda: called("pass pass pass pass", PASS),
    "a card that is not held": lambda: played("SA"),
    "a card that dummy does not hold": lambda: played("SJ", "SA"),
    "a revoke": lambda: played("SJ", "S4", "H5"),
    "a revoke of dummy": lambda: played("SJ", "H8"),
    "a claim where there are none": lambda: played("claim 3"),
    "a claim in the auction": lambda: played("claim 3", calls="", claims="agree"),
    "too high a claim": lambda: played("claim 14", claims="agree"),
    "a second claim": lambda: played("claim 3", "refuse", "claim 3", claims="agree"),
    "a claim upon a claim": lambda: played("claim 3", "claim 3", claims="agree"),
    "a card upon a claim": lambda: played("claim 3", "SJ", claims="agree"),
    "an answer without a claim": lambda: played("agree", claims="agree"),
    "a score before the end": lambda: board("").scores(),
    "no call": lambda: Auction(0).add(Other("Z")),
    "a double of nothing": lambda: called("", DOUBLE),
    "a double of partner": lambda: called("1C pass", DOUBLE),
    "a second double": lambda: called("1C X pass", DOUBLE),
    "a double of a redouble": lambda: called("1C X XX", DOUBLE),
    "a redouble of nothing": lambda: called("1C", REDOUBLE),
    "a second redouble": lambda: called("1C X XX pass", REDOUBLE),
    "a redouble of partner": lambda: called("1C X pass", REDOUBLE),
    "an insufficient bid": lambda: called("2C", "1NT"),
    "a bid above the highest": lambda: called("7NT", "7S"),
    "a board": lambda: Board.read("1 N"),
    "a short hand": lambda: Board.read(f"1 N None {HANDS.replace('T987', 'T98')}"),
    "a card twice on a board": lambda: Board.read(f"1 N None {HANDS.replace('T987', 'A987')}"),
    "a hand": lambda: read_hand("AK"),
    "a rank": lambda: read_hand("AB..."),
    "a card twice in a hand": lambda: read_hand("AA..."),
    "parameters": lambda: MonteCarlo(samples=0),
    "given cards": lambda: read_given(["SA SK"]),
    "too many given cards": lambda: read_given(
        ["n: SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 HA"],
    ),
    "a card given twice": lambda: read_given(["n: SA", "s: SA"]),
    "conditions too rare": lambda: list(deal_set(1, 1, ["n: 38+ hcp"], tries=64)),
    "conditions too rare for one try": lambda: list(deal_set(1, 1, ["n: 38+ hcp"], tries=1)),
    "a set with a mistake": lambda: read_set('[Deal "N:- - -"]\n'),
    "a set without hands": lambda: read_set(NO_HANDS),
    "an empty set": lambda: read_set(""),
    "a result": lambda: Result.read("8S="),
    "a result of fourteen": lambda: Result.read("7NT+1"),
    "fourteen tricks": lambda: contract_score.score(Contract.read("1C"), 14, vulnerable=False),
    "a table": lambda: read_entry("4S"),
    "a table without a declarer": lambda: read_entry("4S="),
    "a weight": lambda: read_entry("50% 420; 620"),
    "weights": lambda: read_entry("50% 420; 40% 620"),
    "more than all": lambda: read_entry("120/0"),
    "a table with both": lambda: Entry(420, (PLUS, MINUS)),
    "a table without a score": lambda: matchpoints.explain([Entry()], 0),
    "too few expected": lambda: matchpoints.matchpoints([Entry(0), Entry(0)], 1),
    "no actual scores": lambda: matchpoints.neuberg(1, 0, 4),
    "too many matchpoints": lambda: matchpoints.neuberg(99, 3, 4),
    "a datum": lambda: butler.datum_of([1], "mode"),
    "a datum of nothing": lambda: butler.datum_of([]),
    "a match without boards": lambda: victory_points.full_win(0),
    "points of two hands": lambda: compensation.expectation(50, vulnerable=False),
    "a compensation table": lambda: compensation.expectation(20, False, "x"),
    "hands for LIN": lambda: write_lin(read_pbn(NO_HANDS).games),
    "an auction for LIN": lambda: write_lin(read_pbn(NO_AUCTION).games),
    "an irregular auction for LIN": lambda: write_lin(read_pbn(IRREGULAR).games),
    "a solver that was stopped": stopped_solver,
    "a card that nobody could play": lambda: costs_of(
        board("").board, Contract.read("1NT N"), [Card.read("SA")], own_solver()
    ),
    "a board number for USEBIO": lambda: event_of(read_pbn('[Dealer "N"]\n').games),
    "players for USEBIO": lambda: event_of(read_pbn(NO_HANDS).games),
}


@pytest.mark.parametrize("provoke", REFUSALS.values(), ids=REFUSALS)
def test_every_refusal_is_said_in_russian(provoke: Callable[[], object]) -> None:
    with pytest.raises(IgrotekaError) as refused:
        provoke()
    check(refused.value.sentence)
    assert refused.value.sentence != RUSSIAN(refused.value.sentence)


@pytest.mark.parametrize(
    "condition",
    [
        *("15-17 hcp", "north: 15-17 hpc", "middle: 15 hcp", "north: 17-15 hcp", "north: 5432"),
        *("north: flat", "ns: balanced", "north: (balanced", "north: balanced)", "north:"),
        *("north: not", "north: 5+s & 4+h"),
    ],
)
def test_a_condition_is_refused_in_russian(condition: str) -> None:
    with pytest.raises(IgrotekaError) as refused:
        list(deal_set(1, 1, [condition]))
    check(refused.value.sentence)


RULE = 'after = ""\ncall = "1C"\nneeds = ""\n'


@pytest.mark.parametrize(
    "text",
    [
        *("title = 1", '[[rule]]\nafter = ""', f"[[rule]]\n{RULE}then = 1"),
        *(f"[[rule]]\n{RULE.replace('1C', '8C')}", f"[[rule]]\n{RULE}example = 1"),
        '[[rule]]\nafter = 1\ncall = "1C"\nneeds = ""',
        *(f'[[rule]]\nafter = ""\ncall = "1C"\nneeds = "{need}"' for need in ("luck", "hcp many")),
        *(f'[[rule]]\nafter = "{calls}"\ncall = "1H"\nneeds = ""' for calls in ("1C 1D", "1Q")),
    ],
)
def test_a_rule_file_is_refused_in_russian(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("1.toml").write_text(text)
    with pytest.raises(BadRule) as refused:
        System(read_rules(Path("1.toml")))
    check(refused.value.sentence)
    with pytest.raises(BadOption, match=re.escape(str(refused.value))):
        Simple(FilePath(str(tmp_path / "1.toml")))


PROBLEMS = (
    '[Board "1"]\n[Board "2"]\n[Event "#"]\n[Deal "#"]\n[Vulnerable "x"]\n[Dealer "x"]\n',
    f'{NO_AUCTION}[Play "E"]\nS7 S3 S2 SA\nS8 S7 S4 SK\n',
    f'{NO_AUCTION}[Auction "N"]\n1C =1= pass pass pass\n[Result "x"]\n',
    '[Board "1"]\n[Contract "Pass"]\n[Vulnerable "None"]\n[Score "NS 50"]\n',
    f'[Board "1"]\n[Deal "{HANDS}"]\n[Auction "N"]\n1C ?? ?!? pass\n',
    f'[Board "1"]\n[Deal "N:{HANDS}"]\n[Auction "N"]\n1C §= pass\n',
)


def test_every_problem_of_a_file_is_told_in_russian() -> None:
    contents = [(PBN, text.encode()) for text in PROBLEMS]
    for path in sorted((FILES / "wrong").iterdir()):
        if path.suffix in (".pbn", ".lin"):
            contents.append((PBN if path.suffix == ".pbn" else LIN, path.read_bytes()))
    problems = [each for form, content in contents for each in form.read(content)]
    reasons = [each.reason for each in problems if isinstance(each, Problem)]
    assert len(reasons) > 40
    for reason in reasons:
        assert isinstance(reason, Text)
        check(reason)
