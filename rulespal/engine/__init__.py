"""The engine: a checked rulebook becomes Python functions over positions, in two emissions of one meaning."""
