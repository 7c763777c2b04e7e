"""Accounts, ratings, and what an account may take away."""
