"""Duplicate bridge: one board at one table, with its scoring, its files and its robots.

`cards.py`, `boards.py` and `contracts.py` are the words that everything else here is written in;
`auction.py`, `public.py` and `state.py` the rules, `view.py` the view, `rules.py` the game.
"""
