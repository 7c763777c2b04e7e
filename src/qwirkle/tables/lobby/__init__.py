"""What can be chosen before a table is opened."""
