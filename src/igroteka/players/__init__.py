"""Players that know no game by name: random, tree search, programs outside.

They import the contract; `HOUSE_BOTS` is what every game's list of bots begins with.
"""

from collections.abc import Mapping

from igroteka.contract import Player
from igroteka.players.external import External
from igroteka.players.mcts import Mcts
from igroteka.players.random_player import RandomPlayer

HOUSE_BOTS: Mapping[str, type[Player]] = {
    "random": RandomPlayer,
    "mcts": Mcts,
    "external": External,
}
