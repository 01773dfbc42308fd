"""Evenings of people on the site: the desk of the director, the phones of the tables, the results.

Everybody comes by a link with a key (`club.links`); what they do is a deed that is sent to one
address, and what they see is drawn from the event. May import everything but `cli`.
"""
