"""A game as it is written down: the record, what people say of it, files, and taking back.

It may import basics and the contract, and knows no game by name.
"""
