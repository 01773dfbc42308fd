"""The robots of bridge: bids by the system, card play by reasons, deals sampled and solved."""
