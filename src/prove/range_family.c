/* The Gram matrices of a polynomial: an affine family, exact. */
#include "prove/range_gram.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t gram_rows(const struct gram_class *c)
{
    return (size_t)fmpq_mat_nrows(c->basis);
}

static size_t entries_of(const struct gram *g)
{
    size_t n = 0;
    for (size_t c = 0; c < g->classes; c++)
        n += gram_rows(&g->class[c]) * (gram_rows(&g->class[c]) + 1) / 2;
    return n;
}

/* ---- the equations ---- */

/* Monomials of the squares; one equation each. */
struct equations {
    long exponents[GRAM_MAX_EQUATIONS][GRAM_MAX_WIDTH];
    size_t count;
};

static bool find_equation(size_t *at, struct equations *e, const long *m,
                          bool may_add)
{
    for (*at = 0; *at < e->count; ++*at)
        if (memcmp(e->exponents[*at], m, sizeof e->exponents[0]) == 0)
            return true;
    if (!may_add || e->count == GRAM_MAX_EQUATIONS)
        return false;
    memcpy(e->exponents[e->count++], m, sizeof e->exponents[0]);
    return true;
}

/* The equation of the product of monomials i and j. */
static bool product_equation(size_t *at, struct equations *e,
                             const struct gram *g, size_t i, size_t j,
                             bool may_add)
{
    long m[GRAM_MAX_WIDTH];
    for (size_t k = 0; k < GRAM_MAX_WIDTH; k++)
        m[k] = g->monomials[i].exponents[k] + g->monomials[j].exponents[k];
    return find_equation(at, e, m, may_add);
}

static bool list_equations(struct equations *e, const struct gram *g)
{
    bool ok = true;
    size_t at;
    for (size_t c = 0; c < g->classes; c++)
        for (size_t i = 0; i < g->class[c].count && ok; i++)
            for (size_t j = i; j < g->class[c].count && ok; j++)
                ok = product_equation(&at, e, g, g->class[c].first + i,
                                      g->class[c].first + j, true);
    for (size_t i = 0; i < g->terms && ok; i++)
        ok = find_equation(&at, e, g->polynomial[i].exponents, false);
    return ok;
}

/* Column `v`: basis polynomials i and j of the class, multiplied. */
static void fill_column(fmpq_mat_t a, size_t v, struct equations *e,
                        const struct gram *g, const struct gram_class *c,
                        size_t i, size_t j)
{
    fmpq_t t;
    size_t at;
    fmpq_init(t);
    for (size_t x = 0; x < c->count; x++)
        for (size_t y = 0; y < c->count; y++) {
            fmpq_mul(t, fmpq_mat_entry(c->basis, (slong)i, (slong)x),
                     fmpq_mat_entry(c->basis, (slong)j, (slong)y));
            if (fmpq_is_zero(t) ||
                !product_equation(&at, e, g, c->first + x, c->first + y, false))
                continue;
            fmpq *entry = fmpq_mat_entry(a, (slong)at, (slong)v);
            fmpq_add(entry, entry, t);
            if (i != j)
                fmpq_add(entry, entry, t);
        }
    fmpq_clear(t);
}

/* The equations for the entries of the Gram matrix, and what they are to be. */
static void fill_equations(fmpq_mat_t a, struct equations *e,
                           const struct gram *g)
{
    size_t v = 0, at;
    for (size_t c = 0; c < g->classes; c++)
        for (size_t i = 0; i < gram_rows(&g->class[c]); i++)
            for (size_t j = i; j < gram_rows(&g->class[c]); j++)
                fill_column(a, v++, e, g, &g->class[c], i, j);
    for (size_t i = 0; i < g->terms; i++)
        if (find_equation(&at, e, g->polynomial[i].exponents, false))
            fmpq_set(fmpq_mat_entry(a, (slong)at, (slong)v),
                     &g->coefficients[i]);
}

/* ---- the Gram matrices of the polynomial ---- */

/* False: there is none, or it is too large. */
bool gram_family_of(struct gram_family *f, const struct gram *g)
{
    struct equations *e = xcalloc(1, sizeof *e);
    f->entries = entries_of(g);
    bool ok = f->entries <= GRAM_MAX_ENTRIES && list_equations(e, g);
    fmpq_mat_init(f->reduced, ok ? (slong)e->count : 0, (slong)f->entries + 1);
    if (ok) {
        fill_equations(f->reduced, e, g);
        f->rank = (size_t)fmpq_mat_rref(f->reduced, f->reduced);
    }
    size_t at = 0;
    for (size_t row = 0; row < f->rank && ok; row++, at++) {
        while (at <= f->entries &&
               fmpq_is_zero(fmpq_mat_entry(f->reduced, (slong)row, (slong)at)))
            if (at++ < f->entries)
                f->unknown[f->free++] = at - 1;
        f->pivot[row] = at;
        ok = at < f->entries; /* else 0 = 1 */
    }
    while (ok && at < f->entries)
        f->unknown[f->free++] = at++;
    free(e);
    return ok && f->free <= GRAM_MAX_FREE;
}

