"""The public table protocol of bridge, "Blue Chip" version 18, both sides of it; no sockets here.

`lines.py`, `client_lines.py` and `server_lines.py` read and write the lines; `conversation.py` is
the house's side of a seat and `client.py` the other; `checking.py` examines a client.
`docs/network-table.md` tells the protocol.
"""
