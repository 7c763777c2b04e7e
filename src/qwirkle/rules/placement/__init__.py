"""The games in which tiles are placed on a table: classic, Schmidt, Select, Connect and the rest.

Everything is pure: what is random comes from the dealer.
"""
