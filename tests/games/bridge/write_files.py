"""Write what the files of `files/` are read as: `python -m tests.games.bridge.write_files`.

Run it after a change that is meant to change this, and read the difference before it is kept.
"""

from __future__ import annotations

import json
from pathlib import Path

from igroteka.games.bridge.formats.lin import read_lin
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from igroteka.games.bridge.formats.reading import Reading
from tests.games.bridge.told import told

FILES = Path(__file__).parent / "files"
GOOD = sorted([*(FILES / "pbn").iterdir(), *(FILES / "lin").iterdir()])
WRONG = sorted(path for path in (FILES / "wrong").iterdir() if path.suffix != ".toml")
CONFORMANCE = sorted(path for path in (FILES / "conformance").iterdir() if path.suffix != ".txt")
EXPECTED = FILES / "wrong" / "expected.toml"


def read_file(path: Path) -> Reading:
    """A file by the end of its name."""
    return (read_lin if path.suffix == ".lin" else read_pbn)(path.read_bytes())


def exported(path: Path) -> Path:
    """Where the export of a file is kept."""
    return FILES / "exported" / f"{path.name}.pbn"


def in_words(path: Path) -> Path:
    """Where it is kept what a file of the conformance set is read as."""
    return path.with_name(f"{path.name}.txt")


def main() -> None:
    """Write exports of the good files, problems of the wrong ones, and what the others say."""
    for path in CONFORMANCE:
        in_words(path).write_text(told(read_file(path)), encoding="utf-8")
    for path in GOOD:
        exported(path).parent.mkdir(exist_ok=True)
        exported(path).write_text(write_pbn(read_file(path).games), encoding="utf-8")
    lines = []
    for path in WRONG:
        reading = read_file(path)
        lines += [f'["{path.name}"]', f"games = {len(reading.games)}", "problems = ["]
        for problem in reading.problems:
            lines.append(f"    {json.dumps(str(problem), ensure_ascii=False)},")
        lines += ["]", ""]
    EXPECTED.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
