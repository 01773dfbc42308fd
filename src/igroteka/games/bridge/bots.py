"""The bots of bridge, by the names that people type."""

from collections.abc import Mapping

from igroteka.contract import Player
from igroteka.games.bridge.montecarlo import MonteCarlo
from igroteka.games.bridge.simple import Simple

BOTS: Mapping[str, type[Player]] = {"simple": Simple, "monte-carlo": MonteCarlo}
