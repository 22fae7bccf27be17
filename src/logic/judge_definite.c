/*
 * Positive semidefinite terms, by their structure: what is declared so, Gram
 * matrices and congruences W' C W, sums, products entry by entry (Schur) and
 * Kronecker products of such, powers, inverses, and symmetric idempotents.
 * What "seen" means is said in judge.h; why each is right, in docs/rules.md at
 * `definite`.
 */
#include "logic/judge_internal.h"

#include "logic/make.h"

enum { MAX_FACTORS = 32 };

static bool is_definite(struct judge *j, const struct expr *e);
static bool difference_is_definite(struct judge *j, const struct expr *e);
static bool is_shifted(struct judge *j, const struct expr *e);

static const struct expr *turned(struct judge *j, const struct expr *e)
{
    return make_transpose(j->pool, e);
}

static bool are_equal(struct judge *j, const struct expr *a,
                      const struct expr *b)
{
    return a->rows == b->rows && a->cols == b->cols &&
           normal_equal(j->n, a, b) == TRUTH_TRUE;
}

bool judge_is_symmetric(struct judge *j, const struct expr *e)
{
    return are_equal(j, turned(j, e), e);
}

/* ---- products ---- */

/* A product written out: scalars apart, transposes at its factors. */
struct product {
    const struct expr *scale; /* NULL: 1 */
    const struct expr *factors[MAX_FACTORS];
    size_t count;
    bool is_whole; /* false: there were too many */
};

static void take_scale(struct judge *j, struct product *p,
                       const struct expr *scalar)
{
    p->scale = p->scale ? make_mul(j->pool, p->scale, scalar) : scalar;
}

static void take_factor(struct judge *j, struct product *p,
                        const struct expr *e, bool flip)
{
    if (p->count == MAX_FACTORS || !judge_enter(j))
        p->is_whole = false;
    else if (e->op == EX_TRANSPOSE)
        take_factor(j, p, e->kids[0], !flip);
    else if (e->op == EX_SCALE) {
        take_scale(j, p, e->kids[0]);
        take_factor(j, p, e->kids[1], flip);
    } else if (e->op == EX_MATMUL) {
        take_factor(j, p, e->kids[flip], flip);
        take_factor(j, p, e->kids[!flip], flip);
    } else {
        p->factors[p->count++] = flip ? turned(j, e) : e;
    }
    judge_leave(j);
}

bool judge_is_congruence(struct judge *j, const struct expr *e)
{
    struct product p = {.is_whole = true};
    take_factor(j, &p, e, false);
    if (!p.is_whole || (p.scale && !judge_nonnegative(j, p.scale)))
        return false;
    size_t lo = 0, hi = p.count;
    for (; lo + 1 < hi; lo++, hi--)
        if (!are_equal(j, turned(j, p.factors[lo]), p.factors[hi - 1]))
            return false;
    return lo == hi || (p.count > 1 && is_definite(j, p.factors[lo]));
}

/* ---- operations ---- */

static bool is_even(const struct dim *power)
{
    int64_t k;
    return power && dim_is_constant(power, &k) && k % 2 == 0;
}

static bool power_is_definite(struct judge *j, const struct expr *e)
{
    const struct expr *base = e->kids[0];
    return is_definite(j, base) || (is_even(make_dim(j->pool, e->kids[1])) &&
                                    judge_is_symmetric(j, base));
}

/* The powers entry by entry from 0 on are sums and products of such. */
static bool entry_power_is_definite(struct judge *j, const struct expr *e)
{
    int64_t k;
    const struct dim *power =
        expr_is_scalar(e->kids[1]) ? make_dim(j->pool, e->kids[1]) : NULL;
    return power && dim_is_constant(power, &k) && k >= 0 &&
           is_definite(j, e->kids[0]);
}

static bool scaled_is_definite(struct judge *j, const struct expr *scale,
                               const struct expr *e)
{
    return expr_is_scalar(scale) && judge_nonnegative(j, scale) &&
           is_definite(j, e);
}

static bool dot_is_definite(struct judge *j, const struct expr *e)
{
    const struct expr *a = e->kids[0], *b = e->kids[1];
    if (a->rows == b->rows && a->cols == b->cols)
        return is_definite(j, a) && is_definite(j, b);
    return scaled_is_definite(j, a, b) || scaled_is_definite(j, b, a);
}

static bool call_is_definite(struct judge *j, const struct expr *e)
{
    if (e->fn == FN_EYE || e->fn == FN_ONES || e->fn == FN_ZEROS)
        return e->rows == e->cols;
    if (e->fn == FN_DIAG)
        return judge_nonnegative(j, e->kids[0]);
    if (e->fn == FN_KRON)
        return is_definite(j, e->kids[0]) && is_definite(j, e->kids[1]);
    return (e->fn == FN_INV || e->fn == FN_EXP) && is_definite(j, e->kids[0]);
}

