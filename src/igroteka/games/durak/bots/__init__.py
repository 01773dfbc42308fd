"""The bots of durak: a few fixed rules, a robot with a prediction tree, and the master."""
