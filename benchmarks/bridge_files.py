"""Files and deals of bridge beside endplay: how many files are read, and how fast."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from endplay.dealer.generate import generate_deals
from endplay.parsers import lin, pbn
from endplay.types import Board, Player

from benchmarks.measuring import Figure, rate, rates_in_turns
from igroteka.games.bridge.dealing import deal_set
from igroteka.games.bridge.formats.game import GameText
from igroteka.games.bridge.formats.lin import read_lin
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.reading import decoded

FILES = Path(__file__).parents[1] / "tests" / "games" / "bridge" / "files"


def figures() -> list[Figure]:
    """Files of the corpus that are read whole, boards a second, deals with conditions a second."""
    found = []
    for kind in ("pbn", "lin"):
        paths = sorted((FILES / kind).iterdir())
        read = sum(_ours(path) for path in paths)
        theirs = sum(_endplay(path) for path in paths)
        what = f"{kind.upper()} files read whole, of {len(paths)}"
        found.append(Figure(what, "files", read, "endplay", theirs))
    return [*found, *_boards(), _deals()]


def _games(path: Path) -> Sequence[GameText]:
    return (read_lin if path.suffix == ".lin" else read_pbn)(path.read_bytes()).games


def _ours(path: Path) -> bool:
    reader = read_lin if path.suffix == ".lin" else read_pbn
    return not reader(path.read_bytes()).problems


def _endplay(path: Path) -> bool:
    """Whether endplay gives the same boards, with as many calls and cards.

    It gets the text decoded, and a hand that follows from the other three it need not fill in.
    """
    text = io.StringIO(decoded(path.read_bytes()))
    try:
        boards = (lin if path.suffix == ".lin" else pbn).load(text)
        games = _games(path)
        return len(boards) == len(games) and all(map(_same, games, boards))
    except Exception:
        return False


def _same(game: GameText, board: Board) -> bool:

    seats = (Player.north, Player.east, Player.south, Player.west)
    for seat, hand in zip(seats, game.hands, strict=True):
        held = len(board.deal[seat])
        if held not in ({0, 13} if hand and hand.bit_count() == 13 else {(hand or 0).bit_count()}):
            return False
    told = sum(len(board.deal[seat]) for seat in seats)
    known = sum((hand or 0).bit_count() for hand in game.hands)
    if told < known - 13:
        return False
    return len(board.auction) == len(game.calls) and len(board.play) == len(list(game.cards()))


def _boards() -> list[Figure]:
    """A file of whole games, and all files that both read."""
    paths = sorted((FILES / "pbn").iterdir())
    both = [decoded(path.read_bytes()) for path in paths if _endplay(path)]
    games = (FILES / "pbn" / "export-format.pbn").read_text(encoding="utf-8")
    return [
        _reading("PBN boards with auction and play", [games]),
        _reading(f"PBN boards of the {len(both)} files that both read", both),
    ]


def _reading(what: str, texts: Sequence[str]) -> Figure:
    def ours() -> int:
        return sum(len(read_pbn(text).games) for text in texts)

    def theirs() -> int:
        return sum(len(pbn.loads(text)) for text in texts)

    read, peer = rates_in_turns(ours, theirs)
    return Figure(what, "boards/s", read, "endplay", peer)


def _deals() -> Figure:
    """North opens a strong notrump."""

    def ours() -> int:
        return len(list(deal_set(20, 1, ["north: 15-17 hcp balanced"])))

    def theirs() -> int:
        condition = (
            "hcp(north) >= 15 && hcp(north) <= 17 && shape(north, any 4333 + any 4432 + any 5332)"
        )
        return len(list(generate_deals(condition, produce=20, seed=1, show_progress=False)))

    return Figure("deals with a strong notrump", "deals/s", rate(ours), "endplay", rate(theirs))


if __name__ == "__main__":
    for figure in figures():
        print(figure.row(), flush=True)
