"""A house in a process of its own, which tests may visit and kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path


class House:
    """The server on a free port of loopback; started, killed and started again on one archive."""

    def __init__(self, folder: Path, database: str | None = None, accounts: bool = False) -> None:
        self.folder = folder
        self.database = database or str(folder / "games.db")
        self.accounts = accounts
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Open; the address, which stays the same when it is started again."""
        command = [sys.executable, "-m", "tests.web.house", str(self.folder), self.database]
        self.process = subprocess.Popen(
            [*command, str(self.port), "yes" if self.accounts else "no"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("open "), line
        self.port = int(line.split()[1])
        return self.address

    @property
    def address(self) -> str:
        """Where it is open."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def __enter__(self) -> House:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.kill()


def main(folder: str, database: str, port: str, accounts: str) -> None:
    """Serve until killed."""
    import socket

    import uvicorn

    from igroteka.web.app import Settings, create_app

    settings = Settings(Path(folder), database, accounts == "yes", bot_processes=1, warm=False)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", int(port)))

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            print("open", listener.getsockname()[1], flush=True)

    config = uvicorn.Config(create_app(settings), log_level="warning", access_log=False)
    Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main(*sys.argv[1:])
