# The names of atomics.py for compiled modules, as instructions of the processor.
from libc.stdint cimport int64_t

cdef extern from *:
    """
    #ifndef QWIRKLE_ATOMICS
    #define QWIRKLE_ATOMICS
    #include <stdint.h>
    /* About a millisecond of pauses: an agent that chooses fast finds all threads awake. */
    #define QWIRKLE_PATIENCE 16000
    #if defined(_MSC_VER)
    #include <intrin.h>
    __declspec(dllimport) int __stdcall SwitchToThread(void);
    static __inline int64_t qwirkle_read(int64_t *number) {
        return _InterlockedCompareExchange64((volatile __int64 *) number, 0, 0);
    }
    static __inline int qwirkle_write(int64_t *number, int64_t value) {
        _InterlockedExchange64((volatile __int64 *) number, value);
        return 0;
    }
    static __inline int qwirkle_add(int64_t *number, int64_t more) {
        _InterlockedExchangeAdd64((volatile __int64 *) number, more);
        return 0;
    }
    static __inline int qwirkle_replace(int64_t *number, int64_t old, int64_t value) {
        return _InterlockedCompareExchange64((volatile __int64 *) number, value, old) == old;
    }
    static __inline int qwirkle_pause(void) {
    #if defined(_M_X64) || defined(_M_IX86)
        _mm_pause();
    #else
        __yield();
    #endif
        return 0;
    }
    static __inline int qwirkle_give_way(void) { return SwitchToThread(); }
    #else
    #include <sched.h>
    static inline int64_t qwirkle_read(int64_t *number) {
        return __atomic_load_n(number, __ATOMIC_SEQ_CST);
    }
    static inline int qwirkle_write(int64_t *number, int64_t value) {
        __atomic_store_n(number, value, __ATOMIC_SEQ_CST);
        return 0;
    }
    static inline int qwirkle_add(int64_t *number, int64_t more) {
        __atomic_fetch_add(number, more, __ATOMIC_SEQ_CST);
        return 0;
    }
    static inline int qwirkle_replace(int64_t *number, int64_t old, int64_t value) {
        return __atomic_compare_exchange_n(
            number, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    static inline int qwirkle_pause(void) {
    #if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
    #elif defined(__aarch64__)
        /* What is called yield there takes no time at all. */
        __asm__ volatile("isb" ::: "memory");
    #endif
        return 0;
    }
    static inline int qwirkle_give_way(void) { return sched_yield(); }
    #endif
    #endif
    """
    int PATIENCE "QWIRKLE_PATIENCE"
    int64_t qwirkle_read(int64_t *number) noexcept nogil
    int qwirkle_write(int64_t *number, int64_t value) noexcept nogil
    int qwirkle_add(int64_t *number, int64_t more) noexcept nogil
    int qwirkle_replace(int64_t *number, int64_t old, int64_t value) noexcept nogil
    int pause "qwirkle_pause" () noexcept nogil
    int give_way "qwirkle_give_way" () noexcept nogil


cdef inline int64_t read(int64_t[::1] numbers, int at) noexcept nogil:
    return qwirkle_read(&numbers[at])


cdef inline int write(int64_t[::1] numbers, int at, int64_t number) noexcept nogil:
    return qwirkle_write(&numbers[at], number)


cdef inline int add(int64_t[::1] numbers, int at, int64_t more) noexcept nogil:
    return qwirkle_add(&numbers[at], more)


cdef inline int replace(int64_t[::1] numbers, int at, int64_t old, int64_t new) noexcept nogil:
    return qwirkle_replace(&numbers[at], old, new)
