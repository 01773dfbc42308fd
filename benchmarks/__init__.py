"""What is measured: each figure against a peer in the same run."""
