"""The feature tables of the site's page name tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_feature_names_a_test_that_exists() -> None:
    page = (ROOT / "docs" / "site.md").read_text().partition("## Feature by feature")[2]
    rows = re.findall(r"^\| .+ \| .+ \| `(tests/\S+)::(test_\w+)` \|$", page, re.MULTILINE)
    lines = [line for line in page.splitlines() if line.startswith("| ") and "feature" not in line]
    assert len(rows) == len(lines) > 30
    missing = [
        f"{file}::{name}" for file, name in rows if f"def {name}(" not in (ROOT / file).read_text()
    ]
    assert missing == []


def test_every_promise_names_tests_that_exist() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    named = re.findall(r"`(tests/\S+)::(test_\w+)`", page)
    assert len(named) > 10
    missing = [
        f"{file}::{name}" for file, name in named if f"def {name}(" not in (ROOT / file).read_text()
    ]
    assert missing == []
