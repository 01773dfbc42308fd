"""The rules of the house that every game keeps, with every option set."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, fields
from xml.etree import ElementTree

import pytest

from igroteka.basics.randomness import Stream, draw
from igroteka.contract import CHANCE, OVER, BadOption, Game, Happened, IllegalMove, OpenView, State
from igroteka.records.record import Record
from igroteka.registry import game_class, game_names, make_game
from tests.contract.playing import TABLES, label, make, step, view_bytes, walk

GAMES = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
"""Random games at each table; one of them in every run."""


@pytest.fixture(params=TABLES, ids=label)
def game(request: pytest.FixtureRequest) -> Game:
    return make(request.param)


def test_every_game_is_listed() -> None:
    assert game_names()
    assert all(game_class(name).name == name for name in game_names())
    assert all(game_class(name).option_sets for name in game_names())


@pytest.mark.parametrize("name", game_names())
def test_an_option_with_a_few_values_takes_these_and_no_others(name: str) -> None:
    default = make_game(name, {})
    for option in default.option_list:
        for value in option.values:
            assert make_game(name, {option.name: value}).options[option.name] == value
        if option.values:
            assert default.options[option.name] == option.default
            with pytest.raises(BadOption):
                make_game(name, {option.name: "nonsense"})


@pytest.mark.parametrize("name", game_names())
def test_the_defaults_make_the_usual_game(name: str) -> None:
    declared = {option.name: option.default for option in game_class(name).option_list}
    assert make_game(name, declared) == make_game(name, {})
    with pytest.raises(BadOption, match="nonsense"):
        make_game(name, {"nonsense": "1"})


def test_options_make_an_equal_game(game: Game) -> None:
    again = make_game(game.name, game.options)
    assert again == game
    assert hash(again) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    assert json.loads(json.dumps(dict(game.options))) == game.options


def test_a_small_picture_is_an_svg_that_asks_for_nothing_from_elsewhere(game: Game) -> None:
    for state, _ in walk(game, 1):
        drawn = state.view(None).picture()
        if drawn:
            root = ElementTree.fromstring(drawn)
            assert root.tag == "svg"
            assert not [each for each in root.iter() if "href" in "".join(each.keys())]


def test_sides_hold_every_seat_once(game: Game) -> None:
    assert sorted(seat for side in game.sides for seat in side) == list(range(game.seats))


def test_it_is_told_whether_the_first_seat_begins(game: Game) -> None:
    begin = {_first_to_decide(game, seed) for seed in range(40)} - {CHANCE}
    assert (begin == {0}) == game.first_seat_begins


def _first_to_decide(game: Game, seed: int) -> int:
    """Whose the first turn is; CHANCE if its roll leaves nothing to decide."""
    rng = Stream(seed)
    state = game.deal(rng)
    return state.play(draw(state.chances(), rng)).turn if state.turn == CHANCE else state.turn


@pytest.mark.parametrize("seed", GAMES)
def test_random_play_reaches_the_end(game: Game, seed: int) -> None:
    state = None
    for state, _ in walk(game, seed):
        assert state.turn in (CHANCE, OVER, *range(game.seats))
        assert bool(state.actions()) == (state.turn >= 0)
        assert bool(state.chances()) == (state.turn == CHANCE)
        assert all(weight > 0 for _, weight in state.chances())
        assert len(set(state.actions())) == len(state.actions())
    assert state is not None
    assert state.turn == OVER
    assert len(state.scores()) == game.seats


@pytest.mark.parametrize("seed", GAMES)
def test_scores_only_at_the_end(game: Game, seed: int) -> None:
    for state, action in walk(game, seed):
        if action is not None:
            with pytest.raises(IllegalMove):
                state.scores()


@pytest.mark.parametrize("seed", GAMES)
def test_notation_reads_back(game: Game, seed: int) -> None:
    for state, action in walk(game, seed):
        for each in (*state.actions(), *(outcome for outcome, _ in state.chances())):
            assert game.read(str(each)) == each
            assert state.view(state.turn if state.turn >= 0 else None).explain(each)
        assert action is None or str(action) == str(action).strip() != ""


@pytest.mark.parametrize("seed", GAMES)
def test_a_landmark_hides_nothing_and_names_its_position(game: Game, seed: int) -> None:
    for state, _ in walk(game, seed):
        if state.landmark is not None:
            assert isinstance(state.view(None), OpenView)
            again = game.restore(state.landmark)
            assert again.landmark == state.landmark
            assert state.turn == OVER or again.actions() == state.actions()


@pytest.mark.parametrize("seed", GAMES)
def test_a_record_replays_to_the_same_positions(game: Game, seed: int) -> None:
    steps = list(walk(game, seed))
    start, end = steps[0][0], steps[-1][0]
    record = Record(
        game=game.name,
        options=game.options,
        players=("random",) * game.seats,
        deal=start.deal,
        actions=tuple(str(action) for _, action in steps if action is not None),
        scores=end.scores(),
    )
    again = Record.from_line(record.to_line())
    assert again == record
    assert list(again.positions(make_game(again.game, again.options))) == [s for s, _ in steps]
    assert all(state.deal == start.deal for state, _ in steps)


@pytest.mark.parametrize("seed", GAMES)
def test_a_sample_has_the_view_it_was_sampled_from(game: Game, seed: int) -> None:
    rng = Stream(seed)
    for state, _ in walk(game, seed):
        for seat in range(game.seats):
            view = state.view(seat)
            sampled = view.sample(rng)
            assert sampled.turn == state.turn
            assert view_bytes(sampled.view(seat)) == view_bytes(view)


@pytest.mark.parametrize("seed", GAMES)
def test_a_view_does_not_change_with_what_it_hides(game: Game, seed: int) -> None:
    rng = Stream(seed)
    for state, _ in walk(game, seed):
        for seat in (*range(game.seats), None):
            disguised = state.disguise(seat, rng)
            assert view_bytes(disguised.view(seat)) == view_bytes(state.view(seat))


def test_a_view_remembers_what_everybody_saw_and_no_more(game: Game) -> None:
    """Every seat has the same memory, whatever is hidden from it, and it is all notation."""
    rng, done = Stream(0), list[Happened]()
    for at, (state, action) in enumerate(walk(game, 0)):
        if at % 10 == 0 or action is None:
            for seat in (*range(game.seats), None):
                view = state.view(seat).with_history(tuple(done))
                other = state.disguise(seat, rng).view(seat).with_history(tuple(done))
                assert view == state.view(seat)
                assert view_bytes(view) == view_bytes(other)
        if action is not None:
            done.append(Happened(None if state.turn == CHANCE else state.turn, action))
            assert game.read(done[-1].to_json()["text"]) == action
    assert pickle.loads(pickle.dumps(view)).history == tuple(done)


def test_hidden_things_are_really_permuted(game: Game) -> None:
    """Where two seats see different things, a disguise must differ from the position."""
    rng = Stream(1)
    hidden = [
        (state, seat)
        for state, _ in walk(game, 1)
        for seat in range(game.seats)
        if state.turn >= 0 and seat != state.turn and _hides(state, seat)
    ]
    if hidden:
        assert any(state.disguise(seat, rng) != state for state, seat in hidden)


def _hides(state: State, seat: int) -> bool:
    """Whether this seat knows less than the position holds."""
    own, whole = state.view(seat).to_json(), state.view(state.turn).to_json()
    for facts in (own, whole):
        facts.pop("seat", None)
    return bool(own != whole)


@pytest.mark.parametrize("seed", GAMES)
def test_only_the_seat_to_decide_has_actions(game: Game, seed: int) -> None:
    for state, _ in walk(game, seed):
        for seat in (*range(game.seats), None):
            view = state.view(seat)
            assert view.seat == seat
            assert view.turn == state.turn
            assert view.actions() == (state.actions() if seat == state.turn else ())


def test_states_are_immutable_hashable_and_picklable(game: Game) -> None:
    for state, action in walk(game, 0):
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        if action is not None:
            before = hash(state)
            state.play(action)
            assert hash(state) == before
        first = fields(state)[0].name  # type: ignore[arg-type]
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(state, first, None)


def test_playing_is_a_function(game: Game) -> None:
    for state, action in walk(game, 0):
        if action is not None:
            assert state.play(action) == state.play(action)


@pytest.mark.parametrize("seed", GAMES)
def test_what_is_not_listed_is_refused_with_a_sentence(game: Game, seed: int) -> None:
    """Actions of one moment, tried at others: each is either listed or refused for people."""
    rng = Stream(seed)
    steps = list(walk(game, seed))
    known = [action for _, action in steps if action is not None]
    for state, _ in steps:
        for action in rng.sample(known, min(3, len(known))):
            listed = {*state.actions(), *(outcome for outcome, _ in state.chances())}
            if action in listed:
                state.play(action)
            else:
                with pytest.raises(IllegalMove) as refusal:
                    state.play(action)
                assert " " in str(refusal.value)


@pytest.mark.parametrize("text", ["", "?", "banana", "9" * 30, "-", "♠", "1 2", "0 0 0 0"])
def test_rubbish_is_refused_with_a_sentence(game: Game, text: str) -> None:
    """Rubbish is unreadable, or readable and illegal at the start; it never passes or crashes."""
    state = game.deal(Stream(0))
    if state.turn == CHANCE:
        state = state.play(step(state, Stream(0)))
    with pytest.raises(IllegalMove) as refusal:
        state.play(game.read(text))
    assert " " in str(refusal.value)


@pytest.mark.parametrize("place", [0, 1, 2, 17])
def test_the_next_game_of_a_sitting_has_legal_options_and_everybody_a_seat(
    game: Game, place: int
) -> None:
    ends = [None] if place == 0 else [[s for s, _ in walk(game, seed)][-1] for seed in range(3)]
    for end in ends:
        following = game.following(end, place)
        assert make_game(game.name, following.game.options) == following.game
        assert following.game.seats == game.seats
        assert sorted(following.seating) == list(range(game.seats))
        assert place or following.seating == tuple(range(game.seats))
        assert following.game.deal(Stream(place)).turn != OVER


@pytest.mark.parametrize("seed", GAMES)
def test_a_finished_game_is_reckoned_by_every_quick_way(game: Game, seed: int) -> None:
    states = [state for state, _ in walk(game, seed)]
    quick = [w for w, way in game.reckonings.items() if not (way.slow or way.compared)]
    assert next(iter(game.reckonings)) in quick
    for way in quick:
        got = game.reckon(way, states[-1])
        assert got is not None
        assert len(got) == game.seats
        assert all(isinstance(each, int | float) for each in got)
        assert game.reckon(way, states[0]) is None
    assert all(game.duplicate for way in game.reckonings.values() if way.compared)


@pytest.mark.parametrize("loser", [None, 0])
def test_a_settled_game_leads_on_to_the_next(game: Game, loser: int | None) -> None:
    scores = game.settled(loser)
    start = game.deal(Stream(0))
    for way in game.reckonings if scores else ():
        got = game.reckon(way, start, scores)
        assert got is None or len(got) == game.seats
    assert sorted(game.following(start, 1, scores).seating) == list(range(game.seats))
