"""What draughts offers to the house."""

from igroteka.basics.manifest import Kernel, Manifest

HERE = "igroteka.games.draughts"

MANIFEST = Manifest(
    name="draughts",
    package=HERE,
    game=f"{HERE}.rules:Draughts",
    bots={"engine": f"{HERE}.bots.engine_bot:EngineBot"},
    starting_bot="starting_bot.py",
    formats=(f"{HERE}.formats:PDN",),
    kernel=Kernel(f"{HERE}.kernel", 10, ("engine",), stand_in="mcts(20)"),
    playouts=f"{HERE}.playouts:kernel_playouts",
    endgame_tables=f"{HERE}.endgame_tables:report",
    perft=f"{HERE}.perft:perft",
    pages=("board.js", "board.css", "emblem.svg"),
    icon="men",
    locale="locale",
    words="igroteka.games.draughts.variants:data_words",
    lessons="lessons.toml",
    contest=f"{HERE}.contest:DRAUGHTS_CONTEST",
    place=1,
)
