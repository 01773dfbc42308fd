"""A network of one's own: a house and a browser at an address that is not this machine's loopback.

Browsers allow more on loopback and over TLS than in a home network by plain HTTP, where phones are.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ADDRESS = "10.77.0.1"
ANOTHER = "10.77.0.2"
"""Where the same house is found, too."""
PHONE = "10.77.1.2"
ELSEWHERE = "172.31.9.9"
"""Two addresses of another machine: in the network of the house, and in one that it is not in."""
AT_HOME = "10.77.1.1"
"""Where that machine finds the house."""


def _possible() -> bool:
    if not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        return False
    return subprocess.run(["unshare", "--net", "true"], check=False).returncode == 0


needs_network = pytest.mark.skipif(
    os.environ.get("IGROTEKA_TEST_ALL") != "1" and not _possible(),
    reason="no network namespace can be made here",
)


class Network:
    """A namespace, named by the process that keeps it."""

    def __init__(self, keeper: int) -> None:
        self.keeper = keeper

    def enter(self, *command: str) -> list[str]:
        """A command line that runs inside."""
        return ["nsenter", f"--net=/proc/{self.keeper}/ns/net", "--", *command]

    def program(self, folder: Path, program: str) -> str:
        """A file that runs a program inside, for who can only name a file."""
        path = folder / Path(program).name
        path.write_text(f'#!/bin/sh\nexec {" ".join(self.enter(program))} "$@"\n')
        path.chmod(0o755)
        return str(path)


@contextmanager
def own_network() -> Iterator[Network]:
    """The network, until the block ends."""
    both = " && ".join(f"ip addr add {each}/32 dev lo" for each in (ADDRESS, ANOTHER))
    with _kept(both) as made:
        yield made


@contextmanager
def two_machines() -> Iterator[tuple[Network, Network]]:
    """A house and a phone, each in a network of its own, with a cable between them."""
    with _kept("true") as house, _kept("true") as phone:
        for command in (
            f"ip link add house type veth peer name phone netns {phone.keeper}",
            f"ip addr add {AT_HOME}/24 dev house",
            "ip link set house up",
            f"ip route add {ELSEWHERE} dev house",
        ):
            subprocess.run(house.enter(*command.split()), check=True)
        for command in (
            f"ip addr add {PHONE}/24 dev phone",
            f"ip addr add {ELSEWHERE}/32 dev phone",
            "ip link set phone up",
        ):
            subprocess.run(phone.enter(*command.split()), check=True)
        yield house, phone


@contextmanager
def _kept(commands: str) -> Iterator[Network]:
    """A network in which these commands were run, until the block ends."""
    made = f"ip link set lo up && {commands} && echo ready && exec sleep 1000"
    keeper = subprocess.Popen(
        ["unshare", "--net", "sh", "-c", made], stdout=subprocess.PIPE, text=True
    )
    try:
        assert keeper.stdout is not None
        assert keeper.stdout.readline() == "ready\n"
        yield Network(keeper.pid)
    finally:
        keeper.kill()
        keeper.wait()
