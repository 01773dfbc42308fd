"""Receivers: whoever is sent something by a house, every byte of it, and what they may know.

Cards are looked for in two ways. `named` finds every card that a text names, so that each can be
compared with what its receiver may know. `heard` is all that a receiver was sent, without what
differs between any two evenings, so that it can be compared byte for byte with what the same
receiver is sent of a twin: the same game in which all that they may not know is otherwise.
"""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from httpx import Response

from igroteka.contract import Game, Seat, State
from igroteka.records.sitting import opened
from igroteka.tables.setting import Chair, Setting
from igroteka.tables.table import Table
from igroteka.web import passwords, socket
from igroteka.web.pages import common, people
from tests.web.visiting import House, Screen, Visitor

RANK = "(?:10|[2-9TJQKA])"
NOTATIONS = {
    "durak": re.compile(f"({RANK})([♠♥♦♣])"),
    "bridge": re.compile(f"([♠♥♦♣])({RANK})|(10|[89TJQKA])([♠♥♦♣])"),
}
"""At bridge 2♣ is a bid; what can be none is a card either way."""
LETTERS = re.compile(rf"\b(?:([SHDC])({RANK})|({RANK})([SHDC]))\b")
"""Cards as programs and files write them."""
HAND = re.compile(r"[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*")
"""A hand as PBN has it."""
ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))


def card(one: str, other: str) -> str:
    """A card by its suit and rank, in whatever order and writing they come."""
    suit, rank = (one, other) if one in "♠♥♦♣SHDC" else (other, one)
    return SIGNS.get(suit, suit) + rank.replace("10", "T")


def named(game: str, text: str, letters: bool = False) -> set[str]:
    """The cards that a text names: by signs, as hands of a deal and, if asked for, by letters."""
    text = html.unescape(ESCAPED.sub(lambda match: chr(int(match[1], 16)), text))
    found = {card(*filter(None, match.groups())) for match in NOTATIONS[game].finditer(text)}
    for hand in HAND.findall(text):
        if len(hand) == 16:
            suits = zip("♠♥♦♣", hand.split("."), strict=True)
            found |= {suit + rank for suit, ranks in suits for rank in ranks}
    if letters:
        pairs = ([part for part in match.groups() if part] for match in LETTERS.finditer(text))
        found |= {card(*pair) for pair in pairs}
    return found


def known(game: str, state: State, seat: Seat | None) -> set[str]:
    """The cards that a seat may know of in a position."""
    return named(game, json.dumps(state.view(seat).to_json(), ensure_ascii=False))


@dataclass
class Sent:
    """One thing that somebody was sent."""

    what: str
    """By which request it came; empty for a message of a socket."""
    text: str
    is_page: bool = False


@dataclass
class Receiver:
    """Somebody with a browser or a program, and all that they were sent."""

    name: str
    visitor: Visitor
    seat: Seat | None = None
    """From which they look."""
    blind: bool = False
    """Whether they may not even look on."""
    token: str = ""
    """A program's; empty for people."""
    thorough: bool = False
    """Whether they ask also for pages on which tables are hardly expected."""
    screen: Screen | None = None
    sent: list[Sent] = field(default_factory=list)
    searched: int = 0
    known: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)
    """The cards of their own wrong moves, which a refusal may name."""

    def __post_init__(self) -> None:
        self.visitor.client.event_hooks["response"].append(self._keep)
        self.visitor.received = _Wire(self.sent)

    def _keep(self, answer: Response) -> None:
        answer.read()
        head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        what = f"{answer.request.method} {answer.request.url.path}?{answer.request.url.query!r}"
        is_page = "text/html" in answer.headers.get("content-type", "")
        self.sent.append(Sent(what, f"{answer.status_code}\n{head}\n\n{answer.text}", is_page))

    def search(
        self, game: str, state: State, examples: Mapping[str, set[str]], secrets: Collection[str]
    ) -> None:
        """All that has come since names only cards that this receiver has been able to know.

        `examples` are the cards that a page names for everybody, whatever is played; `secrets`
        are texts that are in nothing at all.
        """
        if not self.blind:
            self.known |= known(game, state, self.seat)
        for each in self.sent[self.searched :]:
            found = named(game, each.text, letters=not each.is_page)
            secret = found - self.known - examples.get(each.what, set())
            if each.text.startswith('{"type":"refused"') or each.what.startswith("POST"):
                secret -= self.said
            assert not secret, (self.name, each.what, sorted(secret), each.text[-3000:])
            assert not any(text in each.text for text in secrets), (self.name, each.what)
            if each.what and found:
                assert "\ncache-control: no-store\n" in each.text, each.what
                assert "\netag: " not in each.text, each.what
        self.searched = len(self.sent)

    @property
    def heard(self) -> list[str]:
        """What was sent, without what differs from evening to evening."""
        return [line for each in self.sent if each.what for line in _lines(each)] + _told(self.sent)


