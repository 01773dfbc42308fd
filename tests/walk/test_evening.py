"""An evening of the club: a director, the wall, the phone of a table, phones of pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from igroteka.registry import contest, game_class, game_names
from tests.walk.recording import walked
from tests.walk.tables import LAPTOP, LONGEST, PHONE, TABLET, WIDE, WILL, Walker, click, walking
from tests.web.browsing import needs_chromium, resign
from tests.web.house import House
from tools import picture_club
from tools.picture_club import Evening

pytestmark = needs_chromium

PAIRS = "\n".join(f"{LONGEST.format(2 * n)} – {LONGEST.format(2 * n + 1)}" for n in range(4))
"""Enough for two tables."""
THE_OTHERS = """({ parentElement }) => {
  for (let place = 1; place < 13; place++) {
    const group = document.querySelector(`[aria-label="${parentElement.parentElement.ariaLabel}"]`);
    group.querySelectorAll("button")[place].click();
  }
}"""
"""Presses the other cards of a suit; they are drawn anew after each."""


class Hall:
    """Everybody who has come with a browser."""

    def __init__(self, browser: Browser, site: House, stack: ExitStack) -> None:
        self.browser, self.site, self.stack = browser, site, stack
        self.all: list[Walker] = []

    def come(self, address: str = "/me", size: tuple[int, int] = PHONE, **how: Any) -> Walker:
        """Somebody opens a link."""
        how = {"size": size, "has_touch": size == PHONE, **how}
        walker = self.stack.enter_context(walking(self.browser, self.site, **how))
        self.all.append(walker)
        walker.page.goto(address)
        return walker


@contextmanager
def gathered(browser: Browser, site: House) -> Iterator[Hall]:
    """People come; at the end nothing was wrong with anybody."""
    with ExitStack() as stack:
        hall = Hall(browser, site, stack)
        yield hall
    faults = [fault for each in hall.all for fault in each.faults]
    assert not faults, "\n".join(faults)


def button(walker: Walker, name: str) -> Locator:
    """A button by its whole name."""
    return walker.page.get_by_role("button", name=name, exact=True)


def press(walker: Walker, *names: str) -> None:
    """Press one button after another."""
    for name in names:
        button(walker, name).click()


def go(walker: Walker, address: str) -> None:
    """Leave this page for another one."""
    walker.scripts.write_down()
    walker.page.goto(address)


def follow(walker: Walker, link: Locator) -> None:
    """Press a link, and wait for what it leads to."""
    walker.scripts.write_down()
    with walker.page.expect_navigation():
        link.click()


def seat_four_pairs(director: Walker) -> Evening:
    """Four pairs, of whom one is on the list of the club, in a Howell of six boards."""
    page = director.page
    page.goto("/club/members")
    for place in (8, 9):
        page.locator("input[name=name]").first.fill(LONGEST.format(place))
        page.locator("form[action='/club/members'] .b.go").click()
    picture_club.listed(page, "\n".join(PAIRS.splitlines()[1:]))
    page.locator(".choose summary").click()
    for place in (8, 9):
        page.locator(f"[data-choose^='{LONGEST.format(place)}']").click()
    expect(page.locator("textarea")).to_have_value(f"{LONGEST.format(8)} – {LONGEST.format(9)}")
    director.measure("members are chosen", (LAPTOP, PHONE))
    page.locator("form:has(textarea) .b.go").click()
    return seat_in_howell(director)


def seat_in_howell(director: Walker) -> Evening:
    """Seat four pairs who are on the list in three rounds of two boards."""
    page = director.page
    page.locator(".proposal .b.go").first.wait_for()
    page.locator(".inline input[name=boards]").fill("6")
    with page.expect_response(re.compile("kind=howell")):
        page.locator("select[name=kind]").select_option("howell")
    expect(page.locator(".proposal").first).to_contain_text("Howell")
    return picture_club.seated(page)


def begin_round(director: Walker, number: int) -> None:
    """Begin a round at the desk, which then shows it."""
    with director.page.expect_navigation():
        press(director, f"Begin round {number}")
    expect(button(director, "Pause")).to_be_visible()


def pairs_at(walker: Walker, link: str) -> list[int]:
    """The numbers of the pairs that a table's phone names in the first round."""
    state = walker.page.request.get(f"{link}/state").json()
    return [side[0]["number"] for side in state["rounds"][0]["people"]]


