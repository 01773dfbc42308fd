"""Tokens of programs, kept in the user's state folder, so that a program comes back as itself."""

from __future__ import annotations

import json
import os
from pathlib import Path

from platformdirs import user_state_path

from igroteka.contract import IgrotekaError
from igroteka.text import Text


def token_file() -> Path:
    """Where they are kept; only its owner may read it."""
    return user_state_path("igroteka") / "tokens.json"


def known_token(house: str, name: str) -> str | None:
    """The token that a house gave to a program of this name."""
    token = _tokens().get(house, {}).get(name)
    return token if isinstance(token, str) else None


def keep_token(house: str, name: str, token: str) -> None:
    """Remember a token. Raises `IgrotekaError` if it can't be written."""
    tokens = _tokens()
    tokens.setdefault(house, {})[name] = token
    path = token_file()
    part = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.touch(mode=0o600)
        part.write_text(json.dumps(tokens, indent=1))
        part.replace(path)
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be written: {reason}", path=path, reason=error.strerror)
        ) from error


def _tokens() -> dict[str, dict[str, str]]:
    try:
        tokens = json.loads(token_file().read_text())
    except (OSError, ValueError):
        return {}
    if not isinstance(tokens, dict):
        return {}
    return {house: names for house, names in tokens.items() if isinstance(names, dict)}
