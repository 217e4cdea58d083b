"""Judging many records: cut into parts, on several processes, with limits, kept in a database."""
