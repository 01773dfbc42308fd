"""Tables at which people and bots play: who sits where, what is done, who is told what.

A table knows no page and no socket: listeners hand it what a visitor wants and are told what that
visitor may see. Whatever is shown has been stored. It may import the archive, study and all below.
"""
