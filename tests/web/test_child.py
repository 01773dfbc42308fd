"""A child's room: its walls, the parent's code and limits, the friend, lessons, and the day."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from itertools import count
from pathlib import Path

import anyio
import pytest
from httpx import Response

from igroteka.archive.children import (
    Child,
    Limits,
    add_seconds,
    children_named,
    limits_of,
    seconds_of,
    stars,
)
from igroteka.contract import IllegalMove
from igroteka.registry import game_names, lessons, make_game
from igroteka.tables.setting import Chair
from igroteka.web.daylight import AWAY, Daylight
from igroteka.web.pages import common
from tests.web.visiting import House, Visitor, bot

CODE = "2580"
WON = {"start": "W:Wa3,c3:Ba5"}
"""a3-b4 shuts black in."""
FOR_GROWN_UPS = (
    *("/", "/me", "/archive", "/study", "/club", "/puzzles", "/tournaments", "/ratings"),
    *("/new/draughts", "/game/1", "/grammar", "/trees", "/lab", "/api/openapi.json"),
)


COUNT = count(1)


@pytest.fixture(scope="module")
def opened_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all children, each of a name of its own."""
    with House(tmp_path_factory.mktemp("children")).open() as opened:
        yield opened


@pytest.fixture
def house(opened_house: House) -> House:
    common.FORM_RATE._stores.clear()
    return opened_house


class Browser:
    """A browser that a parent hands over to a child."""

    def __init__(self, house: House, parent: str = "Anna") -> None:
        self.house = house
        self.visitor: Visitor = house.visitor(parent)
        self.token = self.visitor.token
        self.name = f"Petya {next(COUNT)}"

    def get(self, path: str) -> Response:
        return self.visitor.get(path)

    def post(self, path: str, **form: str) -> Response:
        answer: Response = self.visitor.client.post(path, data={"form": self.token, **form})
        return answer

    def enter(self, name: str = "", code: str = CODE, **limits: str) -> Response:
        return self.post("/child/enter", name=name or self.name, code=code, **limits)

    def leave(self, code: str = CODE) -> Response:
        return self.post("/child/leave", code=code)

    @property
    def inside(self) -> bool:
        return "child" in self.visitor.session.marks

    @property
    def child(self) -> Child:
        (found,) = self.house.live_tables.archive.read(children_named, [self.name])
        return found

    @property
    def stars(self) -> int:
        return self.house.live_tables.archive.read(stars, self.child.player)

    def win(self, at: str = "random") -> None:
        """The child wins a game against a bot."""
        mark = f"child:{self.child.player}"
        table = self.house.seat(
            "draughts", WON, Chair(self.name, holders=[mark]), bot(at), kid=True
        )
        self.house.wait_for(table.move, mark, "a3-b4")

    def friend(self) -> str | None:
        """As whom the friend plays a new game."""
        return self.house.table(self.play()).setting.chairs[1].bot

    def play(self, game: str = "draughts") -> int:
        """The number of a new table with the friend."""
        return self.visitor.opened(self.post(f"/child/play/{game}"))


@pytest.fixture
def browser(house: House) -> Browser:
    return Browser(house)


@pytest.fixture
def petya(browser: Browser) -> Browser:
    assert browser.enter(hints="2", take_backs="0").headers["location"] == "/child"
    return browser


# --- walls ---


def test_what_is_for_grown_ups_leads_back_to_the_room(petya: Browser) -> None:
    for path in FOR_GROWN_UPS:
        answer = petya.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/child"), path


def test_forms_for_grown_ups_change_nothing(petya: Browser) -> None:
    for path in ("/me/sign-out", "/me/register", "/play/draughts", "/new/draughts"):
        assert petya.post(path, name="Boris").headers["location"] == "/child"
    petya.post("/wishes", name="Boris", theme="dark")
    assert petya.inside
    assert petya.visitor.session.marks["name"] == "Anna"
    assert petya.visitor.session.marks["theme"] == "dark"


def test_the_room_is_shut_to_who_is_not_in_it(browser: Browser) -> None:
    assert browser.get("/child/learn").status_code == 403
    assert browser.post("/child/play/draughts").status_code == 403


def test_only_games_for_children_are_played_there(petya: Browser) -> None:
    assert petya.post("/child/play/bridge").status_code == 404


# --- the code ---


def test_the_code_leads_out_and_the_parent_is_there_again(petya: Browser) -> None:
    assert petya.leave("0000").status_code == 403
    assert petya.inside
    assert petya.leave().headers["location"] == "/"
    assert not petya.inside
    page = petya.get("/").text
    assert "Anna" in page
    assert f"{petya.name} · " in page


