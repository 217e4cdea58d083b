"""Places, diagnostics, folding and parsing of texts: what every stage above shares."""