/* y for the free unknowns z. */
static void family_value(fmpq *y, const struct gram_family *f, const fmpq *z)
{
    for (size_t k = 0; k < f->free; k++)
        fmpq_set(y + f->unknown[k], z + k);
    for (size_t row = 0; row < f->rank; row++) {
        fmpq *v = y + f->pivot[row];
        fmpq_set(v, fmpq_mat_entry(f->reduced, (slong)row, (slong)f->entries));
        for (size_t k = 0; k < f->free; k++)
            fmpq_submul(
                v, fmpq_mat_entry(f->reduced, (slong)row, (slong)f->unknown[k]),
                z + k);
    }
}

double gram_to_double(const fmpq *q)
{
    mpq_t m;
    mpq_init(m);
    fmpq_get_mpq(m, q);
    double d = mpq_get_d(m);
    mpq_clear(m);
    return d;
}

/* The same in doubles, over `scale`; free(*start), free(*direction). */
void gram_family_doubles(double **start, double **direction,
                         const struct gram_family *f, double scale)
{
    *start = xcalloc(f->entries + 1, sizeof **start);
    *direction = xcalloc(f->entries * f->free + 1, sizeof **direction);
    for (size_t k = 0; k < f->free; k++)
        (*direction)[k * f->entries + f->unknown[k]] = 1;
    for (size_t row = 0; row < f->rank; row++) {
        (*start)[f->pivot[row]] =
            gram_to_double(
                fmpq_mat_entry(f->reduced, (slong)row, (slong)f->entries)) /
            scale;
        for (size_t k = 0; k < f->free; k++)
            (*direction)[k * f->entries + f->pivot[row]] = -gram_to_double(
                fmpq_mat_entry(f->reduced, (slong)row, (slong)f->unknown[k]));
    }
}

/* ---- rounding ---- */

/* l d l' of a packed matrix, in place; false: not semidefinite. */
static bool split_squares(fmpq *y, size_t n)
{
    fmpq_t ratio;
    bool ok = true;
    fmpq_init(ratio);
    size_t row = 0; /* where row k of the triangle begins */
    for (size_t k = 0; k < n && ok; row += n - k, k++) {
        int sign = fmpq_sgn(y + row);
        ok = sign >= 0;
        for (size_t j = 1; j < n - k && sign == 0; j++)
            ok &= fmpq_is_zero(y + row + j);
        size_t below = row + (n - k);
        for (size_t i = 1; i < n - k && sign > 0 && ok; i++) {
            fmpq_div(ratio, y + row + i, y + row);
            for (size_t j = i; j < n - k; j++)
                fmpq_submul(y + below++, ratio, y + row + j);
        }
        for (size_t i = 1; i < n - k && sign > 0; i++)
            fmpq_div(y + row + i, y + row + i, y + row);
    }
    fmpq_clear(ratio);
    return ok;
}

static bool split_all(fmpq *y, const struct gram *g)
{
    for (size_t c = 0; c < g->classes; c++) {
        size_t n = gram_rows(&g->class[c]);
        if (!split_squares(y, n))
            return false;
        y += n * (n + 1) / 2;
    }
    return true;
}

/* z rounded to a denominator; the squares, if that is semidefinite. */
bool gram_round(fmpq *y, const struct gram *g, const struct gram_family *f,
                const double *z, double scale)
{
    static const long dens[] = {1, 2, 6, 12, 60, 1L << 10, 1L << 16, 1L << 24};
    fmpq *exact = _fmpq_vec_init((slong)f->free);
    bool ok = false;
    mpq_t q;
    fmpq_t unit;
    mpq_init(q);
    fmpq_init(unit);
    for (size_t i = 0; i < sizeof dens / sizeof *dens && !ok; i++) {
        fmpq_set_si(unit, 1, (ulong)dens[i]);
        for (size_t k = 0; k < f->free; k++) {
            double value = round(z[k] * scale * (double)dens[i]);
            mpq_set_d(q, isfinite(value) ? value : 0);
            fmpq_set_mpq(exact + k, q);
            fmpq_mul(exact + k, exact + k, unit);
        }
        family_value(y, f, exact);
        ok = split_all(y, g);
    }
    mpq_clear(q);
    fmpq_clear(unit);
    _fmpq_vec_clear(exact, (slong)f->free);
    return ok;
}
