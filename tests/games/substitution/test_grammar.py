"""Grammars: read, checked, written, studied."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.cli.arguments import written_out
from igroteka.contract import BadOption
from igroteka.games.substitution.arrays import counted
from igroteka.games.substitution.grammar import (
    TWO_DICE,
    Grammar,
    Group,
    named_grammar,
    named_grammars,
)
from igroteka.games.substitution.metrics import iterated, product_value, weakest_value
from igroteka.games.substitution.rules import Substitution
from igroteka.games.substitution.settings import Settings, read_settings, write_settings
from igroteka.games.substitution.study.analysis import analyse


def test_the_named_grammars_differ_where_they_should() -> None:
    classic = named_grammar("classic")
    assert {"classic", "classic-program", "low-start", "trap"} <= set(named_grammars())
    assert classic.weights == TWO_DICE
    assert [str(group) for group in classic.groups][:3] == ["S->ABC", "A->aA|B", "A->bc|CA"]
    for name, changed in (("classic-program", [7]), ("low-start", [4]), ("trap", [0, 4])):
        other = named_grammar(name)
        pairs = enumerate(zip(classic.groups, other.groups, strict=True))
        assert [number for number, (a, b) in pairs if a != b] == changed


SYMBOLS = st.text(alphabet="ABSab+(", min_size=1, max_size=5)
GRAMMARS = st.lists(
    st.builds(Group, st.sampled_from("ABS"), st.lists(SYMBOLS, min_size=1, max_size=3).map(tuple)),
    max_size=12,
).flatmap(
    lambda groups: st.lists(
        st.integers(1, 9), min_size=len(groups) + 1, max_size=len(groups) + 1
    ).map(lambda weights: Grammar((Group("S", ("a",)), *groups), tuple(weights)))
)


@given(GRAMMARS, st.integers(1, 500))
def test_text_and_xml_read_back(grammar: Grammar, turns: int) -> None:
    assert Grammar.parse(str(grammar)) == grammar
    assert read_settings(write_settings(Settings(grammar, turns))) == (grammar, turns)


def from_files(options: dict[str, str]) -> Substitution:
    return Substitution.configure(written_out("substitution", options))


def test_the_rules_read_no_files(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("S->a")
    with pytest.raises(BadOption, match="there is no grammar"):
        Substitution.configure({"grammar": str(tmp_path / "own.txt")})


def test_an_empty_right_side_is_written_as_epsilon() -> None:
    grammar = Grammar.parse("S->aS|ε")
    assert grammar.groups[0].rights == ("aS", "")
    assert Grammar.parse(str(grammar)) == grammar
    assert read_settings(write_settings(Settings(grammar, 5))).grammar == grammar


def test_a_file_of_either_form_is_an_option(tmp_path: Path) -> None:
    grammar = Grammar.parse("S->Aa|b\nA->c\nweights: 2 1 of 3")
    (tmp_path / "own.xml").write_text(write_settings(Settings(grammar, 33)))
    (tmp_path / "own.txt").write_text(f"# mine\n{grammar}\n")
    from_xml = from_files({"grammar": str(tmp_path / "own.xml")})
    from_text = from_files({"grammar": str(tmp_path / "own.txt")})
    assert (from_xml.grammar, from_xml.turns) == (grammar, 33)
    assert (from_text.grammar, from_text.turns) == (grammar, 200)
    with_turns = from_files({"grammar": str(tmp_path / "own.xml"), "turns": "5"})
    assert with_turns.turns == 5


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"grammar": ""}, "there is no grammar ''"),
        ({"grammar": "A->a"}, "no group starts with S"),
        ({"grammar": "S->a;s->b"}, "group 2, 's->b': the left side 's' should be one capital"),
        ({"grammar": "S->a;SA->b"}, "the left side 'SA' should be one capital letter"),
        ({"grammar": "S->a|"}, "S has an empty right side; write it as ε"),
        ({"grammar": "S->aε"}, "'ε' can't stand on a right side of S"),
        ({"grammar": "S->a b"}, "' ' can't stand on a right side of S"),
        ({"grammar": "S->a;A"}, "'A' is no group of productions"),
        ({"grammar": "S->a", "weights": "1 2"}, "1 groups need 1 weights, but 2 are given"),
        ({"grammar": "S->a;S->b", "weights": "1 2 of 4"}, "sum to 3, not to the stated total 4"),
        ({"grammar": "S->a", "weights": "0"}, "positive whole number"),
        ({"grammar": "S->a", "weights": "much"}, "should be whole numbers"),
        ({"grammar": "missing.xml"}, "missing.xml can't be read"),
        ({"turns": "0"}, "turns should be a number from 1"),
        ({"turns": "many"}, "turns should be a number from 1"),
    ],
)
def test_a_wrong_grammar_is_refused_with_a_sentence(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        from_files(options)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is not XML"),
        ("<Settings/>", "root element is Settings"),
        ("<GameSettings/>", "the grammar is empty"),
        (
            '<GameSettings NumberOfMoves="9"><Productions><Production Left="S"><Right>a</Right>'
            '</Production></Productions><RandomSettings TotalPossibility="7"><Possibilities>'
            "<Possibility>1</Possibility></Possibilities></RandomSettings></GameSettings>",
            "sum to 1, not to the stated TotalPossibility 7",
        ),
        (
            '<GameSettings NumberOfMoves="x"><Productions><Production Left="S"><Right>a</Right>'
            '</Production></Productions><RandomSettings TotalPossibility="1"><Possibilities>'
            "<Possibility>1</Possibility></Possibilities></RandomSettings></GameSettings>",
            "NumberOfMoves should be a whole number, but is 'x'",
        ),
    ],
)
def test_a_wrong_xml_names_the_element(text: str, sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        read_settings(text)
    assert sentence in str(caught.value)


def values(text: str, metric: str) -> dict[str, float]:
    grammar = Grammar.parse(text)
    word_value = product_value if metric == "M2" else weakest_value
    productions, _ = iterated(counted(grammar), word_value)
    names = [f"{group.left}->{right}" for group in grammar.groups for right in group.rights]
    return dict(zip(names, productions, strict=True))


def test_m2_has_its_published_values() -> None:
    three = values("S->A; A->BB|aA; B->b", "M2")
    assert three == pytest.approx(
        {"S->A": 0.037037, "A->BB": 0.111111, "A->aA": 0.037037, "B->b": 1}, abs=5e-7
    )
    four = values("S->A; A->BB|aA; B->b; A->a", "M2")
    expected = {"S->A": 0.333329, "A->BB": 0.0625, "A->aA": 0.333329, "B->b": 1, "A->a": 1}
    assert four == pytest.approx(expected, abs=5e-7)


def test_m3_falls_less_steeply_than_m2() -> None:
    text = "weights: 1 2 3 2 1; S->AA|DD; A->BB; D->ee; C->DD; B->CC"
    m2, m3 = values(text, "M2"), values(text, "M3")
    assert m2["S->AA"] == pytest.approx(1.03988e-18, rel=1e-5)
    assert m2["S->DD"] == pytest.approx(0.11111, abs=1e-5)
    assert m3["S->AA"] == pytest.approx(0.00011, abs=5e-6)
    assert m3["S->DD"] == pytest.approx(0.16666, abs=1e-5)


def test_what_leads_nowhere_is_found() -> None:
    found = analyse(Grammar.parse("S->AB|Ta|c; A->a; B->b; T->TT; U->u; C->Uc|S"))
    assert found.endless == "T"
    assert found.unreachable == "CU"
    useless = {f"{p.left}->{p.right}" for p in found.productions if p.useless}
    assert useless == {"S->Ta", "T->TT", "U->u", "C->Uc", "C->S"}


def test_the_classic_grammar_has_one_useless_production() -> None:
    found = analyse(named_grammar("classic"))
    assert [f"{p.left}->{p.right}" for p in found.productions if p.useless] == ["C->T"]
