"""The number that every JSON object of this program carries: it changes when a field goes or means something else."""

SCHEMA = 1
