"""Values to text for the terminal and to JSON. Pure functions: no files, no decisions."""
