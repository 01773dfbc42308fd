"""From where visitors come: whose addresses are one's, and whether anybody else is there."""

from __future__ import annotations

import pytest

from igroteka.tables import whereabouts
from igroteka.tables.whereabouts import UNKNOWN, Whereabouts, household_at


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::1%wlan0", True),
        ("testclient", "testclient", True),
        ("", "testclient", False),
    ],
)
def test_a_network_of_ipv6_is_one_household_as_an_address_of_ipv4_is(
    one: str, other: str, same: bool
) -> None:
    assert (household_at(one) == household_at(other)) is same


def test_who_is_not_known_is_with_all_others_who_are_not() -> None:
    seen = Whereabouts()
    seen.note("Anna", "a")
    seen.note_again("Boris")
    assert [seen.household_of(who) for who in ("Anna", "Boris", "Clara")] == ["a", UNKNOWN, UNKNOWN]
    seen.note("Anna", "b")
    assert seen.household_of("Anna") == "b"


def test_a_household_is_alone_until_another_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    seen = Whereabouts()
    assert seen.alone("a")
    seen.note("Anna", "a")
    assert seen.alone("a")
    assert not seen.alone("b")
    seen.note("Boris", "b")
    seen.note("Anna", "a")
    assert not seen.alone("a")
    now = whereabouts.COMPANY + 1
    assert seen.alone("a")
    seen.note_again("Boris")
    assert not seen.alone("a")


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whereabouts, "MOST_REMEMBERED", 3)
    seen = Whereabouts()
    for number in range(3):
        seen.note(f"guest {number}", f"address {number}")
    seen.note_again("guest 0")
    seen.note("guest 3", "address 3")
    assert seen.household_of("guest 0") == "address 0", "who still asks is still known"
    assert seen.household_of("guest 1") == UNKNOWN
    assert not seen.alone("address 3")
