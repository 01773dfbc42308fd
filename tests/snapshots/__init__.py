"""What the house says to the outside, kept as files: `make snapshots` writes them anew.

A module of this folder makes the texts of one kind, `kept` compares and writes them.
"""
