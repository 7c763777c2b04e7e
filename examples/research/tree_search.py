"""Self-play with tree search on copies of games, and a network that torch trains.

    pip install "qwirkle[train]" torch
    python tree_search.py --rounds 8

As AlphaZero does it, with what a player cannot see dealt at random for each tree: a network gives
every turn a prior and every position the lead that is still to come; a search (PUCT) improves on
both; the network learns what the search found. Games are small states of the core, so that a tree
costs little: ``clone``, ``apply``, ``legal``. All games of a round are searched at once, so that
the network sees large batches.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from qwirkle.engine import PlacementState
from qwirkle.engine.episodes import state_columns as at
from qwirkle.rules.editions.placement import edition

KINDS, COPIES = 36, 3
# The turns that a search considers: those with the most points, and the largest trade.
WIDTH = 10
POSITION, TURN = 2 * KINDS + 6, 3 + KINDS
POINTS, LEAD = 12.0, 50.0
Floats = NDArray[np.float32]


class Net(nn.Module):  # type: ignore[misc, unused-ignore]
    """A prior for each turn, and the lead that is still to come."""

    def __init__(self, hidden: int = 96) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(POSITION, hidden), nn.ReLU())
        self.lead = nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.turn = nn.Sequential(nn.Linear(hidden + TURN, hidden), nn.ReLU())
        self.prior = nn.Linear(hidden, 1)
        nn.init.zeros_(self.prior.weight)
        nn.init.zeros_(self.lead[2].weight)

    def forward(
        self, positions: torch.Tensor, turns: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits of turns, which begin with their points, and leads."""
        seen = self.body(positions)
        wide = seen[:, None].expand(-1, turns.shape[1], -1)
        logits = self.prior(self.turn(torch.cat([wide, turns], 2)))[..., 0]
        # Before it has learned anything, a turn is as likely as its points make it.
        logits = logits + POINTS / 2 * turns[..., 0]
        return logits.masked_fill(turns[..., 1] == 0, -1e9), self.lead(seen)[:, 0]


@dataclass
class Node:
    """A position of a tree: its turns, and what the search knows about them."""

    numbers: list[int]
    position: Floats
    turns: Floats
    seat: int
    lead: float
    prior: Floats = field(default_factory=lambda: np.zeros(WIDTH, np.float32))
    visits: Floats = field(default_factory=lambda: np.zeros(WIDTH, np.float32))
    total: Floats = field(default_factory=lambda: np.zeros(WIDTH, np.float32))
    children: dict[tuple[int, int], Node] = field(default_factory=dict)

    def best(self) -> int:
        """Return the turn to try next."""
        count = len(self.numbers)
        visits = self.visits[:count]
        known = self.total[:count] / np.maximum(visits, 1)
        start = self.total[:count].sum() / max(1.0, float(visits.sum()))
        value = np.where(visits > 0, known, start)
        hope = 0.5 * self.prior[:count] * np.sqrt(1 + visits.sum()) / (1 + visits)
        return int((value + hope).argmax())


def look(state: PlacementState) -> Node:
    """Describe a position and its turns to the seat to move."""
    seat = int(state.data[at.SEAT])
    row = np.frombuffer(state.data, np.uint16)
    lying = row[at.TILES_HEAD + 1 : at.TILES_HEAD + 2 * row[at.LYING] : 2]
    held = [tile.index for tile in state.hand(seat)]
    hand = np.bincount(held, minlength=KINDS)[:KINDS]
    unseen = COPIES - np.bincount(lying, minlength=KINDS)[:KINDS] - hand
    numbers, points = state.legal(), state.points()
    order = sorted(range(len(numbers)), key=points.__getitem__, reverse=True)
    chosen = order[: WIDTH - 1]
    if numbers and points[order[-1]] == 0 and len(order) >= WIDTH:
        chosen.append(max(order, key=lambda which: (points[which] == 0, which)))
    lead = (int(row[at.SCORES + seat]) - int(row[at.SCORES + 1 - seat])) / LEAD
    best = points[order[0]] if numbers else 0
    position = np.concatenate(
        [
            *(hand, unseen / COPIES),
            *([lead], [state.undrawn / 84], [len(held) / 6]),
            *([row[at.SIZES + 1 - seat] / 6], [best / POINTS], [len(numbers) / 100]),
        ]
    ).astype(np.float32)
    turns = np.zeros((WIDTH, TURN), np.float32)
    for line, which in enumerate(chosen):
        turns[line, :2] = points[which] / POINTS, 1.0
        if points[which]:
            kinds = [kind for _, kind in state.spell(numbers[which])]
            turns[line, 2] = len(kinds) / 6
            np.add.at(turns[line], [3 + kind for kind in kinds], 1.0)
    return Node([numbers[which] for which in chosen], position, turns, seat, lead)


def think(net: Net, nodes: list[Node]) -> list[float]:
    """Give nodes their priors; return the lead that each of their seats will have at the end."""
    positions = torch.from_numpy(np.stack([node.position for node in nodes]))
    turns = torch.from_numpy(np.stack([node.turns for node in nodes]))
    with torch.no_grad():
        logits, leads = net(positions, turns)
    for node, prior in zip(nodes, torch.softmax(logits, 1).numpy(), strict=True):
        node.prior = prior
    return [node.lead + float(lead) for node, lead in zip(nodes, leads, strict=True)]


