"""What bridge offers to the house."""

from igroteka.basics.manifest import Manifest

HERE = "igroteka.games.bridge"

MANIFEST = Manifest(
    name="bridge",
    package=HERE,
    game=f"{HERE}.rules:Bridge",
    bots={
        "simple": f"{HERE}.bots.simple:Simple",
        "monte-carlo": f"{HERE}.bots.monte_carlo:MonteCarlo",
    },
    starting_bot="starting_bot.py",
    formats=(f"{HERE}.formats.archived:PBN", f"{HERE}.formats.archived:LIN"),
    pages=(
        *("board.js", "auction.js", "hands.js", "calls.js", "claims.js", "after_board.js"),
        *("board.css", "entry.js", "emblem.svg"),
    ),
    looks=("deck",),
    icon="compass",
    locale="locale",
    words=f"{HERE}.bidding.system:rule_names",
    line_protocol=f"{HERE}.protocol.blue_chip:BLUE_CHIP",
    contest=f"{HERE}.contest.bridge_contest:BRIDGE_CONTEST",
    place=3,
)
