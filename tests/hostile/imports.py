"""A bot whose file misbehaves when it is imported, as the variable HOW says."""

from __future__ import annotations

import os
import sys

from igroteka import Action, Player, View

match os.environ.get("HOW"):
    case "leaves":
        sys.exit(0)
    case "dies":
        os._exit(0)
    case "interrupts":
        raise KeyboardInterrupt
    case "loops":
        while True:
            pass
    case "prints":
        print("I am here")


class Bot(Player):
    """Harmless: the first action."""

    def choose(self, view: View) -> Action:
        return view.actions()[0]
