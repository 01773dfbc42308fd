"""The bots of durak, by the names that people type."""

from collections.abc import Mapping

from igroteka.contract import Player
from igroteka.games.durak.bots.master import Master
from igroteka.games.durak.bots.robot import Robot
from igroteka.games.durak.bots.simple import Greedy, GreedyCareful, MPlayer1, MPlayer1Fixed

BOTS: Mapping[str, type[Player]] = {
    "greedy": Greedy,
    "greedy-careful": GreedyCareful,
    "mplayer1": MPlayer1,
    "mplayer1-fixed": MPlayer1Fixed,
    "robot": Robot,
    "master": Master,
}
