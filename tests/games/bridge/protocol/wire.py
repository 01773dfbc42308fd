"""The house's end of a socket to a robot."""

from __future__ import annotations

import socket


class Wire:
    """The house's end of a socket."""

    def __init__(self, near: socket.socket) -> None:
        self.near, self.read = near, b""

    def hear(self, line: str) -> list[str]:
        """Send a line; what the robot says to it comes later."""
        self.near.sendall(line.encode("ascii") + b"\r\n")
        return []

    def lines(self) -> list[str]:
        """What the robot has said."""
        self.read += self.near.recv(4096)
        *lines, self.read = self.read.split(b"\r\n")
        return [line.decode("ascii") for line in lines]
