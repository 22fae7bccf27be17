/* FLINT's numbers and polynomials; local ones go where their block ends. */
#pragma once

/* Before FLINT's: its headers declare the conversions only then. */
#include <gmp.h>

#include <flint/fmpq_mat.h>
#include <flint/fmpq_mpoly.h>

#include "base/attribute.h"

#define FLINT_LOCAL(type, x, ...)                                              \
    LOCAL(flint_local_##type) type##_t x;                                      \
    type##_init(__VA_ARGS__)
#define FLINT_LOCAL_CLEAR(type)                                                \
    static inline void flint_local_##type(type##_t *x)                         \
    {                                                                          \
        type##_clear(*x);                                                      \
    }

FLINT_LOCAL_CLEAR(fmpq)
FLINT_LOCAL_CLEAR(fmpq_mat)
FLINT_LOCAL_CLEAR(fmpz_mat)

#define LOCAL_FMPQ(x) FLINT_LOCAL(fmpq, x, x)
#define LOCAL_FMPQ_MAT(x, rows, cols) FLINT_LOCAL(fmpq_mat, x, x, rows, cols)
#define LOCAL_FMPZ_MAT(x, rows, cols) FLINT_LOCAL(fmpz_mat, x, x, rows, cols)

/* A polynomial and its ring, which it is cleared by. */
struct flint_mpoly {
    fmpq_mpoly_t f;
    const fmpq_mpoly_ctx_struct *ring;
};

static inline void flint_local_mpoly(struct flint_mpoly *x)
{
    fmpq_mpoly_clear(x->f, x->ring);
}

#define LOCAL_MPOLY(x, r)                                                      \
    LOCAL(flint_local_mpoly) struct flint_mpoly x##_local = {.ring = r};       \
    fmpq_mpoly_struct *const x = x##_local.f;                                  \
    fmpq_mpoly_init(x, r)
