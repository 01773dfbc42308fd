"""A game as it is written down: the record, what people say of it, files, and taking back.

It knows the contract, and no game by name.
"""
