// The yardstick: the greedy two-player game of the core, written by hand in C++.
//
// Same rules, same generator, same idea (one word per cell and axis, a list of live frontier
// cells), but with what C++ offers: fixed arrays, no log and no undo (a played game is wiped cell
// by cell), searches unrolled over the axis by templates. It shares no code with the package and
// is used by compare.py only.
//
//   yardstick <games> <seed>     prints: seconds of CPU time, turns, points
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

using u64 = std::uint64_t;
constexpr int STRIDE = 240, CELLS = 240 * 240, CENTRE = CELLS / 2 + 120;
constexpr u64 FULL = 0xFFFFFFFFFull;
// A placement as a number: kinds, anchor, axis, how many tiles before and after the anchor.
constexpr u64 AXIS_BIT = 1ull << 52, ONE_BEFORE = 1ull << 53, ONE_AFTER = 1ull << 56;

constexpr std::array<u64, 12> make_sets() {
    std::array<u64, 12> sets{};
    for (int c = 0; c < 6; c++)
        for (int s = 0; s < 6; s++) {
            sets[c] |= u64{1} << (6 * c + s);
            sets[6 + s] |= u64{1} << (6 * c + s);
        }
    return sets;
}
constexpr auto SETS = make_sets();
constexpr std::array<u64, 36> make_match() {
    std::array<u64, 36> match{};
    for (int k = 0; k < 36; k++) match[k] = SETS[k / 6] ^ SETS[6 + k % 6];
    return match;
}
constexpr auto MATCH = make_match();

inline int before(u64 w) { return int(w >> 36) & 511; }
inline int after(u64 w) { return int(w >> 45) & 511; }
inline int points(u64 w) { return int(w >> 54); }
inline int line_points(int n) { return n == 6 ? 12 : n < 2 ? 0 : n; }

