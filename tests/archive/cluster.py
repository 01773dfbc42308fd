"""A PostgreSQL server of the tests' own, on a socket in a folder that goes with it."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from psycopg import sql

SUPERUSER = "postgres"
SETTINGS = ("listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=16MB")


def binaries() -> Path | None:
    """Where the server's programs are: where Debian keeps them, or on the path."""
    found = [str(file) for file in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))]
    initdb = found[-1] if found else shutil.which("initdb")
    return Path(initdb).parent if initdb else None


@dataclass
class Cluster:
    """A running server."""

    folder: Path
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def new_database(self, like: str = "template1") -> str:
        """The URL of a database that is a copy of one: an empty one without it."""
        name = f"archive_{next(self.numbers)}"
        place = f"host={self.folder} user={SUPERUSER} dbname=postgres"
        made = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(made.format(sql.Identifier(name), sql.Identifier(like)))
        return f"postgresql:///{name}?host={self.folder}&user={SUPERUSER}"

    @staticmethod
    def name_of(url: str) -> str:
        """How the server knows a database."""
        return url.removeprefix("postgresql:///").partition("?")[0]


@contextmanager
def running(folder_of_programs: Path) -> Iterator[Cluster]:
    """A server from first to last; it refuses to run as root, who lends it another user."""
    folder = Path(tempfile.mkdtemp(prefix="igroteka-postgresql-"))
    as_user: Sequence[str] = ()
    if os.geteuid() == 0:
        shutil.chown(folder, SUPERUSER)
        as_user = ("runuser", "-u", SUPERUSER, "--")
    data = str(folder / "data")

    def run(program: str, *words: str) -> None:
        command = [*as_user, str(folder_of_programs / program), *words]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, timeout=120)

    options = " ".join(f"-c {setting}" for setting in SETTINGS) + f" -k {folder}"
    try:
        run("initdb", "-D", data, "-U", SUPERUSER, "-A", "trust", "--no-sync", "-E", "UTF8")
        run("pg_ctl", "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
        try:
            yield Cluster(folder)
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
