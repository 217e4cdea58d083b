"""The checked model of a rulebook: names resolved, everything typed, every rule knowing where it is written."""
