"""Small words that games and arena share: randomness, points, kernels, faults, child processes.

It may import the contract.
"""
