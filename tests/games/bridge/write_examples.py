"""Give every rule of the rule file an example: an auction and a hand for which it is the one.

`python -m tests.games.bridge.write_examples` bids random deals until rules have come up, keeps the
examples that still hold, and names the rules that never did.
"""

from __future__ import annotations

import sys
from pathlib import Path

from igroteka.basics.randomness import Stream
from igroteka.games.bridge.bidding.rulefile import Example, read_rules
from igroteka.games.bridge.bidding.system import NATURAL, System
from igroteka.games.bridge.boards import shuffled
from igroteka.games.bridge.cards import hand_text, read_hand
from igroteka.games.bridge.contracts import Call, read_call

DEALS = 10_000


def holds(system: System, number: int, example: Example) -> bool:
    """Whether the rule of this number is the one that is followed in its example."""
    calls = tuple(map(read_call, example.auction.split()))
    situation = system.situation(calls, example.vulnerability)
    return situation.choose(read_hand(example.hand)).rule is system.rules[number]


def find(system: System, deals: int) -> dict[int, Example]:
    """Examples of as many rules as come up in so many deals."""
    numbers = {id(rule): number for number, rule in enumerate(system.rules)}
    found: dict[int, Example] = {}
    for seed in range(deals):
        board = shuffled(Stream(seed), 1)
        calls: tuple[Call, ...] = ()
        while len(calls) < 4 or any(str(call) != "pass" for call in calls[-3:]):
            hand = board.hands[len(calls) % 4]
            option = system.situation(calls).choose(hand)
            number = numbers.get(id(option.rule))
            if number is not None and number not in found:
                found[number] = Example(" ".join(call.ascii for call in calls), hand_text(hand))
            calls = (*calls, option.call)
    return found


def aim(system: System, number: int) -> Example | None:
    """An example of a rule that is too rare to come up: its own auction with random hands."""
    for pattern in system.rules[number].after:
        auction = (
            pattern.replace("(", "").replace(")", "").replace("-", "pass").replace("P", "pass")
        )
        for t, major in (("D", "H"), ("H", "S")):
            calls = auction.replace("t", t).replace("M", major).split()
            if any(set(call) & set("…*?xyzmno") - {"p"} for call in calls if call != "pass"):
                continue
            for seed in range(20_000):
                hand = shuffled(Stream(seed), 1).hands[0]
                example = Example(" ".join(calls), hand_text(hand))
                if holds(system, number, example):
                    return example
    return None


def write(path: Path, examples: dict[int, Example]) -> None:
    """Put the examples into the file, each at the end of its rule."""
    head, *rules = path.read_text(encoding="utf-8").split("[[rule]]\n")
    texts = []
    for number, text in enumerate(rules):
        body, blank, comment = text.partition("\n\n")
        lines = [line for line in body.rstrip("\n").split("\n") if not line.startswith("example")]
        if example := examples.get(number):
            auction, hand, vulnerable, they_vulnerable = example
            more = ", vulnerable = true" if vulnerable else ""
            more += ", they_vulnerable = true" if they_vulnerable else ""
            lines.append(f'example = {{ auction = "{auction}", hand = "{hand}"{more} }}')
        texts.append("\n".join(lines) + (blank + comment if blank else "\n"))
    path.write_text(head + "".join(f"[[rule]]\n{text}" for text in texts), encoding="utf-8")


def main() -> None:
    """Write the examples and say which rules have none."""
    system = System(read_rules(NATURAL))
    kept = {
        number: rule.example
        for number, rule in enumerate(system.rules)
        if rule.example and holds(system, number, rule.example)
    }
    examples = find(system, int(sys.argv[1]) if len(sys.argv) > 1 else DEALS) | kept
    for number in set(range(len(system.rules))) - set(examples):
        if aimed := aim(system, number):
            examples[number] = aimed
    write(NATURAL, examples)
    for number, rule in enumerate(system.rules):
        if number not in examples:
            print(f"{number}: {rule.name}, after {rule.after}, {rule.call}: {rule.needs}")


if __name__ == "__main__":
    main()
