"""What the substitution game offers to the house."""

from igroteka.basics.manifest import Kernel, Manifest

HERE = "igroteka.games.substitution"
STRATEGIES = f"{HERE}.bots.strategies"

MANIFEST = Manifest(
    name="substitution",
    package=HERE,
    game=f"{HERE}.rules:Substitution",
    bots={
        "random": f"{STRATEGIES}:RandomStrategy",
        "smart-random": f"{STRATEGIES}:SmartRandom",
        "better-smart-random": f"{STRATEGIES}:BetterSmartRandom",
        "improved-random": f"{STRATEGIES}:ImprovedRandom",
        "inverted-random": f"{STRATEGIES}:InvertedRandom",
        "stupid-short": f"{STRATEGIES}:StupidShort",
        "short": f"{STRATEGIES}:Short",
        "search": f"{STRATEGIES}:Search",
        "adaptive": f"{STRATEGIES}:Adaptive",
        "mixed": f"{STRATEGIES}:Mixed",
        "planner": f"{HERE}.bots.planner:Planner",
    },
    starting_bot="starting_bot.py",
    kernel=Kernel(f"{HERE}.kernel", 15, ("planner",), stand_in="stupid-short"),
    formats=(f"{HERE}.formats.log:LOG",),
    batch=f"{HERE}.batch:kernel_batch",
    published=f"{HERE}.published:PUBLISHED",
    pages=("board.js", "board.css", "emblem.svg"),
    locale="locale",
    place=4,
)
