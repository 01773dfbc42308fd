"""Durak, the throw-in fool: two to six players, with the options of the popular rooms.

`cards.py` is the deck, `table.py` what lies open to all, `rules.py` the game and its positions,
`sight.py` the view; bots and kernels stand beside them and are imported only when asked for.
"""

from igroteka.games.durak.rules import Durak

GAME = Durak
