/* Signs by structure. */
#include "logic/judge_internal.h"

#include "logic/make.h"

/* `strict`: > 0 at every entry, else >= 0; where e is defined. */
static bool has_sign(struct judge *j, const struct expr *e, bool strict);

static bool all_have(struct judge *j, const struct expr *e, bool strict)
{
    for (size_t i = 0; i < e->count; i++)
        if (!has_sign(j, e->kids[i], strict))
            return false;
    return true;
}

static bool some_has(struct judge *j, const struct expr *e, bool strict)
{
    for (size_t i = 0; i < e->count; i++)
        if (has_sign(j, e->kids[i], strict))
            return true;
    return false;
}

static bool number_has_sign(const struct expr *e, bool strict)
{
    return mpq_sgn(e->number->q) >= (strict ? 1 : 0);
}

static bool given_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    const struct given *g = &j->theorem->givens[e->decl];
    if (g->lo && g->lo->op != EX_INFINITY && g->lo->nfree == 0 &&
        g->lo->op != EX_NEG && has_sign(j, g->lo, strict))
        return true;
    return !strict && (g->kind == GIVEN_STOCHASTIC || g->kind == GIVEN_NONNEG);
}

static bool symbol_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    if (e->symbol->kind == SYM_REAL)
        return false;
    return judge_at_least(j, dim_of_symbol(expr_dims(j->pool), e->symbol),
                          strict ? 1 : 0);
}

static bool is_even(const struct expr *e)
{
    int64_t k;
    return e->op == EX_NUMBER && rational_is_int(e->number, &k) && k % 2 == 0;
}

static bool power_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    if (has_sign(j, e->kids[0], strict))
        return true;
    return is_even(e->kids[1]) && (!strict || judge_nonzero(j, e->kids[0]));
}

static bool product_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    if (e->kids[0] == e->kids[1] && e->op != EX_DOT_DIV && e->op != EX_DIVIDE)
        return !strict || judge_nonzero(j, e->kids[0]);
    /* a divisor is not zero where the quotient is defined */
    return has_sign(j, e->kids[0], strict) &&
           has_sign(j, e->kids[1],
                    strict && e->op != EX_DIVIDE && e->op != EX_DOT_DIV);
}

static bool matmul_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    return all_have(j, e, strict) &&
           (!strict || judge_at_least(j, e->kids[0]->cols, 1));
}

static bool sum_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    return has_sign(j, e->kids[0], strict)
               ? has_sign(j, e->kids[1], false)
               : strict && has_sign(j, e->kids[0], false) &&
                     has_sign(j, e->kids[1], true);
}

static bool binder_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    if (strict && e->op == EX_SUM && !judge_range_has_values(j, e))
        return false;
    if (!judge_open(j, e))
        return false;
    bool ok = has_sign(j, e->kids[2], strict);
    judge_close(j);
    /* products of positive matrices are positive, the empty one is not */
    return ok && (e->op != EX_PROD || !strict || expr_is_scalar(e));
}

static bool let_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    unsigned what = strict ? KNOWN_POSITIVE : KNOWN_NONNEGATIVE;
    const struct expr *body = NULL;
    if (judge_always(j, e, what))
        return true;
    if (j->unfolded < JUDGE_MAX_UNFOLD && !judge_is_under_way(j, e, what))
        body = normal_unfold(j->n, e);
    if (!body)
        return judge_family(j, e, what);
    j->unfolded++;
    bool ok = has_sign(j, body, strict);
    j->unfolded--;
    return ok;
}

/* Eigenvalues of definite matrices, and so traces, diagonals, determinants. */
static bool spectrum_has_sign(struct judge *j, const struct expr *a,
                              bool strict)
{
    return strict ? judge_positive_definite(j, a) : judge_definite(j, a);
}

