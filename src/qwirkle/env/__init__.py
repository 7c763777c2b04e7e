"""Environments for reinforcement learning; docs/environments.md describes their arrays.

``qwirkle_v0`` is for PettingZoo, ``qwirkle/Qwirkle-v0`` for Gymnasium, and ``VectorGames`` steps
many games at once. They need the extra ``env``: ``pip install "qwirkle[env]"``.
"""

from __future__ import annotations

from qwirkle.errors import QwirkleError

try:
    import gymnasium
    import numpy as np  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError as missing:
    raise QwirkleError(
        f'environments need {missing.name}; pip install "qwirkle[env]" installs it'
    ) from missing

from qwirkle.env import qwirkle_v0
from qwirkle.env.batch import CandidateArrays, PlacementArrays, candidate_values, legal_placements
from qwirkle.env.encoder import ObservationEncoder
from qwirkle.env.observation import observe
from qwirkle.env.single import ID, QwirkleEnv
from qwirkle.env.vector import VectorGames

__all__ = [
    "CandidateArrays",
    "ObservationEncoder",
    "PlacementArrays",
    "QwirkleEnv",
    "VectorGames",
    "candidate_values",
    "legal_placements",
    "observe",
    "qwirkle_v0",
]

if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="qwirkle.env.single:QwirkleEnv")
