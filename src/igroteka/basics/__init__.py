"""Small words that games and arena share: randomness, points, intervals, observations, payoffs,
kernels, endings, child processes, pieces of work.

It may import the contract.
"""