def own_link(director: Walker, evening: Evening, pair: int) -> str:
    """The personal link of a pair."""
    go(director, f"{evening.desk}/links")
    links = director.page.locator(".link-card", has_text=re.compile(rf"^{pair} "))
    return str(links.locator("a").get_attribute("href"))


def choose(walker: Walker, contract: str, made: str, lead: str = "") -> None:
    """Press a contract, such as `4 ♠ South Doubled`, what became of it and a lead."""
    press(walker, *contract.split(), "Next: the result", made, *lead.split(), "Next: check it")


def open_board(walker: Walker, place: int) -> None:
    walker.page.locator(".board").nth(place).click()


@contextmanager
def without_network(walker: Walker) -> Iterator[None]:
    """This browser reaches nobody for a while."""
    walker.context.set_offline(True)
    yield
    walker.context.set_offline(False)


def test_an_evening(browser: Browser, site: House) -> None:
    with gathered(browser, site) as hall:
        director = hall.come(size=LAPTOP)
        director.introduce(LONGEST.format(10), "en")
        evening = seat_four_pairs(director)
        begin_round(director, 1)
        director.measure("the desk", (LAPTOP, TABLET, PHONE))
        table, second = hall.come(evening.link(1)), evening.link(2)
        north, east = (
            hall.come(own_link(director, evening, pair)) for pair in pairs_at(director, second)
        )
        go(director, evening.desk)
        shared_phone(table)
        own_phones(north, east, director)
        go_to_next_round(table)
        the_director_comes(director)
        change_people(director, evening)
        the_time_is_over(hall.come(size=LAPTOP), evening)
        look_at_results(east)
        go(director, evening.desk)
        begin_round(director, 2)
        end_evening(director, evening, table)
        walked("journey", "an evening of the club")


def shared_phone(table: Walker) -> None:
    """One side enters what was played, the other one looks at it, on the phone of the table."""
    page = table.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    table.scripts.write_down()
    page.reload()
    table.measure("a phone", (PHONE, TABLET))
    press(table, "Yes, we sit here")
    expect(page.locator(".board")).to_have_count(2)
    open_board(table, 0)
    press(table, "Back")
    open_board(table, 0)
    press(table, "7", "♣", "♦", "West", "Doubled", "Doubled", "Redoubled", "Next: the result")
    press(table, "Just made", "−13", "♠", "10")
    table.measure("a result is entered", (PHONE, TABLET))
    press(table, "Back to the contract", "1", "NT", "North", "Next: the result", "+6")
    press(table, "Next: check it")
    table.measure("a result is checked", (PHONE, TABLET))
    press(table, "That is right")
    expect(page.locator("[role=alertdialog]")).to_be_visible()
    table.measure("a result is doubted", (PHONE, TABLET))
    press(table, "Back", "No, correct it")
    choose(table, "1 NT North", "+6")
    press(table, "Back")
    choose(table, "1 NT North", "+6")
    press(table, "Not so, correct it")
    choose(table, "1 NT North Doubled", "+6", "♥ 10")
    press(table, "That is right", "Yes, it is so")
    expect(page.locator(".sum.is-confirmed")).to_be_visible()
    expect(page.locator(".traveller table")).to_be_visible()
    table.measure("a traveller", (PHONE, TABLET))
    enter_cards(table)
    with without_network(table):
        page.reload()
        expect(page.locator(".board.is-confirmed")).to_have_count(1)
        open_board(table, 0)
        page.get_by_role("button", name="Next: board").click()
        press(table, "passed out", "That is right", "Back")
        expect(page.locator(".keeps")).to_have_text("2 to send")
        press(table, "No network?", "Back", "No network?")
        table.measure("the house has moved", (PHONE, TABLET))
        press(table, "Go on there")


def go_to_next_round(table: Walker) -> None:
    """The house has got everything; those at the table look where they go."""
    page = table.page
    expect(page.locator(".keeps")).to_have_count(0)
    press(table, "Where everybody goes", "Back")
    page.get_by_label("Another round").select_option("1")
    expect(page.locator(".board.is-confirmed")).to_have_count(2)
    press(table, "Director, please")
    table.measure("all is entered", (PHONE, TABLET))
    press(table, "Next: where everybody goes")
    table.measure("where everybody goes", (PHONE, TABLET))
    press(table, "Round 2 at this phone")
    table.measure("the next round", (PHONE, TABLET))


