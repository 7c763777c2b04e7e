"""Tables where people and bots play together: commands become events, events become views.

Nothing here knows of sockets or pages, and nothing outside ``service.store`` knows of SQL.
"""
