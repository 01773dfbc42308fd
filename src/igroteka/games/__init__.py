"""The games, one folder each: rules, notation, formats, bots.

A game imports `igroteka.contract`, `batch`, `randomness` and `record`; never another game,
never the arena.
"""