def enter_cards(walker: Walker) -> None:
    """Each of three players has a suit, the fourth one has what is left."""
    page = walker.page
    press(walker, "Enter the cards", "Back", "Enter the cards", "East 0", "North 0")
    for suit in "♠♥♦":
        keys = page.get_by_role("group", name=suit, exact=True).locator("button")
        expect(keys).to_have_count(13)
        keys.first.click()
        keys.first.evaluate(THE_OTHERS)
    walker.measure("cards are entered", (PHONE, TABLET))
    press(walker, "The other cards are West's: save")
    expect(page.locator(".deal")).to_be_visible()
    walker.measure("a traveller with its cards", (PHONE, TABLET))


def own_phones(north: Walker, east: Walker, director: Walker) -> None:
    """A pair enters what was played, the other one says on its own phone whether it was so."""
    press(north, "Yes, we sit here")
    open_board(north, 0)
    choose(north, "4 ♠ South", "+1")
    open_board(east, 0)
    expect(button(east, "That is wrong")).to_be_visible()
    east.measure("a result is to be confirmed", (PHONE, TABLET))
    press(east, "That is wrong")
    expect(north.page.locator(".is-disputed")).to_be_visible()
    north.measure("a result is disputed", (PHONE, TABLET))
    decide(director)
    expect(north.page.locator(".is-set")).to_be_visible()
    north.page.get_by_role("button", name="Next: board").click()
    choose(north, "3 NT East Doubled", "−1", "♦ A")
    press(north, "Correct it")
    choose(north, "3 NT East", "Just made")
    with without_network(north):
        press(north, "Correct it")
        choose(north, "3 NT East", "+1")
        expect(north.page.locator(".keeps")).to_have_text("1 to send")
    expect(north.page.locator(".keeps")).to_have_count(0)
    press(east, "Back")
    expect(east.page.locator(".board.is-entered")).to_be_visible()
    open_board(east, 1)
    press(east, "That is right")
    expect(east.page.locator(".traveller table")).to_be_visible()
    press(east, "Next: where everybody goes", "Round 2 at this phone")


def decide(director: Walker) -> None:
    """The director is called, and decides."""
    page = director.page
    expect(page.get_by_role("link", name="Decide")).to_be_visible()
    director.measure("the director is needed", (LAPTOP, TABLET, PHONE))
    follow(director, page.get_by_role("link", name="Decide"))
    sides = page.locator("form[data-deed=sides-set]").first
    sides.locator("[name=ns]").fill("99")
    sides.locator("button").click()
    expect(page.locator("#toast")).to_be_visible()
    director.measure("a deed is refused", (LAPTOP, PHONE))
    with without_network(director):
        press(director, "Set it")
        expect(page.locator("#toast")).to_contain_text("The house does not answer")
    page.get_by_label("Result").fill("4♠ S =")
    director.measure("a result is set", (LAPTOP, PHONE))
    press(director, "Set it")
    expect(page.locator(".cell .is-set")).to_have_count(1)


def the_director_comes(director: Walker) -> None:
    """A phone has called, and the desk asks until somebody was there."""
    press(director, "I was there")
    expect(button(director, "I was there")).to_have_count(0)


def end_evening(director: Walker, evening: Evening, table: Walker) -> None:
    """All the rest is played; then the evening is over, and phones tell it."""
    for number in (2, 3):
        evening.play(number)
    expect(button(table, "Next: where everybody goes")).to_be_visible()
    table.page.get_by_label("Another round").select_option("3")
    go(director, evening.desk)
    press(director, "End the evening")
    expect(button(director, "The evening goes on")).to_be_visible()
    director.measure("the desk when all is over", (LAPTOP, TABLET, PHONE))
    expect(table.page.locator("header")).to_contain_text("The evening is over")
    table.measure("a phone when all is over", (PHONE, TABLET))


def change_people(director: Walker, evening: Evening) -> None:
    """Somebody gets another name, a substitute and a penalty."""
    director.page.clock.install()
    go(director, f"{evening.desk}/people")
    page = director.page
    menu = page.locator("details.menu").first
    menu.locator("summary").click()
    director.measure("a menu of the list", (LAPTOP, TABLET, PHONE))
    menu.locator("[data-person=rank]").first.fill("II")
    menu.get_by_role("button", name="Save").click()
    expect(page.locator(".people li").first).to_contain_text("II")
    menu.locator("summary").click()
    menu.get_by_label("Plays").fill(LONGEST.format(8))
    menu.get_by_role("button", name="Let them play").click()
    expect(page.locator(".people li").first).to_contain_text("from round")
    menu.locator("summary").click()
    menu.get_by_label("How much").fill("7")
    menu.get_by_label("How much").press("Enter")
    expect(page.locator(".people li").first).to_contain_text("penalty 7")
    settings = page.locator("form[data-deed=changed]")
    settings.locator("[data-setting=online]").fill("one")
    settings.locator("button").click()
    expect(page.locator("#toast")).to_be_visible()
    director.measure("people", (LAPTOP, PHONE))
    page.clock.fast_forward("01:00")
    expect(page.locator("#toast")).to_be_hidden()


