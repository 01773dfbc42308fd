"""Decision trees: ID3 and C4.5 on NumPy, tested honestly, drawn and put into words.

`settings.py` says what may be chosen, `growing.py` grows a `Tree` from `Observations` level by
level with the splits that `splitting.py` finds, `pruning.py` cuts it back, `rules.py` makes rules
of its paths, `validation.py` tells what it is worth on deals that it has not seen. `words.py`,
`text_drawing.py` and `svg_drawing.py` show it.

It knows no game: games hand in `basics.observations.Observations`.
"""
