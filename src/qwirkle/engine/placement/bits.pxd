# The names of bits.py for compiled modules: its numbers as constants, its functions as instructions
# where the compiler has them. The tests compare the numbers with those of bits.py.
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #ifndef QWIRKLE_BITS
    #define QWIRKLE_BITS
    #include <stdint.h>
    #define QWIRKLE_KINDS 36
    #define QWIRKLE_COPIES 3
    #define QWIRKLE_BOX 108
    #define QWIRKLE_HAND 6
    #define QWIRKLE_STRIDE 240
    #define QWIRKLE_ROWS 240
    #define QWIRKLE_MARGIN 8
    #define QWIRKLE_CELLS 57600
    #define QWIRKLE_CENTRE 28920
    #define QWIRKLE_OFF_BOARD 128
    #define QWIRKLE_CENTRE_CELL 64
    #define QWIRKLE_BONUS_FIELD 63
    #define QWIRKLE_RECORD 12
    #define QWIRKLE_LOG_ROOM 1024
    #define QWIRKLE_FRONT_ROOM 4096
    #define QWIRKLE_LIST_ROOM 32768
    #define QWIRKLE_ANCHOR_ROOM 19566
    #define QWIRKLE_ANCHOR_ROOM_PER_KIND 6521
    #define QWIRKLE_FULL UINT64_C(0xFFFFFFFFF)
    #define QWIRKLE_WORD UINT64_C(0xFFFFFFFFFFFFFFFF)
    #define QWIRKLE_BEFORE_FIELD UINT64_C(0x1FF000000000)
    #define QWIRKLE_AFTER_FIELD UINT64_C(0x3FE00000000000)
    #define QWIRKLE_NOT_POINTS UINT64_C(0x3FFFFFFFFFFFFF)
    #define QWIRKLE_AXIS_BIT UINT64_C(0x10000000000000)
    #define QWIRKLE_ONE_BEFORE UINT64_C(0x20000000000000)
    #define QWIRKLE_ONE_AFTER UINT64_C(0x100000000000000)
    #define QWIRKLE_GOLDEN UINT64_C(0x9E3779B97F4A7C15)
    #define QWIRKLE_MIX_1 UINT64_C(0xBF58476D1CE4E5B9)
    #define QWIRKLE_MIX_2 UINT64_C(0x94D049BB133111EB)
    #if defined(_MSC_VER)
    #define QWIRKLE_INLINE static __inline
    #else
    #define QWIRKLE_INLINE static inline
    #endif
    QWIRKLE_INLINE int qwirkle_before(uint64_t word) { return (int) ((word >> 36) & 511); }
    QWIRKLE_INLINE int qwirkle_after(uint64_t word) { return (int) ((word >> 45) & 511); }
    QWIRKLE_INLINE int qwirkle_points(uint64_t word) { return (int) (word >> 54); }
    QWIRKLE_INLINE int qwirkle_line_points(int length) {
        return length == 6 ? 12 : length > 1 ? length : 0;
    }
    #if defined(__GNUC__) || defined(__clang__)
    static inline uint64_t qwirkle_ctz(uint64_t word) { return (uint64_t) __builtin_ctzll(word); }
    #if defined(__x86_64__) && !defined(__POPCNT__)
    /* A wheel must run anywhere, so the processor is asked whether it has the instruction. */
    static inline int qwirkle_popcount(uint64_t word) {
        if (__builtin_cpu_supports("popcnt")) {
            uint64_t ones;
            __asm__("popcnt %1, %0" : "=r"(ones) : "r"(word) : "cc");
            return (int) ones;
        }
        word -= (word >> 1) & UINT64_C(0x5555555555555555);
        word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
        word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
        return (int) ((word * UINT64_C(0x0101010101010101)) >> 56);
    }
    #else
    static inline int qwirkle_popcount(uint64_t word) { return __builtin_popcountll(word); }
    #endif
    #else
    #if defined(_MSC_VER) && defined(_WIN64)
    #include <intrin.h>
    static __inline uint64_t qwirkle_ctz(uint64_t word) {
        unsigned long at;
        _BitScanForward64(&at, word);
        return at;
    }
    #else
    static uint64_t qwirkle_ctz(uint64_t word) {
        uint64_t at = 0;
        while (!(word & 1)) { word >>= 1; at++; }
        return at;
    }
    #endif
    static int qwirkle_popcount(uint64_t word) {
        int ones = 0;
        while (word) { word &= word - 1; ones++; }
        return ones;
    }
    #endif
    #endif
    """
    uint64_t ctz "qwirkle_ctz" (uint64_t word) noexcept nogil
    int popcount "qwirkle_popcount" (uint64_t word) noexcept nogil
    int before "qwirkle_before" (uint64_t word) noexcept nogil
    int after "qwirkle_after" (uint64_t word) noexcept nogil
    int points "qwirkle_points" (uint64_t word) noexcept nogil
    int line_points "qwirkle_line_points" (int length) noexcept nogil
    int KINDS "QWIRKLE_KINDS"
    int COPIES "QWIRKLE_COPIES"
    int BOX "QWIRKLE_BOX"
    int HAND "QWIRKLE_HAND"
    int STRIDE "QWIRKLE_STRIDE"
    int ROWS "QWIRKLE_ROWS"
    int MARGIN "QWIRKLE_MARGIN"
    int CELLS "QWIRKLE_CELLS"
    int CENTRE "QWIRKLE_CENTRE"
    int OFF_BOARD "QWIRKLE_OFF_BOARD"
    int CENTRE_CELL "QWIRKLE_CENTRE_CELL"
    int BONUS_FIELD "QWIRKLE_BONUS_FIELD"
    int RECORD "QWIRKLE_RECORD"
    int LOG_ROOM "QWIRKLE_LOG_ROOM"
    int FRONT_ROOM "QWIRKLE_FRONT_ROOM"
    int LIST_ROOM "QWIRKLE_LIST_ROOM"
    int ANCHOR_ROOM "QWIRKLE_ANCHOR_ROOM"
    int ANCHOR_ROOM_PER_KIND "QWIRKLE_ANCHOR_ROOM_PER_KIND"
    uint64_t FULL "QWIRKLE_FULL"
    uint64_t WORD "QWIRKLE_WORD"
    uint64_t BEFORE_FIELD "QWIRKLE_BEFORE_FIELD"
    uint64_t AFTER_FIELD "QWIRKLE_AFTER_FIELD"
    uint64_t NOT_POINTS "QWIRKLE_NOT_POINTS"
    uint64_t AXIS_BIT "QWIRKLE_AXIS_BIT"
    uint64_t ONE_BEFORE "QWIRKLE_ONE_BEFORE"
    uint64_t ONE_AFTER "QWIRKLE_ONE_AFTER"
    uint64_t GOLDEN "QWIRKLE_GOLDEN"
    uint64_t MIX_1 "QWIRKLE_MIX_1"
    uint64_t MIX_2 "QWIRKLE_MIX_2"
