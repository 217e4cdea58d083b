"""Questions to a rulebook: what is asked, the cases that it leaves open, and what holds in each."""