class _Wire(list[str]):
    """What a visitor receives: messages of sockets are kept, answers are kept already."""

    def __init__(self, sent: list[Sent]) -> None:
        super().__init__()
        self._sent = sent

    def append(self, text: str) -> None:
        if text.startswith('{"type"'):
            self._sent.append(Sent("", text))


CHANGING = (
    (re.compile(r"(/sit/)[\w-]+"), r"\1KEY"),
    (re.compile(r'<svg[^>]*class="qr".*?</svg>', re.DOTALL), "QR"),
    (re.compile(r'(name="form" value=")[^"]+'), r"\1FORM"),
    (re.compile(r'(X-Form-Token": ")[^"]+'), r"\1FORM"),
    (re.compile(r'("form": ?")[^"]+'), r"\1FORM"),
    (re.compile(r'(data-form=")[^"]+'), r"\1FORM"),
    (re.compile(r"(igroteka-session=)[^;\n]*"), r"\1COOKIE"),
    (re.compile(r"(nonce[-=][\"']?)[\w+/=-]+"), r"\1NONCE"),
    (re.compile(r'("token": ?")[^"]+'), r"\1TOKEN"),
    (re.compile(r'("seconds": ?)[\d.]+'), r"\1S"),
    (re.compile(r'("present": ?)(?:true|false)'), r"\1P"),
    (re.compile(r"\b\d\d?:\d\d(?::\d\d)?\b"), "TIME"),
    (re.compile(r"(content-length: )\d+"), r"\1N"),
    (re.compile(r"igroteka_\w+(?:\{[^}]*\})? [-\d.e+]+"), "NUMBER"),
    (re.compile(r"never used|last used[^<]*"), "USED"),
    (re.compile(r"Good (?:morning|afternoon|evening)"), "GREETING"),
)
"""What is another one every time, though nothing else is: keys, tokens, times."""


def _lines(sent: Sent) -> Iterator[str]:
    text = sent.text
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    yield from (f"{sent.what}: {line}" for line in text.splitlines())


def _told(sent: Sequence[Sent]) -> list[str]:
    """Messages of sockets part by part, each value once as long as it stays the same.

    How many messages they come in depends on how fast people come and go.
    """
    last: dict[str, str] = {}
    told = []
    for each in sent:
        if each.what:
            continue
        message = json.loads(each.text)
        message.pop("seed", None)
        for part, value in message.items():
            if part == "type" and value in ("change", "alive"):
                continue
            text = json.dumps(value, ensure_ascii=False, sort_keys=True)
            for pattern, instead in CHANGING:
                text = pattern.sub(instead, text)
            if last.get(part) != text:
                last[part] = text
                told.append(f"{part}: {text}")
    return told


# --- the company at a table ---


@dataclass
class Company:
    """A table, those who sit there, and all who look on or may not."""

    house: House
    game: str
    table: Table
    seated: list[Receiver]
    others: list[Receiver]

    @property
    def everybody(self) -> list[Receiver]:
        """All receivers."""
        return [*self.seated, *self.others]

    def go_on(self, action: str) -> None:
        """Who is to move does this, and all who look on see it."""
        mover = self.seated[self.table.state.turn]
        assert mover.screen is not None
        count = len(mover.screen.moves)
        mover.screen.play(action)
        for each in self.everybody:
            while each.screen and len(each.screen.moves) == count:
                each.screen.receive()

    def search(self, secrets: Collection[str], examples: Mapping[str, set[str]]) -> None:
        """Nobody was sent what they may not know, nor the key of somebody else's seat."""
        for each in self.everybody:
            chairs = enumerate(self.table.setting.chairs)
            keys = [chair.key for seat, chair in chairs if seat != each.seat]
            each.search(self.game, self.table.state, examples, [*secrets, *keys])


