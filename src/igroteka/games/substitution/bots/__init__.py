"""The bots of the substitution game, by the names that people type."""

from collections.abc import Mapping

from igroteka.contract import Player
from igroteka.games.substitution.bots.planner import Planner
from igroteka.games.substitution.bots.strategies import (
    Adaptive,
    BetterSmartRandom,
    InvertedRandom,
    Mixed,
    RandomStrategy,
    Search,
    Short,
    SmartRandom,
    StupidShort,
)

BOTS: Mapping[str, type[Player]] = {
    "random": RandomStrategy,
    "smart-random": SmartRandom,
    "better-smart-random": BetterSmartRandom,
    "inverted-random": InvertedRandom,
    "stupid-short": StupidShort,
    "short": Short,
    "search": Search,
    "adaptive": Adaptive,
    "mixed": Mixed,
    "planner": Planner,
}
