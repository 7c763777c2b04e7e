"""The table service: people and bots play together, nothing is lost and nothing leaks.

``table`` is pure: commands become events, events become a table, a table becomes what each may see.
``tables`` runs it over the ports in ``ports``; stores and buses are plugged in there. No web types.
"""
