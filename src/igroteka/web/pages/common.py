"""What all pages share: the visitor, the templates, and the guard before forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache, partial
from hashlib import blake2b
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse

from igroteka.archive import Archive
from igroteka.basics.endings import ending_words
from igroteka.contract import IgrotekaError, Option
from igroteka.languages import ENGLISH, LANGUAGES, catalogue
from igroteka.registry import (
    game_class,
    game_names,
    page_files,
)
from igroteka.tables.live_tables import LiveTables
from igroteka.text import Text
from igroteka.web.addresses import household_of
from igroteka.web.dates import day_text, written_day
from igroteka.web.home_network import needs_password
from igroteka.web.pages.names import by_sides, line_players, named
from igroteka.web.security import Rate, form_token, is_own_form, same_origin
from igroteka.web.sessions import session_of
from igroteka.web.texts import (
    SAID_INDIRECTLY,
    script_plurals_of,
    script_texts_of,
    site_scripts,
)
from igroteka.web.visitors import Guest, guest_of

FOLDER = Path(__file__).parent.parent
LONGEST_VALUE = 32
"""Letters of a free option's value that are shown beside a game."""
ROOMS = (
    ("/", Text("Play"), "play"),
    ("/puzzles", Text("Puzzles"), "puzzle"),
    ("/club", Text("Club"), "people"),
    ("/archive", Text("Archive"), "book"),
    ("/study", Text("Study"), "tree"),
)
"""What the top of every page leads to."""
PARTS_OF_ROOMS = {
    "/tournaments": "/study",
    "/trees": "/study",
    "/lab": "/study",
    "/grammar": "/study",
    "/ratings": "/archive",
    "/game": "/archive",
    "/new": "/",
}
"""Where pages belong whose addresses do not begin with that of a room."""
ONE_OF_EACH_FORM = (1, 2, 5)
"""Numbers with which scripts learn the forms of a text: one, few, many."""
FORM_RATE = Rate(per_second=5, burst=60)


class NotAllowed(IgrotekaError):  # noqa: N818 - what the page says
    """A form that does not come from this visitor's own page, or comes too often."""


class NotFound(IgrotekaError):  # noqa: N818 - what the page says
    """There is nothing at this address."""


VisitingGuest = Annotated[Guest, Depends(guest_of)]


def live_tables_of(request: Request) -> LiveTables:
    """The tables of the house."""
    live_tables: LiveTables = request.app.state.live_tables
    return live_tables


def archive_of(request: Request) -> Archive:
    """The archive of the house."""
    archive: Archive = request.app.state.live_tables.archive
    return archive


InTables = Annotated[LiveTables, Depends(live_tables_of)]
InArchive = Annotated[Archive, Depends(archive_of)]


async def own_form(request: Request) -> FormData:
    """The form that was sent. Raises `NotAllowed` unless this site gave it to this visitor."""
    if not request.headers.get("content-length", "").isdecimal():
        raise NotAllowed(Text("a form says how long it is"))
    form = await request.form()
    token = request.headers.get("x-form-token") or str(form.get("form", ""))
    if not same_origin(request.headers) or not is_own_form(request, token):
        raise NotAllowed(
            Text("this form is too old or not from here; load the page again and resend it")
        )
    if not FORM_RATE.allows(household_of(request)):
        raise NotAllowed(Text("too many requests at once; wait a little and try again"))
    session_of(request).worth_keeping = True
    return form


OwnForm = Annotated[FormData, Depends(own_form)]


def board_files(game: str) -> dict[str, str]:
    """The script that draws a game, its own or that for any game, and its style if it has one."""
    brought = page_files(game)
    return {
        "script": f"{game}/board.js" if "board.js" in brought else "any/board.js",
        "style": f"{game}/board.css" if "board.css" in brought else "",
    }


def _brought() -> list[Traversable]:
    """What all games bring for their pages."""
    return [file for game in game_names() for _, file in sorted(page_files(game).items())]


@lru_cache
def environment() -> Environment:
    """The templates."""
    return Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@lru_cache
def edition() -> str:
    """A mark of the static files, so that browsers keep them until they change."""
    own = sorted(path for path in (FOLDER / "static").rglob("*") if path.is_file())
    content = b"".join(file.read_bytes() for file in (*own, *_brought()))
    return blake2b(content, digest_size=4).hexdigest()


@lru_cache
def script_words(language: str) -> Markup:
    """The texts that scripts may need in this language, as JSON inside a page."""
    scripts = [*site_scripts(), *(file for file in _brought() if file.name.endswith(".js"))]
    words: dict[str, str | list[str]] = {}
    if language != ENGLISH.name:
        known = catalogue(language)
        texts = set(SAID_INDIRECTLY).union(*map(script_texts_of, scripts))
        words |= {text: known.gettext(text) for text in sorted(texts)}
        for one, many in sorted(set().union(*map(script_plurals_of, scripts))):
            words[one] = [known.ngettext(one, many, count) for count in ONE_OF_EACH_FORM]
    return Markup(json.dumps(words, ensure_ascii=False).replace("<", "\\u003c"))


def unusual(game: str, options: Mapping[str, str]) -> list[Text]:
    """What was chosen about a game that is not as usual."""
    return [
        Text("{title}: {value}", title=option.title, value=_meaning(option, options[option.name]))
        for option in game_class(game).option_list
        if option.asked and options.get(option.name, option.default) != option.default
    ]


def _meaning(option: Option, value: str) -> Text | str:
    words = option.values.get(value)
    return words or (value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]} …")


def room_of(path: str) -> str:
    """The address of the room to which a page belongs; the path itself where it is in none."""
    start = "/" + path[1:].partition("/")[0]
    return PARTS_OF_ROOMS.get(start, start)


def page(
    request: Request, template: str, values: Mapping[str, Any] | None = None, status: int = 200
) -> HTMLResponse:
    """A template drawn for the visitor."""
    guest = guest_of(request)
    text = (
        environment()
        .get_template(template)
        .render(
            guest=guest,
            _=guest.page_text,
            words=guest.words,
            title=lambda name: guest.words(game_class(name).title),
            ending=ending_words,
            day=lambda moment: guest.words(day_text(moment)),
            written_day=lambda day: guest.words(written_day(day)),
            unusual=unusual,
            zip=zip,
            form_token=form_token(request),
            static=f"/static/{edition()}",
            rooms=ROOMS,
            script_words=script_words(guest.language),
            languages=LANGUAGES,
            games=game_names(),
            path=request.url.path,
            in_room=room_of(request.url.path),
            accounts=needs_password(request),
            named=partial(named, guest),
            seated=partial(line_players, guest),
            by_sides=by_sides,
            **(values or {}),
        )
    )
    return HTMLResponse(text, status)
