"""Markdown rulebooks as documents: sections, paragraphs and the rule blocks under them."""
