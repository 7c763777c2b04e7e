/**
 * Measures how long a level thinks on a site without a server: processor time of each of its turns, in Node.
 *
 *     node bench/site_levels.mjs build/site cards level:4 20
 *
 * Games of two against greedy, with seeds from 0 on.
 */

import { processorTime, startPython, unpackParts } from "./site_python.mjs";

const [site = "build/site", game = "cards", level = "level:4", games = "20"] = process.argv.slice(2);
const python = await startPython(unpackParts(site));
python.registerJsModule("clock", { now: processorTime });
python.globals.set("asked", python.toPy([game, level, Number(games)]));
python.runPython(`
from clock import now
from qwirkle import Game, bot

game_id, level, games = asked
took = []
for seed in range(games):
    game = Game.new(game_id, players=2, seed=seed)
    players = [bot(level, f"site/{seed}"), bot("greedy", f"site/{seed}")]
    while (seat := game.to_move) is not None:
        began = now()
        turn = players[seat].choose(game.view(seat))
        if seat == 0:
            took.append((now() - began, seed, len(game.turns)))
        game.play(turn)
times = sorted(took)
(longest, seed, turn), rare = times[-1], times[-1 - len(times) // 100][0]
print(f"{level} in {game_id}, {games} games, {len(times)} turns: median {times[len(times) // 2][0]:.0f} ms,")
print(f"1 of 100 at least {rare:.0f} ms, longest {longest:.0f} ms (seed {seed}, turn {turn})")
`);
process.exit(0);
