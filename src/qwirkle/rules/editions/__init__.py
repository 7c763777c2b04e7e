"""The games of the family as data: one TOML file per game, and the code that reads them.

A house rule is a file too. Code asks an edition for its policies, never for its name.
"""
