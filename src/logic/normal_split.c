/*
 * Sums and products beside each other: split so that they have one range, and
 * products of two sums that meet in unit vectors.
 */
#include "logic/make.h"
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

/* ---- splitting ---- */

enum { MAX_SPLIT = 8 };

/* Whether a's body is the k-th power of b's, numbers; or the same, k = 1. */
static bool has_powers(struct normalizer *n, const struct expr *a,
                       const struct expr *b, long *k)
{
    *k = a->op == b->op && a->symbol == b->symbol && a->reversed == b->reversed
             ? product_power(n, b, a->kids[2])
             : 0;
    return *k > 0;
}

/* How many terms `a` has at each end beyond `b`; false: not certain. */
static bool beyond(struct normalizer *n, const struct expr *a,
                   const struct expr *b, int64_t *before, int64_t *after)
{
    const struct dim *lo = index_dim(n, b->kids[0]);
    const struct dim *hi = index_dim(n, b->kids[1]);
    const struct dim *front = dim_sub(n->dims, lo, index_dim(n, a->kids[0]));
    const struct dim *back = dim_sub(n->dims, index_dim(n, a->kids[1]), hi);
    return dim_is_constant(front, before) && dim_is_constant(back, after) &&
           *before >= 0 && *after >= 0 && *before + *after > 0 &&
           *before + *after <= MAX_SPLIT &&
           normal_certainly_nonnegative(
               n, index_plus(n, dim_sub(n->dims, hi, lo), 1));
}

static const form *member_at(struct normalizer *n, const struct expr *sum,
                             const struct dim *at)
{
    return normal_build(
        n, index_substitute(n, sum->kids[2], sum->symbol, print_dim(n, at)));
}

/* Earlier members stand on the left, unless the range runs down. */
static const form *joined(struct normalizer *n, const struct expr *range,
                          const form *earlier, const form *later)
{
    if (range->op == EX_SUM)
        return form_add(n, earlier, later);
    return range->reversed ? form_mul(n, later, earlier)
                           : form_mul(n, earlier, later);
}

/* a as the k-th power of b, and what a has beyond. */
static const form *split(struct normalizer *n, const struct expr *a,
                         const struct expr *b, long k, int64_t before,
                         int64_t after)
{
    const form *all = k == 1 ? form_atom(n, b) : form_factor(n, b, k);
    const struct dim *lo = index_dim(n, b->kids[0]);
    const struct dim *hi = index_dim(n, b->kids[1]);
    for (int64_t i = 1; i <= before; i++)
        all = joined(n, a, member_at(n, a, index_plus(n, lo, -i)), all);
    for (int64_t i = 1; i <= after; i++)
        all = joined(n, a, all, member_at(n, a, index_plus(n, hi, i)));
    return all;
}

/* The letters within a scalar atom: of x'*A*y, or of trace(A*B). */
static bool word_within(struct normalizer *n, const struct expr *atom,
                        const letter **w, size_t *count)
{
    bool trace = expr_is_call(atom, FN_TRACE);
    return (trace || atom->op == EX_MATMUL) &&
           word_read(n, trace ? atom->kids[0] : atom, w, count);
}

static void note_sum(struct normalizer *n, const struct expr ***list,
                     size_t *count, const struct expr *e)
{
    bool seen = e->op != EX_SUM && e->op != EX_PROD;
    for (size_t k = 0; k < *count && !seen; k++)
        seen = (*list)[k] == e;
    if (!seen)
        arena_push(n->arena, list, count, sizeof e, &e);
}

void sum_collect(struct normalizer *n, const form *a, const struct expr ***list,
                 size_t *count)
{
    const letter *w;
    size_t letters;
    for (size_t i = 0; i < a->count; i++) {
        const term *t = &a->terms[i];
        for (size_t j = 0; j < t->nfactors; j++) {
            note_sum(n, list, count, t->factors[j].atom);
            if (word_within(n, t->factors[j].atom, &w, &letters))
                for (size_t k = 0; k < letters; k++)
                    note_sum(n, list, count, w[k].atom);
        }
        for (size_t j = 0; j < t->nletters; j++)
            note_sum(n, list, count, t->letters[j].atom);
    }
}

