/* Words: products of matrix letters, rewritten one step at a time. */
#include "logic/normal_internal.h"

bool word_is_ones(const struct expr *e)
{
    return expr_is_call(e, FN_ONES) && dim_is_one(e->cols);
}

const struct dim *letter_rows(letter a)
{
    return a.flip ? a.atom->cols : a.atom->rows;
}

const struct dim *letter_cols(letter a)
{
    return a.flip ? a.atom->rows : a.atom->cols;
}

const letter *word_flip(struct normalizer *n, const letter *w, size_t count)
{
    letter *v = arena_array(n->arena, count + 1, sizeof *v);
    for (size_t i = 0; i < count; i++) {
        v[i] = w[count - 1 - i];
        v[i].flip = !v[i].flip && !letter_is_symmetric(n, v[i].atom);
    }
    return v;
}

static bool read_letter(const struct expr *e, letter *out)
{
    bool flip = e->op == EX_TRANSPOSE;
    *out = (letter){flip ? e->kids[0] : e, flip};
    return out->atom->op != EX_MATMUL && out->atom->op != EX_ADD &&
           out->atom->op != EX_SCALE && !expr_is_scalar(out->atom);
}

bool word_read(struct normalizer *n, const struct expr *e, const letter **word,
               size_t *count)
{
    size_t length = 1;
    for (const struct expr *p = e; p->op == EX_MATMUL; p = p->kids[0])
        length++;
    letter *w = arena_array(n->arena, length, sizeof *w);
    for (size_t i = length; i-- > 0;) {
        if (!read_letter(i > 0 ? e->kids[1] : e, &w[i]))
            return false;
        w[i].flip = w[i].flip && !letter_is_symmetric(n, w[i].atom);
        e = i > 0 ? e->kids[0] : e;
    }
    *word = w;
    *count = length;
    return true;
}

bool word_cut(const letter *w, size_t count, size_t *cut)
{
    for (size_t i = 1; i < count; i++)
        if (dim_is_one(letter_rows(w[i]))) {
            *cut = i;
            return true;
        }
    return false;
}

const form *word_form(struct normalizer *n, const letter *w, size_t count,
                      const struct dim *rows, const struct dim *cols)
{
    term t = term_one(n);
    t.letters = w;
    t.nletters = count;
    return form_term(n, &t, rows, cols);
}

/* t's letters from..to-1 give way to `by`. */
static void replace(struct normalizer *n, struct pile *pile, const term *t,
                    size_t from, size_t to, const form *by)
{
    term left = *t, right = term_one(n);
    left.nletters = from;
    right.letters = t->letters + to;
    right.nletters = t->nletters - to;
    pile_around(n, pile, &left, by, &right);
}

/* ---- rules added by the caller ---- */

static bool starts_with(const letter *w, const letter *v, size_t count)
{
    return word_compare(w, count, v, count) == 0;
}

/*
 * Looked at before the word is turned round, which builds its letters' parts
 * and so would come back here without end.
 */
static bool has_atom(const term *t, const struct expr *atom)
{
    for (size_t i = 0; i < t->nletters; i++)
        if (t->letters[i].atom == atom)
            return true;
    return false;
}

static bool rule_step(struct normalizer *n, struct pile *pile, const term *t)
{
    for (size_t r = 0; r < n->nrules; r++) {
        const struct normal_rule *rule = &n->rules[r];
        if (!rule->word || rule->nword == 0 || !has_atom(t, rule->word[0].atom))
            continue;
        const letter *back = word_flip(n, rule->word, rule->nword);
        for (size_t i = 0; i + rule->nword <= t->nletters; i++) {
            bool ahead = starts_with(t->letters + i, rule->word, rule->nword);
            if (!ahead && !starts_with(t->letters + i, back, rule->nword))
                continue;
            const form *by = ahead ? rule->rhs : form_flip(n, rule->rhs);
            replace(n, pile, t, i, i + rule->nword, by);
            return true;
        }
    }
    return false;
}

/* ---- powers of sums ---- */

