"""Double dummy: what every side could take with all cards in sight.

`library.py` calls the solver and is imported in solver processes alone (`process.py`), because the
library ends its whole process when two threads are inside or an input displeases it. `solver.py`
talks to one such process, `batch.py` to many, `lookback.py` tells what a played board missed.
"""
