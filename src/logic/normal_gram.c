/*
 * Roots of squares: sqrt(x'*x) and sqrt(trace(A'*A)) are Frobenius norms,
 * sqrt(x'*x - 2*x'*y + y'*y) = normfro(x - y).  The matrix is guessed: one
 * term gives its first word, the terms that have this word in them the others.
 * Whether its square is what stands under the root is then computed.
 */
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

#include <string.h>

enum { GRAM_MAX_TERMS = 40 };

/* A word u'*v: letters of a scalar, or of a trace in any rotation. */
struct square {
    const letter *letters;
    size_t count, rotations;
};

/* t = coefficient * (a scalar word or a trace) */
static bool read_square(struct normalizer *n, const term *t, struct square *s,
                        term *coefficient)
{
    size_t at = t->nfactors;
    for (size_t i = 0; i < t->nfactors; i++) {
        const factor f = t->factors[i];
        if (f.atom->op != EX_MATMUL && !expr_is_call(f.atom, FN_TRACE))
            continue;
        if (at < t->nfactors || f.power != 1)
            return false;
        at = i;
    }
    if (at == t->nfactors || t->nletters > 0)
        return false;
    const struct expr *atom = t->factors[at].atom;
    bool trace = atom->op == EX_CALL;
    factor *rest = arena_array(n->arena, t->nfactors, sizeof *rest);
    memcpy(rest, t->factors, at * sizeof *rest);
    memcpy(rest + at, t->factors + at + 1,
           (t->nfactors - at - 1) * sizeof *rest);
    *coefficient = *t;
    coefficient->factors = rest;
    coefficient->nfactors = t->nfactors - 1;
    if (!word_read(n, trace ? atom->kids[0] : atom, &s->letters, &s->count))
        return false;
    s->rotations = trace ? s->count : 1;
    return true;
}

static const letter *rotated(struct normalizer *n, const struct square *s,
                             size_t r)
{
    letter *v = arena_array(n->arena, s->count, sizeof *v);
    for (size_t i = 0; i < s->count; i++)
        v[i] = s->letters[(r + i) % s->count];
    return v;
}

/* The word is u'*v, or v'*u, for the given u: *v is what follows. */
static bool word_after(struct normalizer *n, const struct square *s,
                       const letter *u, size_t length, const letter **v)
{
    const letter *first = word_flip(n, u, length);
    for (size_t r = 0; r < s->rotations && length < s->count; r++) {
        const letter *w = rotated(n, s, r);
        for (int way = 0; way < 2; way++) {
            if (word_compare(w, length, first, length) == 0) {
                *v = w + length;
                return true;
            }
            w = word_flip(n, w, s->count);
        }
    }
    return false;
}

/* The word is u'*u in some rotation. */
static bool word_halves(struct normalizer *n, const struct square *s,
                        const letter **u)
{
    size_t half = s->count / 2;
    for (size_t r = 0; r < s->rotations && s->count % 2 == 0; r++) {
        const letter *w = rotated(n, s, r);
        *u = w + half;
        if (word_compare(word_flip(n, w, half), half, *u, half) == 0)
            return true;
    }
    return false;
}

static const form *whole_word(struct normalizer *n, const letter *w,
                              size_t count)
{
    return word_form(n, w, count, letter_rows(w[0]), letter_cols(w[count - 1]));
}

/* u + the words v of the other terms 2*c*k*u'*v, each with its k */
static const form *guess(struct normalizer *n, const form *a, size_t at,
                         const letter *u, size_t length)
{
    const form *sum = whole_word(n, u, length);
    for (size_t i = 0; i < a->count && !n->failed; i++) {
        struct square s;
        const letter *v;
        term k;
        if (i == at || !read_square(n, &a->terms[i], &s, &k) ||
            !word_after(n, &s, u, length, &v))
            continue;
        const form *next = whole_word(n, v, s.count - length);
        if (next->rows != sum->rows || next->cols != sum->cols)
            return sum;
        mpq_t half;
        mpq_init(half);
        mpq_mul_2exp(half, a->terms[at].coefficient->q, 1);
        mpq_inv(half, half);
        k = term_scaled(n, &k, half);
        mpq_clear(half);
        next = form_mul(n, form_term(n, &k, n->one, n->one), next);
        sum = form_add(n, sum, next);
    }
    return sum;
}

