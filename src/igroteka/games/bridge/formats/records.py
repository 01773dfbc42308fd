"""Games of files as records of the house, and back.

A record needs all four hands. Its actions are the calls and the cards in the order of play; where
the file stops before the last card but tells the tricks, a claim to which all agree brings them
about. The notes of a file are what the players told of their calls and cards. What else it tells is
in the record's event under `pbn`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from igroteka.contract import OVER, IgrotekaError, IllegalMove
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.boards import LETTERS, SEATS, VULNERABILITIES
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import Bid, Call, Other
from igroteka.games.bridge.formats.game import (
    MANDATORY,
    GameText,
    Section,
    Tabular,
    Turn,
    deal_text,
    in_columns,
    in_order,
    own_value,
)
from igroteka.games.bridge.formats.pbn_sections import NOTES, SUFFIXES
from igroteka.games.bridge.notation import AGREE, Claim, read_action
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove
from igroteka.records.record import Record
from igroteka.records.replay import Replay
from igroteka.text import Text

RESULT_ONLY: Final = "result only"
"""How a game ended of which only the contract and the tricks are told."""
_SCORING: Final = {"imps": "IMP", "matchpoints": "MP"}
_PARAGRAPH: Final = "\n\n"
"""What stands between several comments on one move."""


class _Following:
    """A game while its calls and cards are played again by the rules."""

    def __init__(self, start: Position) -> None:
        self.states = [start]
        """Every position so far."""
        self.moves: list[AnnotatedMove] = []
        self.notes: dict[str, int] = {}
        """The number of the note on a move, by the move's place."""

    @property
    def state(self) -> Position:
        """Where the game stands."""
        return self.states[-1]

    def play(self, action: Any, turn: Turn | None = None, explanation: str = "") -> None:
        """One action more. Raises `IllegalMove`."""
        self.states.append(self.state.play(action))
        turn = turn or Turn(None)
        if turn.note is not None:
            self.notes[str(len(self.moves))] = turn.note
        marks = tuple(f"${mark}" for mark in turn.marks)
        said = _PARAGRAPH.join(turn.comments)
        self.moves.append(
            AnnotatedMove(str(action), marks=marks, comment=said, explanation=explanation)
        )

    def allow_claims(self, rules: Bridge) -> None:
        """Go on under rules that differ in that they allow claims, of which none was made yet."""
        self.states = [
            replace(state, public=replace(state.public, game=rules)) for state in self.states
        ]

    def replay(self) -> Replay:
        """What was played, for who asks after it."""
        return Replay.of_line(
            self.state.public.game, self.states, [move.notation for move in self.moves]
        )


def to_annotated(game: GameText) -> AnnotatedGame:
    """The game as a record. Raises `IgrotekaError` if it has not all of a board."""
    board = game.board
    if board is None:
        raise IgrotekaError(_missing(game))
    following = _Following(_rules(game, claims=False).begin(board))
    told = _follow(following, game)
    if _claimed(following.state, game):
        following.allow_claims(_rules(game, claims=True))
        _claim(following, game.tricks or 0)
    state = following.state
    points, settled = game.north_south_points, None
    scores: tuple[float, ...] | None = None
    if state.turn == OVER:
        scores = state.scores()
    elif points is not None:
        settled = RESULT_ONLY
        scores = tuple(float(-points if seat % 2 else points) for seat in range(4))
    record = Record(
        game="bridge",
        options=state.public.game.options,
        players=tuple(game.tag(name) or "?" for name in SEATS),
        deal=state.deal,
        actions=tuple(move.notation for move in following.moves),
        scores=scores,
        settled=settled,
        event={"pbn": _beside(game, told, following.notes)},
    )
    return AnnotatedGame(record, tuple(following.moves), replay=following.replay())


def _missing(game: GameText) -> Text:
    """Why nobody can play a game again that has no board."""
    hands = [hand for hand in game.hands if hand is not None]
    if len(hands) < 4:
        return Text("not all four hands are told, so that nobody can play it again")
    if any(hand.bit_count() < 13 for hand in hands):
        return Text("it begins within the play, so that nobody can play it again")
    return Text("nobody knows who is vulnerable, so that nobody can play it again")


def _rules(game: GameText, claims: bool) -> Bridge:
    scoring = game.tag("Scoring").upper()
    form = "matchpoints" if scoring.startswith(("MP", "MATCHP")) else "imps"
    return Bridge.configure({"scoring": form, "claims": "agree" if claims else "no"})


