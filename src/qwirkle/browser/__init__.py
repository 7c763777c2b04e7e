"""The service in a browser, without a server: a web worker runs it, and the page asks the worker.

The browser gives three things as ports: a database, a channel to the other windows of the page,
and other workers to compute in. Nothing here knows JavaScript except ``main``.
"""
