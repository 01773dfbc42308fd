"""The bidding laboratory: what a call is worth, found out on deals.

`questions.py` is a question in bidding terms, `deals.py` bids one deal every way that is asked,
`answers.py` says what many deals come to. `checking.py` goes through the rules of a system and
`comparing.py` lets two systems meet; both bid with `auctions.py`. Everything here is a value or a
function of values: processes and files are elsewhere (`study.piecework`).
"""
