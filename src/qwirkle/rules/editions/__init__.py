"""The games of the family as data: one TOML file per game, and how such files are read.

A house rule is a file too. Code asks an edition for a policy, never for its name.
"""
