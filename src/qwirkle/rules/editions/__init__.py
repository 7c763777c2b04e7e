"""The games of the family as data: one TOML file per game, and the code that reads them.

``placement`` and ``cards`` define the keys of a file, ``base`` those that both families share.

A house rule is a file too. Code asks an edition for its policies, never for its name.
"""