/*
 * base = c*lead + rest with lead the largest word: then
 * base^p * c * lead = base^(p+1) - base^p * rest, which is taken where c is
 * surely not 0, or divides the term's scalars.
 */
struct leading {
    const form *base;
    const term *lead;
    const struct expr *atom;
    const struct dim *power;
};

/* Whether the factor, to a power above 0, divides the term. */
static bool has_factor(const term *t, factor f)
{
    for (size_t i = 0; i < t->nfactors; i++)
        if (t->factors[i].atom == f.atom)
            return f.power > 0 && t->factors[i].power >= f.power;
    return false;
}

static bool find_leading(struct normalizer *n, const term *t,
                         const struct expr *atom, struct leading *out)
{
    const struct expr *base;
    if (!letter_power(n, atom, &base, &out->power))
        return false;
    out->atom = atom;
    out->base = normal_build(n, base);
    const form *b = out->base;
    if (b->count == 0 || n->failed)
        return false;
    const term *lead = out->lead = &b->terms[b->count - 1];
    const term *next = b->count > 1 ? lead - 1 : NULL;
    bool fine = lead->nletters > 0 && (b->count > 1 || lead->nletters > 1);
    for (size_t i = 0; i < lead->nfactors && fine; i++)
        fine = has_factor(t, lead->factors[i]) ||
               normal_is_positive(n, lead->factors[i].atom);
    return fine && !(next && word_compare(next->letters, next->nletters,
                                          lead->letters, lead->nletters) == 0);
}

/* base^p * lead, or lead * base^p where `before`. */
static const form *lead_product(struct normalizer *n, const struct leading *l,
                                bool before)
{
    const form *next =
        power_form(n, print_form(n, l->base), index_plus(n, l->power, 1));
    term one = term_one(n), times = term_inverse(n, l->lead);
    const form *self = form_atom(n, l->atom);
    struct pile pile = {0};
    pile_around(n, &pile, &times, next, &one);
    mpq_t minus;
    mpq_init(minus);
    mpq_set_si(minus, -1, 1);
    times = term_scaled(n, &times, minus);
    mpq_clear(minus);
    for (size_t i = 0; i + 1 < l->base->count; i++) {
        const term *r = &l->base->terms[i];
        term left = before ? term_times(n, &times, r) : times;
        pile_around(n, &pile, &left, self, before ? &one : r);
    }
    return form_collect(n, &pile, l->base->rows, l->base->cols);
}

static bool lead_at(struct normalizer *n, struct pile *pile, const term *t,
                    size_t i)
{
    struct leading l;
    if (!find_leading(n, t, t->letters[i].atom, &l))
        return false;
    bool flip = t->letters[i].flip;
    size_t k = l.lead->nletters;
    const letter *word =
        flip ? word_flip(n, l.lead->letters, k) : l.lead->letters;
    bool after =
        i + 1 + k <= t->nletters && starts_with(t->letters + i + 1, word, k);
    if (!after && !(i >= k && starts_with(t->letters + i - k, word, k)))
        return false;
    const form *by = lead_product(n, &l, after == flip);
    by = flip ? form_flip(n, by) : by;
    replace(n, pile, t, after ? i : i - k, after ? i + 1 + k : i + 1, by);
    return true;
}

/* Whether the letter is a power of a polynomial of one letter, *of, alone. */
static bool is_power_of_one(struct normalizer *n, letter power, letter *of)
{
    const struct expr *base;
    const struct dim *exponent;
    bool any = false;
    if (!letter_power(n, power.atom, &base, &exponent))
        return false;
    const form *b = normal_build(n, base);
    for (size_t i = 0; i < b->count; i++)
        for (size_t k = 0; k < b->terms[i].nletters; k++) {
            letter x = b->terms[i].letters[k];
            x.flip = x.flip != power.flip;
            if (any && (x.atom != of->atom || x.flip != of->flip))
                return false;
            *of = x;
            any = true;
        }
    return any && !n->failed;
}

/*
 * A * f(A)^p = f(A)^p * A, and g(A)^q * f(A)^p = f(A)^p * g(A)^q where f(A)^p
 * was made first.
 */
