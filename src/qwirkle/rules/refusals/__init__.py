"""Refusals: their stable codes, and the words in which people read them, in ``SENTENCES``.

The page's tables and the catalogues of ``qwirkle.locale`` are made from these words.
"""
