"""Scores of bridge: one module a method, each with its table as data and `explain` beside it.

A score is the number of points that a result is worth; everything else compares scores. Figures
that need not be whole are exact fractions until they are shown. Imports only the words of bridge.
"""
