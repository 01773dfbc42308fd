"""What is certain about a move, in words."""
