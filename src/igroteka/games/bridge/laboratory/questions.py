"""A question in bidding terms: which of several calls or contracts is best on deals that fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from igroteka.contract import BadOption, Seat
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.boards import LETTERS, SOUTH
from igroteka.games.bridge.conditions import Condition, check_possible, read_condition
from igroteka.games.bridge.contracts import Call, Contract, read_call
from igroteka.games.bridge.laboratory.auctions import RuleFile, calls_text, read_calls
from igroteka.text import Text, one_of, quoted

SCORINGS: Final = ("imps", "matchpoints")
ASKED: Final = "?"
VULNERABILITIES: Final = (Text("nobody"), Text("we"), Text("they"), Text("everybody"))
"""As the side sees it that is asked: bit 0 is its own, bit 1 the other."""


@dataclass(frozen=True)
class Question:
    """What is asked, of which deals."""

    alternatives: tuple[Call | Contract, ...]
    """A call is bid on to the end by the rules; a contract has its declarer."""
    rules: RuleFile
    auction: tuple[Call, ...] | None = None
    """What was called before, made by hands that the rules call so with; None: nothing was."""
    dealer: Seat = SOUTH
    where: tuple[str, ...] = ()
    deals: int = 500
    seed: int = 1
    scoring: str = "imps"

    @property
    def seat(self) -> Seat:
        """Who is asked: the one to call, or the partner of the first contract's declarer."""
        if self.auction is not None:
            return (self.dealer + len(self.auction)) % 4
        first = self.alternatives[0]
        assert isinstance(first, Contract)
        assert first.declarer is not None
        return (first.declarer + 2) % 4

    @property
    def predicates(self) -> list[Condition]:
        """The conditions as functions, which can't be sent to another process."""
        return [read_condition(text) for text in self.where]

    @property
    def names(self) -> tuple[str, ...]:
        """The alternatives as they are shown."""
        return tuple(map(str, self.alternatives))

    @property
    def identity(self) -> dict[str, Any]:
        """What the result on a deal depends on: how many deals there are is not part of it."""
        return {
            "question": [_written(each) for each in self.alternatives],
            "auction": None if self.auction is None else calls_text(self.auction),
            "dealer": LETTERS[self.dealer],
            "where": list(self.where),
            "rules": self.rules.digest,
            "seed": self.seed,
        }

    def to_json(self) -> dict[str, Any]:
        """All of it for programs."""
        return {
            "alternatives": list(self.names),
            "auction": None if self.auction is None else f"{calls_text(self.auction)} ?".strip(),
            "dealer": LETTERS[self.dealer],
            "seat": LETTERS[self.seat],
            "where": list(self.where),
            "rules": self.rules.name,
            "deals": self.deals,
            "seed": self.seed,
            "scoring": self.scoring,
        }

    def check(self) -> None:
        """Refuse what can't be asked. Raises `IgrotekaError`."""
        if len(set(self.alternatives)) < 2:
            raise BadOption(Text("name at least two different alternatives, like pass 2NT 3NT"))
        if self.scoring not in SCORINGS:
            raise BadOption(
                Text(
                    "{option} should be {names}, but is {text}",
                    option="--scoring",
                    names=one_of(SCORINGS),
                    text=quoted(self.scoring),
                )
            )
        predicates = self.predicates
        check_possible(predicates, self.where)
        if self.auction is None and not predicates:
            raise BadOption(
                Text("say which deals are meant: --auction '1NT pass ?', or --where, or both")
            )
        self._check_auction()

    def _check_auction(self) -> None:
        auction = Auction(self.dealer)
        for call in self.auction or ():
            options = self.rules.system.situation(auction.calls).options
            auction = auction.add(call)
            if not any(option.call == call for option in options):
                raise BadOption(
                    Text(
                        "no rule of {file} calls {call} there, so nobody knows what it means",
                        file=self.rules.name,
                        call=call,
                    )
                )
        for alternative in self.alternatives:
            if not isinstance(alternative, Contract):
                auction.add(alternative)


def read_auction(text: str) -> tuple[Call, ...]:
    """The calls before the question mark of `1NT pass ?`. Raises `BadOption`, `IllegalMove`."""
    before, mark, after = text.strip().partition(ASKED)
    if not mark or after.strip():
        raise BadOption(
            Text(
                "{text} should be calls that end with a question mark, like 1NT pass ?",
                text=quoted(text),
            )
        )
    return read_calls(before.replace("–", " "))


def read_alternative(text: str, auction: Sequence[Call] | None) -> Call | Contract:
    """`2NT` as a call after an auction; `2NT S` as a contract, by South if nobody is named.

    Raises `IgrotekaError` for what is neither.
    """
    if auction is not None and " " not in text.strip():
        return read_call(text)
    if auction is None and text.strip().lower() in ("pass", "x", "xx"):
        raise BadOption(
            Text(
                "{text} is a call, so say after what: --auction '1NT pass ?'; without an auction "
                "alternatives are contracts, like '3NT S'",
                text=quoted(text),
            )
        )
    contract = Contract.read(text)
    declarer = SOUTH if contract.declarer is None else contract.declarer
    return Contract(contract.bid, contract.doubled, declarer)


def _written(alternative: Call | Contract) -> str:
    if isinstance(alternative, Contract):
        return str(alternative)
    return alternative.ascii
