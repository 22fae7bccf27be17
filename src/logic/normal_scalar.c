/* Scalar factors: powers, roots, absolute values, exponentials, signs. */
#include "logic/normal_internal.h"

#include "logic/make.h"
#include "logic/normal_power.h"

#include <stdlib.h>

/* ---- sorting ---- */

static int compare_factors(const void *a, const void *b)
{
    const factor *f = a, *g = b;
    if (f->atom == g->atom)
        return 0;
    return f->atom->id < g->atom->id ? -1 : 1;
}

static bool is_sorted(const term *t)
{
    for (size_t i = 0; i < t->nfactors; i++)
        if (t->factors[i].power == 0 ||
            (i > 0 && t->factors[i - 1].atom->id >= t->factors[i].atom->id))
            return false;
    return true;
}

void normal_scalar_sort(struct normalizer *n, term *t)
{
    if (is_sorted(t))
        return;
    factor *f = arena_array(n->arena, t->nfactors + 1, sizeof *f);
    size_t count = 0;
    for (size_t i = 0; i < t->nfactors; i++)
        f[i] = t->factors[i];
    if (t->nfactors > 1)
        qsort(f, t->nfactors, sizeof *f, compare_factors);
    for (size_t i = 0; i < t->nfactors;) {
        factor sum = {f[i].atom, 0};
        for (; i < t->nfactors && f[i].atom == sum.atom; i++)
            sum.power += f[i].power;
        if (labs(sum.power) > 1000000)
            n->failed = true;
        if (sum.power != 0)
            f[count++] = sum;
    }
    t->factors = f;
    t->nfactors = count;
}

/* ---- signs ---- */

/* v'*v: a word of even length that is its own reversed transpose. */
static bool is_square_word(struct normalizer *n, const struct expr *e)
{
    const letter *w;
    size_t count;
    if (!word_read(n, e, &w, &count) || count % 2 != 0)
        return false;
    const letter *v = word_flip(n, w, count);
    return word_compare(w, count, v, count) == 0;
}

static bool is_nonnegative_call(enum function fn)
{
    return fn == FN_ABS || fn == FN_SQRT || fn == FN_RELU || fn == FN_EXP ||
           fn == FN_NORM1 || fn == FN_NORMINF || fn == FN_NORM1INF ||
           fn == FN_NORM2 || fn == FN_NORMFRO || fn == FN_NORMMAX ||
           fn == FN_NORMNUC || fn == FN_DIAMETER || fn == FN_MINRES1 ||
           fn == FN_MINRESINF || fn == FN_MINRES1INF;
}

/* A factor of the term is the root of the atom, which so is not negative. */
static bool is_radicand(const term *t, const struct expr *atom)
{
    for (size_t i = 0; i < t->nfactors; i++)
        if (expr_is_call(t->factors[i].atom, FN_SQRT) &&
            t->factors[i].atom->kids[0] == atom)
            return true;
    return false;
}

bool factor_is_nonnegative(struct normalizer *n, const term *t, size_t i)
{
    const factor f = t->factors[i];
    return f.power % 2 == 0 || normal_is_nonnegative(n, f.atom) ||
           is_radicand(t, f.atom);
}

bool term_is_nonnegative(struct normalizer *n, const term *t)
{
    bool fine = mpq_sgn(t->coefficient->q) > 0 && t->nletters == 0;
    for (size_t i = 0; i < t->nfactors && fine; i++)
        fine = factor_is_nonnegative(n, t, i);
    return fine;
}

bool form_is_nonnegative(struct normalizer *n, const form *a)
{
    for (size_t i = 0; i < a->count; i++)
        if (!term_is_nonnegative(n, &a->terms[i]))
            return false;
    return form_is_scalar(a);
}

/*
 * Whether all entries of the letter are >= 0; of powers too, but inverses of
 * nonnegative matrices may have entries of any sign.
 */
