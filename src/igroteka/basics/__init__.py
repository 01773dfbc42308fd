"""Small words that games and arena share: randomness, points, kernels, endings, child processes.

It may import the contract.
"""
