"""A public test for bots: positions in which the value of every turn is known.

Each position is a random turn of another game between two ``value`` bots, with at least two
placements and nothing to take or draw first. The best turn is selected among the 12 best by value
and the one with the most points: all on 16 deals, the better half on 32 more, and so on. What the
others lose is estimated on other deals, the same for all of them: 96 for the 8 best by value, 16
for all others, so the estimates have no bias.

In each trial both players play one round as the value bot does; with 12 tiles or fewer in the bag,
trials go to the end of the game. Endings with an empty bag are solved exactly or left out. In the
card game everybody makes the most Qwirkles they can for a round, the last round of two players is
exact, and the first turn is not annotated.

Late positions have another judge: every trial is played to the end of the game, by value on both
sides, and its ending is searched with 2,000 placements. With at most three tiles in the bag, the
six best placements by value are tried with every hand that the other player can have. Otherwise the
six best are compared on 32 deals, the rest on six.

The file is JSON Lines, compressed with gzip. The first line says how it was made, every other line
is a position: ``game``, its number; ``position``, in notation; ``best``, the number of the best
turn in the order of ``game.legal_placements`` (cards: ``game.legal_turns``); ``lost`` and
``error``, for every turn in that order, in tenths of a point or hundredths of a Qwirkle; ``exact``,
whether the ending was solved.
"""
