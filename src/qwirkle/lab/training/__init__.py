"""The learning of the value's weights from games the core plays against itself: ``qwirkle train``.

``plan`` defines what is learned and from which seeds, ``samples`` plays, ``equations`` computes
weights, ``folder`` keeps the progress, ``check`` measures, and ``run`` combines them. Nothing is
imported here: playing processes must set their number of threads before numpy is loaded (see
``processes``).
"""
