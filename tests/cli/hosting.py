"""What tests of a table for programs need: ports, certificates, patience."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

LONGEST_WAIT = 60.0


def waited(answer: Callable[[], Any]) -> Any:
    """What is answered, as soon as it is true."""
    until = time.monotonic() + LONGEST_WAIT
    while not (found := answer()):
        assert time.monotonic() < until, "nothing came"
        time.sleep(0.02)
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


OPENSSL = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificate")


def certified(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    words = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext"
    command = ["openssl", *words.split(), "subjectAltName=DNS:localhost"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return certificate, key
