"""The bots of bridge, by the names that people type."""

from collections.abc import Mapping

from igroteka.contract import Player
from igroteka.games.bridge.bots.monte_carlo import MonteCarlo
from igroteka.games.bridge.bots.simple import Simple

BOTS: Mapping[str, type[Player]] = {"simple": Simple, "monte-carlo": MonteCarlo}
