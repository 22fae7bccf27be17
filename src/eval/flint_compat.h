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
#define LOCAL_ARB(x) LOCAL_ARRAY(arb, x, x)
#define LOCAL_ACB(x) LOCAL_ARRAY(acb, x, x)
#define LOCAL_ARF(x) LOCAL_ARRAY(arf, x, x)
#define LOCAL_MAG(x) LOCAL_ARRAY(mag, x, x)
#define LOCAL_FMPZ(x) LOCAL_ARRAY(fmpz, x, x)
#define LOCAL_FMPQ(x) LOCAL_ARRAY(fmpq, x, x)

LOCAL_ARRAY_CLEAR(arb)
LOCAL_ARRAY_CLEAR(acb)
LOCAL_ARRAY_CLEAR(arf)
LOCAL_ARRAY_CLEAR(mag)
LOCAL_ARRAY_CLEAR(fmpz)
LOCAL_ARRAY_CLEAR(fmpq)
LOCAL_ARRAY_CLEAR(arb_mat)
LOCAL_ARRAY_CLEAR(fmpz_mat)
LOCAL_ARRAY_CLEAR(fmpq_mat)

#define LOCAL_ARB_MAT(x, r, c) LOCAL_ARRAY(arb_mat, x, x, r, c)
#define LOCAL_FMPZ_MAT(x, r, c) LOCAL_ARRAY(fmpz_mat, x, x, r, c)
#define LOCAL_FMPQ_MAT(x, r, c) LOCAL_ARRAY(fmpq_mat, x, x, r, c)
