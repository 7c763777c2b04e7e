"""Notices to people who are away that it is their turn, once for each turn.

``plan`` decides who is to be notified, ``notifier`` works off the outbox in the store, and the
channels send: ``push`` to devices, ``webhook`` and ``mail`` to the host of the server.
"""