static bool sum_is_definite(struct judge *j, const struct expr *e)
{
    if (e->count != 3 || !judge_open(j, e))
        return false;
    const bool yes = is_definite(j, e->kids[2]);
    judge_close(j);
    return yes;
}

static bool member_is_definite(struct judge *j, const struct expr *e)
{
    if (j->unfolded >= JUDGE_MAX_UNFOLD)
        return false;
    const struct expr *body = normal_unfold(j->n, e);
    j->unfolded++;
    const bool yes = body && is_definite(j, body);
    j->unfolded--;
    return yes;
}

static bool op_is_definite(struct judge *j, const struct expr *e)
{
    if (e->op == EX_GIVEN)
        return j->theorem->givens[e->decl].kind == GIVEN_PSD;
    if (e->op == EX_LET)
        return member_is_definite(j, e);
    if (e->op == EX_ADD)
        return (is_definite(j, e->kids[0]) && is_definite(j, e->kids[1])) ||
               judge_is_dominant(j, e) || is_shifted(j, e);
    if (e->op == EX_SUB)
        return difference_is_definite(j, e);
    if (e->op == EX_IF)
        return is_definite(j, e->kids[1]) && is_definite(j, e->kids[2]);
    if (e->op == EX_TRANSPOSE)
        return is_definite(j, e->kids[0]) || judge_is_congruence(j, e);
    if (e->op == EX_MATMUL)
        return judge_is_congruence(j, e);
    if (e->op == EX_SCALE)
        return scaled_is_definite(j, e->kids[0], e->kids[1]) ||
               judge_is_congruence(j, e);
    if (e->op == EX_DIVIDE)
        return scaled_is_definite(j, e->kids[1], e->kids[0]);
    if (e->op == EX_DOT_MUL)
        return dot_is_definite(j, e);
    if (e->op == EX_DOT_POW)
        return entry_power_is_definite(j, e);
    if (e->op == EX_MATPOW)
        return power_is_definite(j, e);
    if (e->op == EX_SUM)
        return sum_is_definite(j, e);
    return e->op == EX_CALL && call_is_definite(j, e);
}

/* ---- by the normal form ---- */

static bool mirrors(struct judge *j, struct normal_letter a,
                    struct normal_letter b)
{
    return a.atom == b.atom &&
           (a.flip != b.flip || judge_is_symmetric(j, a.atom));
}

static bool term_is_definite(struct judge *j, const struct normal_term *t)
{
    if (!judge_term_is_nonnegative(j, t))
        return false;
    size_t lo = 0, hi = t->nletters;
    for (; lo + 1 < hi; lo++, hi--)
        if (!mirrors(j, t->letters[lo], t->letters[hi - 1]))
            return false;
    return lo == hi || is_definite(j, t->letters[lo].atom);
}

static bool form_is_definite(struct judge *j, const struct expr *e)
{
    const struct normal_form *form = normal_terms(j->n, e);
    if (!form || (form->count == 1 && form->terms[0].nletters == 1 &&
                  form->terms[0].letters[0].atom == e))
        return false;
    for (size_t i = 0; i < form->count; i++)
        if (!term_is_definite(j, &form->terms[i]))
            return false;
    return true;
}

/* A positive multiple of the identity is among the terms. */
static bool form_has_identity(struct judge *j, const struct expr *e)
{
    const struct normal_form *form = normal_terms(j->n, e);
    for (size_t i = 0; form && i < form->count; i++)
        if (form->terms[i].nletters == 0 &&
            judge_term_is_positive(j, &form->terms[i]))
            return true;
    return false;
}

/* e = e'e */
static bool is_projection(struct judge *j, const struct expr *e)
{
    return are_equal(j, make_mul(j->pool, turned(j, e), e), e);
}

/* ---- beside a multiple of the identity ---- */

/* e = scale * eye, as it is written; NULL: it is no such. */
static const struct expr *scale_of_eye(struct judge *j, const struct expr *e)
{
    if (expr_is_call(e, FN_EYE))
        return make_int(j->pool, 1);
    return e->op == EX_SCALE && expr_is_call(e->kids[1], FN_EYE) ? e->kids[0]
                                                                 : NULL;
}

static bool is_least(struct judge *j, const struct expr *a,
                     const struct expr *b)
{
    return judge_nonnegative(j, make_sub(j->pool, b, a));
}

