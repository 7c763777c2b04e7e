"""The API of the tables: what can be asked, as functions that know no transport.

``qwirkle.server`` answers with them over HTTP and sockets, and ``qwirkle.browser`` in a browser
without a server. Both answer the same requests in the same words.
"""
