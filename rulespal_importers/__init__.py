"""Importers that come with RulesPal: each makes records of the logs of one other program.

They are plug-ins like anybody's, registered as entry points of the group `rulespal.importers`. They may know a game by name,
which nothing in the package `rulespal` does, and they use of it only what a plug-in may: records and formats.
"""