struct Random {
    u64 state;
    u64 next() {
        u64 z = (state += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    int below(u64 limit) { return int(((next() >> 32) * limit) >> 32); }
};

struct Placed { int cell, kind; };

struct Board {
    alignas(64) u64 word[2 * CELLS];
    std::int16_t where[CELLS];
    std::int8_t tile[CELLS];
    int front[1024];
    u64 fits[1024];
    int chosen[1024];
    int front_n = 0;
    int touched[1024];
    int touched_n = 0;
    int tiles = 0;

    u64 hand;
    int best;
    u64 best_code;
    int best_n;
    Placed best_tiles[6];

    Board() {
        for (auto &w : word) w = FULL;
        std::memset(where, -1, sizeof where);
    }

    void wipe() {
        for (int i = 0; i < touched_n; i++) {
            int cell = touched[i];
            word[2 * cell] = word[2 * cell + 1] = FULL;
            where[cell] = -1;
        }
        touched_n = front_n = tiles = 0;
    }

    void leave(int cell, int i) {
        int moved = front[--front_n];
        front[i] = moved;
        fits[i] = fits[front_n];
        where[moved] = std::int16_t(i);
        where[cell] = -1;
    }

    // Whether a line that accepts this much accepts each tile of the run from this cell on.
    bool joins(int cell, int step, int count, u64 accepted) const {
        for (; count; count--, cell += step)
            if (!((accepted >> tile[cell]) & 1)) return false;
        return true;
    }

    template <bool AFTER, int STEP>
    void edge(int cell, int axis, int run, u64 accepted, int length) {
        int at = 2 * cell + axis;
        u64 old = word[at];
        int far = AFTER ? after(old) : before(old);
        int p = points(old) - line_points(far + run + 1) + line_points(far + length + 1);
        constexpr u64 keep = AFTER ? 0x1FFull << 45 : 0x1FFull << 36;
        u64 now = (old & (accepted | keep)) | (u64(length) << (AFTER ? 36 : 45)) | (u64(p) << 54);
        if (far && !joins(cell + (AFTER ? STEP : -STEP), AFTER ? STEP : -STEP, far, accepted))
            now &= ~FULL;
        word[at] = now;
        u64 live = now & word[at ^ 1] & FULL;
        int i = where[cell];
        if (i >= 0) {
            if (live) fits[i] = live;
            else leave(cell, i);
        } else {
            // Dead cells come by here too; to wipe one twice does no harm.
            if (run == 0) touched[touched_n++] = cell;
            if (live) {
                front[front_n] = cell;
                fits[front_n] = live;
                where[cell] = std::int16_t(front_n++);
            }
        }
    }

    template <int AXIS> void place_along(int cell, u64 match) {
        constexpr int step = AXIS ? STRIDE : 1;
        u64 w = word[2 * cell + AXIS];
        int b = before(w), a = after(w), length = a + b + 1;
        u64 accepted = w & match;
        edge<false, step>(cell - (b + 1) * step, AXIS, b, accepted, length);
        edge<true, step>(cell + (a + 1) * step, AXIS, a, accepted, length);
    }

    void place(int cell, int kind) {
        tiles++;
        tile[cell] = std::int8_t(kind);
        int i = where[cell];
        if (i >= 0) leave(cell, i);
        else touched[touched_n++] = cell;
        place_along<0>(cell, MATCH[kind]);
        place_along<1>(cell, MATCH[kind]);
    }

    // Put all that is left against the axis, over cells that nothing touches: the rest goes with
    // the line and with itself, so any order does, and more is always better.
    template <int STEP> void go_before(int at, u64 rest, int length, int sum, u64 code, int shift) {
        while (rest && word[at] == FULL && word[at ^ 1] == FULL) {
            length++;
            code += ONE_BEFORE | (u64(__builtin_ctzll(rest)) << shift);
            shift += 6;
            rest &= rest - 1;
            at -= STEP;
        }
        sum += line_points(length);
        if (sum > best) best = sum, best_code = code;
    }

    template <int STEP>
    void go_after(int at, u64 line, int length, int sum, u64 code, int shift, int at_before) {
        u64 w = word[at], x = word[at ^ 1];
        u64 fit = line & w & x & hand;
        if (!fit) return;
        int a = after(w);
        if (a && !joins((at + STEP) >> 1, STEP >> 1, a, line)) return;
        length += a + 1;
        sum += points(x);
        code += ONE_AFTER;
        line &= w;
        at += (a + 1) * STEP;
        do {
            u64 kind = u64(__builtin_ctzll(fit));
            fit &= fit - 1;
            u64 more = line & MATCH[kind], rest = more & hand, longer = code | (kind << shift);
            if (at_before) go_before<STEP>(at_before, rest, length, sum, longer, shift + 6);
            else if (int total = sum + line_points(length); total > best)
                best = total, best_code = longer;
            if (rest) go_after<STEP>(at, more, length, sum, longer, shift + 6, at_before);
        } while (fit);
    }

    template <int AXIS> void along(int cell, u64 w, u64 x, u64 line, u64 code) {
        constexpr int STEP = AXIS ? 2 * STRIDE : 2;
        int at = 2 * cell + AXIS, at_before = 0;
        int length = before(w) + after(w) + 1;
        if (AXIS) code |= AXIS_BIT;
        if (before(w) == 0 && word[at - STEP] == FULL && word[(at - STEP) ^ 1] == FULL) {
            at_before = at - STEP;
            u64 rest = line & hand;
            if (length > 1) {
                go_before<STEP>(at_before, rest, length, points(x), code, 6);
            } else {
                // A lone tile goes with its colour or with its shape, not with both.
                u64 colour = SETS[(code & 63) / 6];
                if (rest & colour) go_before<STEP>(at_before, rest & colour, 1, points(x), code, 6);
                if (rest & ~colour) go_before<STEP>(at_before, rest & ~colour, 1, points(x), code, 6);
            }
        }
        go_after<STEP>(at + (after(w) + 1) * STEP, line, length, points(x), code, 6, at_before);
    }

    void find_best(u64 held) {
        best = 0;
        hand = held;
        // First which cells fit, without a branch that no processor could guess.
        int wanted = 0;
        for (int i = 0; i < front_n; i++) {
            chosen[wanted] = i;
            wanted += (fits[i] & hand) != 0;
        }
        for (int j = 0; j < wanted; j++) {
            u64 fit = fits[chosen[j]] & hand;
            int cell = front[chosen[j]];
            u64 row = word[2 * cell], column = word[2 * cell + 1];
            int total = points(row) + points(column);
            if (total > best) best = total, best_code = (u64(cell) << 36) | u64(__builtin_ctzll(fit));
            do {
                u64 kind = u64(__builtin_ctzll(fit));
                fit &= fit - 1;
                u64 code = (u64(cell) << 36) | kind;
                u64 line = row & MATCH[kind];
                if (line & hand) along<0>(cell, row, column, line, code);
                line = column & MATCH[kind];
                if (line & hand) along<1>(cell, column, row, line, code);
            } while (fit);
        }
        if (best) spell();
    }

    // The cells and kinds of the best placement: the anchor, those after it, those before it.
    void spell() {
        int cell = int(best_code >> 36) & 0xFFFF, axis = int(best_code >> 52) & 1;
        int step = axis ? STRIDE : 1, back = int(best_code >> 53) & 7, on = int(best_code >> 56) & 7;
        best_n = 1 + back + on;
        for (int i = 0; i < best_n; i++) best_tiles[i].kind = int(best_code >> (6 * i)) & 63;
        best_tiles[0].cell = cell;
        for (int i = 1; i <= back; i++) best_tiles[on + i].cell = cell - i * step;
        for (int i = 1; i <= on; i++) {
            cell += (after(word[2 * cell + axis]) + 1) * step;
            best_tiles[i].cell = cell;
        }
    }

    // Q-START-4: the whole largest set, in a row from the centre.
    void open(u64 hand) {
        u64 set = 0;
        for (u64 one : SETS)
            if (__builtin_popcountll(hand & one) > __builtin_popcountll(set)) set = hand & one;
        best_n = 0;
        for (u64 left = set; left; left &= left - 1) {
            best_tiles[best_n] = {CENTRE + best_n, __builtin_ctzll(left)};
            best_n++;
        }
        best = best_n == 1 ? 1 : line_points(best_n);
    }
};

struct Game {
    Board board;
    Random random{0};
    int bag[108], bag_n = 0;
    int count[2][36];
    u64 held[2];
    int size[2], score[2];

    void give(int seat, int kind) {
        count[seat][kind]++;
        held[seat] |= u64{1} << kind;
        size[seat]++;
    }
    void drop(int seat, int kind) {
        if (--count[seat][kind] == 0) held[seat] ^= u64{1} << kind;
        size[seat]--;
    }
    void refill(int seat, int to) {
        while (size[seat] < to && bag_n) {
            int i = random.below(u64(bag_n));
            give(seat, bag[i]);
            bag[i] = bag[--bag_n];
        }
    }
    void trade(int seat) {
        int aside[108], wanted = size[seat] < bag_n ? size[seat] : bag_n, full = size[seat], n = 0;
        for (int kind = 0; kind < 36; kind++)
            while (n < wanted && count[seat][kind]) {
                drop(seat, kind);
                aside[n++] = kind;
            }
        refill(seat, full);
        for (int i = 0; i < n; i++) bag[bag_n++] = aside[i];
    }

    int play() {
        board.wipe();
        std::memset(count, 0, sizeof count);
        bag_n = 108;
        for (int i = 0; i < 108; i++) bag[i] = i / 3;
        int seat = 0, largest = 0;
        for (int s = 0; s < 2; s++) {
            held[s] = 0;
            size[s] = score[s] = 0;
            refill(s, 6);
            for (u64 set : SETS)
                if (int n = __builtin_popcountll(held[s] & set); n > largest) largest = n, seat = s;
        }
        int turns = 0, idle = 0, passes = 0;
        for (;;) {
            turns++;
            if (board.tiles) board.find_best(held[seat]);
            else board.open(held[seat]);
            if (board.best) {
                idle = passes = 0;
                for (int i = 0; i < board.best_n; i++) {
                    board.place(board.best_tiles[i].cell, board.best_tiles[i].kind);
                    drop(seat, board.best_tiles[i].kind);
                }
                score[seat] += board.best;
                refill(seat, 6);
                if (size[seat] == 0) {
                    score[seat] += 6;
                    return turns;
                }
            } else {
                idle++;
                if (bag_n) {
                    passes = 0;
                    trade(seat);
                } else if (++passes == 2) {
                    return turns;
                }
                if (idle == 8) return turns;
            }
            seat ^= 1;
        }
    }
};

Game game;

}  // namespace

int main(int argc, char **argv) {
    long games = argc > 1 ? std::atol(argv[1]) : 20000;
    game.random.state = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    long turns = 0, total = 0;
    std::clock_t start = std::clock();
    for (long i = 0; i < games; i++) {
        turns += game.play();
        total += game.score[0] + game.score[1];
    }
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%.6f %ld %ld\n", seconds, turns, total);
}
