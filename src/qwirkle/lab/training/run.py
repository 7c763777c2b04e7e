"""The training of one set of weights after another, into one file.

A set's first round is played by the weights of its nearest existing relative, or by points alone.
The file is written after each set; other sets in it stay as they are.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from qwirkle.engine.placement.value import FEATURES
from qwirkle.errors import TrainingError
from qwirkle.lab.training.folder import Rows, WorkFolder, write_whole
from qwirkle.lab.training.plan import BAGS, Plan, SetPlan, manifest_of
from qwirkle.lab.training.processes import training_processes
from qwirkle.lab.training.rounds import Progress, Report, SetTraining
from qwirkle.lab.training.table import Start
from qwirkle.lab.workers.processes import leave_if_imported
from qwirkle.players.value.weights import (
    Provenance,
    Shortfall,
    Weights,
    load_weights,
    relatives,
    traits,
)


def train(
    plan: Plan,
    out: Path,
    *,
    jobs: int = 1,
    resume: bool = False,
    start: Path | None = None,
    progress: Progress = lambda: None,
    report: Report = lambda _: None,
) -> Weights:
    """Learn the sets of a plan into a file; return the resulting contents.

    ``progress`` is called for every game, ``report`` with a sentence for every round. A training
    that was stopped is continued with ``resume``, and the file becomes the same to the last byte.
    """
    # Before anything is written: in a child process the files would be its parent's.
    leave_if_imported()
    if jobs < 1:
        raise TrainingError("--jobs must be above 0")
    if not out.resolve().parent.is_dir():
        raise TrainingError(f"there is no folder {out.parent} for the weights")
    given = None if start is None else load_weights(start)
    folder = WorkFolder(out)
    manifest = manifest_of(plan, None if given is None else _digest(given))
    before = folder.begin(manifest, _current_weights(out), resume=resume)
    known = dict(before.sets) if before is not None else {}
    for planned in plan.sets:
        known.pop(planned.name, None)
    held = before
    with training_processes(jobs) as pool:
        for planned in plan.sets:
            weights, origin = (
                _start(planned, known) if given is None else _starting_weights(planned, given)
            )
            training = SetTraining(plan, planned, folder, pool, progress, report)
            results = training.rounds(weights)
            known[planned.name] = results[-1].weights
            made = Provenance(
                command=plan.command,
                seed=plan.seed,
                version=manifest.version,
                core=manifest.core[: manifest.core.index(" ") + 13],
                game=planned.edition.id,
                start=origin,
                rounds=tuple(result.figures for result in results),
                check=training.check(results[-1].weights) if plan.check else None,
            )
            shortfall = training.shortfall(results[-1].weights)
            held = _with_set(
                _current_weights(out), planned.name, results[-1].weights, shortfall, made
            )
            write_whole(out, msgspec.json.encode(held) + b"\n")
    folder.remove()
    if held is None:
        raise ValueError("a plan has at least a set")
    return held


def _start(planned: SetPlan, known: dict[str, Rows]) -> tuple[Start | None, str]:
    """Return the weights of the nearest existing relative, and its name."""
    for name in relatives(traits(planned.edition), planned.players):
        if name in known:
            return Start(BAGS, known[name]), f"{name} {_digest(known[name])[:12]}"
    return None, "points alone"


def _starting_weights(planned: SetPlan, given: Weights) -> tuple[Start, str]:
    """Return the requested starting weights."""
    for name in relatives(traits(planned.edition), planned.players):
        if name in given.sets:
            rows = given.sets[name]
            return Start(given.bags, rows), f"{name} {_digest(rows)[:12]}"
    raise TrainingError(f"the weights to start from are for no game like {planned.edition.id}")


def _current_weights(out: Path) -> Weights | None:
    """Return the current contents of the file."""
    if not out.exists():
        return None
    held = load_weights(out)
    if held.bags != BAGS:
        raise TrainingError(f"{out} holds weights for other sizes of the bag: choose another --out")
    return held


def _with_set(
    held: Weights | None, name: str, rows: Rows, shortfall: Shortfall, made: Provenance
) -> Weights:
    """Return the weights with one new set, ordered by name."""
    sets = {**(held.sets if held else {}), name: rows}
    shortfalls = {**(held.shortfall if held else {}), name: shortfall}
    provenance = {**(held.made if held else {}), name: made}
    return Weights(
        made=dict(sorted(provenance.items())),
        features=FEATURES,
        bags=BAGS,
        sets=dict(sorted(sets.items())),
        shortfall=dict(sorted(shortfalls.items())),
    )


def _digest(content: object) -> str:
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()
