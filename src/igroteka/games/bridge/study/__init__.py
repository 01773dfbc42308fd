"""What is said of a board when it is over, and what each card cost with all cards in sight."""
