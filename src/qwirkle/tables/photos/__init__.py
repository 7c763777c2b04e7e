"""Photographs of real tables, read in a process of their own."""
