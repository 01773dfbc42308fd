"""Duplicate bridge: one board at one table, with its scoring, its files and its robots.

`cards.py`, `boards.py` and `contracts.py` are the words that everything else here is written in;
`auction.py`, `table.py` and `position.py` the rules, `sight.py` the view, `rules.py` the game.
"""

from igroteka.games.bridge.rules import Bridge

GAME = Bridge
