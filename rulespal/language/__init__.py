"""The rule language: its syntax tree, how rule blocks become trees, and how trees are printed again."""
