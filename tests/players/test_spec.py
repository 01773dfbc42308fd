"""How bots are written: what is read and written out again is the same bot."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from igroteka.players.spec import Spec, split

NAMES = st.text(min_size=1).map(str.strip).filter(lambda name: name and "(" not in name)
KEYS = st.none() | st.sampled_from(["depth", "command", "ключ", "_x"])
VALUES = st.text() | st.text(alphabet="ab =,()[]{}\"'\\\n\t")
SPECS = st.builds(Spec, NAMES, st.lists(st.tuples(KEYS, VALUES), max_size=4).map(tuple))


@given(SPECS)
@example(Spec("adaptive", (("finish", "x), external(touch pwned"),)))
@example(Spec("adaptive", (("finish", 'x", command="touch pwned'),)))
@example(Spec("external", ((None, "command=./bot"),)))
@example(Spec("external", ((None, "'a' \"b\""),)))
@example(Spec("random", ((None, ""), ("x", ""))))
def test_a_bot_is_read_as_it_was_written(spec: Spec) -> None:
    assert Spec.parse(str(spec)) == spec


@given(st.lists(st.tuples(KEYS, VALUES), min_size=1, max_size=3).map(tuple))
def test_in_a_list_of_bots_it_stays_one(arguments: tuple[tuple[str | None, str], ...]) -> None:
    written = str(Spec("adaptive", arguments))
    assert split(f"random, {written}, greedy") == ["random", written, "greedy"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('external("./bot --fast")', "./bot --fast"),
        ("external(./bot --fast)", "./bot --fast"),
        (r'external("C:\bots\new.exe")', r"C:\bots\new.exe"),
        ("external('it''s')", "it's"),
        ("""external("a b" "c d")""", 'a b" "c d'),
    ],
)
def test_quotes_are_read(text: str, value: str) -> None:
    assert Spec.parse(text).arguments == ((None, value),)


def test_what_needs_no_quotes_has_none() -> None:
    for text in ("engine(level=3)", "mixed(1, 2, 3, 4)", "external(./bot --fast)", "random"):
        assert str(Spec.parse(text)) == text
