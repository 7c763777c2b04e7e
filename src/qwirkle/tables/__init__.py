"""The table service: people and bots play together, nothing is lost and nothing leaks.

``core`` is pure: commands become events, events become a table, and a table becomes views. ``live``
runs tables over the ports in ``storage``, where stores and buses are plugged in. No web types.
"""
