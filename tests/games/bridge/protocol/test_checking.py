"""The check of a client finds what is wrong with it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from igroteka.contract import Action, Player, View
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.contracts import Bid, Other
from igroteka.games.bridge.protocol.checking import (
    Finding,
    Severity,
    check_client,
    scripted_boards,
)
from igroteka.games.bridge.protocol.client import OutOfStep
from igroteka.text import NOTHING, Text
from tests.games.bridge.protocol.hub import bot_client, greeting


class Alerting(Simple):
    """Alerts every call."""

    def explanation(self, view: View, action: Action) -> Text:
        return Text("as agreed") if isinstance(action, Bid | Other) else NOTHING


@dataclass
class Spoilt:
    """A client of ours at the end of a wire, whose words are spoilt on the way."""

    seat: int
    player: Player
    spoil: Callable[[str], list[str]]
    first: str = ""
    said: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = bot_client(self.seat, self.player)
        self.said = self.spoil(self.first or greeting(self.seat))

    def send(self, line: str) -> None:
        self.heard.append(line)
        with suppress(OutOfStep):
            for said in self.client.hear(line):
                self.said += self.spoil(said)

    def receive(self) -> str | None:
        return self.said.pop(0) if self.said else None


def found(
    spoil: Callable[[str], list[str]] = lambda line: [line],
    seat: int = 2,
    player: Player | None = None,
    first: str = "",
) -> list[Finding]:
    return list(check_client(Spoilt(seat, player or Simple(), spoil, first), seat))


@pytest.mark.parametrize("seat", range(4))
def test_a_client_of_ours_does_nothing_wrong(seat: int) -> None:
    assert found(seat=seat) == []
    assert found(seat=seat, player=Alerting()) == []


def test_all_kinds_of_boards_are_played_and_alerts_are_heard() -> None:
    tested = Spoilt(0, Simple(), lambda line: [line])
    assert check_client(tested, 0) == []
    assert tested.heard.count("Start of board") == len(scripted_boards(0)) == 5
    assert any("Alert. strong, 16 or more" in line for line in tested.heard)
    assert any(line == "Dummy to lead" for line in tested.heard)
    assert tested.heard[-1] == "End of session"


@pytest.mark.parametrize(
    ("spoil", "part"),
    [
        (lambda line: [line.upper()], "it is documented as"),
        (lambda line: [line.replace(" ", "  ")], "it is documented as"),
        (lambda line: [line + "."], "it is documented as South passes"),
        (lambda line: [_suit_first(line)], "it is documented as South plays"),
        (lambda line: [line.replace("version 18", "version 18 Robot 5")], "appends text"),
        (lambda line: [line.replace("South ready", "North ready")], "it speaks for North"),
    ],
)
def test_what_the_house_understands_all_the_same_is_a_remark(
    spoil: Callable[[str], list[str]], part: str
) -> None:
    findings = found(spoil)
    assert findings
    assert {finding.severity for finding in findings} == {Severity.REMARK}
    assert any(part in finding.sentence for finding in findings)


def _suit_first(line: str) -> str:
    start, plays, card = line.partition(" plays ")
    return f"{start}{plays}{card[::-1]}"


def test_dummy_may_be_asked_for_by_its_seat() -> None:
    """On the fourth board, on which South leads, the opponent before it declares: West is dummy."""
    heard: list[str] = []
    said: list[str] = []

    def spoil(line: str) -> list[str]:
        west = heard.count("Start of board") == 4
        said.append(line.replace("dummy's card", "West's card") if west else line)
        return said[-1:]

    assert check_client(Spoilt(2, Simple(), spoil, heard=heard), 2) == []
    assert "South ready for West's card to trick 2" in said
    assert "South ready for dummy's card to trick 2" in said


def test_saying_ready_to_start_before_every_board_is_a_remark() -> None:
    boards: list[str] = []

    def spoil(line: str) -> list[str]:
        boards.extend([line] if line.endswith("ready for deal") else [])
        again = line.endswith("ready for deal") and len(boards) > 1
        return ["South ready to start", line] if again else [line]

    findings = found(spoil)
    assert [finding.severity for finding in findings] == [Severity.REMARK] * 4
    assert "before the first board only" in findings[0].sentence


@pytest.mark.parametrize(
    ("spoil", "part"),
    [
        (lambda line: ["South says hello", line] if "deal" in line else [line], "can't be read"),
        (lambda line: [line, "South plays 3C"] if "teams" in line else [line], "to hear first"),
        (lambda line: [line, line] if line.endswith("for deal") else [line], "expected was"),
        (lambda line: [] if line.endswith("ready for dummy") else [line], "silent"),
        (lambda line: [] if line.endswith("ready for cards") else [line], "ready for cards"),
        (lambda line: [line.replace("South plays", "West plays")], "can't act for West"),
        (lambda line: ["South bids 9C" if line == "South passes" else line], "can't be read"),
        (lambda line: ["South redoubles", line] if line == "South passes" else [line], "redouble"),
    ],
)
def test_what_the_house_can_t_accept_is_a_mistake(
    spoil: Callable[[str], list[str]], part: str
) -> None:
    mistakes = [each for each in found(spoil) if each.severity == Severity.MISTAKE]
    assert any(part in mistake.sentence for mistake in mistakes), mistakes
    assert all(mistake.expected for mistake in mistakes)


@pytest.mark.parametrize(
    ("skipped", "next_thing", "times"),
    [
        ("ready for teams", "ready to start", 1),
        ("ready to start", "ready for deal", 1),
        ("ready for deal", "ready for cards", 5),
    ],
)
def test_a_client_that_asks_for_the_next_thing_at_once_makes_one_mistake(
    skipped: str, next_thing: str, times: int
) -> None:
    said = [""]

    def spoil(line: str) -> list[str]:
        line = line.replace(skipped, next_thing)
        if line == said[-1]:
            return []
        said.append(line)
        return [line]

    findings = found(spoil)
    assert [finding.expected for finding in findings] == [f"South {skipped}"] * times


@pytest.mark.parametrize(
    ("first", "part"),
    [
        ("hello", "is no greeting"),
        (greeting(1), "this check is for South"),
        (greeting(2).replace("18", "3"), "version 3"),
    ],
)
def test_a_wrong_greeting_ends_the_check(first: str, part: str) -> None:
    (finding,) = found(first=first)
    assert finding.severity == Severity.MISTAKE
    assert part in finding.sentence


def test_what_could_not_be_checked_is_told() -> None:
    class Passes(Simple):
        """Never bids."""

        def choose(self, view: View) -> Action:
            calls = [each for each in view.actions() if str(each) == "pass"]
            return calls[0] if calls else super().choose(view)

    (finding,) = found(player=Passes())
    assert finding.sentence == "it never declared, so that is not checked"
