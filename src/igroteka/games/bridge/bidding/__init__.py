"""Bidding by a rule file: what a hand is worth, which rules fit an auction, what calls mean.

`features.py` measures hands, `rulefile.py` reads the rules of `natural.toml`, `patterns.py` and
`terms.py` fit them to an auction, `shown.py` keeps what was shown, `system.py` chooses calls.
"""