def test_the_code_is_not_in_the_cookie(petya: Browser) -> None:
    assert CODE not in json.dumps(petya.visitor.session.marks)
    assert "argon2" not in json.dumps(petya.visitor.session.marks)


def test_guessing_is_slow(petya: Browser) -> None:
    for number in range(5):
        petya.leave(f"000{number}")
    answer = petya.leave()
    assert answer.status_code == 403
    assert "Too many attempts" in answer.text
    assert petya.inside


def test_no_way_leads_into_another_room(petya: Browser) -> None:
    petya.enter("Misha", "1111")
    assert petya.leave("1111").status_code == 403
    assert petya.leave().status_code == 303


@pytest.mark.parametrize("code", ["", "258", "25800", "abcd", "²580"])
def test_a_code_has_four_digits(browser: Browser, code: str) -> None:
    answer = browser.enter(code=code)
    assert answer.status_code == 400
    assert "four digits" in answer.text
    assert not browser.inside


def test_a_room_that_is_there_is_entered_by_its_code(petya: Browser) -> None:
    other = Browser(petya.house, "Boris")
    assert other.enter(petya.name, "0000").status_code == 400
    assert other.enter(petya.name).status_code == 303
    assert other.inside


def test_a_name_with_a_password_gets_no_room(house: House) -> None:
    house.visitor().post("/me/register", name="Olga", password="correct horse")
    answer = Browser(house).enter("Olga")
    assert answer.status_code == 400
    assert "has a password" in answer.text


def test_where_playing_needs_a_password_the_parents_will_do(tmp_path: Path) -> None:
    with House(tmp_path, accounts=True).open() as club:
        stranger = Browser(club)
        assert stranger.enter().status_code == 403
        stranger.post("/me/register", name="Anna", password="correct horse")
        stranger.token = stranger.visitor.token
        stranger.enter()
        assert stranger.play() > 0
        stranger.leave()
        assert "Signed in as Anna" in stranger.get("/me").text


# --- limits ---


def test_limits_hold_at_the_table_with_the_friend(petya: Browser) -> None:
    with petya.visitor.at(petya.play()) as screen:
        seat = screen.seen["seats"][0]
        assert (seat["hints"], seat["take_backs"]) == (2, 0)


def test_limits_hold_at_tables_that_others_open(petya: Browser) -> None:
    boris = petya.house.visitor("Boris")
    form = {"seat0": "me", "seat1": "here", "name1": petya.name.upper(), "take_backs": "3"}
    chairs = petya.house.table(boris.opened(boris.post("/new/draughts", **form))).setting.chairs
    assert (chairs[0].hints, chairs[0].take_backs) == (None, 3)
    assert (chairs[1].hints, chairs[1].take_backs) == (2, 0)


def test_limits_hold_for_who_comes_by_a_link(petya: Browser) -> None:
    boris = petya.house.visitor("Boris")
    form = {"seat0": "me", "seat1": "invite", "hints": "5"}
    table = petya.house.table(boris.opened(boris.post("/new/draughts", **form)))
    petya.post(f"/table/{table.number}/sit/{table.setting.chairs[1].key}", name="Boris 2")
    chair = table.setting.chairs[1]
    assert (chair.player, chair.hints, chair.take_backs) == (petya.name, 2, 0)
    again = table.setting.moved([1, 0]).chairs
    assert (again[0].hints, again[1].hints) == (2, 5)


def test_limits_are_changed_by_who_knows_the_code(petya: Browser) -> None:
    petya.leave()
    petya.enter(hints="", take_backs="7", minutes="30")
    archive = petya.house.live_tables.archive
    assert archive.read(limits_of, petya.child.player) == Limits(None, 7, 30)


# --- the friend ---


def test_the_friend_is_always_the_same_to_the_child(petya: Browser) -> None:
    with petya.visitor.at(petya.play()) as screen:
        friend = screen.seen["seats"][1]
    assert (friend["player"], friend["face"]) == ("Simon the Hedgehog", "hog")
    assert friend["strength"] is friend["rank"] is None


def test_the_friend_gets_better_as_the_child_wins(petya: Browser) -> None:
    assert petya.friend() == "random"
    petya.win()
    assert petya.friend() == "engine(level=1)"
    petya.win("engine(level=1)")
    assert petya.friend() == "engine(level=2)"
    petya.win("engine(level=10)")  # as whom no friend plays
    assert petya.friend() == "engine(level=2)"


def test_a_won_game_is_a_star(petya: Browser) -> None:
    petya.win()
    assert petya.stars == 1
    assert 'aria-label="stars: 1"' in petya.get("/child").text


def test_a_game_that_was_begun_is_gone_on_with(petya: Browser) -> None:
    number = petya.play()
    assert f'href="/table/{number}"' in petya.get("/child/play").text


