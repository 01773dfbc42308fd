"""Boards that somebody has still to play, and the games of them that nobody else may see yet."""

from __future__ import annotations

from igroteka.archive import sittings
from igroteka.club.event import Event
from igroteka.club.event_results import board_done
from igroteka.club.events import Events


def is_closed(event: Event, board: int) -> bool:
    """Whether a board of an event is still to be played somewhere."""
    return not event.over and not board_done(event, board)


class ClosedGames:
    """The games of an archive whose boards others have still to play, as it is now."""

    def __init__(self, events: Events) -> None:
        self._archive = events.archive
        self._of_events: set[tuple[int, int]] = set()
        for stored in events.all():
            if not stored.over:
                self._add(events.now(stored.code).event)

    def _add(self, event: Event) -> None:
        for (number, table), sitting in event.online.items():
            for place, board in enumerate(event.boards_at(number, table)):
                if is_closed(event, board):
                    self._of_events.add((sitting, place))

    def has(self, sitting: int | None, place: int | None) -> bool:
        """Whether the game at this place of a sitting is one of them."""
        if sitting is None or place is None:
            return False
        if (sitting, place) in self._of_events:
            return True
        return self._archive.read(sittings.other_has_to_play, sitting, place)
