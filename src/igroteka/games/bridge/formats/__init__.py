"""Files of bridge: PBN and LIN in and out, USEBIO and JSON out.

`game.py` is the form in memory that all of them share. Reading never stops at the first mistake:
a `Reading` holds every game that could be read and a `Problem` with its line for what could not.
`FORMATS` are those that the archive imports and exports.
"""

from __future__ import annotations

from igroteka.games.bridge.formats.archived import LIN, PBN

FORMATS = (PBN, LIN)
