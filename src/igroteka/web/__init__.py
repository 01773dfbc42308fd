"""The site: pages, the socket, the interface for programs, and the words for all of it.

`pages/` draws, `api.py` is for programs, `app.py` puts it together. It may import everything but
`cli`; nothing imports it but `cli`.
"""
