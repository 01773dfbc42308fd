"""Durak, the throw-in fool: two to six players, with the options of the popular rooms.

`cards.py` is the deck, `public.py` what lies open to all, `state.py` what moves do, `rules.py` the
game with its options, `view.py` the view; bots, exercises and the kernel stand beside them and are
imported only when they are asked for.
"""
