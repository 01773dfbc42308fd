"""The substitution game: grow sentential forms by rolled productions, score finished words.

`rules.py` is the game, `grammar.py` what it is played on, `view.py` the view, `bots/` the published
strategies and the planner, `kernel/` whole games at speed, `study/` the analysis of a grammar,
`published.py` the tables to compare with.
"""
