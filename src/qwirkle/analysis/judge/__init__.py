"""Judges of turns: how much worse each was than the best one, given what its seat knew.

A trial plays one round, with opponents that play by value, and adds the value of the next turn.
Late in the game:

- With 1 to 3 tiles in the bag and two players, every hand that the other player may hold is tried,
  with up to two orders of the bag, and the ending after it is searched.
- With 4 to 12 tiles, trials go to the end of the game on 0.6 times as many deals, with endings
  searched with 2,000 placements. While many turns are candidates, 200 must do.
- The interval includes what that leaves open: 1 point where all deals are tried and not every
  ending is proven, 1.7 points where a turn leaves tiles in the bag, 2 points with 4 to 12 tiles in
  the bag.
- With an empty bag and two players, the solver takes the place of trials. If it proves both values,
  the loss is exact; otherwise it is the difference of the best values found, with an interval of 2
  points either way.

In the card game, a trial plays the candidate, lets everybody make the most Qwirkles of their dealt
hand for a round, and counts 0.7 of the seat's own next Qwirkles. In the last round of two players
the loss is exact.
"""