def the_time_is_over(wall: Walker, evening: Evening) -> None:
    """The bell rings at the end of a round, on the wall."""
    wall.page.clock.install()
    wall.page.goto(f"{evening.desk}/wall")
    expect(wall.page.locator("[data-clock-left]")).not_to_be_empty()
    wall.measure("the wall", (WIDE, LAPTOP))
    wall.page.clock.fast_forward("02:00:00")
    expect(wall.page.locator(".wall-clock.over")).to_be_visible()
    wall.measure("the wall, time is over", (WIDE, LAPTOP))


def look_at_results(walker: Walker) -> None:
    """A player looks at the standings, at their own card and at a board of it."""
    page = walker.page
    follow(walker, page.get_by_role("link", name="Results"))
    walker.measure("standings", (PHONE, TABLET, LAPTOP))
    follow(walker, page.locator(".standings a").first)
    page.locator("details.why summary").first.click()
    walker.measure("a pair's card", (PHONE, TABLET, LAPTOP))
    follow(walker, page.locator(".standings a").first)
    expect(page.locator(".standings tbody tr")).not_to_have_count(0)
    walker.measure("a board", (PHONE, TABLET, LAPTOP))


@pytest.mark.slow
def test_an_evening_on_the_net(browser: Browser, site: House) -> None:
    """What is played without cards: at live tables first, then at tables in the hall."""
    with gathered(browser, site) as hall:
        director = hall.come(size=LAPTOP)
        evening = seat_four_players(director)
        begin_round(director, 1)
        for table, shared in ((1, True), (2, False)):
            pair = pairs_at(director, evening.link(table))
            white, black = (hall.come(own_link(director, evening, each)) for each in pair)
            play_series(white, black, shared)
        set_online(director, evening, "")
        go(director, evening.desk)
        expect(director.page.locator(".cell .is-confirmed")).to_have_count(4)
        begin_round(director, 2)
        phone = hall.come(evening.link(1))
        phone.page.get_by_label("Another round").select_option("2")
        press(phone, "Yes, we sit here")
        open_board(phone, 0)
        phone.measure("few results", (PHONE, TABLET))
        phone.page.locator(".choices button").first.click()
        press(phone, "That is right")
        expect(phone.page.locator(".sum.is-confirmed")).to_be_visible()
        walked("journey", "an evening of the club on the net")


def seat_four_players(director: Walker) -> Evening:
    """Four players of a game in which nothing is dealt: three rounds of two games."""
    game = next(name for name in game_names() if (found := contest(name)) and not found.dealt)
    names = "\n".join(LONGEST.format(place) for place in range(4))
    page = director.page
    picture_club.listed(page, names, f"{game} {contest(game).scorings[0].name}")
    page.locator(".proposal .b.go").first.wait_for()
    with page.expect_response(re.compile("boards=2")):
        page.locator(".inline input[name=boards]").fill("2")
        page.locator(".inline button").click()
    expect(page.locator(".proposal").first).to_contain_text("games each: 6")
    evening = picture_club.seated(page)
    set_online(director, evening, "all")
    go(director, evening.desk)
    return evening


def set_online(director: Walker, evening: Evening, tables: str) -> None:
    """These tables play on the net."""
    go(director, f"{evening.desk}/people")
    settings = director.page.locator("form[data-deed=changed]")
    settings.locator("[data-setting=online]").fill(tables)
    director.scripts.write_down()
    with director.page.expect_navigation():
        settings.locator("button").click()


def sit_down(walker: Walker, place: int) -> None:
    """Take one of the seats of which a phone tells."""
    seat = walker.page.locator("a.seat").nth(place)
    expect(seat).to_be_visible()
    walker.measure("a seat on the net", (PHONE, TABLET))
    follow(walker, seat)
    with walker.page.expect_navigation():
        walker.page.locator("main form .b.go").click()
    expect(walker.page.locator("#status")).not_to_be_empty()


