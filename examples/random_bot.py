"""A whole bot for any game, as a program of its own: igroteka match GAME "external(python3 …)" …"""

import json
import random
import sys

rng = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        rng.seed(message["seed"])
    elif message["type"] == "choose":
        print(json.dumps({"action": rng.choice(message["actions"])}), flush=True)