static bool changes_places(struct normalizer *n, letter a, letter b)
{
    letter x, y;
    if (!is_power_of_one(n, b, &x))
        return false;
    if (a.atom == x.atom && a.flip == x.flip)
        return true;
    return is_power_of_one(n, a, &y) && x.atom == y.atom && x.flip == y.flip &&
           b.atom->id < a.atom->id;
}

/* What commutes is put in one order; in the last test for zero */
static bool commute_step(struct normalizer *n, struct pile *pile, const term *t)
{
    for (size_t i = 0; n->commuting && i + 1 < t->nletters && !n->failed; i++) {
        const letter a = t->letters[i], p = t->letters[i + 1];
        if (!changes_places(n, a, p))
            continue;
        letter *w = arena_array(n->arena, 2, sizeof *w);
        w[0] = p;
        w[1] = a;
        replace(n, pile, t, i, i + 2,
                word_form(n, w, 2, letter_rows(p), letter_cols(a)));
        return true;
    }
    return false;
}

/* ---- scalars inside a word ---- */

/* Letters from..to-1 form a 1 x 1 product: it becomes a scalar atom. */
static void take_scalar(struct normalizer *n, struct pile *pile, const term *t,
                        size_t from, size_t to)
{
    const letter *w = t->letters + from;
    const letter *v = word_flip(n, w, to - from);
    if (word_compare(v, to - from, w, to - from) < 0)
        w = v;
    const term scalar = term_of(n, print_word(n, w, to - from, n->one), 1);
    replace(n, pile, t, from, to, form_single(n, &scalar, n->one, n->one));
}

static bool scalar_inside(struct normalizer *n, struct pile *pile,
                          const term *t)
{
    size_t from = 0;
    bool open = t->nletters > 0 && dim_is_one(letter_rows(t->letters[0]));
    for (size_t i = 0; i < t->nletters; i++) {
        if (!dim_is_one(letter_cols(t->letters[i])))
            continue;
        if (open) {
            take_scalar(n, pile, t, from, i + 1);
            return true;
        }
        open = true;
        from = i + 1;
    }
    return false;
}

/* ---- entry by entry products of columns ---- */

/* The end of the column that starts at `from`: after it a size of 1. */
static bool column_from(const term *t, size_t from, size_t *end)
{
    for (size_t i = from; i < t->nletters; i++)
        if (dim_is_one(letter_cols(t->letters[i]))) {
            *end = i + 1;
            return true;
        }
    return false;
}

/* The start of the row that ends before `to`. */
static bool row_before(const term *t, size_t to, size_t *start)
{
    for (size_t i = to; i-- > 0;)
        if (dim_is_one(letter_rows(t->letters[i]))) {
            *start = i;
            return true;
        }
    return false;
}

static const form *piece(struct normalizer *n, const term *t, size_t from,
                         size_t to)
{
    return word_form(n, t->letters + from, to - from,
                     letter_rows(t->letters[from]),
                     letter_cols(t->letters[to - 1]));
}

static const form *row_ones(struct normalizer *n, const struct dim *size)
{
    return form_flip(n, call_ones(n, size));
}

/*
 * x' * (y .* z) = ones' * (x .* y .* z), and ones' * (x .* y) = x' * y, either
 * way round.
 */
static bool dot_row_step(struct normalizer *n, struct pile *pile, const term *t,
                         size_t i)
{
    size_t from = i, to = i + 1;
    const letter a = t->letters[i];
    if (!dot_is_product(a.atom) || !dim_is_one(a.atom->cols) ||
        (a.flip ? !column_from(t, i + 1, &to) : !row_before(t, i, &from)))
        return false;
    const letter other = t->letters[a.flip ? i + 1 : from];
    bool plain = to - from == 2 && word_is_ones(other.atom);
    const struct expr *left = a.atom->kids[0], *right = a.atom->kids[1];
    if (plain && dot_is_product(left))
        return false;
    const form *x = a.flip ? piece(n, t, i + 1, to) : piece(n, t, from, i);
    const form *by;
    if (plain)
        by = form_mul(n, form_flip(n, normal_build(n, left)),
                      normal_build(n, right));
    else
        by = form_mul(
            n, row_ones(n, a.atom->rows),
            dot_product(n, a.flip ? x : form_flip(n, x), form_atom(n, a.atom)));
    replace(n, pile, t, from, to, by);
    return true;
}

