/* Two letters side by side, and what single letters are known to be. */
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

static bool is_given_of(struct normalizer *n, const struct expr *e,
                        enum given_kind kind)
{
    return e->op == EX_GIVEN && n->theorem->givens[e->decl].kind == kind;
}

/* ---- transposes ---- */

static const struct expr *flipped_kid(struct normalizer *n,
                                      const struct expr *kid)
{
    if (expr_is_scalar(kid))
        return kid;
    return print_form(n, form_flip(n, normal_build(n, kid)));
}

/* A product runs the other way when it is transposed. */
static const struct expr *flipped_sum(struct normalizer *n,
                                      const struct expr *e)
{
    scope_enter(n, e->symbol, index_dim(n, e->kids[0]),
                index_dim(n, e->kids[1]));
    const struct expr *body = flipped_kid(n, e->kids[2]);
    scope_leave(n);
    const struct expr *kids[] = {e->kids[0], e->kids[1], body};
    struct expr model = *e;
    model.kids = kids;
    model.rows = e->cols;
    model.cols = e->rows;
    model.reversed = e->op == EX_PROD ? !e->reversed : e->reversed;
    return expr_intern(n->pool, &model);
}

static bool is_pair(const struct expr *e)
{
    return expr_is_call(e, FN_MAX2) || expr_is_call(e, FN_MIN2);
}

static bool flips_by_kids(const struct expr *e)
{
    return e->op == EX_DOT_DIV || is_pair(e) ||
           (e->op == EX_CALL && (call_is_entrywise(e->fn) || e->fn == FN_KRON));
}