/* The letters' product with every use of the atom e given way to `by`. */
static const form *word_replaced(struct normalizer *n, const letter *w,
                                 size_t count, const struct expr *e,
                                 const form *by)
{
    const form *word = NULL;
    for (size_t i = 0; i < count; i++) {
        const form *x = w[i].atom == e ? by : form_atom(n, w[i].atom);
        x = w[i].flip ? form_flip(n, x) : x;
        word = word ? form_mul(n, word, x) : x;
    }
    return word;
}

static const form *atom_replaced(struct normalizer *n, const struct expr *atom,
                                 const struct expr *e, const form *by)
{
    const letter *w;
    size_t count, at = 0;
    if (atom == e)
        return by;
    if (!word_within(n, atom, &w, &count))
        return form_atom(n, atom);
    while (at < count && w[at].atom != e)
        at++;
    if (at == count)
        return form_atom(n, atom);
    const form *word = word_replaced(n, w, count, e, by);
    return expr_is_call(atom, FN_TRACE) ? trace_form(n, word) : word;
}

const form *sum_replace(struct normalizer *n, const form *a,
                        const struct expr *e, const form *by)
{
    struct pile sum = {0};
    const term one = term_one(n);
    for (size_t i = 0; i < a->count && normal_spend(n); i++) {
        term t = a->terms[i];
        t.nletters = t.nfactors = 0;
        const form *product = form_term(n, &t, n->one, n->one);
        for (size_t j = 0; j < a->terms[i].nfactors; j++) {
            const factor f = a->terms[i].factors[j];
            const form *x = atom_replaced(n, f.atom, e, by);
            product =
                form_mul(n, product,
                         normal_scalar_power(n, x, form_number(n, f.power, 1)));
        }
        const form *word =
            word_replaced(n, a->terms[i].letters, a->terms[i].nletters, e, by);
        if (!word)
            word = form_identity(n, a->rows);
        pile_around(n, &sum, &one, form_mul(n, product, word), &one);
    }
    return form_collect(n, &sum, a->rows, a->cols);
}

/* `a` begins and ends before b, by so many terms each, both over one body. */
static bool is_staggered(struct normalizer *n, const struct expr *a,
                         const struct expr *b, int64_t *front, int64_t *back)
{
    if (a->op != b->op || a->kids[2] != b->kids[2] || a->symbol != b->symbol ||
        a->reversed != b->reversed)
        return false;
    const struct dim *by =
        dim_sub(n->dims, index_dim(n, b->kids[0]), index_dim(n, a->kids[0]));
    if (!dim_is_constant(by, front))
        return false;
    by = dim_sub(n->dims, index_dim(n, b->kids[1]), index_dim(n, a->kids[1]));
    return dim_is_constant(by, back) && *front > 0 && *back > 0 &&
           *front + *back <= MAX_SPLIT;
}

static bool has_terms(struct normalizer *n, const struct expr *lo,
                      const struct expr *hi)
{
    const struct dim *last =
        dim_sub(n->dims, index_dim(n, hi), index_dim(n, lo));
    return normal_certainly_nonnegative(n, index_plus(n, last, 1));
}

const struct expr *sum_over_range(struct normalizer *n, const struct expr *sum,
                                  const struct expr *lo, const struct expr *hi)
{
    const struct expr *kids[] = {lo, hi, sum->kids[2]};
    struct expr model = *sum;
    model.kids = kids;
    return expr_intern(n->pool, &model);
}

/* Whether the member of a given family certainly exists. */
static bool exists(struct normalizer *n, const struct expr *member)
{
    const struct given *g = &n->theorem->givens[member->decl];
    for (size_t i = 0; i < member->count; i++) {
        const struct dim *at = index_dim(n, member->kids[i]);
        const struct dim *lo = index_dim(n, g->indices[i].lo);
        const struct dim *hi = index_dim(n, g->indices[i].hi);
        if (!normal_certainly_nonnegative(n, dim_sub(n->dims, at, lo)) ||
            !normal_certainly_nonnegative(n, dim_sub(n->dims, hi, at)))
            return false;
    }
    return true;
}

