"""Days as people write them, and as they type them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from igroteka.contract import IgrotekaError
from igroteka.languages import LANGUAGES, Language
from igroteka.text import Text, as_written, joined, quoted

MONTHS = (
    Text("January"),
    Text("February"),
    Text("March"),
    Text("April"),
    Text("May"),
    Text("June"),
    Text("July"),
    Text("August"),
    Text("September"),
    Text("October"),
    Text("November"),
    Text("December"),
)
"""As they stand after the number of the day."""
TODAY, YESTERDAY = Text("today"), Text("yesterday")
LETTERS_OF_A_MONTH = 3
"""So many letters tell a month from the others in every language of the house."""


def day_text(moment: datetime, now: datetime | None = None) -> Text:
    """The day of a moment by the clock of the house: today and yesterday with the time."""
    here = moment.astimezone()
    time = here.strftime("%H:%M")
    back = ((now or datetime.now().astimezone()).date() - here.date()).days
    if back == 0:
        return Text("today at {time}", time=time)
    if back == 1:
        return Text("yesterday at {time}", time=time)
    return date_text(here.date())


def date_text(day: date) -> Text:
    """A date with the month in letters."""
    return joined(" ", [day.day, MONTHS[day.month - 1], day.year])


def written_day(day: str) -> Text:
    """A day as it is kept, like 2026-11-16, as people write it; what is none stays as it is."""
    try:
        return date_text(date.fromisoformat(day))
    except ValueError:
        return as_written(day)


def read_day(text: str, today: date | None = None) -> datetime:
    """The first moment of a day that somebody typed, by the clock of the house.

    Like 14.11.2026, 14.11, 2026-11-14, 14 November, 14 ноября 2026, or yesterday, in any language
    of the house; without a year it is the last such day. Raises `IgrotekaError`.
    """
    now = today or datetime.now().astimezone().date()
    try:
        found = _named(text.casefold().strip(), now) or _numbered(text.casefold(), now)
        return datetime(found.year, found.month, found.day).astimezone()
    except (ValueError, OverflowError, OSError):
        raise IgrotekaError(
            Text(
                "{text} is no day; write it like {example}",
                text=quoted(text),
                example=date_text(now),
            )
        ) from None


def _named(word: str, today: date) -> date | None:
    for language in map(Language, LANGUAGES):
        for back, text in enumerate((TODAY, YESTERDAY)):
            if word == language(text).casefold():
                return today - timedelta(days=back)
    return None


def _numbered(text: str, today: date) -> date:
    """Day, month and perhaps year. Raises `ValueError`."""
    parts = re.findall(r"\d+|[^\W\d_]{3,}", text)
    if parts and len(parts[0]) == 4:
        parts.reverse()
    if len(parts) not in (2, 3):
        raise ValueError(text)
    day, month = int(parts[0]), _month(parts[1])
    if len(parts) == 3:
        return date(int(parts[2]) + (2000 if len(parts[2]) == 2 else 0), month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year <= today else date(today.year - 1, month, day)


def _month(text: str) -> int:
    """The number of a month; its name may end as it does where it stands alone."""
    if text.isdigit():
        return int(text)
    for language in map(Language, LANGUAGES):
        for number, month in enumerate(MONTHS, start=1):
            name = language(month).casefold()
            if name[:LETTERS_OF_A_MONTH] == text[:LETTERS_OF_A_MONTH] or name[:-1] == text[:-1]:
                return number
    raise ValueError(text)
