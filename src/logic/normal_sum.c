/*
 * Finite sums over symbolic ranges, and the other binders.
 *
 * A sum is linear, and what is free of the index leaves it.  What is left of a
 * term becomes an atom with a bound variable that depends only on how many
 * sums are nested in it, so that sums which differ in names are one pointer.
 */
#include "logic/normal_lift.h"

#include <string.h>

enum { FUEL = 8 }; /* renamings of one sum */

/* ---- canonical bound variables ---- */

static size_t level_of(const struct normalizer *n, const struct symbol *s)
{
    for (size_t i = 0; i < n->nindex_symbols; i++)
        if (n->index_symbols[i] == s)
            return i + 1;
    for (size_t i = 0; i < n->nreal_symbols; i++)
        if (n->real_symbols[i] == s)
            return i + 1;
    return 0;
}

/* The largest level of a variable bound in e. */
static size_t height(struct normalizer *n, const struct expr *e)
{
    bool binds = e->symbol && e->op != EX_SYMBOL;
    size_t most = binds ? level_of(n, e->symbol) : 0;
    if (!normal_spend(n))
        return 0;
    for (size_t i = 0; i < e->count; i++) {
        size_t h = height(n, e->kids[i]);
        most = h > most ? h : most;
    }
    return most;
}

static const struct symbol *
canonical_symbol(struct normalizer *n, enum symbol_kind kind, size_t level)
{
    const struct symbol ***list =
        kind == SYM_REAL ? &n->real_symbols : &n->index_symbols;
    size_t *count = kind == SYM_REAL ? &n->nreal_symbols : &n->nindex_symbols;
    while (*count <= level) {
        struct buffer name;
        buffer_init(&name);
        buffer_printf(&name, "%s%zu", kind == SYM_REAL ? "x" : "i", *count + 1);
        const struct symbol *s =
            dim_new_symbol(n->dims, kind, arena_strdup(n->arena, name.text));
        buffer_clear(&name);
        arena_push(n->arena, list, count, sizeof s, &s);
    }
    return (*list)[level];
}

/* The variable for a binder over e, whose own is `old`: free in e it is not. */
static const struct symbol *symbol_over(struct normalizer *n,
                                        enum symbol_kind kind,
                                        const struct expr *e,
                                        const struct symbol *old)
{
    size_t level = height(n, e);
    const struct symbol *s = canonical_symbol(n, kind, level);
    while (s != old && expr_has_free(e, s))
        s = canonical_symbol(n, kind, ++level);
    return s;
}

const struct symbol *sum_variable(struct normalizer *n, const struct expr *e,
                                  const struct symbol *old)
{
    return symbol_over(n, SYM_INDEX, e, old);
}

static bool in_scope(const struct normalizer *n, const struct symbol *s)
{
    const struct range_fact *f = n->scope;
    while (f && f->symbol != s)
        f = f->outer;
    return f != NULL;
}

const struct symbol *sum_symbol(struct normalizer *n, const struct expr *sum,
                                const letter *word, size_t count)
{
    size_t level = height(n, sum->kids[2]);
    for (;; level++) {
        const struct symbol *s = canonical_symbol(n, SYM_INDEX, level);
        bool taken = in_scope(n, s);
        for (size_t i = 0; i < count && !taken; i++)
            taken = expr_has_free(word[i].atom, s);
        if (!taken && (s == sum->symbol || !expr_has_free(sum->kids[2], s)))
            return s;
    }
}

/* ---- pulling out ---- */

/* t = outer scalars * left * inner * right, inner alone depending on s. */
struct parted {
    term left, inner, right;
};

/* Whether a^b is certainly no division by what may be 0. */
static bool is_whole_power(struct normalizer *n, const struct expr *e)
{
    const struct expr *exponent = e->kids[1];
    int64_t k;
    if (exponent->op == EX_NUMBER && rational_is_int(exponent->number, &k) &&
        k >= 0)
        return true;
    return expr_is_scalar(e->kids[0]) && normal_is_positive(n, e->kids[0]);
}

/*
 * Nothing in e divides by what may be 0, now or once a member of a family in
 * it is known.  Only such terms may stand beside a count that may be 0: a
 * divisor would cancel it, even out of a root, sqrt(1/x^3)^2 * x^3 = 1.
 */
static bool is_free_of_divisors(struct normalizer *n, const struct expr *e)
{
    bool power = e->op == EX_POW || e->op == EX_DOT_POW || e->op == EX_MATPOW;
    if (!normal_spend(n) || e->op == EX_LET || e->op == EX_DIVIDE ||
        e->op == EX_DOT_DIV || expr_is_call(e, FN_INV) ||
        (power && !is_whole_power(n, e)))
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!is_free_of_divisors(n, e->kids[i]))
            return false;
    return true;
}

