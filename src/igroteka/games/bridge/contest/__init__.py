"""Bridge in events of people: results entered, checked, said and counted; results written out."""
