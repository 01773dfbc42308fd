"""Games between programs: one match, many, on any executor, and what they came to.

`plan.py` says what is played, `worker.py` and `match.py` play it, `tournament.py` on any executor
into a `run_file.py`; `results.py` and `statistics.py` say what it came to. It may import the
registry and all below, and knows no game by name.
"""