static bool may_leave(struct normalizer *n, const factor *f)
{
    return (f->power > 0 || normal_is_positive(n, f->atom)) &&
           is_free_of_divisors(n, f->atom);
}

bool sum_letter_leaves(struct normalizer *n, letter a, const struct symbol *s,
                       bool total)
{
    return !expr_has_free(a.atom, s) &&
           (!total || is_free_of_divisors(n, a.atom));
}

/*
 * `total`: what may be without a value stays inside.  An empty sum does not
 * ask for it: sum(i in 2..n, 1/(n-1)) is 0 at n = 1, and not 1.
 */
static struct parted part_term(struct normalizer *n, const term *t,
                               const struct symbol *s, bool total)
{
    struct parted p = {*t, term_one(n), term_one(n)};
    factor *out = arena_array(n->arena, t->nfactors + 1, sizeof *out);
    factor *in = arena_array(n->arena, t->nfactors + 1, sizeof *in);
    p.left.nfactors = 0;
    for (size_t i = 0; i < t->nfactors; i++)
        if (expr_has_free(t->factors[i].atom, s) ||
            (total && !may_leave(n, &t->factors[i])))
            in[p.inner.nfactors++] = t->factors[i];
        else
            out[p.left.nfactors++] = t->factors[i];
    p.left.factors = out;
    p.inner.factors = in;
    size_t from = 0, to = t->nletters;
    while (from < to && sum_letter_leaves(n, t->letters[from], s, total))
        from++;
    while (to > from && sum_letter_leaves(n, t->letters[to - 1], s, total))
        to--;
    p.left.nletters = from;
    p.inner.nletters = to - from;
    p.right.nletters = t->nletters - to;
    if (t->nletters > 0) { /* else there is no array to point into */
        p.inner.letters = t->letters + from;
        p.right.letters = t->letters + to;
    }
    return p;
}

bool sum_may_be_empty(struct normalizer *n, const struct dim *lo,
                      const struct dim *hi)
{
    return !normal_certainly_nonnegative(n, dim_sub(n->dims, hi, lo));
}

void term_part(struct normalizer *n, const term *t, const struct symbol *s,
               bool total, term *content, term *rest)
{
    const struct parted p = part_term(n, t, s, total);
    *content = p.left;
    *rest = p.inner;
}

/* ---- shifting ---- */

/* Offsets that are sizes count where none is a number. */
struct shift {
    const struct symbol *s;
    bool found, clash;
    int64_t least;
    const struct dim *far; /* the least size; NULL: none */
};

/* Two sizes of which neither is certainly the smaller one clash. */
static void look_at_size(struct normalizer *n, const struct dim *offset,
                         struct shift *shift)
{
    if (!index_is_whole(offset) || dim_mentions(offset, shift->s))
        return;
    if (!shift->far ||
        normal_certainly_nonnegative(n, dim_sub(n->dims, shift->far, offset)))
        shift->far = offset;
    else if (!normal_certainly_nonnegative(
                 n, dim_sub(n->dims, offset, shift->far)))
        shift->clash = true;
}

static void look_at_index(struct normalizer *n, const struct expr *e,
                          struct shift *shift)
{
    if (!expr_has_free(e, shift->s))
        return;
    int64_t c;
    const struct dim *offset =
        dim_sub(n->dims, index_dim(n, e), dim_of_symbol(n->dims, shift->s));
    if (!dim_is_constant(offset, &c)) {
        look_at_size(n, offset, shift);
        return;
    }
    if (c > 1000 || c < -1000)
        return;
    shift->least = !shift->found || c < shift->least ? c : shift->least;
    shift->found = true;
}

/* The least c of the indices s + c of members, units and powers. */
static void find_shift(struct normalizer *n, const struct expr *e,
                       struct shift *shift)
{
    if (!expr_has_free(e, shift->s) || !normal_spend(n))
        return;
    bool member = e->op == EX_GIVEN || e->op == EX_LET;
    bool second =
        expr_is_call(e, FN_UNIT) || e->op == EX_MATPOW || e->op == EX_POW;
    for (size_t i = 0; i < e->count; i++)
        if (member || (second && i == 1))
            look_at_index(n, e->kids[i], shift);
        else
            find_shift(n, e->kids[i], shift);
}

/* ---- one term ---- */

static const form *sum_form(struct normalizer *n, const form *a,
                            const struct sum_range *r, int fuel);

