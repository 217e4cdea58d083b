"""The catalogue of a rulebook: sections, cards, terms, rules and readings as tables that can be searched."""
