"""The games, one folder each: rules, notation, formats, bots.

A game imports `igroteka.contract`, `igroteka.batch` and `igroteka.randomness`; never another game,
never the arena.
"""
