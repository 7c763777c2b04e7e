"""The description of requests: what can be asked, by whom, and what is answered.

``requests`` says what a request is, ``problems`` why one is refused, ``visitors`` what a function
may know about whoever asks. ``dispatch`` finds the function for a request, reads what it is called
with and writes its answer: ``qwirkle.server`` uses it over HTTP, and ``qwirkle.browser`` in a
browser without a server. ``schema`` describes everything as OpenAPI. The requests themselves are
with their features, in ``qwirkle.tables``.
"""
