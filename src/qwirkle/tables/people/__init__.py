"""Accounts and their ratings."""
