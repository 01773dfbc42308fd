"""What whoever listens at a port gets: the protocol as the house asks for it."""

from __future__ import annotations

from typing import Final

from igroteka.contract import Game, Seat
from igroteka.games.bridge.protocol.client_lines import read_greeting
from igroteka.games.bridge.protocol.conversation import BridgeConversation
from igroteka.games.bridge.protocol.lines import ascii_text
from igroteka.games.bridge.protocol.server_lines import ERROR
from igroteka.games.bridge.rules import Bridge
from igroteka.records.line_protocol import Greeting, LineProtocol
from igroteka.text import Text


class BlueChip(LineProtocol):
    """The public table protocol, version 18."""

    port = 2000

    def greeting(self, line: str) -> Greeting:
        return read_greeting(line)

    def sent_away(self, reason: Text) -> str:
        return f"{ERROR}{ascii_text(reason)}"

    def conversation(self, game: Game, seat: Seat, greeting: Greeting) -> BridgeConversation:
        assert isinstance(game, Bridge)
        return BridgeConversation(game, seat, greeting)


BLUE_CHIP: Final = BlueChip()
