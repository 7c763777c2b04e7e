# The name of clock.py for compiled modules, as a call of the system that needs no interpreter.
cdef extern from *:
    """
    #ifndef QWIRKLE_CLOCK
    #define QWIRKLE_CLOCK
    #if defined(_WIN32)
    #include <windows.h>
    static __inline double qwirkle_now(void) {
        FILETIME began, ended, system, own;
        ULARGE_INTEGER in_system, by_itself;
        if (!GetThreadTimes(GetCurrentThread(), &began, &ended, &system, &own))
            return GetTickCount64() / 1000.0;
        in_system.LowPart = system.dwLowDateTime;
        in_system.HighPart = system.dwHighDateTime;
        by_itself.LowPart = own.dwLowDateTime;
        by_itself.HighPart = own.dwHighDateTime;
        return (in_system.QuadPart + by_itself.QuadPart) / 1e7;
    }
    #else
    #include <time.h>
    static inline double qwirkle_now(void) {
        struct timespec moment;
    #if defined(CLOCK_THREAD_CPUTIME_ID) && !defined(__EMSCRIPTEN__)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &moment);
    #else
        clock_gettime(CLOCK_MONOTONIC, &moment);
    #endif
        return moment.tv_sec + moment.tv_nsec / 1e9;
    }
    #endif
    #endif
    """
    double now "qwirkle_now" () noexcept nogil