def _follow(following: _Following, game: GameText) -> set[str]:
    """Play the sections that follow the rules; gives the names of those that were told whole."""
    told: set[str] = set()
    auction, play = game.auction, game.play
    if auction and auction.regular and all(turn.action is not None for turn in auction.turns):
        if not _agrees(Auction(auction.first, game.calls), game):
            return told
        for turn in auction.turns:
            following.play(turn.action, turn, auction.notes.get(turn.note or 0, ""))
        told.add("Auction")
    public = following.state.public
    contract = public.contract
    if not (public.playing and play and contract and play.regular):
        return told
    turns: dict[Call | Card | None, Turn] = {
        turn.action: turn for turn in play.turns if turn.action is not None
    }
    cards = [card for _, card in in_order(play, contract.strain)]
    try:
        for card in cards:
            following.play(card, turns[card], play.notes.get(turns[card].note or 0, ""))
    except IllegalMove as error:
        raise IgrotekaError(
            Text("the play leaves the rules: {reason}", reason=error.sentence)
        ) from error
    columns = in_columns(cards, play.first, contract.strain).turns
    if play.turns == tuple(turns.get(turn.action, turn) for turn in columns):
        told.add("Play")
    return told


def _agrees(auction: Auction, game: GameText) -> bool:
    """Whether the auction leads to the contract that the file states, if it states one."""
    if not auction.over or not (game.contract or game.passed_out):
        return True
    return auction.contract == game.contract


def _claimed(state: Position, game: GameText) -> bool:
    """Whether declarer's tricks are told though cards are still out."""
    public, tricks = state.public, game.tricks
    if not public.playing or public.over or tricks is None or public.declarer is None:
        return False
    return public.won(public.declarer) <= tricks <= 13 - public.won(public.declarer + 1)


def _claim(following: _Following, tricks: int) -> None:
    """End the play with declarer's tricks, by the seat whose turn it is."""
    public = following.state.public
    assert public.declarer is not None
    own = public.turn % 2 == public.declarer % 2
    following.play(Claim(tricks if own else 13 - tricks))
    while following.state.turn != OVER:
        following.play(AGREE)


def _beside(game: GameText, told: set[str], notes: Mapping[str, int]) -> dict[str, Any]:
    """What the record itself does not say."""
    found: dict[str, Any] = {"tags": dict(game.tags)}
    if notes:
        found["noted"] = dict(notes)
    if game.comments:
        found["comments"] = {name: list(texts) for name, texts in game.comments.items()}
    if game.tables:
        found["tables"] = [[t.name, t.columns, [list(row) for row in t.rows]] for t in game.tables]
    for name, section in (("Auction", game.auction), ("Play", game.play)):
        if section:
            explained = {turn.note for turn in section.turns} if name in told else set()
            found[name] = {
                "first": section.first,
                "ending": section.ending,
                "notes": {
                    str(number): text
                    for number, text in section.notes.items()
                    if number not in explained or not text
                },
            }
            if name not in told:
                found[name]["turns"] = [_turn_json(turn) for turn in section.turns]
    return found


def _turn_json(turn: Turn) -> list[Any]:
    action = None if turn.action is None else turn.action.ascii
    lists = (list(turn.irregularities), list(turn.marks), list(turn.comments))
    return [action, *lists, turn.note]


def _turn_from_json(item: Sequence[Any], cards: bool) -> Turn:
    action, irregularities, marks, comments, note = item
    read = Card.read if cards else _call
    found = None if action is None else read(action)
    return Turn(found, tuple(irregularities), tuple(marks), note, tuple(comments))


def _call(text: str) -> Call:
    action = read_action(text)
    assert isinstance(action, Bid | Other)
    return action


def _played_by(record: Record) -> Bridge:
    return Bridge.configure(record.options)


def from_annotated(game: AnnotatedGame) -> GameText:
    """The game of a record. Raises `IgrotekaError` if the record leaves the rules."""
    record = game.record
    replay = game.replay_of(Bridge.configure(record.options))
    state = replay.start
    for action in record.actions or ():
        state = replay.read(state, action)
    assert isinstance(state, Position)
    beside: Mapping[str, Any] = (record.event or {}).get("pbn", {})
    tags = _tags(record, state, beside.get("tags", {}))
    turns = _turns(game, beside.get("noted", {}))
    count = len(state.public.auction.calls)
    auction = play = None
    if "Auction" in beside or count:
        calls, notes = _with_notes(turns[:count], beside.get("Auction"))
        ending = "" if state.public.auction.over else "*"
        played = Section(state.board.dealer, tuple(calls), ending, notes)
        auction = _section(beside.get("Auction"), played, False)
    if "Play" in beside or state.public.cards:
        cards, notes = _with_notes(turns[count:], beside.get("Play"))
        play = _section(beside.get("Play"), _played(state, cards, notes), True)
    return GameText(
        tags,
        auction,
        play,
        tuple(
            Tabular(name, columns, tuple(map(tuple, rows)))
            for name, columns, rows in beside.get("tables", ())
        ),
        {name: tuple(texts) for name, texts in beside.get("comments", {}).items()},
    )