/* Whether e is certainly an integer from 0 on. */
static bool is_count(struct normalizer *n, const struct expr *e)
{
    const struct dim *count = make_dim(n->pool, e);
    return count && normal_certainly_nonnegative(n, count);
}

/* A unit vector whose index is certainly in range. */
static bool is_unit(struct normalizer *n, const struct expr *e)
{
    if (!expr_is_call(e, FN_UNIT))
        return false;
    const struct dim *at = index_dim(n, e->kids[1]);
    return normal_certainly_nonnegative(n, index_plus(n, at, -1)) &&
           normal_certainly_nonnegative(n, dim_sub(n->dims, e->rows, at));
}

/* A function that has a value at every number. */
static bool is_total_call(const struct expr *e)
{
    return e->op == EX_CALL &&
           (e->fn == FN_ABS || e->fn == FN_EXP || e->fn == FN_SIN ||
            e->fn == FN_COS || e->fn == FN_TANH || e->fn == FN_ERF ||
            e->fn == FN_RELU || e->fn == FN_SIGN || e->fn == FN_MAX2 ||
            e->fn == FN_MIN2);
}

bool sum_is_total(struct normalizer *n, const struct expr *e)
{
    if (!normal_spend(n))
        return false;
    if (e->op == EX_GIVEN)
        return exists(n, e);
    if (is_unit(n, e))
        return true;
    if (e->op == EX_POW || e->op == EX_MATPOW)
        return sum_is_total(n, e->kids[0]) && is_count(n, e->kids[1]);
    for (size_t i = 0; i < e->count; i++)
        if (!sum_is_total(n, e->kids[i]))
            return false;
    return e->op == EX_NUMBER || e->op == EX_SYMBOL || e->op == EX_ADD ||
           e->op == EX_SUB || e->op == EX_NEG || e->op == EX_MATMUL ||
           e->op == EX_SCALE || e->op == EX_TRANSPOSE || is_total_call(e);
}

/*
 * sum(a..b) = sum(a..b+k) - the terms b+1..b+k, for terms that exist at every
 * instance; so that staggered ranges which may have nothing in common meet.
 */
static bool lengthened(struct normalizer *n, const struct expr *a,
                       const struct expr *b, int64_t back, const form **out)
{
    if (a->op != EX_SUM || !has_terms(n, a->kids[0], a->kids[1]))
        return false;
    const struct dim *hi = index_dim(n, a->kids[1]);
    *out = form_atom(n, sum_over_range(n, a, a->kids[0], b->kids[1]));
    for (int64_t i = 1; i <= back; i++) {
        const struct expr *at = print_dim(n, index_plus(n, hi, i));
        const struct expr *more =
            index_substitute(n, a->kids[2], a->symbol, at);
        if (!sum_is_total(n, more))
            return false;
        *out = form_sub(n, *out, normal_build(n, more));
    }
    return !n->failed;
}

/*
 * sum(lo..hi) = sum(lo..from - 1) + sum(from..to) + sum(to + 1..hi) where none
 * of the three has certainly fewer than no terms; the ends are integers.
 */
static bool cut_around(struct normalizer *n, const struct expr *a,
                       const struct expr *b, const form **out)
{
    if (a->op != b->op || a->kids[2] != b->kids[2] || a->symbol != b->symbol ||
        a->reversed != b->reversed)
        return false;
    const struct dim *lo = index_dim(n, a->kids[0]);
    const struct dim *hi = index_dim(n, a->kids[1]);
    const struct dim *from = index_dim(n, b->kids[0]);
    const struct dim *to = index_dim(n, b->kids[1]);
    if ((lo == from && hi == to) || !index_is_whole(lo) ||
        !index_is_whole(hi) || !index_is_whole(from) || !index_is_whole(to) ||
        !normal_certainly_nonnegative(n, dim_sub(n->dims, from, lo)) ||
        !normal_certainly_nonnegative(n, dim_sub(n->dims, hi, to)) ||
        !has_terms(n, b->kids[0], b->kids[1]))
        return false;
    *out = form_atom(n, b);
    if (lo != from) {
        const struct expr *last = print_dim(n, index_plus(n, from, -1));
        const form *before =
            normal_build(n, sum_over_range(n, a, a->kids[0], last));
        *out = joined(n, a, before, *out);
    }
    if (hi != to) {
        const struct expr *first = print_dim(n, index_plus(n, to, 1));
        const form *after =
            normal_build(n, sum_over_range(n, a, first, a->kids[1]));
        *out = joined(n, a, *out, after);
    }
    return true;
}

