"""Sockets that are read a little at a time; who floods one with frames is hung up on."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from igroteka.web.security import Rate

PIECE = 1024
"""Bytes that are read before others have their turn: frames of six bytes are many even so."""
PER_SECOND = 5
BURST = 60
"""Frames that are no message, such as PING: people and programs need one in some seconds."""


class PatientSocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket that gives others their turn, and hears only so many frames that say nothing."""

    def __init__(self, *arguments: Any, **how: Any) -> None:
        super().__init__(*arguments, **how)
        self._unread = bytearray()
        """What has come and waits for its turn; meanwhile nothing more is taken."""
        self._turn: asyncio.Handle | None = None
        """When more of that is read."""
        self._idle_frames = Rate(PER_SECOND, BURST)

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        if len(data) <= PIECE and not self._unread:
            super().data_received(data)
        else:
            self._unread += data
            self._go_on()

    def _go_on(self) -> None:
        """Read the rest when others had their turn, and nothing more as long as there is one."""
        if self.transport.is_closing():
            self._unread.clear()
        elif self._turn is None and not self.read_paused:
            if self._unread:
                self.transport.pause_reading()
                self._turn = self.loop.call_soon(self._read_piece)
            else:
                self.transport.resume_reading()

    def _read_piece(self) -> None:
        self._turn = None
        if not self.transport.is_closing() and not self.read_paused:
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)
        self._go_on()

    async def receive(self) -> Any:
        """The next message for the app; when it has all of them, more is read."""
        message = await super().receive()
        self._go_on()
        return message

    async def send(self, message: Any) -> None:
        """What the app says; who was hung up on is not there any more."""
        if self.conn.close_sent is not None and self.close_timer is None:
            raise ClientDisconnected
        await super().send(message)
        self._go_on()  # to one that closes, reading goes on until the other does

    # --- frames that are no message ---

    def handle_ping(self) -> None:
        """Answer, so many times."""
        if self._may_say_nothing():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Somebody lives."""
        if self._may_say_nothing():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A message goes on."""
        if self._may_say_nothing():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand over a message, if it is a text; after the app has closed it is none any more."""
        if self.close_sent and not self._may_say_nothing():
            return
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._hang_up(CloseCode.INVALID_DATA)
            return
        super().send_receive_event_to_app()

    def _may_say_nothing(self) -> bool:
        """Count one more frame that is no message; too many are answered by hanging up."""
        if not self._idle_frames.allows(""):
            self._hang_up(CloseCode.POLICY_VIOLATION)
        return not self.transport.is_closing()

    def _hang_up(self, code: CloseCode) -> None:
        if not self.transport.is_closing():
            self.conn.fail(code)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Hang up, with a reason unless the other has not even waited for the socket to open."""
        if self.conn.close_sent is None:
            self._unread.clear()
            self.transport.abort()
        else:
            super().handle_parser_exception()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
