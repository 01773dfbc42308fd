"""The engine: its search budget, its levels for people, what it knows, and how that was fitted."""

from collections.abc import Mapping

from igroteka.contract import Player
from igroteka.games.draughts.bots.engine_bot import EngineBot

BOTS: Mapping[str, type[Player]] = {"engine": EngineBot}
