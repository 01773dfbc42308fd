"""Writes where files may not grow, tells the refusal, and writes again when they may: FILE."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive import updates as c
from igroteka.archive.models import NewGame
from igroteka.basics.house_fault import HouseFault


def game(setting: object) -> NewGame:
    players = (("Papa", "person"), ("Masha", "person"))
    return NewGame("draughts", {}, "W:Wa1:Bh8", players, setting)


with Archive.open(sys.argv[1], registry) as archive:
    archive.apply(c.begin_game, game(None))
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    grown = max(file.stat().st_size for file in Path(sys.argv[1]).parent.iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (grown + 8192, most))
    try:
        archive.apply(c.begin_game, game("x" * 1_000_000))
    except HouseFault as error:
        print(error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    archive.apply(c.begin_game, game(None))
    print("written again")
