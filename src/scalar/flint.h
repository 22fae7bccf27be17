/* FLINT's numbers and polynomials; local ones go where their block ends. */
#pragma once

/* Before FLINT's: its headers declare the conversions only then. */
#include <gmp.h>

#include <flint/fmpq_mat.h>
#include <flint/fmpq_mpoly.h>

#include "base/attribute.h"

LOCAL_ARRAY_CLEAR(fmpq)
LOCAL_ARRAY_CLEAR(fmpq_mat)
LOCAL_ARRAY_CLEAR(fmpz_mat)

#define LOCAL_FMPQ(x) LOCAL_ARRAY(fmpq, x, x)
#define LOCAL_FMPQ_MAT(x, rows, cols) LOCAL_ARRAY(fmpq_mat, x, x, rows, cols)
#define LOCAL_FMPZ_MAT(x, rows, cols) LOCAL_ARRAY(fmpz_mat, x, x, rows, cols)

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
