"""Environments for reinforcement learning: observations, actions and rewards as arrays.

``observation`` describes the arrays and makes them; docs/environments.md is about all the rest.

``qwirkle_v0`` is for PettingZoo, ``qwirkle/Qwirkle-v0`` for Gymnasium, one game or many with
``make_vec``; they need the extra ``env``: ``pip install "qwirkle[env]"``. ``VectorGames`` steps
many games together and needs only NumPy, as do the functions that make arrays from views.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from qwirkle.env.settings import needs

try:
    import numpy as np  # noqa: F401
except ImportError as missing:
    raise needs(missing) from missing

from qwirkle.env.batch import CandidateArrays, PlacementArrays, candidate_values, legal_placements
from qwirkle.env.encoder import ObservationEncoder
from qwirkle.env.observation import observe
from qwirkle.env.vector import Snapshot, VectorGames

if TYPE_CHECKING:
    from qwirkle.env import qwirkle_v0
    from qwirkle.env.single import QwirkleEnv
    from qwirkle.env.vector_env import QwirkleVectorEnv

__all__ = [
    "CandidateArrays",
    "ObservationEncoder",
    "PlacementArrays",
    "QwirkleEnv",
    "QwirkleVectorEnv",
    "Snapshot",
    "VectorGames",
    "candidate_values",
    "legal_placements",
    "observe",
    "qwirkle_v0",
]

ID = "qwirkle/Qwirkle-v0"


def __getattr__(name: str) -> Any:
    """Import names that need Gymnasium or PettingZoo on first use."""
    if name == "QwirkleEnv":
        return import_module("qwirkle.env.single").QwirkleEnv
    if name == "QwirkleVectorEnv":
        return import_module("qwirkle.env.vector_env").QwirkleVectorEnv
    if name == "qwirkle_v0":
        return import_module("qwirkle.env.qwirkle_v0")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _register() -> None:
    """Register the game with ``gymnasium.make``, if Gymnasium is installed."""
    try:
        import gymnasium  # noqa: PLC0415
    except ImportError:
        return
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="qwirkle.env.single:QwirkleEnv",
            vector_entry_point="qwirkle.env.vector_env:QwirkleVectorEnv",
        )


_register()