/* W where e = W'W; else NULL. */
static const struct expr *gram_factor(struct judge *j, const struct expr *e)
{
    struct product p = {.is_whole = true};
    if (e->op != EX_MATMUL || !judge_is_congruence(j, e))
        return NULL;
    take_factor(j, &p, e, false);
    if (!p.is_whole || p.scale || p.count % 2 != 0)
        return NULL;
    const struct expr *w = p.factors[p.count / 2];
    for (size_t i = p.count / 2 + 1; i < p.count; i++)
        w = make_mul(j->pool, w, p.factors[i]);
    return w;
}

/* No eigenvalue of the symmetric e is above c. */
static bool bounds_eigenvalues(struct judge *j, const struct expr *c,
                               const struct expr *e)
{
    static const enum function bounds[] = {FN_NORM2, FN_EIGMAX, FN_NORMFRO,
                                           FN_NORMINF, FN_NORM1};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (is_least(j, make_call(j->pool, bounds[i], e), c))
            return true;
    if (is_definite(j, e) && is_least(j, make_call(j->pool, FN_TRACE, e), c))
        return true;
    const struct expr *w = gram_factor(j, e);
    const struct expr *norm = w ? make_call(j->pool, FN_NORM2, w) : NULL;
    return norm && is_least(j, make_mul(j->pool, norm, norm), c);
}

/* inv(A) - inv(B) where B - A and A are definite: inverses turn the order. */
static bool inverses_are_ordered(struct judge *j, const struct expr *e)
{
    const struct expr *a = e->kids[0], *b = e->kids[1];
    return expr_is_call(a, FN_INV) && expr_is_call(b, FN_INV) &&
           is_definite(j, a->kids[0]) &&
           is_definite(j, make_sub(j->pool, b->kids[0], a->kids[0]));
}

/* c * eye - M and M - c * eye, differences of inverses */
static bool difference_is_definite(struct judge *j, const struct expr *e)
{
    if (inverses_are_ordered(j, e) || judge_is_dominant(j, e))
        return true;
    const struct expr *above = scale_of_eye(j, e->kids[0]);
    const struct expr *below = scale_of_eye(j, e->kids[1]);
    const struct expr *m = e->kids[above != NULL];
    if ((!above && !below) || !judge_is_symmetric(j, m))
        return false;
    return above ? bounds_eigenvalues(j, above, m)
                 : is_least(j, below, make_call(j->pool, FN_EIGMIN, m));
}

/* M + c * eye, in either order, where no eigenvalue of -M is above c */
static bool is_shifted(struct judge *j, const struct expr *e)
{
    for (size_t i = 0; i < 2; i++) {
        const struct expr *c = scale_of_eye(j, e->kids[i]);
        const struct expr *m = make_neg(j->pool, e->kids[1 - i]);
        if (c && judge_is_symmetric(j, m) && bounds_eigenvalues(j, c, m))
            return true;
    }
    return false;
}

/* ---- all of it ---- */

static bool is_known(struct judge *j, const struct expr *e)
{
    const struct expr *normal = normal_expr(j->n, e);
    return judge_knows(j, e, KNOWN_DEFINITE) ||
           (normal && judge_knows(j, normal, KNOWN_DEFINITE));
}

static bool is_definite(struct judge *j, const struct expr *e)
{
    bool yes = false;
    if (e->rows != e->cols)
        return false;
    if (expr_is_scalar(e))
        return judge_nonnegative(j, e);
    if (judge_enter(j))
        yes = is_known(j, e) || op_is_definite(j, e) ||
              form_is_definite(j, e) || is_projection(j, e) ||
              judge_is_square_sum(j, e);
    judge_leave(j);
    return yes;
}

/* e less some of the facts from number `at` on. */
static bool exceeds_facts(struct judge *j, const struct expr *e, size_t at)
{
    for (; at < j->ndefinite; at++) {
        if (j->definite[at]->rows != e->rows)
            continue;
        const struct expr *rest = make_sub(j->pool, e, j->definite[at]);
        if (is_definite(j, rest) || exceeds_facts(j, rest, at + 1))
            return true;
    }
    return false;
}

bool judge_definite(struct judge *j, const struct expr *e)
{
    return is_definite(j, e) || (e->rows == e->cols && exceeds_facts(j, e, 0));
}

bool judge_positive_definite(struct judge *j, const struct expr *e)
{
    if (expr_is_scalar(e))
        return judge_positive(j, e);
    return e->rows == e->cols && form_is_definite(j, e) &&
           form_has_identity(j, e);
}

void judge_learn_definite(struct judge *j, const struct expr *e)
{
    judge_learn(j, e, KNOWN_DEFINITE);
    if (!judge_defined(j, e))
        return;
    const struct expr *normal = normal_expr(j->n, e);
    if (normal)
        judge_learn(j, normal, KNOWN_DEFINITE);
    if (j->ndefinite < JUDGE_MAX_DEFINITE)
        j->definite[j->ndefinite++] = e;
}
