"""Opening a table: who sits where, under which rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from starlette.datastructures import FormData

from igroteka.archive.accounts import chosen_name
from igroteka.bots import make_player, named_arguments, names_file
from igroteka.contract import BadOption, Game, IgrotekaError, Seat
from igroteka.players.spec import Spec
from igroteka.records.sitting import Sitting, opened
from igroteka.registry import bot_names, game_class, make_game
from igroteka.tables.setting import Chair, Clock, Remedy, Setting, TakeBack
from igroteka.text import Text, listed, quoted
from igroteka.web.visitors import Guest

NOT_FOR_VISITORS = {"external"}
"""Bots that run commands of the server's owner."""

MOST_OF_ANYTHING = 2000
MOST = {"nodes": 1_000_000, "seconds": 10, "time": 10, "depth": 20}
"""What a bot may be given at most by a visitor, so that it does not keep others waiting."""

OPTION = "option-"
"""What the names of fields for the rules begin with."""
MOST_MINUTES = 24 * 60
LONGEST_OPTION = 4000


def visitors_game(name: str, options: Mapping[str, str]) -> Game:
    """A game as a visitor wants it; unlike on the command line, no option may name a file."""
    endings = game_class(name).file_options
    for option, value in options.items():
        if len(value) > LONGEST_OPTION:
            raise BadOption(
                Text("{option} has at most {most} letters here", option=option, most=LONGEST_OPTION)
            )
        if value.endswith(tuple(endings.get(option, ()))):
            raise BadOption(
                Text("{option} can't be a file here; write out what is in it", option=option)
            )
    return make_game(name, options)


def visitors_bot(game: str, text: str) -> str:
    """A bot of the house as a visitor writes it. Raises `IgrotekaError` for any other."""
    spec = Spec.parse(text)
    offered = [name for name in bot_names(game) if name not in NOT_FOR_VISITORS]
    if spec.name not in offered:
        raise BadOption(
            Text(
                "there is no bot {name} here; the bots are {names}",
                name=quoted(spec.name),
                names=listed(offered),
            )
        )
    if names_file(game, spec):
        raise BadOption(Text("{bot} can't be given a file here", bot=spec.name))
    for name, value in named_arguments(game, spec):
        most = MOST.get(name or "", MOST_OF_ANYTHING)
        amount = _amount(value)
        if not math.isfinite(amount) or amount > most:
            raise BadOption(
                Text(
                    "{name} can't be given more than {most} here, but gets {value}",
                    name=spec.name,
                    most=most,
                    value=value,
                )
            )
    make_player(game, text)
    return str(spec)


def _amount(value: str) -> float:
    try:
        return float(value)
    except ValueError:
        return 0.0


def quick_setting(game: Game, guest: Guest, bot: str) -> Setting:
    """The visitor with a bot on every other chair; among partners in the last of them."""
    seat = game.sides[0][-1]
    chairs = [bot_chair(bot) for _ in range(game.seats)]
    chairs[seat] = Chair(guest.name, holders=[guest.visitor])
    rules = Setting(distinct(chairs), guest.visitor, remedy=remedy_for(game))
    return replace(rules, open_explanations=True).with_budgets()


def remedy_for(game: Game) -> Remedy:
    """What follows at a table of people when a seat can't go on: no board stays unscored."""
    return "robot" if game.settled(0) is None else "adjust"


def bot_chair(bot: str) -> Chair:
    """A chair with a bot on it."""
    return Chair(player=bot, kind="bot", bot=bot)


def distinct(chairs: list[Chair]) -> list[Chair]:
    """The chairs, refused if one person is named twice: a name is one player."""
    people = [chair.player for chair in chairs if chair.bot is None and chair.player]
    keys = [name.casefold() for name in people]
    twice = [name for name in people if keys.count(name.casefold()) > 1]
    if twice:
        raise IgrotekaError(
            Text("{name} can't sit on two chairs; give the other another name", name=twice[0])
        )
    return chairs


