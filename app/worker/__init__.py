"""Takes submissions from the store, grades them and gives back verdicts."""