const form *sum_count(struct normalizer *n, const struct dim *count)
{
    if (normal_certainly_nonnegative(n, count))
        return form_dim(n, count);
    if (normal_certainly_nonnegative(
            n, dim_sub(n->dims, dim_constant(n->dims, 0), count)))
        return form_zero(n, n->one, n->one);
    const struct expr *kids[] = {print_dim(n, n->one), print_dim(n, count),
                                 print_form(n, form_number(n, 1, 1))};
    struct expr model = {.op = EX_SUM,
                         .symbol = canonical_symbol(n, SYM_INDEX, 0),
                         .rows = n->one,
                         .cols = n->one,
                         .kids = kids,
                         .count = 3};
    return form_atom(n, expr_intern(n->pool, &model));
}

const struct expr *sum_expr(struct normalizer *n, const struct expr *body,
                            const struct sum_range *r)
{
    const struct expr *kids[] = {print_dim(n, r->lo), print_dim(n, r->hi),
                                 body};
    struct expr model = {.op = EX_SUM,
                         .symbol = r->s,
                         .rows = body->rows,
                         .cols = body->cols,
                         .kids = kids,
                         .count = 3};
    return expr_intern(n->pool, &model);
}

/* Of the two orders of a double sum the one made first stands for both. */
static const form *sum_atom(struct normalizer *n, const struct expr *body,
                            const struct sum_range *r)
{
    const struct sum_range all = sum_trimmed(n, body, r);
    const struct expr *sum = sum_expr(n, body, &all);
    const struct expr *other = sum_swapped(n, body, &all);
    if (other && other->id < sum->id)
        sum = other;
    return letter_form(n, sum);
}

/* body, which depends on s, over the range: renamed and shifted. */
static const form *sum_inner(struct normalizer *n, const struct expr *body,
                             const struct sum_range *r, int fuel)
{
    struct shift shift = {.s = r->s};
    const struct expr *turned = sum_turned(n, body, r);
    if (turned && fuel > 0) {
        scope_enter(n, r->s, r->lo, r->hi);
        const form *a = normal_build(n, turned);
        scope_leave(n);
        return n->failed ? a : sum_form(n, a, r, fuel - 1);
    }
    find_shift(n, body, &shift);
    struct sum_range now = {symbol_over(n, SYM_INDEX, body, r->s), NULL, NULL};
    /* old = new - by */
    const struct dim *by = shift.found ? dim_constant(n->dims, shift.least)
                           : shift.far && !shift.clash
                               ? shift.far
                               : dim_sub(n->dims, n->one, r->lo);
    now.lo = dim_add(n->dims, r->lo, by);
    now.hi = dim_add(n->dims, r->hi, by);
    if (now.s == r->s && now.lo == r->lo)
        return sum_atom(n, body, r);
    const struct dim *old = dim_sub(n->dims, dim_of_symbol(n->dims, now.s), by);
    body = index_substitute(n, body, r->s, print_dim(n, old));
    scope_enter(n, now.s, now.lo, now.hi);
    const form *a = normal_build(n, body);
    scope_leave(n);
    if (fuel == 0)
        n->failed = true;
    return n->failed ? a : sum_form(n, a, &now, fuel - 1);
}

static const form *sum_term(struct normalizer *n, const term *t, const form *a,
                            const struct sum_range *r, int fuel)
{
    const bool total = sum_may_be_empty(n, r->lo, r->hi);
    struct parted p = part_term(n, t, r->s, total);
    const struct dim *rows =
        p.inner.nletters ? letter_rows(p.inner.letters[0]) : n->one;
    const struct dim *cols =
        p.inner.nletters ? letter_cols(p.inner.letters[p.inner.nletters - 1])
                         : n->one;
    const form *inner = form_single(n, &p.inner, rows, cols);
    const form *sum;
    if (p.inner.nfactors == 0 && p.inner.nletters == 0)
        sum = sum_count(n, index_plus(n, dim_sub(n->dims, r->hi, r->lo), 1));
    else if (!sum_of_powers(n, &p.inner, r->s, r->lo, r->hi, &sum) &&
             !sum_of_geometric(n, &p.inner, r->s, r->lo, r->hi, &sum) &&
             !sum_units(n, &p.inner, r, &sum) &&
             !sum_delta(n, &p.inner, r, inner, &sum) &&
             !sum_triangle(n, &p.inner, r, &sum) &&
             !lift_sum(n, &p.inner, r, &sum) &&
             !sum_ends(n, &p.inner, r, total, &sum))
        sum = sum_inner(n, print_form(n, inner), r, fuel);
    struct pile pile = {0};
    pile_around(n, &pile, &p.left, sum, &p.right);
    return form_collect(n, &pile, a->rows, a->cols);
}

