"""Pages that need nothing else: one HTML file with its style and its script in it."""
