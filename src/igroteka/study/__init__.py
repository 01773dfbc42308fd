"""What is learned from records: the review of a game, and puzzles.

It knows records and the registry, and no game by name.
"""
