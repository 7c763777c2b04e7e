"""The rule books as code and data. Pure: no input or output, no clock, no randomness.

``editions`` has a file for each game and its house rules, ``placement`` and ``cards`` the two
families, ``refusals`` the text of every refusal, ``winning`` and ``starting`` what decides a tie.
"""
