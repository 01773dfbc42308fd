"""What noughts and crosses offers to the house."""

from igroteka import Manifest

HERE = "igroteka_noughts"

MANIFEST = Manifest(
    name="noughts",
    package=HERE,
    game=f"{HERE}.rules:Noughts",
    bots={"perfect": f"{HERE}.bots:Perfect"},
    pages=("emblem.svg",),
    locale="locale",
)
