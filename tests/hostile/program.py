"""A program outside that behaves as its argument says: well, dies, hangs, talks rubbish, cheats."""

from __future__ import annotations

import json
import sys
import time

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
        answer = {
            "rubbish": "let me think",
            "cheats": '{"action": "999 0 0"}',
            "flood": "x" * (2 << 20),
        }[how]
    print(answer, flush=True)
