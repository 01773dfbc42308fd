"""The site: live tables, pages and the interface for programs.

`live/` runs the tables, `pages/` draws them, `api.py` is for programs, `app.py` puts it together.
It may import everything but `cli`; nothing imports it but `cli`.
"""
