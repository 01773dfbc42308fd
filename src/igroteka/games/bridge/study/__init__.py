"""What is said of a board when it is over, what each card cost with all cards in sight, and what
decision trees are grown from: contracts played, their columns, and deals solved for them.
"""
