/*
 * The default sampler: a mixture of everything that fits a given.
 *
 * A trial has a theme, so that structured cases (all ones, all integer, nearly
 * equal rows) occur in all givens at once; the first trials are the simplest
 * ones, since those refute many false claims.
 */
#pragma once

#include "case/sampler.h"
#include "instance/range.h"

enum theme {
    THEME_FREE,
    THEME_ONES,
    THEME_ZEROS,
    THEME_IDENTITY,
    THEME_SIGNS,
    THEME_INTEGERS,
    THEME_ONEHOT,
    THEME_TINY,
    THEME_NEARLY_EQUAL_ROWS,
    THEME_EXTREME
};

/* The theme of a trial; `rng` is a stream of that trial for this alone. */
enum theme mixture_theme(uint64_t trial, struct rng *rng);

/*
 * Draws a value of the given's kind and range, exactly; never fails, since
 * only recipes that fit the shape are taken.
 */
void mixture_draw(struct value *out, size_t rows, size_t cols,
                  enum given_kind kind, const struct range *range,
                  enum theme theme, struct rng *rng);