static bool call_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    const struct expr *a = e->kids[0];
    switch (e->fn) {
    case FN_ONES:
    case FN_EXP:
        return true;
    case FN_SOFTMAX:
        return e->count == 1 || !strict;
    case FN_SQRT: /* its radicand is nonnegative where it is defined */
        return !strict || has_sign(j, a, true);
    case FN_ABS:
        return !strict || judge_nonzero(j, a);
    case FN_ZEROS:
    case FN_EYE:
    case FN_UNIT:
    case FN_NORM1:
    case FN_NORMINF:
    case FN_NORM1INF:
    case FN_NORM2:
    case FN_NORMFRO:
    case FN_NORMMAX:
    case FN_NORMNUC:
    case FN_ROWNORM2:
    case FN_DIAMETER:
    case FN_MINRES1:
    case FN_MINRESINF:
    case FN_MINRES1INF:
    case FN_RANK:
        return !strict;
    case FN_DIAG:
    case FN_KRON:
    case FN_RELU:
        return e->fn == FN_RELU ? !strict || has_sign(j, a, true)
                                : all_have(j, e, false) && !strict;
    case FN_HCAT:
    case FN_VCAT:
    case FN_TANH:
    case FN_ERF:
    case FN_SIGN:
    case FN_MIN2:
        return all_have(j, e, strict);
    case FN_MAX2:
        return some_has(j, e, strict);
    case FN_TRACE:
    case FN_DIAGOF:
        return (has_sign(j, a, strict) &&
                (!strict || judge_has_entries(j, a))) ||
               spectrum_has_sign(j, a, strict);
    case FN_DET:
    case FN_EIGMIN:
    case FN_EIGMAX:
        return spectrum_has_sign(j, a, strict);
    case FN_SUM:
    case FN_ROWSUM:
    case FN_COLSUM:
        return has_sign(j, a, strict) && (!strict || judge_has_entries(j, a));
    case FN_MEAN:
    case FN_MAX:
    case FN_MIN:
    case FN_ROWMEAN:
    case FN_ROWMAX:
    case FN_ROWMIN:
    case FN_COLMEAN:
    case FN_COLMAX:
    case FN_COLMIN:
        return has_sign(j, a, strict);
    case FN_LOG:
    case FN_SIN:
    case FN_COS:
    case FN_LOGSUMEXP:
    case FN_RES:
    case FN_INV:
    case FN_LAMBERTW:
    case FN_NORMALISE:
    case FN_COUNT:
        return false;
    }
    return false;
}

static bool op_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    switch (e->op) {
    case EX_NUMBER:
        return number_has_sign(e, strict);
    case EX_PI:
        return true;
    case EX_SYMBOL:
        return symbol_has_sign(j, e, strict);
    case EX_GIVEN:
        return given_has_sign(j, e, strict);
    case EX_LET:
        return let_has_sign(j, e, strict);
    case EX_ADD:
        return sum_has_sign(j, e, strict);
    case EX_SUB:
        return !strict && judge_is_spread(e->kids[0], e->kids[1]);
    case EX_MATMUL:
        return matmul_has_sign(j, e, strict);
    case EX_SCALE:
    case EX_DIVIDE:
    case EX_DOT_MUL:
    case EX_DOT_DIV:
        return product_has_sign(j, e, strict);
    case EX_POW:
    case EX_DOT_POW:
        return power_has_sign(j, e, strict);
    case EX_MATPOW:
        return !strict && judge_is_count(j, e->kids[1]) &&
               has_sign(j, e->kids[0], false);
    case EX_TRANSPOSE:
    case EX_ENTRY:
    case EX_SLICE:
        return has_sign(j, e->kids[0], strict);
    case EX_LITERAL:
        return all_have(j, e, strict);
    case EX_CALL:
        return call_has_sign(j, e, strict);
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
        return binder_has_sign(j, e, strict);
    case EX_IF:
        return has_sign(j, e->kids[1], strict) &&
               has_sign(j, e->kids[2], strict);
    case EX_INFINITY:
    case EX_NEG:
    case EX_INTEGRAL:
    case EX_EXPECTATION:
    case EX_REL:
    case EX_PSD:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
    case EX_FORALL:
        return false;
    }
    return false;
}

/* ---- by the normal form: a sum of terms of one sign ---- */

/* Divisors are worth a closer look than what is added or multiplied. */
static bool divisor_is_nonnegative(struct judge *j, const struct expr *e)
{
    const size_t level = j->level;
    j->level = j->depth;
    const bool ok = has_sign(j, e, false);
    j->level = level;
    return ok;
}

