"""The learning of the value's weights from games the core plays against itself: ``qwirkle train``.

1. The value bot plays itself. In half of the turns (with 1 to 12 tiles in the bag in every turn)
   the play stops and some candidates are tried: the six with the highest value and two others. One
   placement in eight is chosen at random.
2. Each candidate is tried on the same twelve deals of the tiles that the seat cannot see: two
   rounds are played by value, and the value estimates the rest. With at most 20 unseen tiles the
   game is played to its end; between two players, turns with an empty bag are searched with 100
   placements each. The target of a candidate is what it gained beyond its own points.
3. Only differences between the candidates of one turn count: the mean of each turn is subtracted
   from its features and its targets.
4. There are weights for 0, 1, 6, 14, 26, 42, 62 and 84 tiles in the bag, with linear interpolation
   between them; an empty bag is separate.
5. Ridge regression finds the weights, rounded to five digits, for the next round.
6. Another 300 games measure how far values fall short of the final lead, as a linear function of
   the number of unseen tiles (``shortfall``). ``sim`` needs this to estimate the chance of winning.

A set of weights starts from its nearest relative in the file, or from ``--from``. After each round,
a line reports how much candidates of one turn really differ (*signal*), and what the weights
predict of it (*explained*), in squared points. The two seeds of a game, for the deal and for the
trials, are the first and the second eight bytes, big-endian, of the SHA-256 of
``seed/set/round/game``, such as ``0/plain/2/1/0``; those of a check use ``seed/set/check/deal``,
those of the shortfall ``seed/set/shortfall/game``.

``plan`` defines what is learned and from which seeds, ``samples`` plays, ``equations`` computes
weights, ``folder`` keeps the progress, ``check`` measures, and ``run`` combines them. Nothing is
imported here: playing processes must set their number of threads before numpy is loaded (see
``processes``).
"""
