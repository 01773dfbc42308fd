"""A program outside that behaves as its argument says: well, dies, hangs, talks rubbish, cheats."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

how = sys.argv[1] if len(sys.argv) > 1 else "well"
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "choose":
        continue
    asked += 1
    answer = json.dumps({"action": message["actions"][0]})
    if asked > 10 and how != "well":
        if how == "dies":
            sys.exit("the disk is full")
        if how == "hangs":
            time.sleep(1000)
        if how == "eats":
            bytes(3 << 30)
        if how == "complains":
            for _ in range(int(sys.argv[2])):
                os.write(2, b"x" * 999_999 + b"\n")
            sys.exit("enough of it")
        if how == "leaves":
            from tests.hostile.greedy import leave_daemon

            leave_daemon(sys.argv[2], {})
            how = "well"
        answer = {
            "well": answer,
            "rubbish": "let me think",
            "cheats": '{"action": "999 0 0"}',
            "flood": "x" * (50 << 20),
            "deep": "[" * 100_000,
            "deeper": '{"action":' * 100_000,
            "digits": f'{{"action": {"9" * 1_000_000}}}',
            "long": json.dumps({"action": "9" * 1_000_000}),
            "list": '{"action": [[1]]}',
        }[how]
    print(answer, flush=True)