def search(
    net: Net, states: list[PlacementState], tries: int, deals: int, chance: np.random.Generator
) -> list[Node]:
    """Search all these games; return the roots with their visits."""
    roots = [look(state) for state in states]
    think(net, roots)
    worlds = [
        [state.determinized(root.seat, int(chance.integers(1 << 62))) for _ in range(deals)]
        for state, root in zip(states, roots, strict=True)
    ]
    for number in range(tries):
        deal = number % deals
        paths: list[list[tuple[Node, int]]] = []
        leaves: list[Node] = []
        values: list[tuple[float, int]] = []
        for root, world in zip(roots, worlds, strict=True):
            state, node, path = world[deal].clone(), root, []
            while True:
                which = node.best()
                path.append((node, which))
                state.apply(node.numbers[which])
                if state.is_over:
                    one, other = state.scores
                    values.append(((one - other) / LEAD, 0))
                    break
                # Below the root every deal has a tree of its own.
                key = (which, deal if node is root else 0)
                if key not in node.children:
                    node.children[key] = look(state)
                    leaves.append(node.children[key])
                    values.append((float("nan"), node.children[key].seat))
                    break
                node = node.children[key]
            paths.append(path)
        found = iter(think(net, leaves) if leaves else [])
        for path, (value, seat) in zip(paths, values, strict=True):
            worth = next(found) if np.isnan(value) else value
            for node, which in path:
                node.visits[which] += 1
                node.total[which] += worth if node.seat == seat else -worth
    return roots


def self_play(
    net: Net, games: int, tries: int, deals: int, chance: np.random.Generator
) -> list[tuple[Node, float]]:
    """Play games against oneself; return all positions with the lead that came after them."""
    running = [new_game(int(chance.integers(1 << 62))) for _ in range(games)]
    seen: list[list[Node]] = [[] for _ in running]
    over: list[tuple[Node, float]] = []
    while running:
        roots = search(net, running, tries, deals, chance)
        for state, nodes, root in zip(running, seen, roots, strict=True):
            count = len(root.numbers)
            share = root.visits[:count] / root.visits[:count].sum()
            state.apply(root.numbers[int(chance.choice(count, p=share / share.sum()))])
            root.children.clear()
            nodes.append(root)
        for state, nodes in zip(running, seen, strict=True):
            if state.is_over:
                one, other = state.scores
                lead = (one - other) / LEAD
                over += [(n, (lead if n.seat == 0 else -lead) - n.lead) for n in nodes]
        left = [not state.is_over for state in running]
        running = [state for state, stays in zip(running, left, strict=True) if stays]
        seen = [nodes for nodes, stays in zip(seen, left, strict=True) if stays]
    return over


def learn(net: Net, samples: list[tuple[Node, float]], steps: int, rate: float = 1e-3) -> float:
    """Learn what searches found and how games ended; return the mean loss."""
    adam = torch.optim.Adam(net.parameters(), rate, weight_decay=1e-4)
    positions = torch.from_numpy(np.stack([node.position for node, _ in samples]))
    turns = torch.from_numpy(np.stack([node.turns for node, _ in samples]))
    visits = torch.from_numpy(np.stack([node.visits for node, _ in samples]))
    leads = torch.tensor([lead for _, lead in samples], dtype=torch.float32)
    losses = []
    for _ in range(steps):
        some = torch.randint(len(samples), (256,))
        logits, found = net(positions[some], turns[some])
        share = visits[some] / visits[some].sum(1, keepdim=True)
        surprise = -(share * torch.log_softmax(logits, 1)).sum(1).mean()
        loss = surprise + (found - leads[some]).square().mean()
        adam.zero_grad()
        loss.backward()
        adam.step()
        losses.append(loss.item())
    return float(np.mean(losses))


def margins(
    net: Net, games: int, tries: int, deals: int, chance: np.random.Generator
) -> list[float]:
    """Play against greedy, every deal from both seats, and return the margins of each deal."""
    states = [new_game(number // 2, "match") for number in range(games)]
    while running := [(n, state) for n, state in enumerate(states) if not state.is_over]:
        own = [state for n, state in running if state.to_move == n % 2]
        for state in (state for n, state in running if state.to_move != n % 2):
            state.apply(state.choose(1))
        if own:
            for state, root in zip(own, search(net, own, tries, deals, chance), strict=True):
                state.apply(root.numbers[int(root.visits[: len(root.numbers)].argmax())])
    ended = [state.scores[n % 2] - state.scores[1 - n % 2] for n, state in enumerate(states)]
    return [(ended[n] + ended[n + 1]) / 2 for n in range(0, games, 2)]


def new_game(seed: int, name: str = "learn") -> PlacementState:
    """Deal a classic game of two players."""
    return PlacementState.new(edition("classic"), 2, seed=f"{name}/{seed}")


def main() -> None:
    """Learn for some rounds, and print the margin against greedy after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--tries", type=int, default=24)
    parser.add_argument("--deals", type=int, default=6)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--matches", type=int, default=64)
    asked = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    chance = np.random.default_rng(1)
    net, samples = Net(), list[tuple[Node, float]]()
    for number in range(asked.rounds + 1):
        loss = float("nan")
        if number:
            samples += self_play(net, asked.games, asked.tries, asked.deals, chance)
            # The last rounds; earlier ones were played by weaker networks.
            samples = samples[-asked.games * 50 * 4 :]
            loss = learn(net, samples, asked.steps)
        found = np.array(margins(net, asked.matches, asked.tries, asked.deals, chance))
        spread = 1.96 * found.std(ddof=1) / np.sqrt(len(found))
        print(
            f"round {number}: loss {loss:.3f}, margin {found.mean():+.1f} ± {spread:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
