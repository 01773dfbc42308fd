"""The bots of bridge, by the names that people type."""

from collections.abc import Mapping

from igroteka.contract import Player

BOTS: Mapping[str, type[Player]] = {}