/* a = c*v'*v, or c*trace(v'*v), begun by the term at `at`. */
static bool root_from(struct normalizer *n, const form *a, size_t at,
                      const form **out)
{
    struct square s;
    const letter *u;
    term c;
    if (!read_square(n, &a->terms[at], &s, &c) || c.nfactors > 0 ||
        mpq_sgn(c.coefficient->q) <= 0 || !word_halves(n, &s, &u))
        return false;
    const form *v = guess(n, a, at, u, s.count / 2);
    const form *scale = form_rational(n, c.coefficient->q);
    const form *square = trace_form(n, form_mul(n, form_flip(n, v), v));
    square = form_mul(n, scale, square);
    if (n->failed || !form_is_zero(form_sub(n, a, square)))
        return false;
    *out =
        form_mul(n, normal_scalar_sqrt(n, scale), norm_call(n, FN_NORMFRO, v));
    return !n->failed;
}

bool gram_root(struct normalizer *n, const form *a, const form **out)
{
    for (size_t i = 0; i < a->count && a->count <= GRAM_MAX_TERMS; i++)
        if (!n->failed && root_from(n, a, i, out))
            return true;
    return false;
}

/* ---- as they are written ---- */

/* X where e is X .* X or X .^ 2; else NULL. */
static const struct expr *squared(const struct expr *e)
{
    int64_t power;
    if (e->op == EX_DOT_MUL && e->kids[0] == e->kids[1])
        return e->kids[0];
    return e->op == EX_DOT_POW && e->kids[1]->op == EX_NUMBER &&
                   rational_is_int(e->kids[1]->number, &power) && power == 2
               ? e->kids[0]
               : NULL;
}

/* X where e is X * X', or X' * X (then *flip); else NULL. */
static const struct expr *gram_of(const struct expr *e, bool *flip)
{
    if (e->op != EX_MATMUL)
        return NULL;
    const struct expr *x = e->kids[0], *y = e->kids[1];
    *flip = x->op == EX_TRANSPOSE && x->kids[0] == y;
    if (*flip)
        return y;
    return y->op == EX_TRANSPOSE && y->kids[0] == x ? x : NULL;
}

static const form *over_root(struct normalizer *n, const form *a,
                             const struct dim *size)
{
    const form *root = normal_scalar_sqrt(n, form_dim(n, size));
    return form_mul(n, normal_scalar_inverse(n, root), a);
}

/* The roots of the sums of squares in each row. */
static const form *row_roots(struct normalizer *n, const form *x, bool mean)
{
    const form *norms = norm_call(n, FN_ROWNORM2, x);
    return mean ? over_root(n, norms, x->cols) : norms;
}

/* The root of f(X .* X); NULL: of another f. */
static const form *root_of_squares(struct normalizer *n, enum function fn,
                                   const form *a)
{
    if (fn == FN_SUM)
        return norm_call(n, FN_NORMFRO, a);
    if (fn == FN_MEAN)
        return over_root(n, norm_call(n, FN_NORMFRO, a),
                         dim_mul(n->dims, a->rows, a->cols));
    if (fn == FN_ROWSUM || fn == FN_ROWMEAN)
        return row_roots(n, a, fn == FN_ROWMEAN);
    if (fn == FN_COLSUM || fn == FN_COLMEAN)
        return form_flip(n, row_roots(n, form_flip(n, a), fn == FN_COLMEAN));
    return NULL;
}

bool gram_written(struct normalizer *n, const struct expr *e, const form **out)
{
    bool flip = false, call = e->op == EX_CALL && e->count == 1;
    bool diagonal = call && e->fn == FN_DIAGOF;
    bool gram = !call || diagonal || e->fn == FN_TRACE;
    const struct expr *x =
        gram ? gram_of(call ? e->kids[0] : e, &flip) : squared(e->kids[0]);
    if (!x || expr_is_scalar(x) || (!call && !expr_is_scalar(e)))
        return false;
    const form *a = normal_build(n, x);
    if (diagonal)
        *out = row_roots(n, flip ? form_flip(n, a) : a, false);
    else
        *out = root_of_squares(n, gram ? FN_SUM : e->fn, a);
    return *out && !n->failed;
}
