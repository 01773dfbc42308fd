"""Games between programs: one match, many, on any executor, and what they came to.

`plan.py` says what is played, `worker.py` and `match.py` play it, `tournament.py` on any executor
into a `run_file.py`; `results.py` and `statistics.py` say what it came to. It may import the
registry and all below, and knows no game by name.

What is public stands in `__all__`, for programs and notebooks: `from igroteka import arena`. It is
imported when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from igroteka.arena.api import MatchOutcome, TournamentOutcome, play_match, play_tournament
    from igroteka.arena.bot_check import BotReport, check_bot

__all__ = [
    "BotReport",
    "MatchOutcome",
    "TournamentOutcome",
    "check_bot",
    "play_match",
    "play_tournament",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "bot_check" if name in ("BotReport", "check_bot") else "api"
    return getattr(import_module(f"{__name__}.{module}"), name)