/* Splits the sum a where it goes beyond b, or beyond what both have. */
static bool split_once(struct normalizer *n, const form **all,
                       const struct expr *a, const struct expr *b)
{
    int64_t before, after;
    const form *by;
    long k;
    if (is_staggered(n, a, b, &before, &after)) {
        if (has_terms(n, b->kids[0], a->kids[1]))
            by = split(n, a, sum_over_range(n, a, b->kids[0], a->kids[1]), 1,
                       before, 0);
        else if (!lengthened(n, a, b, after, &by))
            return false;
    } else if (has_powers(n, a, b, &k) && beyond(n, a, b, &before, &after)) {
        by = split(n, a, b, k, before, after);
    } else if (!cut_around(n, a, b, &by)) {
        return false;
    }
    *all = sum_replace(n, *all, a, by);
    return true;
}

const form *sum_rewrite(struct normalizer *n, const form *a, int rounds,
                        sum_rewriter *step)
{
    for (bool changed = true; changed && rounds > 0 && !n->failed; rounds--) {
        const struct expr **list = NULL;
        size_t count = 0;
        changed = false;
        sum_collect(n, a, &list, &count);
        for (size_t i = 0; i < count && !changed; i++)
            for (size_t j = 0; j < count && !changed; j++)
                changed = i != j && step(n, &a, list[i], list[j]);
    }
    return a;
}

const form *sum_align(struct normalizer *n, const form *a)
{
    enum { MAX_ROUNDS = 16 };
    return sum_rewrite(n, a, MAX_ROUNDS, split_once);
}

/* ---- products of sums ---- */

static bool is_placed(const struct expr *e)
{
    return expr_is_call(e, FN_KRON) || expr_is_call(e, FN_UNIT) ||
           e->op == EX_SLICE;
}

/* The body of a sum as a letter has it, over the variable s. */
static const form *body_of(struct normalizer *n, letter a,
                           const struct symbol *s)
{
    const struct expr *name = expr_symbol(n->pool, s, a.atom->span);
    const struct expr *e =
        index_substitute(n, a.atom->kids[2], a.atom->symbol, name);
    const form *body = normal_build(n, e);
    return a.flip ? form_flip(n, body) : body;
}

/* Whether the words of the two bodies meet in blocks or unit vectors. */
static bool bodies_meet(const form *a, const form *b)
{
    if (a->count != 1 || b->count != 1)
        return false;
    const term *s = &a->terms[0], *t = &b->terms[0];
    return s->nletters > 0 && t->nletters > 0 &&
           is_placed(s->letters[s->nletters - 1].atom) &&
           is_placed(t->letters[0].atom);
}

/* Whether the last letter of a body and the letter beside it make one. */
static bool body_meets(struct normalizer *n, const form *body, letter b)
{
    const form *met;
    if (body->count != 1 || body->terms[0].nletters == 0)
        return false;
    const term *t = &body->terms[0];
    return pair_product(n, t->letters[t->nletters - 1], b, &met);
}

/* sum(i, f(i)) * B = sum(i, f(i)*B), only where the two make something. */
static bool sum_beside(struct normalizer *n, letter a, letter b,
                       const form **out)
{
    const struct dim *from = index_dim(n, a.atom->kids[0]);
    const struct dim *to = index_dim(n, a.atom->kids[1]);
    const struct symbol *i = sum_symbol(n, a.atom, &b, 1);
    if (++n->depth > NORMAL_MAX_DEPTH)
        n->failed = true;
    scope_enter(n, i, from, to);
    const form *body = body_of(n, a, i);
    bool meets = body_meets(n, body, b);
    if (meets) {
        const form *right = form_atom(n, b.atom);
        body = form_mul(n, body, b.flip ? form_flip(n, right) : right);
    }
    scope_leave(n);
    n->depth--;
    if (meets)
        *out = sum_over(n, body, i, from, to);
    return meets;
}

