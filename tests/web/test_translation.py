"""Everything that a person reads in the site is there in Russian, and nothing else is touched."""

from __future__ import annotations

import ast
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import igroteka
from igroteka.basics.randomness import draw
from igroteka.contract import CHANCE, OVER, Game, IgrotekaError, State
from igroteka.games.bridge.bidding.system import natural
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.rules import Bridge
from igroteka.games.draughts.variants import variants
from igroteka.games.substitution.grammar import named_grammars
from igroteka.games.substitution.rules import Substitution
from igroteka.registry import game_class, game_names, make_game
from igroteka.web import texts
from igroteka.web.pages import common
from igroteka.web.translation import (
    PART,
    Translator,
    catalogue,
    entries,
    option_value,
    sentence_files,
)

PACKAGE = Path(igroteka.__file__).parent
RUSSIAN, ENGLISH = Translator("ru"), Translator("en")
CATALOGUES = [PACKAGE / "web/locale/ru.po", *(Path(str(file)) for file in sentence_files("ru"))]


def catalogue_name(path: Path) -> str:
    """A catalogue in the test report, by its last folders."""
    return "/".join(path.parts[-3:])


STAYS = set(
    re.findall(
        r"\S+",
        """
        pass take transfer show several claims agree yes claim lot alternate lowest-trump lowest
        trump neighbours imps matchpoints search random depth samples seconds calls omega classic
        russian poddavki brazilian pool english international bridge durak draughts substitution
        NT XX FEN JSON PDN PBN LIN UTF TOKEN OpenAPI Authorization Bearer Variant None NS EW All
        txt xml my_bot py MyBot End Home
        """,
    )
)
"""Words that are typed, sent or printed as they are in every language."""
ALSO_IN_ENTRIES = {
    *("of", "no", "all", "any", "both", "ace", "suit", "points", "short", "level", "me"),
    *("game", "options", "players", "action"),
}
"""Values and fields that entries name, too common as words to be let through elsewhere."""
NOTATION = re.compile(
    r"«[^»]*»"  # what somebody typed
    r"|[WB]:[WB][\w,]*:[WB][\w,]*"  # a position
    r"|\b[A-Z](->|→)\S*|\S*⇒.*"  # productions and forms
    r"|\b[SHDC](10|[2-9TJQKA])\b|[♣♦♥♠][2-9TJQKA]+|[0-9TJQKA.]{2,}"  # cards and hands
    r"|\b[a-j]\d+\b|[1-7](NT|[CDHS])X*\b"  # squares, bids
)


def latin(text: str) -> list[str]:
    """The English words that are left in a sentence."""
    words = re.findall(r"[A-Za-z_]{2,}", NOTATION.sub(" ", text))
    return [word for word in words if word not in STAYS]


def check(english: str, symbols: str = "", names: Iterable[str] = ()) -> None:
    """A sentence has Russian words only, and English is as it was.

    Words that consist of the symbols, and names, are left alone.
    """
    russian = RUSSIAN(english)
    left = [word for word in latin(russian) if not set(symbols).issuperset(word)]
    left = [word for word in left if word not in " ".join(names)]
    assert not left, f"{english!r} became {russian!r}"
    assert ENGLISH(english) == english


# --- the catalogues ---


def test_every_text_of_the_site_has_russian_words() -> None:
    assert texts.missing("ru") == []


def test_the_pages_have_no_entry_that_they_do_not_say() -> None:
    assert set(catalogue("ru").pages) <= texts.site_texts()


def test_scripts_find_their_texts_in_the_page() -> None:
    assert texts.script_texts() <= set(json.loads(common.script_words("ru")))


