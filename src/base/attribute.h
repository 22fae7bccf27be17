/* What a declaration tells the compiler besides its type. */
#pragma once

#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#define NORETURN __attribute__((noreturn))
/*
 * Of a local variable: `clear` is called with its address where its block ends,
 * on every path but a longjmp (docs/decisions/locals.md).
 */
#define LOCAL(clear) __attribute__((cleanup(clear)))
/* Declares `struct type x` and makes it by type_init, as MPFR_DECL_INIT does.
 */
#define LOCAL_MADE(type, x)                                                    \
    LOCAL(type##_clear) struct type x;                                         \
    type##_init(&x)
/* The same where type_init takes more than the place. */
#define LOCAL_MADE_OF(type, x, ...)                                            \
    LOCAL(type##_clear) struct type x;                                         \
    type##_init(&x, __VA_ARGS__)
/*
 * Declares `type_t x`, an array of one as in GMP and FLINT, and makes it by
 * type_init(...); LOCAL_ARRAY_CLEAR(type) once before says how it goes.
 */
#define LOCAL_ARRAY(type, x, ...)                                              \
    LOCAL(type##_clear_local) type##_t x;                                      \
    type##_init(__VA_ARGS__)
#define LOCAL_ARRAY_CLEAR(type)                                                \
    static inline void type##_clear_local(type##_t *x)                         \
    {                                                                          \
        type##_clear(*x);                                                      \
    }
/* Defines type_free_local, by which a local pointer is freed: LOCAL of it. */
#define LOCAL_POINTER(type)                                                    \
    static inline void type##_free_local(struct type **x)                      \
    {                                                                          \
        type##_free(*x);                                                       \
    }
