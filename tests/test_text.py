"""A sentence keeps its template and parts, and is said in other languages."""

from __future__ import annotations

import copy
import json
import pickle
from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.contract import BadOption, IgrotekaError, IllegalMove
from igroteka.languages import Language, language_named
from igroteka.text import (
    NOTHING,
    Text,
    all_of,
    as_written,
    from_data,
    joined,
    listed,
    one_of,
    plural,
    quoted,
)


class Shouting(NullTranslations):
    """A language of capital letters, whose numbers have a form for two."""

    def gettext(self, message: str) -> str:
        return "".join(
            piece if place % 2 else piece.upper()
            for place, piece in enumerate(
                message.replace("{", "\0{").replace("}", "}\0").split("\0")
            )
        )

    def ngettext(self, one: str, many: str, count: int) -> str:
        return "BOTH" if count == 2 else self.gettext(one if count == 1 else many)


SHOUTING = Shouting()


def test_english_is_what_one_sees() -> None:
    text = Text("from {here} to {there}", here="c3", there="d4")
    assert text == "from c3 to d4"
    assert f"{text}!" == "from c3 to d4!"


def test_the_template_is_translated_and_the_parts_are_put_in() -> None:
    text = Text("from {here} to {there}", here="c3", there=Text("the corner"))
    assert text.into(SHOUTING) == "FROM c3 TO THE CORNER"


def test_numbers_have_as_many_forms_as_a_language_needs() -> None:
    said = [plural("{count} move", "{count} moves", count=count) for count in (0, 1, 2)]
    assert said == ["0 moves", "1 move", "2 moves"]
    assert [text.into(SHOUTING) for text in said] == ["0 MOVES", "1 MOVE", "BOTH"]


def test_lists_are_sentences_too() -> None:
    assert one_of(["a", "b", "c"]) == "a, b or c"
    assert all_of(["a", "b"]) == "a and b"
    assert one_of(["a"]) == all_of(["a"]) == listed(["a"]) == "a"
    assert one_of([Text("black"), "c3"]).into(SHOUTING) == "BLACK OR c3"
    assert joined(" · ", [Text("weak"), "5+♠"]).into(SHOUTING) == "WEAK · 5+♠"
    assert listed([]) == ""


def test_what_somebody_wrote_stays_as_it_is() -> None:
    assert quoted("black and white").into(SHOUTING) == "'black and white'"
    assert quoted("a\nb") == r"'a\nb'"
    assert as_written("pass {x}").into(SHOUTING) == "pass {x}"
    assert NOTHING.into(SHOUTING) == ""


def test_a_template_without_parts_may_have_braces() -> None:
    assert Text('like {"action": "c3-d4"}') == 'like {"action": "c3-d4"}'


TEXTS = st.recursive(
    st.builds(lambda n: plural("{count} move", "{count} moves", count=n), st.integers())
    | st.builds(quoted, st.text())
    | st.builds(as_written, st.text()),
    lambda inner: (
        st.builds(
            lambda here, there: Text("from {here} to {there}", here=here, there=there), inner, inner
        )
        | st.builds(one_of, st.lists(inner, min_size=1))
    ),
)


@given(TEXTS)
def test_a_text_survives_processes_and_storage(text: Text) -> None:
    for again in (
        pickle.loads(pickle.dumps(text)),
        copy.deepcopy(text),
        Text.from_json(json.loads(json.dumps(text.to_json()))),
    ):
        assert again == text
        assert again.into(SHOUTING) == text.into(SHOUTING)


@pytest.mark.parametrize(
    "template", ["{text.__class__}", "{text!r}", "{text:>999999999}", "{0}", "{other}", "{", "{}"]
)
def test_what_is_stored_can_only_name_its_parts(template: str) -> None:
    with pytest.raises(ValueError, match="no sentence"):
        Text.from_json({"template": template, "parts": {"text": "x"}})


def test_numbers_in_a_form_of_their_own_are_stored_too() -> None:
    text = Text("{share:.1%} of {count:,}", share=0.25, count=1234)
    assert Text.from_json(json.loads(json.dumps(text.to_json()))) == text == "25.0% of 1,234"


def test_errors_carry_their_sentence_through_processes() -> None:
    error = pickle.loads(pickle.dumps(IllegalMove(Text("no {what}", what=Text("move")))))
    assert str(error) == "no move"
    assert error.sentence.into(SHOUTING) == "NO MOVE"
    assert isinstance(error, IgrotekaError)


def test_a_language_says_what_it_has_words_for() -> None:
    assert Language("en")(Text("the game is over")) == "the game is over"
    assert Language("ru")(Text("the game is over")) == "партия окончена"
    assert Language("ru")(from_data("not in any catalogue")) == "not in any catalogue"
    assert language_named("ru") == Language("ru")
    with pytest.raises(BadOption, match="there is no language 'fr'; give en or ru"):
        language_named("fr")


@pytest.mark.parametrize(("count", "said"), [(1, "1 ход"), (3, "3 хода"), (11, "11 ходов")])
def test_russian_has_three_forms(count: int, said: str) -> None:
    assert Language("ru")(plural("{count} move", "{count} moves", count=count)) == said


def test_a_stored_sentence_that_would_grow_beyond_measure_is_refused() -> None:
    """Each of these names the one inside it a hundred times."""
    stored = Text("{a}", a="x" * 100).to_json()
    for _ in range(5):
        stored = {"template": "{a}" * 100, "parts": {"a": stored}}
    with pytest.raises(ValueError, match="a sentence of more than 65536 letters"):
        Text.from_json(stored)
