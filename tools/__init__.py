"""What is made from the code: the picture of the house."""
