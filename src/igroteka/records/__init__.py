"""A game so far and as it is written down: steps, the record, what people say of it, files.

It may import basics and the contract, and knows no game by name.
"""