def test_the_board_of_a_game_speaks_from_its_own_catalogue(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "board.js"
    script.write_text('say("the game is over, {why}", { why })', encoding="utf-8")
    monkeypatch.setattr(common, "board_scripts", lambda: [script])
    words = json.loads(common.script_words.__wrapped__("ru"))
    assert words["the game is over, {why}"] == "партия окончена: {why}"


@pytest.mark.parametrize("path", CATALOGUES, ids=catalogue_name)
def test_both_sides_of_an_entry_have_the_same_parts(path: Path) -> None:
    for english, russian in entries(path).items():
        assert set(PART.findall(english)) == set(PART.findall(russian)), english


@pytest.mark.parametrize("path", CATALOGUES, ids=catalogue_name)
def test_entries_are_russian(path: Path) -> None:
    for english, russian in entries(path).items():
        assert ALSO_IN_ENTRIES.issuperset(latin(PART.sub("", russian))), english


def test_a_text_means_the_same_in_every_catalogue() -> None:
    known: dict[str, str] = {}
    for path in sentence_files("ru"):
        for english, russian in entries(path).items():
            assert known.setdefault(english, russian) == russian, english


def test_no_entry_swallows_another() -> None:
    for path in sentence_files("ru"):
        for english in filter(PART.search, entries(path)):
            sample = PART.sub("7", english)
            first = next(p for p in catalogue("ru").patterns if p.expression.fullmatch(sample))
            assert first.translation == entries(path)[english], english


# --- what is left as it is ---


@given(st.text())
def test_any_text_has_some_translation(text: str) -> None:
    assert isinstance(RUSSIAN(text), str)
    assert ENGLISH(text) == text


@pytest.mark.parametrize("word", [" or ", " and ", ", ", " / ", "; the game is left out"])
def test_long_lists_do_no_harm(word: str) -> None:
    assert RUSSIAN(word.join(["a"] * 5000))
    assert RUSSIAN(f"'{word * 5000}' is no move: it stays on the same square")


def test_what_somebody_wrote_is_not_translated() -> None:
    refused = RUSSIAN("'black and white' is no move: it stays on the same square")
    assert refused == "«black and white» — не ход: шашка остаётся на том же поле"
    assert "white or black" in RUSSIAN(
        "the name white or black is taken; give the program another one"
    )


def test_values_of_options_have_words_of_their_own() -> None:
    assert option_value("ru", "first", "lot") == "по жребию"
    assert option_value("ru", "players", "3") == "3"
    assert option_value("en", "first", "lot") == "lot"


def test_lists_are_said_as_in_russian() -> None:
    assert RUSSIAN("the man on e3 takes d4 and d6 and f6 and lands on g5") == (
        "шашка с e3 бьёт d4, d6 и f6 и встаёт на g5"
    )
    assert RUSSIAN("a capture must be made: c3:e5 or g3:e5") == "надо бить: c3:e5 или g3:e5"


# --- sentences in the code ---

SAID_TO_PEOPLE = (
    *("web", "tables", "archive", "games", "players", "registry.py"),
    *("records/record.py", "records/annotations.py"),
)
NOT_ON_PAGES = re.compile(
    r"archive/(database|migrations)|games/bridge/(conditions|dealing|scoring|formats|doubledummy|study"
    r"|bidding)|games/substitution/(formats|published|kernel|bots/plan|batch)|players/external"
    r"|games/draughts/(kernel|perft|endgame_tables|bots/(engine|fitting|weights))"
    r"|games/durak/(kernel|study|published|batch)"
)
COMMAND_LINE_ALONE = re.compile(
    r"derived from|there is no file|imported|does not end as|can't be read: 7|7, line 7"
)
ERRORS = re.compile(
    r"IgrotekaError|IllegalMove|Bad\w+|Refused|Outdated|Not\w+|NoTable|UnknownName|ArchiveError|Unknown"
)


def raised(path: Path) -> Iterator[str]:
    """Every sentence that is raised in a file, with something in the place of its parts."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        call = node.exc if isinstance(node, ast.Raise) else None
        if isinstance(call, ast.Call) and call.args and ERRORS.fullmatch(ast.unparse(call.func)):
            yield from text_of(call.args[-1])


def returned(path: Path) -> Iterator[str]:
    """Every sentence that a function of a file returns."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Return):
            for value in (
                (node.value.body, node.value.orelse)
                if isinstance(node.value, ast.IfExp)
                else [node.value]
            ):
                yield from (text for text in text_of(value) if " " in text.strip())


def text_of(value: ast.expr | None) -> Iterator[str]:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.JoinedStr):
        yield "".join(map(_filled, value.values))


def _filled(piece: ast.expr) -> str:
    if isinstance(piece, ast.Constant):
        return str(piece.value)
    assert isinstance(piece, ast.FormattedValue)
    return "'7'" if piece.conversion == ord("r") else "7"


def is_unknown(text: str) -> bool:
    left = set(latin(RUSSIAN(text))) - ALSO_IN_ENTRIES
    return bool(left) and not COMMAND_LINE_ALONE.search(text)


def test_every_sentence_that_is_raised_has_russian_words() -> None:
    unknown: list[str] = []
    for place in SAID_TO_PEOPLE:
        found = PACKAGE / place
        for path in sorted(found.rglob("*.py")) if found.is_dir() else [found]:
            if not NOT_ON_PAGES.search(str(path.relative_to(PACKAGE))):
                unknown += filter(is_unknown, raised(path))
    assert unknown == []


RETURNED = (
    *("draughts/refusal.py", "draughts/draws.py", "durak/public.py", "durak/bots/master.py"),
    *("bridge/public.py", "bridge/auction.py", "bridge/bidding/system.py"),
)

COMPOSED = {
    "7 moves against a lone king7": (
        "15 moves against a lone king",
        "5 moves against a lone king on the main road",
    ),
    "only the defender, 7, may 7": (
        "only the defender, player 2, may take the cards",
        "only the defender, player 2, may pass the attack on",
    ),
    "a forced 7 was here: 7": (
        "a forced win was here: throw in nothing / throw in 7♠",
        "a forced draw was here: take all cards from the table",
    ),
    "you must follow suit: 7 77": (
        "you must follow suit: you hold ♠AQ",
        "you must follow suit: dummy holds ♠AQ",
    ),
    "7 is 7doubled already": ("1♣ is doubled already", "1♣ is redoubled already"),
}
"""Sentences with words in them that the code chooses, and all that can come of them."""


