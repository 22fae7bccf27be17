/*
 * The one header that knows which FLINT this is: 2.9 with Arb 2.23 beside it
 * (Debian 12), or 3.x with Arb inside.  Include it instead of theirs.
 */
#pragma once

/* Before FLINT's: its headers declare the conversions only then. */
#include <gmp.h>
#include <mpfr.h>

#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#if __has_include(<flint/arb_mat.h>)
#include <flint/acb.h>
#include <flint/acb_calc.h>
#include <flint/acb_hypgeom.h>
#include <flint/acb_mat.h>
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#include <flint/arb_mat.h>
#else
#include <acb.h>
#include <acb_calc.h>
#include <acb_hypgeom.h>
#include <acb_mat.h>
#include <arb.h>
#include <arb_hypgeom.h>
#include <arb_mat.h>
#endif

#include "base/attribute.h"

/*
 * LOCAL_ARB(x); declares a local number and makes it, as MPFR_DECL_INIT does;
 * it is cleared where its block ends.
 */
#define LOCAL_ARB(x) FLINT_LOCAL(arb, x)
#define LOCAL_ACB(x) FLINT_LOCAL(acb, x)
#define LOCAL_ARF(x) FLINT_LOCAL(arf, x)
#define LOCAL_MAG(x) FLINT_LOCAL(mag, x)
#define LOCAL_FMPZ(x) FLINT_LOCAL(fmpz, x)
#define LOCAL_FMPQ(x) FLINT_LOCAL(fmpq, x)

#define FLINT_LOCAL(type, x)                                                   \
    LOCAL(flint_local_##type) type##_t x;                                      \
    type##_init(x)
#define FLINT_LOCAL_CLEAR(type)                                                \
    static inline void flint_local_##type(type##_t *x)                         \
    {                                                                          \
        type##_clear(*x);                                                      \
    }

FLINT_LOCAL_CLEAR(arb)
FLINT_LOCAL_CLEAR(acb)
FLINT_LOCAL_CLEAR(arf)
FLINT_LOCAL_CLEAR(mag)
FLINT_LOCAL_CLEAR(fmpz)
FLINT_LOCAL_CLEAR(fmpq)
FLINT_LOCAL_CLEAR(arb_mat)
FLINT_LOCAL_CLEAR(fmpz_mat)
FLINT_LOCAL_CLEAR(fmpq_mat)

#define LOCAL_ARB_MAT(x, r, c) FLINT_LOCAL_MAT(arb_mat, x, r, c)
#define LOCAL_FMPZ_MAT(x, r, c) FLINT_LOCAL_MAT(fmpz_mat, x, r, c)
#define LOCAL_FMPQ_MAT(x, r, c) FLINT_LOCAL_MAT(fmpq_mat, x, r, c)
#define FLINT_LOCAL_MAT(type, x, rows, cols)                                   \
    LOCAL(flint_local_##type) type##_t x;                                      \
    type##_init(x, rows, cols)