static bool letter_is_nonnegative(struct normalizer *n, const struct expr *e)
{
    if (e->op == EX_MATPOW) {
        const struct dim *power = make_dim(n->pool, e->kids[1]);
        return power && normal_certainly_nonnegative(n, power) &&
               letter_is_nonnegative(n, e->kids[0]);
    }
    if (dot_is_product(e) || dot_is_inverse(e)) /* an inverse: 1 ./ A */
        return form_has_nonnegative_entries(n, normal_build(n, e->kids[0])) &&
               form_has_nonnegative_entries(n, normal_build(n, e->kids[1]));
    if (e->op == EX_GIVEN) {
        enum given_kind kind = n->theorem->givens[e->decl].kind;
        return kind == GIVEN_STOCHASTIC || kind == GIVEN_NONNEG;
    }
    return e->op == EX_CALL &&
           (e->fn == FN_ABS || e->fn == FN_EXP || e->fn == FN_RELU ||
            e->fn == FN_SQRT || e->fn == FN_SOFTMAX || e->fn == FN_UNIT ||
            e->fn == FN_ONES || e->fn == FN_ROWNORM2);
}

bool form_has_nonnegative_entries(struct normalizer *n, const form *a)
{
    for (size_t i = 0; i < a->count; i++) {
        const term *t = &a->terms[i];
        bool fine = mpq_sgn(t->coefficient->q) > 0;
        for (size_t k = 0; k < t->nfactors && fine; k++)
            fine = factor_is_nonnegative(n, t, k);
        for (size_t k = 0; k < t->nletters && fine; k++)
            fine = letter_is_nonnegative(n, t->letters[k].atom);
        if (!fine)
            return false;
    }
    return true;
}

static bool term_is_positive(struct normalizer *n, const term *t)
{
    bool fine = mpq_sgn(t->coefficient->q) > 0 && t->nletters == 0;
    for (size_t i = 0; i < t->nfactors && fine; i++)
        fine = normal_is_positive(n, t->factors[i].atom);
    return fine;
}

/* All terms are >= 0 and one is > 0. */
bool form_is_positive(struct normalizer *n, const form *a)
{
    bool positive = false;
    for (size_t i = 0; i < a->count; i++)
        positive = positive || term_is_positive(n, &a->terms[i]);
    return positive && form_is_nonnegative(n, a);
}

/* Atoms nest no deeper than the values that they were made from. */
bool normal_is_nonnegative(struct normalizer *n, const struct expr *atom)
{
    if (n->depth >= NORMAL_MAX_DEPTH || n->failed)
        return false;
    n->depth++;
    bool yes = normal_is_positive(n, atom);
    if (!yes && atom->op == EX_CALL)
        yes = is_nonnegative_call(atom->fn) ||
              (atom->fn == FN_TRACE && is_square_word(n, atom->kids[0]));
    else if (!yes && atom->op == EX_MATMUL)
        yes = is_square_word(n, atom);
    else if (!yes && atom->op == EX_ADD)
        yes = form_is_nonnegative(n, normal_build(n, atom));
    n->depth--;
    return yes && !n->failed;
}

bool normal_is_positive(struct normalizer *n, const struct expr *atom)
{
    if (n->depth >= NORMAL_MAX_DEPTH || n->failed)
        return false;
    n->depth++;
    bool yes = atom->op == EX_PI ||
               (atom->op == EX_SYMBOL && atom->symbol->kind == SYM_DIM);
    if (expr_is_call(atom, FN_EXP))
        yes = true;
    else if (expr_is_call(atom, FN_SQRT) || atom->op == EX_POW)
        yes = form_is_positive(n, normal_build(n, atom->kids[0]));
    else if (atom->op == EX_ADD)
        yes = form_is_positive(n, normal_build(n, atom));
    n->depth--;
    return yes && !n->failed;
}

/* ---- division ---- */

term term_inverse(struct normalizer *n, const term *t)
{
    term inverse = term_one(n);
    rational_t *c = rational_new(n->arena);
    mpq_inv(c->q, t->coefficient->q);
    inverse.coefficient = c;
    factor *f = arena_array(n->arena, t->nfactors + 1, sizeof *f);
    for (size_t i = 0; i < t->nfactors; i++)
        f[i] = (factor){t->factors[i].atom, -t->factors[i].power};
    inverse.factors = f;
    inverse.nfactors = t->nfactors;
    return inverse;
}

static long power_in(const term *t, const struct expr *atom)
{
    for (size_t i = 0; i < t->nfactors; i++)
        if (t->factors[i].atom == atom)
            return t->factors[i].power;
    return 0;
}

static long least_power(const form *a, const struct expr *atom)
{
    long least = power_in(&a->terms[0], atom);
    for (size_t i = 1; i < a->count; i++) {
        long power = power_in(&a->terms[i], atom);
        least = power < least ? power : least;
    }
    return least;
}

