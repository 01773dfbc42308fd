"""Small words that games and arena share: randomness, points, intervals, observations, kernels,
endings, child processes.

It may import the contract.
"""