def setting_of(game: Game, guest: Guest, form: FormData) -> Setting:
    """The setting that a form asks for. Raises `IgrotekaError` and says what is wrong in it."""
    chairs = [_chair(game, guest, form, seat) for seat in range(game.seats)]
    take_back = str(form.get("take_back", "agreement"))
    if take_back not in ("free", "agreement", "off"):
        raise IgrotekaError(Text("taking back is free, by agreement, or off"))
    setting = Setting(
        chairs=distinct(chairs),
        host=guest.visitor,
        open_explanations=sum(chair.bot is None for chair in chairs) == 1,
        remedy=remedy_for(game),
        take_back=cast(TakeBack, take_back),
        clock=_clock(game, form),
        watched=form.get("watched") != "no",
        hints=limit(form, "hints"),
        take_backs=limit(form, "take_backs"),
    )
    return setting.with_budgets()


def sitting_of(game: Game, form: FormData) -> Sitting | None:
    """The series that a form asks for, if to any end or counted in any way of its own.

    Raises `IgrotekaError` for what won't do.
    """
    length, way = limit(form, "series"), str(form.get("reckoning", ""))
    return opened(game, way or None, length=length) if length is not None or way else None


def _chair(game: Game, guest: Guest, form: FormData, seat: Seat) -> Chair:
    """`me`, `here` with a name, `invite`, or `bot:` with how it is written."""
    choice = str(form.get(f"seat{seat}", "invite"))
    if choice == "me":
        return Chair(chosen_name(guest.name or ""), guest.kind, holders=[guest.visitor])
    if choice == "here":
        typed = str(form.get(f"name{seat}", "")).strip()
        return Chair(chosen_name(typed or unnamed(guest, seat)), holders=[guest.visitor])
    if choice == "invite":
        return Chair()
    kind, _, bot = choice.partition(":")
    if kind != "bot":
        raise IgrotekaError(
            Text(
                "a seat is for me, somebody here, an invitation or a bot: {text}",
                text=quoted(choice),
            )
        )
    return bot_chair(visitors_bot(game.name, bot))


def unnamed(guest: Guest, seat: Seat) -> str:
    """What somebody at this screen is called who has told no name."""
    return guest.words(Text("Player {number}", number=seat + 1))


def limit(form: FormData, field: str) -> int | None:
    """How many of something a form allows; None is no limit. Raises `IgrotekaError`."""
    text = str(form.get(field, "")).strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= 1000):
        raise IgrotekaError(
            Text("a limit is a number from 0 to 1000, or empty for none: {text}", text=quoted(text))
        )
    return int(text)


def _clock(game: Game, form: FormData) -> Clock | None:
    minutes = str(form.get("minutes", "")).strip()
    if not minutes:
        return None
    try:
        time, increment = float(minutes), float(str(form.get("increment") or "0"))
    except ValueError:
        raise IgrotekaError(
            Text("a clock is minutes for the game and seconds for a move")
        ) from None
    if not (0 < time <= MOST_MINUTES and 0 <= increment <= 3600):
        raise IgrotekaError(
            Text("a clock has more than 0 and up to {most} minutes", most=MOST_MINUTES)
        )
    return clock_for(game, time, increment)


def clock_for(game: Game, minutes: float, increment: float) -> Clock:
    """A clock; partners have one for both."""
    return Clock(60 * minutes, increment, together=len(game.sides) < game.seats)


def options_of(form: Mapping[str, object], start: str = OPTION) -> dict[str, str]:
    """The options that a form sets; empty fields stay at their defaults."""
    found = {}
    for field, value in form.items():
        if field.startswith(start) and str(value).strip():
            found[field.removeprefix(start)] = str(value).strip()
    return found


def default_bot(game: str) -> str:
    """The bot for somebody who has chosen none: easy, but not the weakest."""
    bots = list(game_class(game).opponents.values())
    return bots[min(1, len(bots) - 1)]