static bool factor_has_sign(struct judge *j, const struct normal_factor *f,
                            bool strict)
{
    bool even = f->power % 2 == 0;
    if (even && (!strict || f->power < 0))
        return true;
    /* x'*x, trace(A'*A) */
    if (!strict && normal_is_nonnegative(j->n, f->atom))
        return true;
    if (f->power > 0 ? has_sign(j, f->atom, strict)
                     : divisor_is_nonnegative(j, f->atom))
        return true;
    return even && judge_nonzero(j, f->atom);
}

static bool is_odd_divisor(const struct normal_factor *f)
{
    return f->power < 0 && f->power % 2 != 0 && f->atom->op == EX_ADD;
}

/* Such a sum that is <= 0, and so < 0. */
static bool is_negative_divisor(struct judge *j, const struct normal_factor *f)
{
    return is_odd_divisor(f) &&
           divisor_is_nonnegative(j, make_neg(j->pool, f->atom));
}

static bool may_be_positive(const struct normal_term *t)
{
    bool may = mpq_sgn(t->coefficient->q) > 0;
    for (size_t i = 0; i < t->nfactors && !may; i++)
        may = is_odd_divisor(&t->factors[i]);
    return may;
}

static bool scalars_have_sign(struct judge *j, const struct normal_term *t,
                              bool strict)
{
    int sign = mpq_sgn(t->coefficient->q);
    if (!may_be_positive(t))
        return false;
    for (size_t i = 0; i < t->nfactors; i++) {
        if (factor_has_sign(j, &t->factors[i], strict))
            continue;
        if (!is_negative_divisor(j, &t->factors[i]))
            return false;
        sign = -sign;
    }
    return sign > 0;
}

bool judge_term_is_nonnegative(struct judge *j, const struct normal_term *t)
{
    return scalars_have_sign(j, t, false);
}

bool judge_product_is_nonnegative(struct judge *j,
                                  const struct normal_factor *factors,
                                  size_t count)
{
    rational_t one;
    rational_init(&one);
    rational_set_int(&one, 1);
    const struct normal_term t = {
        .coefficient = &one, .factors = factors, .nfactors = count};
    const bool yes = judge_term_is_nonnegative(j, &t);
    rational_clear(&one);
    return yes;
}

bool judge_term_is_positive(struct judge *j, const struct normal_term *t)
{
    return scalars_have_sign(j, t, true);
}

static bool term_has_sign(struct judge *j, const struct normal_term *t,
                          bool strict)
{
    if (!scalars_have_sign(j, t, strict) || (strict && t->nletters > 0))
        return false;
    for (size_t i = 0; i < t->nletters; i++)
        if (!has_sign(j, t->letters[i].atom, false))
            return false;
    return true;
}

/* The negative term number `at` has a partner: together they are a spread. */
static bool is_spread(struct judge *j, const struct normal_form *form,
                      size_t at, bool *used)
{
    for (size_t i = 0; i < form->count; i++)
        if (!used[i] &&
            judge_terms_spread(j, &form->terms[i], &form->terms[at])) {
            used[i] = used[at] = true;
            return true;
        }
    return false;
}

/* Takes pairs of terms that are spreads out of the form. */
static void pair_terms(struct judge *j, const struct normal_form *form,
                       bool *used)
{
    for (size_t i = 0; i < form->count; i++)
        if (mpq_sgn(form->terms[i].coefficient->q) < 0)
            (void)is_spread(j, form, i, used);
}

/*
 * A nonempty sum of nonnegative terms, one of them positive if `strict`, and
 * of spreads.  Terms without letters stand for multiples of the identity: not
 * positive.
 */
static bool form_has_sign(struct judge *j, const struct expr *e, bool strict)
{
    enum { MOST = 64 };
    bool positive = false, ok = true, used[MOST] = {false};
    const struct normal_form *form = normal_terms(j->n, e);
    if (!form || form->count > MOST || (strict && !expr_is_scalar(e)))
        return false;
    pair_terms(j, form, used);
    for (size_t i = 0; ok && i < form->count; i++) {
        if (used[i])
            continue;
        ok = term_has_sign(j, &form->terms[i], false);
        positive = positive || (ok && term_has_sign(j, &form->terms[i], true));
    }
    return ok && (positive || !strict);
}

static bool is_known(struct judge *j, const struct expr *e, bool strict)
{
    unsigned what = strict ? KNOWN_POSITIVE : KNOWN_NONNEGATIVE;
    if (judge_knows(j, e, what))
        return true;
    return strict && judge_knows(j, e, KNOWN_NONZERO) && has_sign(j, e, false);
}

