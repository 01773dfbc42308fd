"""Noughts and crosses: three in a row on nine squares.

It imports `igroteka.contract`, and the manifest's words from `igroteka.basics`; nothing else.
"""
