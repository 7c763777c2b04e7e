"""How positions are annotated: which turns are tried, and on how many deals."""

from __future__ import annotations

from qwirkle.analysis.judge.verdict import Plan

PLAN = Plan(candidates=12, selecting=16)
# Deals on which all turns are tried, and those on which the best ones by value are tried.
DEALS = 16
CLOSE_DEALS = 96
CLOSE = 8
METHOD = {
    "candidates": PLAN.candidates,
    "selecting": PLAN.selecting,
    "deals": DEALS,
    "close": CLOSE,
    "close_deals": CLOSE_DEALS,
}
