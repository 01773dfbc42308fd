"""What is learned from records and deals: the review of a game, puzzles, positions found again,
decision trees, which choice is best when; and how long studies are done piece by piece.

It may import the registry and all below, and knows no game by name.
"""
