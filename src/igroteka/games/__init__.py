"""The games, one folder each: a manifest, then the same file names for the same roles in all.

`manifest.py` what the game offers, `rules.py` the `Game`, `state.py` positions, `view.py` what a
seat knows, `notation.py` actions as text, `bots/`, `kernel/`, `formats/`, `study/`,
`published.py`. A game may import players, records, basics and the contract; never another game,
never the arena.
"""