/* The largest positive rational of which all coefficients are multiples. */
static rational_t *common_size(struct normalizer *n, const form *a)
{
    rational_t *size = rational_new(n->arena);
    mpq_set_ui(size->q, a->count == 0, 1);
    for (size_t i = 0; i < a->count; i++) {
        mpq_srcptr c = a->terms[i].coefficient->q;
        mpz_gcd(mpq_numref(size->q), mpq_numref(size->q), mpq_numref(c));
        mpz_lcm(mpq_denref(size->q), mpq_denref(size->q), mpq_denref(c));
    }
    mpq_canonicalize(size->q);
    return size;
}

void normal_scalar_content(struct normalizer *n, const form *a, bool positive,
                           term *content, const form **rest)
{
    term c = term_one(n);
    factor *f = NULL;
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < a->terms[i].nfactors; j++) {
            factor g = {a->terms[i].factors[j].atom, 0};
            bool seen = false;
            for (size_t k = 0; k < count; k++)
                seen = seen || f[k].atom == g.atom;
            g.power = least_power(a, g.atom);
            if (!seen && g.power != 0 &&
                (!positive || normal_is_positive(n, g.atom)))
                arena_push(n->arena, &f, &count, sizeof g, &g);
        }
    c.coefficient = common_size(n, a);
    c.factors = f;
    c.nfactors = count;
    *content = c;
    term inverse = term_inverse(n, &c), one = term_one(n);
    struct pile pile = {0};
    pile_around(n, &pile, &inverse, a, &one);
    *rest = form_collect(n, &pile, a->rows, a->cols);
}

bool form_leads_negative(const form *a)
{
    size_t negative = 0;
    for (size_t i = 0; i < a->count; i++)
        negative += mpq_sgn(a->terms[i].coefficient->q) < 0;
    if (2 * negative == a->count)
        return a->count > 0 && mpq_sgn(a->terms[0].coefficient->q) < 0;
    return 2 * negative > a->count;
}

static const form *scalar_of(struct normalizer *n, const term *t)
{
    return form_term(n, t, n->one, n->one);
}

const form *form_power_atom(struct normalizer *n, const struct expr *base,
                            const struct expr *power)
{
    return form_atom(
        n, expr_binary(n->pool, EX_POW, base, power, (struct span){0}));
}

const form *normal_scalar_inverse(struct normalizer *n, const form *a)
{
    if (form_is_zero(a) || n->failed) /* undefined: an atom like any other */
        return form_power_atom(n, print_form(n, a),
                               print_form(n, form_number(n, -1, 1)));
    if (a->count == 1) {
        term t = term_inverse(n, &a->terms[0]);
        return scalar_of(n, &t);
    }
    term content;
    const form *rest;
    normal_scalar_content(n, a, false, &content, &rest);
    bool negative = form_leads_negative(rest);
    rest = negative ? form_neg(n, rest) : rest;
    term t = term_inverse(n, &content);
    term divisor = term_of(n, print_form(n, rest), -1);
    t = term_times(n, &t, &divisor);
    const form *inverse = scalar_of(n, &t);
    return negative ? form_neg(n, inverse) : inverse;
}

/* ---- steps ---- */

static term without(struct normalizer *n, const term *t, const bool *out)
{
    term rest = *t;
    factor *f = arena_array(n->arena, t->nfactors + 1, sizeof *f);
    rest.nfactors = 0;
    for (size_t i = 0; i < t->nfactors; i++)
        if (!out[i])
            f[rest.nfactors++] = t->factors[i];
    rest.factors = f;
    return rest;
}

static void replace(struct normalizer *n, struct pile *pile, const term *t,
                    const bool *out, const form *by)
{
    term rest = without(n, t, out), one = term_one(n);
    pile_around(n, pile, &one, by, &rest);
}

/*
 * What an atom squares to: sqrt(x)^2 = x, |x|^2 = x^2, a Frobenius norm; the
 * determinant of an orthogonal matrix is 1 or -1.
 */
static const form *square_of(struct normalizer *n, const struct expr *atom)
{
    if (atom->op != EX_CALL)
        return NULL;
    if (atom->fn == FN_DET)
        return letter_is_orthogonal(n, atom->kids[0]) ? form_number(n, 1, 1)
                                                      : NULL;
    if (atom->fn == FN_SQRT)
        return normal_build(n, atom->kids[0]);
    if (atom->fn == FN_ABS)
        return form_pow(n, normal_build(n, atom->kids[0]), 2);
    if (atom->fn != FN_NORMFRO)
        return NULL;
    const form *a = normal_build(n, atom->kids[0]);
    return trace_form(n, form_mul(n, form_flip(n, a), a));
}