def _tags(record: Record, state: Position, told: Mapping[str, str]) -> dict[str, str]:
    """All tags; those that the record itself tells are the record's."""
    board = state.board
    tags = dict.fromkeys(MANDATORY, "?") | dict(told)
    for name, player in zip(SEATS, record.players, strict=True):
        tags[name] = own_value(player) if player != "?" else tags[name]
    tags |= {
        "Board": tags["Board"] if tags["Board"] == "?" and told else str(board.number),
        "Dealer": LETTERS[board.dealer],
        "Vulnerable": VULNERABILITIES[board.vulnerability],
        "Deal": deal_text(board.hands, board.dealer),
    }
    return tags if told else tags | _house_tags(record, state)


def _house_tags(record: Record, state: Position) -> dict[str, str]:
    """What a game that was played in the house says of itself."""
    public = state.public
    contract = public.contract
    tags = {"Scoring": _SCORING.get(public.game.scoring, "?")}
    if record.started:
        tags["Date"] = record.started[:10].replace("-", ".")
    if public.over:
        tags["Score"] = f"NS {public.north_south_points}"
    if not public.auction.over:
        return tags
    if contract is None or contract.declarer is None:
        return tags | {"Contract": "Pass", "Declarer": "", "Result": ""}
    return tags | {
        "Contract": f"{contract.bid.ascii}{'X' * contract.doubled}",
        "Declarer": LETTERS[contract.declarer],
        "Result": str(public.declarer_tricks) if public.over else "?",
    }


def _turns(game: AnnotatedGame, noted: Mapping[str, int]) -> list[tuple[Turn, str]]:
    """The moves as turns with what was told of them, claims and answers left out."""
    rules = _played_by(game.record)
    found = []
    for place, move in enumerate(game.moves):
        action = rules.read(move.notation)
        if isinstance(action, Card | Bid | Other):
            marks = tuple(_mark(mark, isinstance(action, Card)) for mark in move.marks)
            said = (move.before, *move.comment.split(_PARAGRAPH))
            comments = tuple(text for text in said if text)
            turn = Turn(action, (), marks, noted.get(str(place)), comments)
            found.append((turn, move.explanation))
    return found


def _with_notes(
    told: Sequence[tuple[Turn, str]], section: Mapping[str, Any] | None
) -> tuple[list[Turn], dict[int, str]]:
    """Turns that refer to notes of what was told, and the notes; a comment where numbers end."""
    notes = _notes(section)
    notes |= {turn.note: text for turn, text in told if turn.note is not None and text}
    turns = []
    for turn, text in told:
        if text and turn.note is None:
            same = [number for number, known in notes.items() if known == text]
            free = (number for number in range(1, NOTES + 1) if number not in notes)
            number = same[0] if same else next(free, None)
            if number is None:
                turns.append(replace(turn, comments=(*turn.comments, text)))
                continue
            notes[number] = text
            turn = replace(turn, note=number)
        turns.append(turn)
    return turns, notes


def _notes(section: Mapping[str, Any] | None) -> dict[int, str]:
    """The notes that a file has beside those on moves."""
    return {int(number): text for number, text in section["notes"].items()} if section else {}


def _mark(mark: str, card: bool) -> int:
    """The number of a mark; files number those on cards after those on calls."""
    return int(mark[1:]) if mark.startswith("$") else SUFFIXES[mark] + 6 * card


def _played(state: Position, turns: Sequence[Turn], notes: Mapping[int, str]) -> Section:
    """The play by the rules; empty if the record has no auction that leads to one."""
    contract, cards = state.public.contract, state.public.cards
    if contract is None or contract.declarer is None:
        return Section(0)
    by_card = {turn.action: turn for turn in turns}
    columns = in_columns(cards, (contract.declarer + 1) % 4, contract.strain)
    return Section(
        columns.first,
        tuple(by_card.get(turn.action, turn) for turn in columns.turns),
        columns.ending,
        notes,
    )


def _section(told: Mapping[str, Any] | None, played: Section, cards: bool) -> Section:
    """A section as it was played, with what the file told beside it."""
    if told is None:
        return played
    if "turns" not in told:
        return Section(told["first"], played.turns, told["ending"], played.notes)
    turns = tuple(_turn_from_json(item, cards) for item in told["turns"])
    return Section(told["first"], turns, told["ending"], _notes(told))