/* diag(u)*v = u .* v, and v'*diag(u) = (u .* v)' */
static bool diag_step(struct normalizer *n, struct pile *pile, const term *t,
                      size_t i)
{
    size_t end, start;
    const struct expr *e = t->letters[i].atom;
    if (!expr_is_call(e, FN_DIAG))
        return false;
    const form *u = normal_build(n, e->kids[0]);
    if (column_from(t, i + 1, &end)) {
        const form *v = piece(n, t, i + 1, end);
        replace(n, pile, t, i, end, dot_product(n, u, v));
        return true;
    }
    if (!row_before(t, i, &start))
        return false;
    const form *v = form_flip(n, piece(n, t, start, i));
    replace(n, pile, t, start, i + 1, form_flip(n, dot_product(n, u, v)));
    return true;
}

/* ones' * (A .* B) * ones = trace(A'*B) */
static bool dot_sum_step(struct normalizer *n, struct pile *pile, const term *t,
                         size_t i)
{
    const struct expr *e = t->letters[i].atom;
    if (!dot_is_product(e) || dot_is_product(e->kids[0]) || i == 0 ||
        i + 1 >= t->nletters || !t->letters[i - 1].flip ||
        !word_is_ones(t->letters[i - 1].atom) || t->letters[i + 1].flip ||
        !word_is_ones(t->letters[i + 1].atom))
        return false;
    const form *a = normal_build(n, e->kids[0]);
    const form *b = normal_build(n, e->kids[1]);
    replace(n, pile, t, i - 1, i + 2,
            trace_form(n, form_mul(n, form_flip(n, a), b)));
    return true;
}

/* b * sum(i, b^f(i)*A[i]) = sum(i, b^(f(i) + 1)*A[i]) */
static bool times_sum_step(struct normalizer *n, struct pile *pile,
                           const term *t, size_t i)
{
    const form *by;
    for (size_t j = 0; j < t->nfactors && !n->failed; j++) {
        if (!sum_times(n, t->letters[i].atom, &t->factors[j], &by))
            continue;
        factor *others = arena_array(n->arena, t->nfactors, sizeof *others);
        term rest = *t;
        rest.nfactors = 0;
        rest.factors = others;
        for (size_t k = 0; k < t->nfactors; k++)
            if (k != j)
                others[rest.nfactors++] = t->factors[k];
        by = t->letters[i].flip ? form_flip(n, by) : by;
        replace(n, pile, &rest, i, i + 1, by);
        return true;
    }
    return false;
}

/* ---- one step ---- */

static bool pair_step(struct normalizer *n, struct pile *pile, const term *t)
{
    const form *by;
    for (size_t i = 0; i + 1 < t->nletters && !n->failed; i++)
        if (pair_product(n, t->letters[i], t->letters[i + 1], &by)) {
            replace(n, pile, t, i, i + 2, by);
            return true;
        }
    return false;
}

bool word_step(struct normalizer *n, struct pile *pile, const term *t)
{
    if (t->nletters > NORMAL_MAX_LETTERS)
        n->failed = true;
    if (t->nletters == 0 || n->failed)
        return false;
    if (pair_step(n, pile, t) || rule_step(n, pile, t))
        return true;
    for (size_t i = 0; i < t->nletters && !n->failed; i++)
        if (lead_at(n, pile, t, i) || diag_step(n, pile, t, i) ||
            dot_row_step(n, pile, t, i) || dot_sum_step(n, pile, t, i) ||
            times_sum_step(n, pile, t, i))
            return true;
    return commute_step(n, pile, t) || scalar_inside(n, pile, t);
}