static bool power_step(struct normalizer *n, struct pile *pile, const term *t,
                       size_t i, bool *out)
{
    const factor f = t->factors[i];
    if (f.power > NORMAL_MAX_POWER || f.power < -NORMAL_MAX_POWER)
        return false;
    out[i] = true;
    if (f.atom->op == EX_ADD && f.power > 0) {
        const form *base = normal_build(n, f.atom);
        replace(n, pile, t, out, form_pow(n, base, f.power));
        return true;
    }
    const form *square =
        f.power == 1 || f.power == 0 ? NULL : square_of(n, f.atom);
    out[i] = square != NULL;
    if (!square)
        return false;
    long half = normal_half(f.power);
    const form *by = half < 0 ? normal_scalar_inverse(n, square) : square;
    by = form_pow(n, by, labs(half));
    if (f.power - 2 * half == 1)
        by = form_mul(n, by, form_factor(n, f.atom, 1));
    replace(n, pile, t, out, by);
    return true;
}

/* exp(a)^p * exp(b)^q = exp(p*a + q*b) */
static bool exp_step(struct normalizer *n, struct pile *pile, const term *t,
                     bool *out)
{
    size_t count = 0;
    long power = 1;
    const form *sum = form_zero(n, n->one, n->one);
    for (size_t i = 0; i < t->nfactors; i++) {
        if (!expr_is_call(t->factors[i].atom, FN_EXP))
            continue;
        out[i] = true;
        count++;
        power = t->factors[i].power;
        const form *a = normal_build(n, t->factors[i].atom->kids[0]);
        sum = form_add(n, sum, form_mul(n, form_number(n, power, 1), a));
    }
    if (count == 0 || (count == 1 && power == 1)) {
        for (size_t i = 0; i < t->nfactors; i++)
            out[i] = false;
        return false;
    }
    replace(n, pile, t, out, normal_scalar_exp(n, sum));
    return true;
}

/*
 * (x^a)^p * x^q = x^(p*a + q), right even at x = 0 wherever the left side is
 * defined; the other way round would not be.
 */
static bool merge_powers(struct normalizer *n, struct pile *pile, const term *t,
                         size_t i, bool *out)
{
    const struct expr *base = t->factors[i].atom->kids[0];
    const form *sum = form_zero(n, n->one, n->one);
    size_t count = 0;
    for (size_t j = 0; j < t->nfactors; j++) {
        const factor f = t->factors[j];
        bool is_power = f.atom->op == EX_POW && f.atom->kids[0] == base;
        if (!is_power && f.atom != base)
            continue;
        out[j] = true;
        count++;
        const form *by = form_number(n, f.power, 1);
        if (is_power)
            by = form_mul(n, by, normal_build(n, f.atom->kids[1]));
        sum = form_add(n, sum, by);
    }
    if (count > 1 || t->factors[i].power != 1) {
        replace(n, pile, t, out,
                normal_scalar_power(n, normal_build(n, base), sum));
        return true;
    }
    out[i] = false;
    return false;
}

/* A factor goes into a sum of its powers. */
static bool sum_step(struct normalizer *n, struct pile *pile, const term *t,
                     bool *out)
{
    const form *by;
    for (size_t i = 0; i < t->nfactors; i++) {
        if (t->factors[i].atom->op != EX_SUM || t->factors[i].power != 1)
            continue;
        for (size_t j = 0; j < t->nfactors && !n->failed; j++)
            if (j != i &&
                sum_times(n, t->factors[i].atom, &t->factors[j], &by)) {
                out[i] = out[j] = true;
                replace(n, pile, t, out, by);
                return true;
            }
    }
    return false;
}

bool normal_scalar_step(struct normalizer *n, struct pile *pile, const term *t)
{
    if (t->nfactors == 0)
        return false;
    bool *out = arena_array(n->arena, t->nfactors, sizeof *out);
    for (size_t i = 0; i < t->nfactors && !n->failed; i++)
        if (power_step(n, pile, t, i, out))
            return true;
    if (exp_step(n, pile, t, out))
        return true;
    for (size_t i = 0; i < t->nfactors && !n->failed; i++)
        if (t->factors[i].atom->op == EX_POW &&
            merge_powers(n, pile, t, i, out))
            return true;
    return sum_step(n, pile, t, out);
}
