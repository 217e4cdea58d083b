"""Playing a rulebook: random games from a seed."""