def test_a_parent_who_looks_on_is_no_child(petya: Browser) -> None:
    number = petya.play()
    assert 'class="at-table room kid"' in petya.get(f"/table/{number}").text
    petya.leave()
    assert 'class="at-table"' in petya.get(f"/table/{number}").text


# --- lessons and riddles ---


def tried(browser: Browser, lesson: str, action: str) -> dict[str, object]:
    found: dict[str, object] = browser.post(f"/child/learn/{lesson}/try", action=action).json()
    return found


def test_a_solved_lesson_is_a_star_once(petya: Browser) -> None:
    assert tried(petya, "draughts/far", "a1-d4")["right"] is False
    assert petya.stars == 0
    for _ in range(2):
        assert tried(petya, "draughts/far", "a1-h8")["right"] is True
    assert petya.stars == 1


@pytest.mark.parametrize("game", game_names())
def test_a_lesson_says_nothing_of_its_answer_and_plays_it_when_it_is_found(
    petya: Browser, game: str
) -> None:
    for lesson in lessons(game):
        rules = make_game(game, lesson.options)
        position = lesson.position(rules)
        answers = {str(rules.read(each)) for each in lesson.answers}
        here = f"{game}/{lesson.name}"
        common.FORM_RATE._stores.clear()
        for action in ("c1-c2", "9♠", "take", "nonsense"):
            with suppress(IllegalMove):
                if position.play(rules.read(action)):
                    continue
            said = str(tried(petya, here, action))
            assert not any(each in said for each in answers), said
        after = tried(petya, here, lesson.answers[0])["after"]
        played = position.play(rules.read(lesson.answers[0]))
        assert isinstance(after, dict)
        assert after["views"][position.turn] == played.view(position.turn).to_json()


def test_a_lesson_that_is_shown_is_no_star(petya: Browser) -> None:
    told = tried(petya, "durak/beat", "")
    assert (told["right"], told["best"]) == (False, "J♠")
    assert petya.stars == 0


def test_a_lesson_does_not_show_the_friends_cards(petya: Browser) -> None:
    posed = petya.get("/child/learn/durak/beat/position").json()
    assert "J♥" not in json.dumps(posed["views"], ensure_ascii=False)


def test_riddles_are_lessons_until_there_are_own_ones(petya: Browser) -> None:
    riddle = petya.get("/child/riddles").headers["location"]
    assert riddle == "/child/learn/draughts/step?riddle=yes"
    tried(petya, "draughts/step", "c3-d4")
    riddle = petya.get("/child/riddles").headers["location"]
    assert riddle == "/child/learn/draughts/take?riddle=yes"


def test_there_is_no_lesson_of_another_name(petya: Browser) -> None:
    assert petya.get("/child/learn/draughts/nonsense").status_code == 404


# --- the day ---


class Clock:
    """A clock that stands until it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_time_between_signs_counts_but_not_that_of_absence(petya: Browser) -> None:
    archive, child, clock = petya.house.live_tables.archive, petya.child, Clock()
    before = archive.read(seconds_of, child.player, date.today())
    daylight = Daylight(archive, clock)
    for moment in (0.0, 60.0, 60.5, 120.0, 120.0 + AWAY + 1, 250.0 + AWAY):
        clock.now = moment
        anyio.run(daylight.spend, child)
    counted = archive.read(seconds_of, child.player, date.today()) - before
    assert counted == pytest.approx(120 + 129)


@pytest.fixture
def evening(browser: Browser) -> tuple[Browser, int]:
    """A room whose day is over, and a game that goes on."""
    browser.enter(minutes="30")
    assert 'value="1.000"' in browser.get("/child").text
    number = browser.play()
    archive = browser.house.live_tables.archive
    archive.apply(add_seconds, browser.child.player, date.today(), 30 * 60.0)
    return browser, number


def test_when_the_day_is_over_the_doors_sleep(evening: tuple[Browser, int]) -> None:
    browser, number = evening
    page = browser.get("/child").text
    assert "Good night" in page
    assert 'href="/child/play"' not in page
    for path in ("/child/play", "/child/riddles", "/child/learn", "/puzzle/1"):
        assert browser.get(path).headers["location"] == "/child"
    for path in ("/child/play/draughts", f"/table/{number}/again"):
        assert browser.post(path).headers["location"] == "/child"


def test_when_the_day_is_over_a_game_may_be_finished(evening: tuple[Browser, int]) -> None:
    browser, number = evening
    assert browser.get(f"/table/{number}").status_code == 200
    with browser.visitor.at(number) as screen:
        screen.play(screen.actions[0])
        assert browser.house.stored(number)


def test_without_a_limit_no_bar_is_shown(petya: Browser) -> None:
    assert "<progress" not in petya.get("/child").text
