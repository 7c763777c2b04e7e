"""Learns the weights of the value from games the core plays against itself: ``qwirkle train``.

``plan`` says what is learned and from which seeds, ``samples`` plays, ``equations`` turns what was
seen into weights, ``folder`` keeps what is done so far, ``check`` measures, ``run`` does it all.
Nothing is imported here: processes that play must be able to say how they calculate before numpy is
loaded (see ``processes``).
"""
