"""Coverage-guided fuzzing of every reader of the house and of the socket: `make fuzz-coverage`.

`readers/` has what each reader promises, `driving.py` lets Atheris look for an input that breaks
it, and `corpus/` and `found/` keep inputs that `tests/test_fuzz.py` reads again in every run.
"""
