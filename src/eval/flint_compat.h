/*
 * The one header that knows which FLINT this is: 2.9 with Arb 2.23 beside it
 * (Debian 12), or 3.x with Arb inside.  Include it instead of theirs.
 */
#ifndef MAJORANT_EVAL_FLINT_COMPAT_H
#define MAJORANT_EVAL_FLINT_COMPAT_H

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

#endif
