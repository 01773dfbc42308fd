"""An evening taken along: files for programs, and one page that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from igroteka.archive import Archive
from igroteka.archive.solutions import kept_solutions
from igroteka.basics.explanation import shown
from igroteka.club.event_report import name_of, report_of
from igroteka.club.event_results import board_done, line_title
from igroteka.club.events import Kept
from igroteka.club.links import DIRECTOR, Role
from igroteka.contract import BadOption
from igroteka.languages import Language
from igroteka.text import Text, from_data, one_of, quoted
from igroteka.web.club.doors import AtEvent, Visit
from igroteka.web.club.hands import ShownDeal
from igroteka.web.club.plots import growth
from igroteka.web.club.results import (
    card_lines,
    check_may_see,
    formats,
    may_export,
    traveller_lines,
)
from igroteka.web.dates import written_day
from igroteka.web.pages.common import FOLDER, InArchive, NotAllowed, environment
from igroteka.web.visitors import guest_of

router = APIRouter(include_in_schema=False)

STYLES = ("tokens.css", "parts.css", "club.css")
KINDS: Mapping[str, tuple[str, str]] = {
    "html": ("text/html", "html"),
    "usebio": ("application/xml", "xml"),
    "csv": ("text/csv", "csv"),
}
"""The type and the suffix of files; others are plain text."""


class File(NamedTuple):
    """What is taken along."""

    name: str
    type: str
    text: str


@router.get("/club/{code}/{key}/export/{format}")
def export(request: Request, at: AtEvent, archive: InArchive, format: str) -> Response:
    """The evening as a file, for whom everything may be shown to."""
    check_may_see(at)
    if not may_export(at):
        raise NotAllowed(Text("the evening can be taken along when it is over"))
    file = exported(at.kept, archive, format, guest_of(request).words)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text, media_type=file.type, headers=headers)


def exported(kept: Kept, archive: Archive, format: str, say: Language) -> File:
    """The evening as a file of this format. Raises `BadOption` if there is none such."""
    known = formats(Visit(kept, Role(DIRECTOR)))
    if format not in known:
        raise BadOption(
            Text(
                "there is no format {text}; give {names}",
                text=quoted(format),
                names=one_of(known),
            )
        )
    kind, suffix = KINDS.get(format, ("text/plain", format))
    text = (
        one_page(kept, archive, say)
        if format == "html"
        else kept.contest.exports[format](report_of(kept))
    )
    return File(f"igroteka-{kept.stored.code}.{suffix}", kind, text)


def one_page(kept: Kept, archive: Archive, say: Language) -> str:
    """Standings, travellers, cards and hands in one page without scripts or anything outside."""
    at = Visit(kept, Role(DIRECTOR))
    results = kept.results
    lines = {
        each.line: line_title(kept.contest, each.line) if each.line else None
        for each in results.standings
    }
    values = {
        "event": kept.event,
        "contest": kept.contest,
        "scoring": results.scoring,
        "teams": results.scoring.of_teams,
        "standings": results.standings,
        "line_titles": lines,
        "travellers": {board: traveller_lines(at, board) for board in kept.event.boards},
        "cards": {each.contestant: card_lines(at, each.contestant) for each in results.standings},
        "deals": _deals(kept, archive),
        "results_name": partial(name_of, kept.event, of_teams=results.scoring.of_teams),
        "growth_svg": growth(at, say),
        "shown": shown,
        "own": (),
        "language": say.name,
        "style": Markup(
            "\n".join((FOLDER / "static" / name).read_text("utf-8") for name in STYLES)
        ),
    }
    return (
        environment()
        .get_template("club/evening.html")
        .render(
            words=say,
            _=_page_text(say),
            written_day=lambda day: say(written_day(day)),
            **values,
        )
    )


def _page_text(say: Language) -> Callable[..., str]:
    return lambda template, **parts: say(from_data(template, **parts))


def _deals(kept: Kept, archive: Archive) -> dict[int, ShownDeal]:
    """The cards of the boards that nobody has still to play."""
    event = kept.event
    open_ones = {
        board: deal
        for board, deal in sorted(event.deals.items())
        if event.over or board_done(event, board)
    }
    known = archive.read(kept_solutions, kept.stored.game, set(open_ones.values()))
    return {
        board: ShownDeal(
            board,
            kept.contest.hands(deal),
            kept.contest.analysis(known[deal]) if deal in known else None,
        )
        for board, deal in open_ones.items()
    }
