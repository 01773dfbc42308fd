"""The study of a grammar: what in it is of no use, and how near to a word everything is."""
