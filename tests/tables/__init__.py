"""Live tables without a site: their games, their bots."""
