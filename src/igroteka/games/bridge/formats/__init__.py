"""Files of bridge: PBN and LIN in and out, USEBIO and JSON out.

`game.py` is the form in memory that all of them share. Reading never stops at the first mistake:
a `Reading` holds every game that could be read and a `Problem` with its line for what could not.
`archived.py` has those that the archive imports and exports.
"""
