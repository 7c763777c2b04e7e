"""Answers to what people ask at a table without changing it."""
