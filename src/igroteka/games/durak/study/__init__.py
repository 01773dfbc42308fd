"""Exercises: counting cards, and endgames with one winning move."""
