"""Days as people write them: said in their language, and read however they type them."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from igroteka.contract import IgrotekaError
from igroteka.languages import Language
from igroteka.web.dates import day_text, read_day

NOW = datetime(2026, 11, 16, 12, 0).astimezone()
TODAY = NOW.date()


@pytest.mark.parametrize(
    ("back", "english", "russian"),
    [
        (timedelta(), "today at 12:00", "сегодня в 12:00"),
        (timedelta(days=1), "yesterday at 12:00", "вчера в 12:00"),
        (timedelta(days=2), "14 November 2026", "14 ноября 2026"),
    ],
)
def test_a_day_is_said_as_people_say_it(back: timedelta, english: str, russian: str) -> None:
    text = day_text(NOW - back, NOW)
    assert (text, Language("ru")(text)) == (english, russian)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("14.11.2026", date(2026, 11, 14)),
        ("2026-11-14", date(2026, 11, 14)),
        ("14/11/26", date(2026, 11, 14)),
        ("14.11", date(2026, 11, 14)),
        ("17 11", date(2025, 11, 17)),
        ("14 November 2026", date(2026, 11, 14)),
        ("14 ноября", date(2026, 11, 14)),
        ("3 май 2026", date(2026, 5, 3)),
        ("3 марта", date(2026, 3, 3)),
        (" Yesterday ", date(2026, 11, 15)),
        ("сегодня", TODAY),
    ],
)
def test_a_day_is_understood_however_it_is_typed(typed: str, meant: date) -> None:
    assert read_day(typed, TODAY).date() == meant


@pytest.mark.parametrize("typed", ["31.2", "soon", "14 Smarch", "99999999-1-1", "1", "1.2.3.4"])
def test_what_is_no_day_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(IgrotekaError, match="is no day; write it like 16 November 2026"):
        read_day(typed, TODAY)
