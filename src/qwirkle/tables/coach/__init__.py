"""The coach: second looks in teaching games, and what a person's own games show."""
