"""What the check of the catalogues finds: it is a part of `make check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import catalogues
from tools.catalogues import Said, parts_of_the_house, problems

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def test_the_house_has_all_its_words() -> None:
    assert list(problems(parts_of_the_house())) == []


@pytest.fixture
def part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    monkeypatch.setattr(catalogues, "PACKAGE", tmp_path)
    source = tmp_path / "said.py"
    source.write_text('raise Error(Text("no {piece} here", piece=piece))\n', encoding="utf-8")
    return Said("a room", tmp_path, [source])


def entry(part: Said, *entries: str) -> list[str]:
    (part.locale / "ru.po").write_text(HEAD + "\n\n".join(entries), encoding="utf-8")
    return list(problems([part]))


RIGHT = 'msgid "no {piece} here"\nmsgstr "здесь нет {piece}"'


def test_a_sentence_with_its_entry_is_right(part: Said) -> None:
    assert entry(part, RIGHT) == []


def test_a_missing_entry_is_found(part: Said) -> None:
    assert entry(part) == ["a room, ru: said.py says 'no {piece} here', which has no entry"]


def test_an_entry_that_nothing_says_is_found(part: Said) -> None:
    assert entry(part, RIGHT, 'msgid "old"\nmsgstr "старое"') == ["a room, ru: nothing says 'old'"]


def test_an_empty_entry_and_one_with_other_parts_are_found(part: Said) -> None:
    assert entry(part, 'msgid "no {piece} here"\nmsgstr ""') == [
        "a room, ru: the entry 'no {piece} here' is empty"
    ]
    assert entry(part, 'msgid "no {piece} here"\nmsgstr "нет {man}"') == [
        "a room, ru: the entry 'no {piece} here' has other parts than its template: 'нет {man}'"
    ]


def test_a_template_that_is_no_literal_is_found(part: Said) -> None:
    part.sources[0].write_text('Text(f"no {piece}")\n', encoding="utf-8")
    assert entry(part) == ["said.py, line 1: a template should be a literal"]


def test_other_parts_than_the_template_has_are_found(part: Said) -> None:
    part.sources[0].write_text('Text("no {piece}", man=man)\n', encoding="utf-8")
    assert entry(part) == ["said.py, line 1: 'no {piece}' is given other parts: man"]


def test_a_word_has_one_home(part: Said, tmp_path: Path) -> None:
    other = Said("another room", tmp_path)
    (tmp_path / "ru.po").write_text(HEAD + RIGHT, encoding="utf-8")
    assert list(problems([part, other])) == [
        "another room, ru: a room has 'no {piece} here' already"
    ]


def test_scripts_and_templates_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "PACKAGE", tmp_path)
    script, page = tmp_path / "board.js", tmp_path / "page.html"
    script.write_text('say("your move")', encoding="utf-8")
    page.write_text("{{ _('Play again') }}", encoding="utf-8")
    assert [
        line.split(" says ")[1] for line in problems([Said("x", tmp_path, [script, page])])
    ] == [
        "'Play again', which has no entry",
        "'your move', which has no entry",
    ]
