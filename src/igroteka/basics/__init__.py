"""Small words that games and arena share: randomness, points, batches, kernels, faults.

Everything here knows the contract at most.
"""
