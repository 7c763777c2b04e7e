"""The request with which the devices of an account agree about what was practised."""

from __future__ import annotations

from typing import Annotated

import msgspec

from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.requests import Requests
from qwirkle.tables.live.callers import Visitor
from qwirkle.tables.training.training import NOTHING, Training, Trainings, TrainingState

REQUESTS = Requests()


class TrainingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a device has to tell its account."""

    known: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 0
    """The version that the device knows; 0 for none."""
    news: Training = NOTHING
    """What it has practised since it was last answered; a part of it, if that is much."""


@REQUESTS.post("/api/account/training", "What you have practised", counts="question")
async def training(visitor: Visitor, trainings: Trainings, data: TrainingRequest) -> TrainingState:
    """Merge what a device has practised with what its account knows. A repeat changes nothing."""
    account = await visitor.account()
    found = await trainings.merge(account.id, data.known, data.news)
    if found is None:
        raise request_refused(WebReason.NOT_SIGNED_IN)
    return found
