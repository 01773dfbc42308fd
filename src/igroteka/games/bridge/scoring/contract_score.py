"""The score of a contract by Law 77."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.contracts import NOTRUMP, STRAINS, Contract
from igroteka.games.bridge.scoring.explanation import (
    Explanation,
    Step,
    counted,
    named,
    phrase,
    table,
)
from igroteka.text import Text

_DOUBLINGS: Final = ("undoubled", "doubled", "redoubled")


def score(contract: Contract | None, tricks: int, vulnerable: bool) -> int:
    """What declarer's side gets; None is a board passed out. Raises `IgrotekaError`.

    >>> score(Contract.read("4SX"), 9, vulnerable=True)
    -200
    """
    if contract is None:
        return 0
    _check(tricks)
    if tricks < contract.needed:
        return -sum(_undertricks(contract, tricks, vulnerable))
    return (
        _bid_tricks(contract)
        + sum(amount for _, amount in _bonuses(contract, vulnerable))
        + (tricks - contract.needed) * _overtrick(contract, vulnerable)
    )


def explain(
    contract: Contract | None, tricks: int, vulnerable: bool, language: str = "en"
) -> Explanation:
    """The same score with the steps that add up to it."""
    if contract is None:
        return Explanation(phrase(language, "contract.passed_out"), 0)
    steps = tuple(_steps(contract, tricks, vulnerable, language))
    figure = score(contract, tricks, vulnerable)
    return Explanation(result_text(contract, tricks, vulnerable, language), figure, steps)


def result_text(contract: Contract, tricks: int, vulnerable: bool, language: str = "en") -> str:
    """A result in words: `4♠ doubled, vulnerable, 1 down`."""
    words = [f"{contract.bid}"]
    if contract.doubled:
        words[0] += f" {named(language, 'doublings', contract.doubled)}"
    words.append(named(language, "vulnerable", vulnerable))
    over = tricks - contract.needed
    if over < 0:
        words.append(counted(language, "down", -over))
    elif over:
        words.append(counted(language, "overtrick", over))
    else:
        words.append(phrase(language, "contract.just_made"))
    return ", ".join(words)


def _law() -> dict[str, Any]:
    return table("law77.toml")


def _check(tricks: int) -> None:
    if tricks not in range(14):
        raise IgrotekaError(
            Text("declarer can't have taken {tricks} tricks; there are 0 to 13", tricks=tricks)
        )


def _bid_tricks(contract: Contract) -> int:
    law = _law()
    each: int = law["trick"][contract.strain]
    extra: int = law["first_notrump"] - each if contract.strain == NOTRUMP else 0
    times: int = law["times"][contract.doubled]
    return (contract.level * each + extra) * times


def _bonuses(contract: Contract, vulnerable: bool) -> Iterator[tuple[str, int]]:
    """The bonuses of a contract that is made, by name."""
    law = _law()
    if _bid_tricks(contract) >= law["game_from"]:
        yield "game", law["game"][vulnerable]
    else:
        yield "part_score", law["part_score"]
    if contract.level >= 6:
        slam = "small_slam" if contract.level == 6 else "grand_slam"
        yield slam, law[slam][vulnerable]
    if contract.doubled:
        yield f"made_{_DOUBLINGS[contract.doubled]}", law["made"][contract.doubled]


def _overtrick(contract: Contract, vulnerable: bool) -> int:
    law = _law()
    if contract.doubled:
        value: int = law["overtrick"][_DOUBLINGS[contract.doubled]][vulnerable]
    else:
        value = law["trick"][contract.strain]
    return value


def _undertricks(contract: Contract, tricks: int, vulnerable: bool) -> list[int]:
    """What each undertrick costs, the first one first."""
    costs = _law()["undertricks"][_DOUBLINGS[contract.doubled]][vulnerable]
    return [costs[min(at, len(costs) - 1)] for at in range(contract.needed - tricks)]


def _steps(contract: Contract, tricks: int, vulnerable: bool, language: str) -> Iterator[Step]:
    if tricks < contract.needed:
        for number, cost in enumerate(_undertricks(contract, tricks, vulnerable), start=1):
            yield Step(phrase(language, "contract.undertrick", number=number), -cost)
        return
    yield Step(_bid_tricks_text(contract, language), _bid_tricks(contract))
    for name, amount in _bonuses(contract, vulnerable):
        yield Step(phrase(language, f"contract.{name}"), amount)
    over, value = tricks - contract.needed, _overtrick(contract, vulnerable)
    if over:
        text = phrase(language, "contract.each", what=counted(language, "overtrick", over), n=value)
        yield Step(text, over * value)


def _bid_tricks_text(contract: Contract, language: str) -> str:
    """`4 tricks bid in ♠, 30 each, doubled (× 2)`."""
    law = _law()
    each, times = law["trick"][contract.strain], law["times"][contract.doubled]
    bid = counted(language, "bid_trick", contract.level)
    text = phrase(language, "contract.in_strain", what=bid, strain=STRAINS[contract.strain])
    if contract.strain != NOTRUMP:
        text += ", " + phrase(language, "contract.value", n=each)
    elif contract.level == 1:
        text += f", {law['first_notrump']}"
    else:
        text += ", " + phrase(language, "contract.notrump", first=law["first_notrump"], n=each)
    if contract.doubled:
        text += f", {named(language, 'doublings', contract.doubled)} (× {times})"
    return text
