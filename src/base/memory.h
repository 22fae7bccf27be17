/*
 * The allocators of third-party libraries, for the program (not for a library
 * inside somebody else's): where memory ends they must say so in one line and
 * exit with status 4, as xmalloc does, and not abort or go on.
 */
#pragma once

#include <stddef.h>

/* xmalloc and its like, in the types that those libraries want. */
void *memory_new(size_t size);
void *memory_new_array(size_t count, size_t size);
void *memory_resize(void *old, size_t size);

/* GMP and MPFR (which takes GMP's allocator) from here on. */
void memory_guard(void);
