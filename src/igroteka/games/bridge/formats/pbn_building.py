"""PBN, fourth step: a game made of its elements, checked against the laws as far as it tells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from igroteka.contract import IgrotekaError, Seat
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.boards import (
    LETTERS,
    SEATS,
    VULNERABILITIES,
    dealer_of,
    vulnerability_of,
)
from igroteka.games.bridge.cards import Card, Cards
from igroteka.games.bridge.contracts import Bid, Contract, Other
from igroteka.games.bridge.formats.contradictions import (
    UNKNOWN,
    contract_against,
    contract_word,
    declarer_against,
    passed_out_against,
    result_against,
    score_against,
)
from igroteka.games.bridge.formats.game import (
    MANDATORY,
    GameText,
    Section,
    Tabular,
    complete,
    deal_text,
    number_in,
    read_deal,
    seat_of,
)
from igroteka.games.bridge.formats.pbn_lexer import Element, Kind
from igroteka.games.bridge.formats.pbn_sections import (
    BadSection,
    Draft,
    first_refusal,
    read_auction,
    read_notes,
    read_play,
    read_rows,
)
from igroteka.games.bridge.formats.pbn_values import canonical, tricks_of
from igroteka.games.bridge.formats.playing import checked_play
from igroteka.games.bridge.formats.reading import Reading, excerpt
from igroteka.text import Text, joined, listed

if TYPE_CHECKING:
    from igroteka.games.bridge.formats.pbn_reader import RawGame

_SECTIONS: Final = ("Auction", "Play")


def build(raw: RawGame, reading: Reading) -> GameText | None:
    """The game; None if its cards can't be those of a deal."""
    builder = _Builder(raw, reading)
    try:
        builder.simple_tags()
        builder.deal()
    except BadSection as error:
        reading.report(error.line, error.reason, lost=True)
        return None
    builder.auction()
    builder.play()
    builder.result()
    builder.mandatory()
    game = GameText(
        tags=builder.tags,
        auction=builder.auction_section,
        play=builder.play_section,
        tables=builder.tables(),
        comments={name: tuple(texts) for name, texts in builder.comments.items() if texts},
        line=raw.line,
    )
    if wrong := score_against(game):
        reading.report(builder.line("Score"), wrong)
    return game