PEOPLE = ("Anna", "Boris", "Clara", "David", "Elena", "Fedor")


def _program(house: House, name: str) -> tuple[Visitor, str, str]:
    """A visitor with a token, and as whom the house knows it."""
    visitor = house.visitor()
    token: str = visitor.client.post("/api/programs", json={"name": name}).json()["token"]
    visitor.client.headers["Authorization"] = f"Bearer {token}"
    archive = house.live_tables.archive
    from igroteka.archive import tokens

    bearer = archive.read(tokens.bearer, token)
    assert bearer is not None
    return visitor, token, f"player:{bearer.account.id}"


@contextmanager
def company(
    house: House, rules: Game, deals: Sequence[str], watched: bool, thorough: bool = False
) -> Iterator[Company]:
    """A table with these deals: people, a program on the last seat, and three without a seat."""
    names = PEOPLE[: rules.seats - 1]
    seated = [Receiver(name, house.visitor(name), seat) for seat, name in enumerate(names)]
    visitor, token, mark = _program(house, "robot")
    seated.append(Receiver("robot", visitor, rules.seats - 1, token=token))
    spy, spy_token, _ = _program(house, "spy")
    others = [
        Receiver("spectator", house.visitor("Eve"), blind=not watched, thorough=True),
        Receiver("outsider", house.visitor(), blind=not watched),
        Receiver("spy", spy, blind=not watched, token=spy_token),
    ]
    for each in seated * thorough:
        each.thorough = True
    chairs = [each.visitor.chair(each.name) for each in seated[:-1]]
    chairs.append(Chair("robot", "program", holders=[mark]))
    table = _opened(house, opened(rules, deals=deals), chairs, watched)
    with ExitStack() as stack:
        for each in [*seated, *others]:
            if each.seat is not None or (watched and each.name != "outsider"):
                each.screen = stack.enter_context(_looking(each, table.number))
        yield Company(house, rules.name, table, seated, others)


def _opened(house: House, sitting: Any, chairs: list[Chair], watched: bool) -> Table:
    async def work() -> Table:
        setting = Setting(chairs, pace=0.0, watched=watched, take_back="free").with_budgets()
        return await house.live_tables.open_sitting(sitting, setting)

    table: Table = house.wait_for(work)
    return table


@contextmanager
def _looking(receiver: Receiver, number: int) -> Iterator[Screen]:
    if not receiver.token:
        with receiver.visitor.at(number) as screen:
            yield screen
        return
    address = f"/api/tables/{number}/socket?token={receiver.token}"
    with receiver.visitor._connected(address, number) as screen:
        yield screen


def forget_rates() -> None:
    """Nobody has asked too often."""
    for rate in (common.FORM_RATE, people.SIGN_IN_RATE, *passwords.RATES, socket.RATE):
        rate._stores.clear()


# --- twins ---


def twin(game: str, start: State, now: State, seat: Seat | None, rng: random.Random) -> str:
    """A deal that leads to a position which this seat can't tell from the one now.

    What was seen until now is as it was; all the rest is dealt otherwise.
    """
    if game == "bridge":
        return now.disguise(seat, rng).deal
    from igroteka.games.durak.state import Position

    assert isinstance(now, Position)
    hidden = set(now.stock[:-1])
    for other, hand in enumerate(now.hands):
        if other != seat:
            hidden |= {at for at in range(64) if hand & ~now.public.known[other] & 1 << at}
    assert isinstance(start, Position)
    assert start.start is not None
    places = [place for place, each in enumerate(start.start.deck) if each in hidden]
    cards = [start.start.deck[place] for place in places]
    while True:  # until the lowest trump is again the one that was shown
        rng.shuffle(cards)
        deck = list(start.start.deck)
        for place, each in zip(places, cards, strict=True):
            deck[place] = each
        deal = str(start.start._replace(deck=tuple(deck)))
        if start.public.game.restore(deal).view(seat) == start.view(seat):
            return deal
