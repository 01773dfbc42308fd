"""A program that plays a whole game at a live table: python3 table_bot.py HOUSE NAME GAME"""

import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect

house, name, game = sys.argv[1:4]


def post(path: str, body: object, token: str = "") -> dict:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urlopen(Request(house + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


token = post("/api/programs", {"name": name})["token"]
wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
number = post("/api/tables", wish, token)["table"]["number"]
with connect(f"ws{house[4:]}/api/tables/{number}/socket?token={token}") as socket:
    for message in map(json.loads, socket):
        if message["type"] == "choose":
            action = random.choice(message["actions"])
            socket.send(json.dumps({"action": action, "after": message["after"]}))
        elif message["type"] == "end":
            print(number, message["result"]["scores"])
            break