/* f(a', b') for the atom f(a, b) where that is its transpose; else NULL. */
static const struct expr *flipped_atom(struct normalizer *n,
                                       const struct expr *e)
{
    if (e->op == EX_SUM || e->op == EX_PROD)
        return flipped_sum(n, e);
    if (dot_is_product(e))
        return dot_flipped(n, e);
    if (!flips_by_kids(e) && !expr_is_call(e, FN_INV) && e->op != EX_MATPOW)
        return NULL;
    const struct expr **kids = arena_array(n->arena, e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        kids[i] = flipped_kid(n, e->kids[i]);
    if (is_pair(e) && kids[0]->id > kids[1]->id) {
        const struct expr *first = kids[0];
        kids[0] = kids[1];
        kids[1] = first;
    }
    struct expr model = *e;
    model.kids = kids;
    model.rows = e->cols;
    model.cols = e->rows;
    return expr_intern(n->pool, &model);
}

/* Sums with one body are turned the same way, whatever their ranges. */
static bool was_made_first(const struct expr *a, const struct expr *b)
{
    bool binder = a->op == EX_SUM || a->op == EX_PROD;
    if (binder && b->op == a->op && a->kids[2] != b->kids[2])
        return a->kids[2]->id < b->kids[2]->id;
    return a->id < b->id;
}

const form *letter_form(struct normalizer *n, const struct expr *atom)
{
    if (expr_is_scalar(atom) || n->failed)
        return form_atom(n, atom);
    const struct expr *flipped = flipped_atom(n, atom);
    if (flipped && was_made_first(flipped, atom))
        return form_flip(n, form_atom(n, flipped));
    return form_atom(n, atom);
}

/* Such a given, or a power of one. */
bool letter_is_orthogonal(struct normalizer *n, const struct expr *atom)
{
    return is_given_of(n, atom->op == EX_MATPOW ? atom->kids[0] : atom,
                       GIVEN_ORTHOGONAL);
}

/* Depth: atoms nest no deeper than what they were made from. */
bool letter_is_symmetric(struct normalizer *n, const struct expr *atom)
{
    if (atom->rows != atom->cols || n->failed)
        return false;
    if (is_given_of(n, atom, GIVEN_SYMMETRIC) ||
        is_given_of(n, atom, GIVEN_PSD) || expr_is_call(atom, FN_DIAG))
        return true;
    if (++n->depth > NORMAL_MAX_DEPTH)
        n->failed = true;
    bool yes = !n->failed && flipped_atom(n, atom) == atom;
    n->depth--;
    return yes;
}

/* ---- powers ---- */

bool letter_power(struct normalizer *n, const struct expr *atom,
                  const struct expr **base, const struct dim **power)
{
    *base = atom;
    *power = n->one;
    if (expr_is_call(atom, FN_INV)) {
        *base = atom->kids[0];
        *power = dim_constant(n->dims, -1);
        return true;
    }
    if (atom->op != EX_MATPOW)
        return false;
    *base = atom->kids[0];
    *power = index_dim(n, atom->kids[1]);
    return true;
}

/* (c*A)^k = c^k * A^k and (A^m)^k = A^(m*k) */
static bool nested_power(struct normalizer *n, const form *a,
                         const struct dim *power, const form **out)
{
    term content;
    const form *rest;
    const struct expr *base;
    const struct dim *inner;
    normal_scalar_content(n, a, false, &content, &rest);
    if (a->count > 0 && (content.nfactors > 0 ||
                         mpq_cmp_ui(content.coefficient->q, 1, 1) != 0)) {
        const form *c = form_term(n, &content, n->one, n->one);
        c = normal_scalar_power(n, c, form_dim(n, power));
        *out = form_mul(n, c, power_form(n, print_form(n, rest), power));
        return true;
    }
    if (a->count != 1 || a->terms[0].nletters != 1 ||
        mpq_sgn(a->terms[0].coefficient->q) < 0)
        return false;
    const letter w = a->terms[0].letters[0];
    if (!letter_power(n, w.atom, &base, &inner))
        return false;
    *out = power_form(n, base, dim_mul(n->dims, inner, power));
    if (w.flip)
        *out = form_flip(n, *out);
    return true;
}

const form *power_form(struct normalizer *n, const struct expr *base,
                       const struct dim *power)
{
    int64_t k;
    const form *a = normal_build(n, base), *nested;
    if (dim_is_constant(power, &k) && k >= -NORMAL_MAX_POWER &&
        k <= NORMAL_MAX_POWER)
        return form_pow(n, k < 0 ? inverse_form(n, a) : a,
                        (long)(k < 0 ? -k : k));
    if (a->count == 1 && a->terms[0].nletters == 0 &&
        a->terms[0].nfactors == 0 &&
        mpq_cmp_ui(a->terms[0].coefficient->q, 1, 1) == 0)
        return a;
    if (nested_power(n, a, power, &nested))
        return nested;
    const struct expr *kids[] = {print_form(n, a), print_dim(n, power)};
    const struct expr *turned = print_form(n, form_flip(n, a));
    bool flip = turned->id < kids[0]->id;
    if (flip)
        kids[0] = turned;
    const struct expr *back = NULL; /* (Q^-k)' = Q^k */
    if (is_given_of(n, kids[0], GIVEN_ORTHOGONAL))
        back = print_dim(n, dim_sub(n->dims, dim_constant(n->dims, 0), power));
    if (back && back->id < kids[1]->id) {
        kids[1] = back;
        flip = !flip;
    }
    a = form_atom(n, print_op(n, EX_MATPOW, a->rows, a->cols, kids, 2));
    return flip ? form_flip(n, a) : a;
}

/*
 * A^p * A^q = A^(p+q), unless both are plain products anyway; with
 * (Q^p)' = Q^-p for orthogonal Q.
 */
static bool power_pair(struct normalizer *n, letter a, letter b,
                       const form **out)
{
    const struct expr *x, *y;
    const struct dim *p, *q;
    int64_t i, j;
    (void)letter_power(n, a.atom, &x, &p);
    (void)letter_power(n, b.atom, &y, &q);
    if (x != y || x->rows != x->cols)
        return false;
    if (a.flip != b.flip) {
        if (!is_given_of(n, x, GIVEN_ORTHOGONAL))
            return false;
        q = dim_sub(n->dims, dim_constant(n->dims, 0), q);
    }
    if (dim_is_constant(p, &i) && dim_is_constant(q, &j) &&
        ((i > 0) == (j > 0)))
        return false;
    *out = power_form(n, x, dim_add(n->dims, p, q));
    if (a.flip)
        *out = form_flip(n, *out);
    return true;
}

/* ---- sums of rows ---- */

static bool keeps_ones(struct normalizer *n, letter a);

/* A product, empty or not, of matrices that keep ones. */
static bool product_keeps_ones(struct normalizer *n, const struct expr *e)
{
    const letter *w;
    size_t count;
    if (e->op != EX_PROD || !word_read(n, e->kids[2], &w, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!keeps_ones(n, w[i]))
            return false;
    return true;
}

/* A*ones = ones, for A and so for its powers wherever they are defined. */
static bool keeps_ones(struct normalizer *n, letter a)
{
    const struct expr *base;
    const struct dim *power;
    if (a.flip)
        return false;
    (void)letter_power(n, a.atom, &base, &power);
    return is_given_of(n, base, GIVEN_STOCHASTIC) ||
           expr_is_call(base, FN_SOFTMAX) || product_keeps_ones(n, base);
}

/* A .* B, of matrices alone */
static bool is_product_of_two(const struct expr *e)
{
    return dot_is_product(e) && !dot_is_product(e->kids[0]) &&
           !dim_is_one(e->rows) && !dim_is_one(e->cols);
}

/* (A .* B)*ones = diagof(A*B') */
static const form *dot_row_sums(struct normalizer *n, letter a)
{
    const form *x = normal_build(n, a.atom->kids[0]);
    const form *y = normal_build(n, a.atom->kids[1]);
    return a.flip ? diagof_form(n, form_mul(n, form_flip(n, x), y))
                  : diagof_form(n, form_mul(n, x, form_flip(n, y)));
}

static bool ones_pair(struct normalizer *n, letter a, letter b,
                      const form **out)
{
    if (b.flip || !word_is_ones(b.atom))
        return false;
    if (a.flip && word_is_ones(a.atom))
        *out = form_dim(n, b.atom->rows);
    else if (keeps_ones(n, a))
        *out = call_ones(n, a.atom->rows);
    else if (expr_is_call(a.atom, FN_DIAG))
        *out = normal_build(n, a.atom->kids[0]);
    else if (a.flip && expr_is_call(a.atom, FN_DIAGOF))
        *out = trace_form(n, normal_build(n, a.atom->kids[0]));
    else if (is_product_of_two(a.atom))
        *out = dot_row_sums(n, a);
    else
        return false;
    return true;
}

static bool square_pair(struct normalizer *n, letter a, letter b,
                        const form **out)
{
    if (!expr_is_call(a.atom, FN_DIAG) || !expr_is_call(b.atom, FN_DIAG))
        return false;
    *out = diag_form(n, dot_product(n, normal_build(n, a.atom->kids[0]),
                                    normal_build(n, b.atom->kids[0])));
    return true;
}

static bool one_way(struct normalizer *n, letter a, letter b, const form **out)
{
    return ones_pair(n, a, b, out) || block_pair(n, a, b, out);
}

static letter turned(struct normalizer *n, letter a)
{
    a.flip = !a.flip && !letter_is_symmetric(n, a.atom);
    return a;
}

/* Rules stated one way round serve the transposed product too. */
bool pair_product(struct normalizer *n, letter a, letter b, const form **out)
{
    if (dim_is_one(letter_cols(a)))
        return false;
    if (power_pair(n, a, b, out) || square_pair(n, a, b, out) ||
        one_way(n, a, b, out) || sum_pair(n, a, b, out))
        return true;
    if (a.atom->op != EX_SUM && b.atom->op == EX_SUM) {
        if (!sum_pair(n, turned(n, b), turned(n, a), out))
            return false;
        *out = form_flip(n, *out);
        return true;
    }
    if (!one_way(n, turned(n, b), turned(n, a), out))
        return false;
    *out = form_flip(n, *out);
    return true;
}
