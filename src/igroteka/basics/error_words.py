"""What an exception says to who wrote the code that raised it: a sentence, and where it was.

The sentence goes into records and is shown to strangers, so it names a file without its folders.
The trace is for the author's own terminal.
"""

from __future__ import annotations

import os
import re
import sysconfig
import traceback
from functools import cache
from pathlib import Path
from typing import Final

from igroteka.text import Text

LONGEST: Final = 500
"""Letters that are told of what an exception says."""
LONGEST_TRACE: Final = 4000
FRAMES: Final = 5
"""How many calls of the author's a trace shows, the last ones."""
_FOLDERS = re.compile(r"(?<![\w.])([A-Za-z]:)?([\\/][^\\/\s'\":]+)+[\\/](?=[^\\/\s'\":])")


def error_words(error: BaseException) -> str:
    """The name of its class, what it says and where its author finds it: `(my_bot.py, line 7)`.

    In letters that any file can hold, and without the folders of this machine.
    """
    try:
        said = str(error)
    except Exception:
        said = ""
    name = type(error).__name__
    words = _plain(short_paths(f"{name}: {said}" if said else name))
    place = _place(error)
    return words[: LONGEST - len(place)] + place


def error_trace(error: BaseException) -> str:
    """The end of its traceback: the calls in its author's files, or the last ones where none are.

    As Python writes it, with whole paths.
    """
    calls = traceback.extract_tb(error.__traceback__)
    shown = [call for call in calls if _is_authors(call.filename)] or list(calls)
    lines = traceback.format_list(shown[-FRAMES:])
    try:
        lines += traceback.format_exception_only(error)
    except Exception:  # its own words may fail as well
        lines.append(f"{type(error).__name__}\n")
    return _plain("".join(lines).rstrip()[-LONGEST_TRACE:])


def without_folders(text: Text) -> Text:
    """The same sentence, for those who need not know where its files lie."""
    parts = {
        name: without_folders(part)
        if isinstance(part, Text)
        else part
        if isinstance(part, int | float)
        else short_paths(str(part))
        for name, part in text.parts.items()
    }
    return text.with_parts(parts)


def short_paths(words: str) -> str:
    """The same words with the names of files alone, without their folders."""
    return _FOLDERS.sub("", words)


def _place(error: BaseException) -> str:
    """Where its author finds it: the last line of a file that belongs neither to us nor Python."""
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if _is_authors(frame.f_code.co_filename):
            name = re.split(r"[\\/]", frame.f_code.co_filename)[-1]
            return _plain(f" ({name[:80]}, line {line})")
    return ""


def _is_authors(file: str) -> bool:
    return not file.startswith(_not_authors())


@cache
def _not_authors() -> tuple[str, ...]:
    """How the names of files begin that are the house's, Python's or an installed package's."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    folders = [str(Path(__file__).parents[1]), *map(sysconfig.get_path, names)]
    return ("<frozen ", *(folder.rstrip(os.sep) + os.sep for folder in folders))


def _plain(words: str) -> str:
    return words.encode(errors="replace").decode()
