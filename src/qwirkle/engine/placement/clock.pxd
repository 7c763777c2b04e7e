# The name of clock.py for compiled modules, as a call of the system that needs no interpreter.
cdef extern from *:
    """
    #ifndef QWIRKLE_CLOCK
    #define QWIRKLE_CLOCK
    #if defined(_WIN32)
    __declspec(dllimport) unsigned long long __stdcall GetTickCount64(void);
    static __inline double qwirkle_now(void) { return GetTickCount64() / 1000.0; }
    #else
    #include <time.h>
    static inline double qwirkle_now(void) {
        struct timespec moment;
        clock_gettime(CLOCK_MONOTONIC, &moment);
        return moment.tv_sec + moment.tv_nsec / 1e9;
    }
    #endif
    #endif
    """
    double now "qwirkle_now" () noexcept nogil
