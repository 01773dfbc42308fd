"""Durak, the throw-in fool: two to six players, with the options of the popular rooms.

`cards.py` is the deck, `table.py` what lies open to all, `position.py` what moves do, `rules.py`
the game with its options, `sight.py` the view; bots, exercises and the kernel stand beside them and
are imported only when they are asked for.
"""

from igroteka.games.durak.rules import Durak

GAME = Durak
