"""The substitution game: grow sentential forms by rolled productions, score finished words.

`rules.py` is the game, `grammar.py` what it is played on, `table.py` the view, `strategies.py` and
`planner.py` the bots, `kernel.py` whole games at speed, `analysis.py` and `metrics.py` the study of
a grammar, `published.py` the tables to compare with.
"""

from igroteka.games.substitution.rules import Substitution

GAME = Substitution