static const form *sum_form(struct normalizer *n, const form *a,
                            const struct sum_range *r, int fuel)
{
    const form *sum = form_zero(n, a->rows, a->cols);
    for (size_t i = 0; i < a->count && normal_spend(n); i++)
        sum = form_add(n, sum, sum_term(n, &a->terms[i], a, r, fuel));
    return sum;
}

/* A range of a fixed small number of terms is written out. */
static bool written_out(struct normalizer *n, const struct expr *e,
                        const form **out)
{
    enum { MOST = 16 };
    const struct dim *lo = index_dim(n, e->kids[0]);
    const struct dim *hi = index_dim(n, e->kids[1]);
    int64_t last;
    if (!dim_is_constant(dim_sub(n->dims, hi, lo), &last) || last < 0 ||
        last >= MOST)
        return false;
    *out = NULL;
    for (int64_t i = 0; i <= last && !n->failed; i++) {
        const struct dim *at = index_plus(n, lo, e->reversed ? last - i : i);
        const form *a = normal_build(
            n, index_substitute(n, e->kids[2], e->symbol, print_dim(n, at)));
        if (!*out)
            *out = a;
        else
            *out =
                e->op == EX_SUM ? form_add(n, *out, a) : form_mul(n, *out, a);
    }
    return *out != NULL;
}

const form *build_sum(struct normalizer *n, const struct expr *e)
{
    const form *all;
    if (written_out(n, e, &all))
        return all;
    struct sum_range r = {e->symbol, index_dim(n, e->kids[0]),
                          index_dim(n, e->kids[1])};
    if (normal_certainly_nonnegative(
            n, index_plus(n, dim_sub(n->dims, r.lo, r.hi), -1)))
        return form_zero(n, e->rows, e->cols);
    scope_enter(n, r.s, r.lo, r.hi);
    const form *a = normal_build(n, e->kids[2]);
    scope_leave(n);
    return n->failed ? a : sum_form(n, a, &r, FUEL);
}

/* ---- other binders: atoms ---- */

static bool is_infinite(const struct expr *e)
{
    return e->op == EX_INFINITY ||
           (e->op == EX_NEG && e->kids[0]->op == EX_INFINITY);
}

/* a > b for certain: the product is 1, or the identity. */
static bool is_empty_product(struct normalizer *n, const struct expr *e)
{
    return e->op == EX_PROD && e->rows == e->cols &&
           normal_certainly_nonnegative(
               n, index_plus(n,
                             dim_sub(n->dims, index_dim(n, e->kids[0]),
                                     index_dim(n, e->kids[1])),
                             -1));
}

const form *build_binder(struct normalizer *n, const struct expr *e)
{
    bool real = e->op == EX_INTEGRAL || e->op == EX_EXPECTATION;
    const struct expr *kids[3];
    size_t last = e->count - 1;
    const form *all;
    if (e->op == EX_PROD && written_out(n, e, &all))
        return all;
    if (is_empty_product(n, e))
        return form_identity(n, e->rows);
    if (e->op == EX_PROD && product_content(n, e, &all))
        return all;
    for (size_t i = 0; i < last; i++)
        kids[i] = !real ? print_dim(n, index_dim(n, e->kids[i]))
                  : is_infinite(e->kids[i]) ? e->kids[i]
                                            : normal_part(n, e->kids[i]);
    struct sum_range r = {e->symbol, NULL, NULL};
    if (!real) {
        r.lo = index_dim(n, e->kids[0]);
        r.hi = index_dim(n, e->kids[1]);
        scope_enter(n, r.s, r.lo, r.hi);
    }
    const form *inner = normal_build(n, e->kids[last]);
    const struct expr *body = print_form(n, inner);
    if (!real)
        scope_leave(n);
    if (!real && lift_extreme(n, e->op, inner, &r, &all))
        return all;
    enum symbol_kind kind = real ? SYM_REAL : SYM_INDEX;
    const struct symbol *s = symbol_over(n, kind, body, r.s);
    body = index_substitute(n, body, r.s, expr_symbol(n->pool, s, e->span));
    if (!real)
        scope_enter(n, s, r.lo, r.hi);
    kids[last] = normal_part(n, body);
    if (!real)
        scope_leave(n);
    struct expr model = *e;
    model.symbol = s;
    model.kids = kids;
    return letter_form(n, expr_intern(n->pool, &model));
}

const form *sum_over(struct normalizer *n, const form *a,
                     const struct symbol *s, const struct dim *lo,
                     const struct dim *hi)
{
    const struct sum_range r = {s, lo, hi};
    return n->failed ? a : sum_form(n, a, &r, FUEL);
}
