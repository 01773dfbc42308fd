"""Games between programs: one match, many, on any executor, and what they came to.

It knows records, players and the registry; no page, no archive, no game by name.
"""
