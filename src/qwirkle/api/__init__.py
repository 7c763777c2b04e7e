"""The description of requests: what can be asked, by whom, and the answers.

``requests`` defines a request, ``problems`` the refusals, and ``visitors`` what a function may know
about the sender. ``dispatch`` finds the function for a request, reads its arguments and writes its
answer: ``qwirkle.server`` uses it over HTTP, and ``qwirkle.browser`` in a browser without a server.
``schema`` describes everything as OpenAPI. The requests themselves are with their features, in
``qwirkle.tables``.
"""
