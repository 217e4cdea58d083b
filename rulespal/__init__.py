"""RulesPal: executable rulebooks for tabletop games. The public verbs stand in `rulespal.library`."""

__version__ = "0.1.0"
