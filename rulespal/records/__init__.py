"""Game records (`.rpl`): their values, reading them from text, writing them as text."""
