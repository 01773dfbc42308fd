"""The score of a contract by Law 77."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from igroteka.basics.explanation import Explanation, Step
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.auction import BIDS
from igroteka.games.bridge.contracts import NOTRUMP, Contract
from igroteka.games.bridge.scoring.data import table
from igroteka.games.bridge.words import bid_text, strain_text, zone_text
from igroteka.text import NOTHING, Text, joined, listed, plural

_DOUBLED: Final = ("undoubled", "doubled", "redoubled")
"""The words of the law's table."""
DOUBLINGS: Final = (NOTHING, Text("doubled"), Text("redoubled"))
_BONUSES: Final = {
    "part_score": Text("part-score bonus"),
    "game": Text("game bonus (the tricks bid are worth 100 or more)"),
    "small_slam": Text("small slam bonus"),
    "grand_slam": Text("grand slam bonus"),
    "made_doubled": Text("for making a doubled contract"),
    "made_redoubled": Text("for making a redoubled contract"),
}


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


@cache
def possible_scores(vulnerability: int) -> frozenset[int]:
    """Every score that North–South can have, given who is vulnerable."""
    found = {0}
    for side, sign in ((0, 1), (1, -1)):
        vulnerable = bool(vulnerability >> side & 1)
        for bid in BIDS:
            for doubled in range(3):
                contract = Contract(bid, doubled)
                found |= {sign * score(contract, tricks, vulnerable) for tricks in range(14)}
    return frozenset(found)


def explain(contract: Contract | None, tricks: int, vulnerable: bool) -> Explanation:
    """The same score with the steps that add up to it."""
    if contract is None:
        return Explanation(Text("passed out"), 0)
    steps = tuple(_steps(contract, tricks, vulnerable))
    figure = score(contract, tricks, vulnerable)
    return Explanation(result_text(contract, tricks, vulnerable), figure, steps)


def result_text(contract: Contract, tricks: int, vulnerable: bool) -> Text:
    """A result in words: `4♠ doubled, vulnerable, 1 down`."""
    made = made_text(tricks - contract.needed)
    return listed((contract_text(contract), zone_text(vulnerable), made))


def contract_text(contract: Contract) -> Text:
    """What was played: `4♠ doubled`."""
    return joined(" ", filter(None, (bid_text(contract.bid), DOUBLINGS[contract.doubled])))


def made_text(over: int) -> Text:
    """The tricks beside those needed: `1 down`, `just made`, `2 overtricks`."""
    if over < 0:
        return plural("1 down", "{count} down", count=-over)
    return _overtricks(over) if over else Text("just made")


def _overtricks(count: int) -> Text:
    return plural("{count} overtrick", "{count} overtricks", count=count)


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
        yield f"made_{_DOUBLED[contract.doubled]}", law["made"][contract.doubled]


def _overtrick(contract: Contract, vulnerable: bool) -> int:
    law = _law()
    if contract.doubled:
        value: int = law["overtrick"][_DOUBLED[contract.doubled]][vulnerable]
    else:
        value = law["trick"][contract.strain]
    return value


def _undertricks(contract: Contract, tricks: int, vulnerable: bool) -> list[int]:
    """What each undertrick costs, the first one first."""
    costs = _law()["undertricks"][_DOUBLED[contract.doubled]][vulnerable]
    return [costs[min(at, len(costs) - 1)] for at in range(contract.needed - tricks)]


def _steps(contract: Contract, tricks: int, vulnerable: bool) -> Iterator[Step]:
    if tricks < contract.needed:
        for number, cost in enumerate(_undertricks(contract, tricks, vulnerable), start=1):
            yield Step(Text("undertrick {number}", number=number), -cost)
        return
    yield Step(_bid_tricks_text(contract), _bid_tricks(contract))
    for name, amount in _bonuses(contract, vulnerable):
        yield Step(_BONUSES[name], amount)
    over, value = tricks - contract.needed, _overtrick(contract, vulnerable)
    if over:
        text = Text("{things}, {worth} each", things=_overtricks(over), worth=value)
        yield Step(text, over * value)


def _bid_tricks_text(contract: Contract) -> Text:
    """`4 tricks bid in ♠, 30 each, doubled (× 2)`."""
    law = _law()
    first, each = law["first_notrump"], law["trick"][contract.strain]
    bid = plural(
        "{count} trick bid in {strain}",
        "{count} tricks bid in {strain}",
        count=contract.level,
        strain=strain_text(contract.strain),
    )
    if contract.strain != NOTRUMP:
        text = Text("{things}, {worth} each", things=bid, worth=each)
    elif contract.level == 1:
        text = listed((bid, first))
    else:
        text = Text(
            "{things}, {first} for the first and {each} for each other",
            things=bid,
            first=first,
            each=each,
        )
    if not contract.doubled:
        return text
    return Text(
        "{text}, {doubled} (× {times})",
        text=text,
        doubled=DOUBLINGS[contract.doubled],
        times=law["times"][contract.doubled],
    )
