"""What is learned from records: the review of a game, puzzles, positions found again,
decision trees.

It may import the registry and all below, and knows no game by name.
"""
