#pragma once

/// Before a function whose loops are worth the processor's widest registers: it is compiled for
/// AVX-512, AVX2 and any x86-64, and the processor's own is chosen when the program starts. A
/// function it calls must be inline to be compiled along. Needs GCC 12 and glibc; elsewhere, and
/// under the sanitizers (which can't see such a choice being made), it is compiled once.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    __GNUC__ >= 12 && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) &&             \
    !defined(__SANITIZE_THREAD__)
#define HEADTRACE_VECTORIZED \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define HEADTRACE_VECTORIZED
#endif
