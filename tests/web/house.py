"""A house in a process of its own, which tests may visit and kill."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.forking import FORKING


class House:
    """The server on a free port of loopback; started, killed and started again on one archive."""

    def __init__(self, folder: Path, database: str | None = None, accounts: bool = False) -> None:
        self.folder = folder
        self.database = database or str(folder / "games.db")
        self.accounts = accounts
        self.port = 0
        self.process: Any = None

    def start(self) -> str:
        """Open; the address, which stays the same when it is started again."""
        here, there = FORKING.Pipe(duplex=False)
        how = (str(self.folder), self.database, self.port, self.accounts)
        self.process = FORKING.Process(target=serve, args=(*how, dict(os.environ), there))
        self.process.start()
        there.close()
        with here:
            self.port = here.recv()
        return self.address

    @property
    def address(self) -> str:
        """Where it is open."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.kill()
        self.process.join()

    def __enter__(self) -> House:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.kill()


def serve(
    folder: str,
    database: str,
    port: int,
    accounts: bool,
    environment: dict[str, str],
    opened: Connection,
) -> None:
    """Serve until killed; `opened` is told the port."""
    import socket

    import uvicorn

    from igroteka.web.app import Settings, create_app
    from tests.web import same_deals

    os.environ.update(environment)
    same_deals.repeat(environment.get(same_deals.SEED, "1"))
    if "IGROTEKA_WALK" in environment:
        from tests.walk.touched import mark_templates

        mark_templates()
    settings = Settings(Path(folder), database, accounts, bot_processes=1, warm=False)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            opened.send(listener.getsockname()[1])

    config = uvicorn.Config(create_app(settings), log_level="warning", access_log=False)
    Server(config).run(sockets=[listener])
