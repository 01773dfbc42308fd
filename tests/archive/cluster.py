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

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive.columns import metadata

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

    free: list[str] = field(default_factory=list)
    """Databases with all tables and nothing in them, which nobody uses now."""

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"archive_{next(self.numbers)}"
        with self._at("postgres") as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return f"postgresql:///{name}?host={self.folder}&user={SUPERUSER}"

    def _at(self, name: str) -> psycopg.Connection:
        place = f"host={self.folder} user={SUPERUSER} dbname={name}"
        return psycopg.connect(place, autocommit=True)

    @contextmanager
    def with_tables(self) -> Iterator[str]:
        """The URL of a database with all tables and nothing in them, which is emptied again."""
        if self.free:
            url = self.free.pop()
        else:
            url = self.new_database()
            Archive.open(url, registry).close()
        yield url
        self._empty(url)
        self.free.append(url)

    def _empty(self, url: str) -> None:
        """To delete a few rows takes a tenth of the time of a new database, and leaves no files."""
        with self._at(url.removeprefix("postgresql:///").partition("?")[0]) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("SET session_replication_role = replica; SET lock_timeout = '30s'")
            for table in metadata.tables:
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
            connection.execute(
                "SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence"
            )


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
