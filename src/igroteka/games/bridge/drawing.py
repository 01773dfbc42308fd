"""The table drawn for a terminal: the compass, the trick in the middle, the auction below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from igroteka.contract import OVER, Seat
from igroteka.games.bridge.boards import LETTERS, SEATS, VULNERABILITIES
from igroteka.games.bridge.cards import SUITS, holding
from igroteka.games.bridge.public import PublicState

if TYPE_CHECKING:
    from igroteka.games.bridge.view import BridgeView

WIDTH: Final = 18
_VULNERABLE: Final = dict(
    zip(VULNERABILITIES, ("nobody", "North–South", "East–West", "all"), strict=True)
)


def draw(view: BridgeView) -> str:
    """The whole table as this seat sees it."""
    lines = [_headline(view.public), _place(view.public), "", *_compass(view)]
    if view.public.auction.calls:
        lines += ["", *_auction(view.public)]
    return "\n".join(line.rstrip() for line in lines)


def _headline(public: PublicState) -> str:
    if public.turn == OVER:
        return _result(public)
    who = SEATS[public.turn]
    if not public.auction.over:
        return f"{who} calls."
    if public.pending:
        claimer, tricks = SEATS[public.pending.seat], public.pending.tricks
        return f"{claimer} claims {_counted(tricks, 'trick')} in all; {who} agrees or refuses."
    where = "" if public.due == public.turn else " from dummy"
    return f"{who} {'plays' if public.trick else 'leads'}{where}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _result(public: PublicState) -> str:
    contract, declarer = public.contract, public.declarer
    if contract is None or declarer is None:
        return "Board over: passed out."
    over = public.declarer_tricks - contract.needed
    made = f"{over:+d}" if over else "just made"
    by = f"{contract.bid}{'X' * contract.doubled} by {SEATS[declarer]}"
    result = made if over >= 0 else f"{-over} down"
    return f"Board over: {by}, {result}; North–South {public.north_south_points:+d}."


def _place(public: PublicState) -> str:
    text = (
        f"Board {public.number}, dealer {SEATS[public.auction.dealer]}, vulnerable: "
        f"{_VULNERABLE[VULNERABILITIES[public.vulnerability]]}"
    )
    if not public.playing or public.declarer is None:
        return text
    declarer = public.declarer
    won = f"tricks: declarer {public.won(declarer)}, defence {public.won(declarer + 1)}"
    return f"{text}\n{public.contract}, {won}"


def _compass(view: BridgeView) -> list[str]:
    north, east, south, west = (_hand(view, seat) for seat in range(4))
    middle = _middle(view.public)
    lines = [" " * WIDTH + line for line in north if line]
    lines += [
        left.ljust(WIDTH) + centre.ljust(WIDTH) + right
        for left, centre, right in zip(west, middle, east, strict=True)
    ]
    return lines + [" " * WIDTH + line for line in south if line]


def _hand(view: BridgeView, seat: Seat) -> list[str]:
    """Five lines: the seat's name and its four suits, or how many cards it hides.

    When the board is over they are as they were dealt.
    """
    public = view.public
    role = {public.declarer: ", declarer", public.dummy: ", dummy"}.get(seat, "")
    title = SEATS[seat] + (" (you)" if seat == view.seat else role)
    if not view.known(seat):
        return [title, _counted(view.left(seat), "card"), "", "", ""]
    held = view.known(seat) if view.public.over else view.held(seat)
    suits = [f"{SUITS[suit]} {' '.join(holding(held, suit)) or '–'}" for suit in (3, 2, 1, 0)]
    return [title, *suits]


def _middle(public: PublicState) -> list[str]:
    """The trick in progress around a small compass."""
    laid = ["  "] * 4
    if public.leaders:
        for at, card in enumerate(public.trick):
            laid[(public.leaders[-1] + at) % 4] = str(card)
    north, east, south, west = laid
    return ["", f"    {north}", f" {west}    {east}", f"    {south}", ""]


def _auction(public: PublicState) -> list[str]:
    """The calls in four columns from West on, as files and books have them."""
    columns = (3, 0, 1, 2)
    vulnerable = [LETTERS[seat] + "*" * public.vulnerable(seat) for seat in columns]
    before = columns.index(public.auction.dealer)
    texts = [""] * before + [str(call) for call in public.auction.calls]
    rows = [vulnerable, *(texts[at : at + 4] for at in range(0, len(texts), 4))]
    return ["".join(text.ljust(7) for text in row) for row in rows]
