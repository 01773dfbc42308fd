"""What durak offers to the house."""

from igroteka.basics.manifest import Kernel, Manifest

HERE = "igroteka.games.durak"

MANIFEST = Manifest(
    name="durak",
    package=HERE,
    game=f"{HERE}.rules:Durak",
    bots={
        "greedy": f"{HERE}.bots.simple:Greedy",
        "greedy-careful": f"{HERE}.bots.simple:GreedyCareful",
        "mplayer1": f"{HERE}.bots.simple:MPlayer1",
        "mplayer1-fixed": f"{HERE}.bots.simple:MPlayer1Fixed",
        "robot": f"{HERE}.bots.robot:Robot",
        "master": f"{HERE}.bots.master:Master",
    },
    starting_bot="starting_bot.py",
    kernel=Kernel(f"{HERE}.kernel", 12, ("master",), stand_in="greedy"),
    batch=f"{HERE}.batch:kernel_batch",
    playouts=f"{HERE}.playouts:kernel_playouts",
    exercises={
        "counting": f"{HERE}.study.exercises:counting",
        "endgames": f"{HERE}.study.exercises:endgames",
    },
    published=f"{HERE}.published:PUBLISHED",
    pages=("board.js", "board.css", "emblem.svg"),
    looks=("deck", "memory"),
    icon="cards",
    locale="locale",
    lessons="lessons.toml",
    contest=f"{HERE}.contest:DURAK_CONTEST",
    place=2,
)
