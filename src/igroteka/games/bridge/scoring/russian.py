"""How players write results in Russian, with the letters of the notation: `4п С -1`, `3бк=`."""

from __future__ import annotations

from typing import Final

STRAINS: Final = {
    **dict.fromkeys(("т", "треф", "трефы", "трефа"), "C"),
    **dict.fromkeys(("б", "бубен", "бубны", "бубна"), "D"),
    **dict.fromkeys(("ч", "черв", "червы", "черва", "червей"), "H"),
    **dict.fromkeys(("п", "пик", "пики", "пика"), "S"),
    "бк": "NT",
}
DOUBLINGS: Final = {"х": "X", "хх": "XX", "контра": "X", "реконтра": "XX"}
SEATS: Final = {
    **dict.fromkeys(("с", "север"), "N"),
    **dict.fromkeys(("в", "восток"), "E"),
    **dict.fromkeys(("ю", "юг"), "S"),
    **dict.fromkeys(("з", "запад"), "W"),
}
RANKS: Final = {"т": "A", "к": "K", "д": "Q", "в": "J"}
PASSED: Final = ("пас", "пасы", "все пас", "общий пас")
