"""The method of annotating positions: which turns are tried, and on how many deals."""

from __future__ import annotations

from qwirkle.analysis.judge.verdict import Plan

PLAN = Plan(candidates=12, selecting=16)
# Deals on which all turns are tried, and those for the best ones by value.
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