/* sum(i, f(i)) * sum(j, g(j)) = sum(i, sum(j, f(i)*g(j))) */
bool sum_pair(struct normalizer *n, letter a, letter b, const form **out)
{
    const struct expr *e = a.atom, *f = b.atom;
    if (e->op == EX_SUM && f->op != EX_SUM && !n->failed)
        return sum_beside(n, a, b, out);
    if (e->op != EX_SUM || f->op != EX_SUM || n->failed)
        return false;
    const struct dim *lo = index_dim(n, f->kids[0]);
    const struct dim *hi = index_dim(n, f->kids[1]);
    const struct dim *from = index_dim(n, e->kids[0]);
    const struct dim *to = index_dim(n, e->kids[1]);
    const struct symbol *i = sum_symbol(n, e, &b, 1);
    scope_enter(n, i, from, to);
    const struct symbol *j = sum_symbol(n, f, &a, 1);
    scope_enter(n, j, lo, hi);
    const form *x = body_of(n, a, i), *y = body_of(n, b, j);
    bool meet = bodies_meet(x, y);
    const form *product = meet ? form_mul(n, x, y) : NULL;
    scope_leave(n);
    if (meet)
        product = sum_over(n, product, j, lo, hi);
    scope_leave(n);
    if (meet)
        *out = sum_over(n, product, i, from, to);
    return meet;
}

/* Whether the body of a sum has a power of c. */
static bool has_power_of(struct normalizer *n, const form *body,
                         const struct expr *c)
{
    if (body->count != 1 || n->failed)
        return false;
    for (size_t i = 0; i < body->terms[0].nfactors; i++) {
        const struct expr *atom = body->terms[0].factors[i].atom;
        if (atom->op == EX_POW && atom->kids[0] == c)
            return true;
    }
    return false;
}

bool sum_times(struct normalizer *n, const struct expr *sum, const factor *c,
               const form **out)
{
    if (sum->op != EX_SUM || c->power < 1 || c->power > NORMAL_MAX_POWER ||
        c->atom->op == EX_SUM || n->failed)
        return false;
    const struct dim *lo = index_dim(n, sum->kids[0]);
    const struct dim *hi = index_dim(n, sum->kids[1]);
    const letter self = {sum, false}, other = {c->atom, false};
    const struct symbol *i = sum_symbol(n, sum, &other, 1);
    scope_enter(n, i, lo, hi);
    const form *body = body_of(n, self, i);
    bool found = has_power_of(n, body, c->atom);
    if (found)
        body = form_mul(n, form_pow(n, form_atom(n, c->atom), c->power), body);
    scope_leave(n);
    if (found)
        *out = sum_over(n, body, i, lo, hi);
    return found;
}

bool sum_trace(struct normalizer *n, const letter *w, size_t count,
               const struct dim *size, const form **out)
{
    size_t at = 0;
    while (at < count && w[at].atom->op != EX_SUM)
        at++;
    if (at == count || n->failed)
        return false;
    const struct dim *lo = index_dim(n, w[at].atom->kids[0]);
    const struct dim *hi = index_dim(n, w[at].atom->kids[1]);
    const struct symbol *i = sum_symbol(n, w[at].atom, w, count);
    const struct dim *rows = letter_rows(w[at]), *cols = letter_cols(w[at]);
    const form *before = word_form(n, w, at, size, rows);
    const form *after = word_form(n, w + at + 1, count - at - 1, cols, size);
    scope_enter(n, i, lo, hi);
    const form *body = form_mul(n, body_of(n, w[at], i), after);
    body = trace_form(n, form_mul(n, before, body));
    scope_leave(n);
    *out = sum_over(n, body, i, lo, hi);
    return true;
}