def play_series(white: Walker, black: Walker, shared: bool) -> None:
    """Two games, given up by one or by each of the two."""
    for each in (white, black):
        sit_down(each, 0)
    first, second = (white, black) if shared else (black, black)
    resign(first.page)
    for each in (white, black):
        expect(each.page.locator("#sitting")).to_contain_text("is next")
        each.measure("a game of a series is over", (PHONE, LAPTOP))
    begins, follows = (
        (white, black) if white.page.locator("#again").is_visible() else (black, white)
    )
    begins.scripts.write_down()
    begins.page.locator("#again button").click()
    follows.page.get_by_role("link", name="The next game has begun").click()
    for each in (white, black):
        expect(each.page.locator("#sitting h2")).to_contain_text("2 of 2")
        expect(each.page.locator("#status")).not_to_be_empty()
    resign(second.page)
    for each in (white, black):
        expect(each.page.locator("#status")).to_contain_text("series")
        each.measure("a series is over", (PHONE, LAPTOP))


@pytest.mark.slow
def test_an_evening_in_a_bad_network(browser: Browser, site: House) -> None:
    """A house that is long silent, that refuses and that comes back loses no result."""
    with gathered(browser, site) as hall:
        director = hall.come(size=LAPTOP)
        director.introduce(LONGEST.format(10), "en")
        evening = picture_club.opened(director.page)
        link = evening.link(1)
        phone = hall.come(size=PHONE, service_workers="block")
        silent: list[Route] = []
        phone.page.route("**/deeds", lambda route: silent.append(route))
        phone.page.route("**/news?*", refuse)
        phone.page.goto(link)
        press(phone, "Yes, we sit here")
        expect(phone.page.locator(".badge")).to_have_text("1 to send")
        wait_until(phone, lambda: len(silent) > 1)
        phone.measure("a silent house", (PHONE, TABLET))
        phone.page.unroute("**/deeds")
        phone.page.unroute("**/news?*")
        expect(phone.page.locator(".keeps")).to_have_count(0)
        expect(phone.page.locator(".board")).not_to_have_count(0)
        director.page.route("**/news?*", lambda route: route.abort("internetdisconnected"))
        go(director, evening.desk)
        evening.send("called", {"table": 1})
        director.measure("a desk that hears nothing", (LAPTOP, PHONE))
        director.page.unroute("**/news?*")
        expect(button(director, "I was there")).to_be_visible()
        walked("journey", "an evening of the club in a bad network")


def refuse(route: Route) -> None:
    """Answer as a house does that has closed this link."""
    route.fulfill(status=403, json={"error": "closed"})


def wait_until(walker: Walker, done: Callable[[], bool]) -> None:
    """Wait until something has been asked for, at most a minute."""
    for _ in range(600):
        if done():
            return
        walker.page.wait_for_timeout(100)
    raise AssertionError("it was not asked for")


@pytest.mark.slow
def test_a_board_on_the_net(browser: Browser, site: House) -> None:
    """A pair plays a board against robots, and the desk has its result."""
    with gathered(browser, site) as hall:
        director = hall.come(size=LAPTOP)
        game = next(name for name in game_names() if (found := contest(name)) and found.dealt)
        robot = next(iter(game_class(game).opponents.values()))
        robots = f"robot: {robot} – robot: {robot}"
        picture_club.listed(director.page, "\n".join([PAIRS.splitlines()[0], *[robots] * 3]))
        evening = seat_in_howell(director)
        set_online(director, evening, "all")
        go(director, evening.desk)
        begin_round(director, 1)
        link = own_link(director, evening, 1)
        pair = [hall.come(link, size) for size in (LAPTOP, PHONE)]
        for place, each in enumerate(pair):
            expect(each.page.locator("a.seat")).to_have_count(2)
            sit_down(each, place)
        play_board(pair)
        for each in pair:
            each.measure("a board of an evening is over", (LAPTOP, PHONE))
        go(director, evening.desk)
        expect(director.page.locator(".cell .is-confirmed")).not_to_have_count(0)
        director.measure("robots have played", (LAPTOP, TABLET, PHONE))
        walked("journey", "a board of the club on the net")


def play_board(pair: list[Walker]) -> None:
    """Those whose turn it is play anything, until the board is over."""
    over = pair[0].page.locator(".table-page.over")
    for _ in range(1000):
        if over.count():
            break
        for each in pair:
            if each.page.locator(f"#board {WILL}").count():
                each.move(click)
        pair[0].page.wait_for_timeout(100)
    for each in pair:
        expect(each.page.locator(".table-page.over")).to_be_visible()
