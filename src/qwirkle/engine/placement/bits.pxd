# The names of bits.py for compiled modules: its numbers as constants, its functions as instructions
# where the compiler has them.
from libc.stdint cimport uint64_t

include "bits.pxi"

cdef extern from *:
    """
    #ifndef QWIRKLE_BITS
    #define QWIRKLE_BITS
    #include <stdint.h>
    #if defined(_MSC_VER)
    #define QWIRKLE_INLINE static __inline
    #else
    #define QWIRKLE_INLINE static inline
    #endif
    QWIRKLE_INLINE int qwirkle_before(uint64_t word) { return (int) ((word >> 36) & 511); }
    QWIRKLE_INLINE int qwirkle_after(uint64_t word) { return (int) ((word >> 45) & 511); }
    QWIRKLE_INLINE int qwirkle_points(uint64_t word) { return (int) (word >> 54); }
    QWIRKLE_INLINE int qwirkle_line_points(int length, int longest, int more) {
        return length == longest ? length + more : length > 1 ? length : 0;
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
    int line_points "qwirkle_line_points" (int length, int longest, int more) noexcept nogil
