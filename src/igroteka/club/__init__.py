"""Events of people: contestants move from table to table with sets of boards, round by round.

All of it is pure: no files but its own data, no clock but a limit that comes in. It may import the
archive, study and all below, and knows no game by name.
"""