/* e = u'*u >= 0 is > 0 where its root, the Frobenius norm of u, is. */
static bool root_is_known(struct judge *j, const struct expr *e)
{
    if (!expr_is_scalar(e) || !has_sign(j, e, false))
        return false;
    const struct expr *root = normal_expr(j->n, make_call(j->pool, FN_SQRT, e));
    return root && expr_is_call(root, FN_NORMFRO) && is_known(j, root, true);
}

static struct refusal *refusal_of(struct judge *j, const struct expr *e,
                                  bool strict)
{
    return &j->refused[(2 * (size_t)e->id + strict) % JUDGE_REFUSALS];
}

static bool was_refused(struct judge *j, const struct expr *e, bool strict)
{
    const struct refusal *r = refusal_of(j, e, strict);
    return r->e == e && r->strict == strict && r->era == j->era &&
           r->depth <= j->depth && r->unfolded <= j->unfolded &&
           r->families == j->families;
}

/* x'*S*x for a semidefinite S: as a matrix it is semidefinite. */
static bool is_form(struct judge *j, const struct expr *e)
{
    return e->op == EX_MATMUL && e->kids[0]->op == EX_MATMUL &&
           judge_is_congruence(j, e);
}

/* The form says nothing that the term itself does not: it is an atom. */
static bool is_atom(struct judge *j, const struct expr *e)
{
    const struct normal_form *form = normal_terms(j->n, e);
    return form && form->count == 1 && form->terms[0].nletters == 0 &&
           form->terms[0].nfactors == 1 && form->terms[0].factors[0].atom == e;
}

static bool has_sign(struct judge *j, const struct expr *e, bool strict)
{
    bool ok = false;
    if (was_refused(j, e, strict))
        return false;
    if (judge_enter(j)) {
        ok = is_known(j, e, strict) || op_has_sign(j, e, strict);
        bool mixed = e->op == EX_SUB || e->op == EX_NEG || e->op == EX_ADD ||
                     e->op == EX_SCALE || e->op == EX_DIVIDE ||
                     e->op == EX_MATMUL || expr_is_call(e, FN_TRACE);
        const struct expr *normal = ok ? NULL : normal_expr(j->n, e);
        if (!ok && normal && normal != e)
            ok = is_known(j, normal, strict);
        if (!ok && mixed && is_atom(j, e))
            ok = strict ? root_is_known(j, e)
                        : normal_is_nonnegative(j->n, e) || is_form(j, e);
        else if (!ok && mixed)
            ok = form_has_sign(j, e, strict) || judge_exceeds(j, e, strict) ||
                 (strict && root_is_known(j, e)) || judge_cleared(j, e, strict);
    }
    judge_leave(j);
    if (!ok)
        *refusal_of(j, e, strict) = (struct refusal){
            e, strict, j->depth, j->unfolded, j->era, j->families};
    return ok;
}

bool judge_nonnegative(struct judge *j, const struct expr *e)
{
    return has_sign(j, e, false);
}

bool judge_positive(struct judge *j, const struct expr *e)
{
    return has_sign(j, e, true);
}

/* Of a product of scalars: no factor is 0. */
static bool has_no_zero(struct judge *j, const struct expr *e)
{
    const struct normal_form *form =
        expr_is_scalar(e) ? normal_terms(j->n, e) : NULL;
    if (!form || form->count != 1 || form->terms[0].nletters > 0)
        return false;
    for (size_t i = 0; i < form->terms[0].nfactors; i++) {
        const struct expr *atom = form->terms[0].factors[i].atom;
        if (!judge_knows(j, atom, KNOWN_NONZERO) && !has_sign(j, atom, true))
            return false;
    }
    return true;
}

bool judge_nonzero(struct judge *j, const struct expr *e)
{
    if (judge_knows(j, e, KNOWN_NONZERO) || has_sign(j, e, true))
        return true;
    const struct expr *normal = normal_expr(j->n, e);
    if (normal && judge_knows(j, normal, KNOWN_NONZERO))
        return true;
    return (expr_is_scalar(e) && has_sign(j, make_neg(j->pool, e), true)) ||
           has_no_zero(j, e);
}