class _Builder:
    def __init__(self, raw: RawGame, reading: Reading) -> None:
        self.raw = raw
        self.reading = reading
        self.tags: dict[str, str] = {}
        self.hands: tuple[Cards | None, ...] = (None,) * 4
        self.dealer: Seat = 0
        self.auction_section: Section | None = None
        self.play_section: Section | None = None
        self._notes = {name: read_notes(raw.notes.get(name, ()), reading) for name in _SECTIONS}
        self._tables = self._find_tables()
        self.won = (0, 0)
        """The tricks of each side in the play, as far as it is told."""
        self.comments: dict[str, list[str]] = {}

    def line(self, name: str) -> int:
        """Where a tag stands; where the game begins if it has none."""
        return self.raw.tags[name].line if name in self.raw.tags else self.raw.line

    def _find_tables(self) -> set[str]:
        """The tags that have rows below them."""
        with_words = {
            name
            for name, following in self.raw.following.items()
            if any(element.words for element in following)
        }
        named = {name for name in self.raw.tags if name.endswith("Table")}
        return (named | with_words).difference(_SECTIONS, MANDATORY, ("",))

    def simple_tags(self) -> None:
        """All tags that are no sections, in the form of the export format."""
        for name, tag in self.raw.tags.items():
            if name in (*_SECTIONS, "Deal", "Result") or name in self._tables:
                continue
            try:
                self.tags[name] = canonical(name, tag.value)
            except IgrotekaError as error:
                self.reading.report(tag.line, error.sentence)
                self.tags[name] = "?"
        self._gather_comments()

    def _gather_comments(self) -> None:
        for name, following in self.raw.following.items():
            if name in _SECTIONS:
                continue
            self.comments[name] = [e.value for e in following if e.kind is Kind.COMMENT and e.value]
            for element in following:
                if element.words and name not in self._tables:
                    self.reading.stray(
                        element.line,
                        Text(
                            "{text} … belongs to no auction, play or table",
                            text=excerpt(element.words[0]),
                        ),
                    )

    def deal(self) -> None:
        """Dealer, vulnerability and cards, each from the board's number where it is missing."""
        tag = self.raw.tags.get("Deal")
        text = tag.value.strip() if tag else ""
        cycle = number_in(self.tags.get("Board", "")) or None
        self.dealer = self._dealer(text, cycle)
        self.tags["Dealer"] = LETTERS[self.dealer]
        if self.tags.get("Vulnerable", "?") in ("", "?") and cycle:
            self.tags["Vulnerable"] = VULNERABILITIES[vulnerability_of(cycle)]
        if text in ("", "?"):
            return
        try:
            self.hands = complete(read_deal(text if text[1:2] == ":" else f"N:{text}"))
        except IgrotekaError as error:
            raise BadSection(self.line("Deal"), error.sentence) from error
        self.tags["Deal"] = deal_text(self.hands, self.dealer)
        whole = [hand for hand in self.hands if hand is not None]
        if len(whole) == 4 and len({hand.bit_count() for hand in whole}) > 1:
            counts = listed(
                joined(" ", (SEATS[seat], hand.bit_count())) for seat, hand in enumerate(whole)
            )
            raise BadSection(
                self.line("Deal"), Text("the hands differ in length: {counts}", counts=counts)
            )

    def _dealer(self, deal: str, cycle: int | None) -> Seat:
        auction = self.raw.tags.get("Auction")
        for text in (self.tags.get("Dealer", ""), auction.value if auction else ""):
            if (seat := seat_of(text)) is not None:
                return seat
        if cycle:
            return dealer_of(cycle)
        return seat_of(deal.partition(":")[0]) or 0

    def _told(self, name: str) -> Element | None:
        """The tag of a section, unless it names nobody and nothing follows it."""
        tag = self.raw.tags.get(name)
        if tag is None or seat_of(tag.value) is not None:
            return tag
        if tag.value.strip() not in UNKNOWN:
            self.reading.report(
                tag.line,
                Text(
                    "{name} begins with {text}, which is none of N, E, S and W",
                    name=name,
                    text=excerpt(tag.value),
                ),
            )
        return tag if name in self.raw.following else None

    def auction(self) -> None:
        """The auction, if it is one that the laws allow."""
        tag = self._told("Auction")
        if not tag:
            return
        try:
            section = self._auction(tag)
        except BadSection as error:
            self.reading.report(
                error.line, Text("{reason}; the auction is left out", reason=error.reason)
            )
            return
        self.auction_section = self._with_notes(section, "Auction")
        calls = [turn.action for turn in section.turns]
        auction = Auction(
            self.dealer, tuple(c for c in calls if c is not None and not isinstance(c, Card))
        )
        if section.regular and None not in calls and auction.over:
            self._compare(auction.contract)

    def _auction(self, tag: Element) -> Section:
        seat = seat_of(tag.value)
        draft = read_auction(self.raw.following.get("Auction", []))
        empty = draft.strip()
        if seat is not None and (seat + empty) % 4 != self.dealer:
            caller, dealer = LETTERS[(seat + empty) % 4], LETTERS[self.dealer]
            raise BadSection(
                tag.line,
                Text(
                    "{caller} calls first, but {dealer} is the dealer", caller=caller, dealer=dealer
                ),
            )
        draft.begin_with_passes(self._first_passes(draft), tag.line)
        section = draft.section(self.dealer)
        if refused := first_refusal(section):
            place, reason = refused
            raise BadSection(
                draft.lines[place], Text("call {number}: {reason}", number=place + 1, reason=reason)
            )
        self.comments["Auction"] = draft.before
        return section

    def _first_passes(self, draft: Draft) -> int:
        """How many passes before the first bid are left out, by the declarer and the leader."""
        declarer, play = seat_of(self.tags.get("Declarer", "")), self.raw.tags.get("Play")
        calls = tuple(turn.action for turn in draft.turns if isinstance(turn.action, Bid | Other))
        auction, told = Auction(self.dealer, calls), self._contract()
        found, whole = auction.contract, auction.over and len(calls) == len(draft.turns)
        if not (whole and found and isinstance(calls[0], Bid) and draft.section(0).regular):
            return 0
        if declarer is None or found.declarer is None or (told and told.bid != found.bid):
            return 0
        leads = play and seat_of(play.value) in (None, (declarer + 1) % 4)
        return (declarer - found.declarer) % 4 if leads else 0

    def _compare(self, contract: Contract | None) -> None:
        """Contract and declarer by the auction, where the tags don't tell them."""
        if wrong := contract_against(self.tags, contract):
            self.reading.report(self.line("Contract"), wrong)
            return
        self._fill_in("Contract", contract_word(contract))
        if contract and contract.declarer is not None:
            if wrong := declarer_against(self.tags, contract.declarer):
                self.reading.report(self.line("Declarer"), wrong)
            self._fill_in("Declarer", LETTERS[contract.declarer])

    def _fill_in(self, name: str, value: str) -> None:
        """A tag that states nothing."""
        if self.tags.get(name, "") in UNKNOWN:
            self.tags[name] = value

    def play(self) -> None:
        """The play, if the hands hold its cards and every card follows suit."""
        tag = self._told("Play")
        if not tag:
            return
        following = self.raw.following.get("Play", [])
        try:
            leader = self._leader(tag)
            draft = read_play(following)
            section, self.won = checked_play(draft, leader, self.hands, self._contract())
            self.comments["Play"] = draft.before
        except BadSection as error:
            self.reading.report(
                error.line, Text("{reason}; the play is left out", reason=error.reason)
            )
            return
        self.play_section = self._with_notes(section, "Play")

    def _leader(self, tag: Element) -> Seat:
        told = seat_of(tag.value)
        contract = self._contract()
        if contract is None or contract.declarer is None:
            if told is None:
                raise BadSection(
                    tag.line, Text("the play names no leader, and there is no declarer")
                )
            return told
        leader = (contract.declarer + 1) % 4
        opening = not self._end_position() and not self.tags["Declarer"].startswith("^")
        if opening and told not in (None, leader):
            words = (word for e in self.raw.following.get("Play", ()) for word in e.words)
            if not any("^L" in word.upper() for word in words):
                reason = Text(
                    "{told} leads, but {found} is left of the declarer",
                    told=tag.value,
                    found=LETTERS[leader],
                )
                raise BadSection(tag.line, reason)
        return leader if told is None else told

    def _end_position(self) -> bool:
        """Whether cards have been played before the deal is told, so that anybody may lead."""
        return any(hand is not None and hand.bit_count() < 13 for hand in self.hands)

    def _contract(self) -> Contract | None:
        text = self.tags.get("Contract", "")
        if text in ("", "?", "Pass"):
            return None
        contract = Contract.read(text)
        return replace(contract, declarer=seat_of(self.tags.get("Declarer", "").lstrip("^")))

    def result(self) -> None:
        """Declarer's tricks, as told or as the play gives them."""
        tag, contract = self.raw.tags.get("Result"), self._contract()
        try:
            self.tags["Result"] = tricks_of(tag.value if tag else "", contract)
        except IgrotekaError as error:
            self.reading.report(self.line("Result"), error.sentence)
            self.tags["Result"] = "?"
        if wrong := passed_out_against(self.tags):
            self.reading.report(self.line("Result"), wrong)
        play = self.play_section
        if not (play and play.regular and contract and contract.declarer is not None):
            return
        if self._end_position():
            return
        taken, lost = self.won[contract.declarer % 2], self.won[1 - contract.declarer % 2]
        if taken + lost == 13:
            self._fill_in("Result", str(taken))
        tricks = GameText(self.tags).tricks
        if tricks is None or self.tags["Result"].startswith("^"):
            return
        if wrong := result_against(tricks, taken, lost):
            self.reading.report(self.line("Result"), wrong)

    def mandatory(self) -> None:
        """Every mandatory tag has a value: `?` if unknown, empty if it does not apply."""
        passed = self.tags.get("Contract") == "Pass"
        for name in MANDATORY:
            if not (name == "Result" and self.tags.get(name)):
                self.tags.setdefault(name, "" if passed and name in ("Declarer", "Result") else "?")
        if passed:
            self.tags |= {"Declarer": "", "Result": ""}
        elif not self.tags["Result"]:
            self.tags["Result"] = "?"

    def tables(self) -> tuple[Tabular, ...]:
        """All other sections, in the order in which they are exported."""
        found = [
            Tabular(name, tag.value, read_rows(self.raw.following.get(name, ())))
            for name, tag in self.raw.tags.items()
            if name in self._tables
        ]
        return tuple(sorted(found, key=lambda table: table.name.lower()))

    def _with_notes(self, section: Section, name: str) -> Section:
        referred = {turn.note for turn in section.turns if turn.note is not None}
        notes = self._notes[name]
        if name == "Auction":
            later = self._notes["Play"]
            played = [word for each in self.raw.following.get("Play", ()) for word in each.words]
            for number in referred & later.keys() - notes.keys():
                if not any(f"={number}=" in word for word in played):
                    notes[number] = later.pop(number)
        for turn in section.turns:
            if turn.note is not None and turn.note not in notes:
                self.reading.report(
                    self.line(name),
                    Text("note {number} is referred to but not given", number=turn.note),
                )
                notes[turn.note] = ""
        return replace(section, notes=notes)