@pytest.mark.parametrize("path", RETURNED)
def test_every_sentence_of_a_refusal_or_a_remark_has_russian_words(path: str) -> None:
    found = set(returned(PACKAGE / "games" / path))
    assert found
    unknown = set(filter(is_unknown, found))
    assert unknown <= set(COMPOSED)
    for form in unknown:
        for sentence in COMPOSED[form]:
            check(sentence)


# --- the games ---

NONSENSE = (
    *("", "?", "nonsense", "black and white", "pass", "take", "X", "XX", "1♣", "7NT", "agree"),
    *("refuse", "claim 0", "claim 13", "claim 99", "♠A", "♠1", "S10", "7♠", "7♠ 7♥", "6♦ 7♦"),
    *("transfer 7♠", "show 7♠", "show A♥", "transfer", "11♠", "c3-d4", "c3:e5", "c3-c3", "d4-e3"),
    *("a1-b2-c3", "c3-b3", "z9-z8", "1-2", "22x15", "22-18", "99-98", "0 0 0", "-1 0 0", "0 99 0"),
    *("0 0 99", "99 0 0", "0 1 0", "1 2", "roll 0", "roll 99"),
)
SETTINGS: list[tuple[str, Mapping[str, str]]] = [
    *((name, options) for name in game_names() for options in game_class(name).option_sets),
    ("draughts", {"start": "W:WKa1:BKh8"}),
    ("draughts", {"start": "W:WKa1,Kc1:BKh8,Kf8"}),
    ("draughts", {"start": "W:WKc1,Ke1,Kg1:BKa1"}),
    ("draughts", {"variant": "pool", "start": "W:WK29,K30,K31:BK1"}),
    ("draughts", {"variant": "english", "start": "W:WK29,K30:BK1,K2"}),
    ("draughts", {"variant": "international", "start": "W:WK50,K49,K48:BK1"}),
    ("draughts", {"variant": "international", "start": "W:WK50:BK1"}),
]
"""Every kind of settings, and endgames that tend to be drawn."""


WRONG = (
    *("nonsense", "-1", "7", "99", "a1", "h8", "", "0", "3", "1 2 of 4"),
    *("W:W", "W:Wa1:Ba1", "W:Wh8:Ba3", "W:Wz9:Ba3", "B:X:Y", "W:W9-7:B1"),
    *("S->", "A->a", "S->a b", "s->a", "S->a;S"),
)


def symbols_of(game: Game) -> str:
    """Letters of which words are made that are no words of a language."""
    return "".join(map(str, game.grammar.groups)) if isinstance(game, Substitution) else ""


def attempts(state: State, game: Game, notations: list[str]) -> Iterator[str]:
    """What is said to somebody who tries these here."""
    for notation in notations:
        try:
            state.play(game.read(notation))
        except IgrotekaError as error:
            yield str(error)


@pytest.mark.parametrize(("name", "options"), SETTINGS, ids=str)
def test_games_are_played_in_russian(name: str, options: Mapping[str, str]) -> None:
    game, rng = make_game(name, options), random.Random(7)
    symbols = symbols_of(game)
    for seat in range(game.seats):
        check(game.seat_name(seat))
    for _ in range(2):
        state, seen = game.deal(rng), list(NONSENSE)
        while state.turn != OVER:
            for refusal in attempts(state, game, rng.sample(seen, min(20, len(seen)))):
                check(refusal, symbols)
            if state.turn == CHANCE:
                action = draw(state.chances(), rng)
            else:
                action = rng.choice(state.actions())
                view = state.view(state.turn)
                for each in state.actions():
                    check(view.explain(each), symbols)
                for meaning in view.meanings():
                    check(meaning)
            seen.append(str(action))
            state = state.play(action)
        check(state.view(None).ending())
        for refusal in attempts(state, game, seen):
            check(refusal, symbols)


@pytest.mark.parametrize("name", game_names())
def test_wrong_options_are_refused_in_russian(name: str) -> None:
    options = [*game_class(name).option_help, "nonsense"]
    typed = [*options, *named_grammars(), *variants(), *ALSO_IN_ENTRIES]
    for option in options:
        for value in WRONG:
            try:
                make_game(name, {option: value})
            except IgrotekaError as error:
                check(str(error), "Sasb->;|XYWB:", typed)


def test_auctions_of_the_house_have_russian_meanings() -> None:
    game, player, rng = Bridge(), Simple(), random.Random(5)
    for _ in range(60):
        state = game.deal(rng)
        while not state.public.auction.over:
            view = state.view(state.turn)
            action = player.choose(view)
            check(player.remark(view, action))
            state = state.play(action)
        for meaning in state.view(None).meanings():
            check(meaning)


def test_every_rule_of_the_house_has_a_russian_name() -> None:
    for rule in natural().rules:
        check(rule.name)


def test_the_names_of_calls_and_cards_are_russian() -> None:
    assert RUSSIAN("four spades") == "четыре пики"
    assert RUSSIAN("one notrump") == "один без козыря"
    assert RUSSIAN("the queen of hearts (from dummy)") == "дама червей (со стола)"
