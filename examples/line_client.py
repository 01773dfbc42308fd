"""A bridge robot for any table of protocol 18: python3 line_client.py HOST PORT SEAT TEAM"""

import random
import socket
import sys

SEATS, RANKS = ["North", "East", "South", "West"], "23456789TJQKA"


class Robot:
    """Opens 1NT with fifteen points, else passes, and plays any card that follows suit."""

    def __init__(self, connection, seat, team):
        self.lines = connection.makefile("rw", encoding="ascii", newline="\r\n")
        self.seat, self.name, self.team = SEATS.index(seat), seat, team

    def say(self, words):
        self.lines.write(words + "\n")
        self.lines.flush()

    def hear(self, *words):
        """The next line with one of these words; others are of no interest."""
        for line in self.lines:
            if line.startswith("End of session"):
                break
            if any(word in line for word in words):
                return line.strip()
        raise EOFError

    def ready(self, thing, *words):
        self.say(f"{self.name} ready {thing}")
        return self.hear(*words)

    def play(self):
        """A whole session; ends with `EOFError`."""
        self.say(f'Connecting "{self.team}" as {self.name} using protocol version 18')
        self.hear("seated")
        self.ready("for teams", "Teams")
        self.ready("to start", "Start of board")
        while True:
            calls = self.auction()
            if any(call[0].isdigit() for call in calls):
                self.tricks(calls)
            self.hear("Start of board")

    def auction(self):
        dealer = self.ready("for deal", "Board number").split("Dealer ")[1].split(".")[0]
        cards = self.ready("for cards", "'s cards :").split(" : ")[1]
        self.hands, self.dealer, calls = {self.seat: read(cards)}, SEATS.index(dealer), []
        points = sum(max(0, RANKS.index(rank) - 8) for rank, _ in self.hands[self.seat])
        while len(calls) < 4 or calls[-3:] != ["passes"] * 3:
            turn = (self.dealer + len(calls)) % 4
            if turn == self.seat:
                opens = points >= 15 and set(calls) <= {"passes"}
                self.say(f"{self.name} {'bids 1NT' if opens else 'passes'}")
                calls.append("1NT" if opens else "passes")
            else:
                line = self.ready(f"for {SEATS[turn]}'s bid", " passes", " bids", "doubles")
                _, verb, *bid = line.split()
                calls.append(bid[0] if verb == "bids" else verb)
        return calls

    def tricks(self, calls):
        bids = [(n, call) for n, call in enumerate(calls) if call[0].isdigit()]
        last, trump = bids[-1][0], bids[-1][1][1:]
        first = min(n for n, call in bids if call[1:] == trump and (last - n) % 2 == 0)
        self.declarer = (self.dealer + first) % 4
        self.dummy, leader = (self.declarer + 2) % 4, (self.declarer + 1) % 4
        for number in range(1, 14):
            trick = []
            while len(trick) < 4:
                trick.append(self.card((leader + len(trick)) % 4, number, trick))
                if number == len(trick) == 1 and self.seat != self.dummy:
                    shown = self.ready("for dummy", "Dummy's cards :")
                    self.hands[self.dummy] = read(shown.split(" : ")[1])
            led = trick[0][1]
            worth = [(suit == trump, suit == led, RANKS.index(rank)) for rank, suit in trick]
            leader = (leader + worth.index(max(worth))) % 4

    def card(self, owner, number, trick):
        """The card of one hand, chosen or heard."""
        player = self.declarer if owner == self.dummy else owner
        if self.seat != player:
            whose = "dummy" if owner == self.dummy else SEATS[owner]
            line = self.ready(f"for {whose}'s card to trick {number}", " plays")
            return line.split()[2]
        if not trick:
            self.hear("to lead")
        hand = self.hands[owner]
        following = [card for card in hand if trick and card[1] == trick[0][1]]
        card = random.choice(following or hand)
        hand.remove(card)
        self.say(f"{SEATS[owner]} plays {card}")
        return card


def read(text):
    """The cards of `S A T 9 5. H K 6 5. D Q J 8 7 6 4. C -.`, rank first."""
    suits = [suit.split() for suit in text.strip(" .").split(".")]
    return [rank + suit for suit, *ranks in suits for rank in ranks if rank != "-"]


if __name__ == "__main__":
    host, port, seat, team = sys.argv[1:5]
    try:
        Robot(socket.create_connection((host, int(port))), seat, team).play()
    except EOFError:
        print("The session is over.")
