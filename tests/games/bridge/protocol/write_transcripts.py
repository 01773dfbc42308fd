"""Write the transcripts anew: python -m tests.games.bridge.protocol.write_transcripts"""

from __future__ import annotations

from pathlib import Path

from igroteka.contract import Player
from igroteka.games.bridge.bots.simple import Simple
from tests.games.bridge.protocol.hub import NO_CLAIMS, Hub, Scripted, Watched, bot_client, greeting

HERE = Path(__file__).parent
STAYMAN = "1 N None KQ74.A53.KJ6.QT5 T93.KJ97.T85.K74 AJ85.84.Q742.A93 62.QT62.A93.J862"


def played_board() -> str:
    """A board with an alerted call and all its cards, played by the house's robots."""
    return _transcript([Watched(Simple(), alerts={"2♣": "asks for a major"}) for _ in range(4)])


def passed_out_board() -> str:
    """A board on which nobody bids."""
    return _transcript([Scripted(["pass"]) for _ in range(4)])


def _transcript(players: list[Player]) -> str:
    hub = Hub(NO_CLAIMS, [STAYMAN])
    for seat, player in enumerate(players):
        words = greeting(seat)
        hub.connect(seat, bot_client(seat, player), words)
        hub.transcript.append(f"{NO_CLAIMS.seat_name(seat):5} C> {words}")
    hub.play()
    return "\n".join(hub.transcript) + "\n"


TRANSCRIPTS = {"played_board.txt": played_board, "passed_out_board.txt": passed_out_board}

if __name__ == "__main__":
    for name, write in TRANSCRIPTS.items():
        (HERE / name).write_text(write())
