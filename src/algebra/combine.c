/*
 * Inequalities as nonnegative combinations of products, by exact linear
 * programming over the terms (certificates, [Stengle1974]).  Products are a
 * fact times letters of known sign, where that meets a term that is wanted,
 * from the goal on; products of two facts, and squares, for small goals.
 */
#include "algebra/find_internal.h"

#include "algebra/linear.h"
#include "base/status.h"
#include "core/ring.h"

#include <stdlib.h>

enum {
    COMBINE_FACTS = 400,
    COMBINE_COLUMNS = 900,
    COMBINE_ROWS = 400,
    COMBINE_FACTORS = 24,
    COMBINE_TERMS = 24,
    COMBINE_SMALL = 8 /* terms of a product of facts that no row asks for */
};

/* fact * ... * square * ..., in this order. */
struct column {
    const struct form *form;
    fact_t facts[COMBINE_FACTORS];
    size_t nfacts;
    const struct form *squares[COMBINE_FACTORS];
    size_t nsquares;
    bool is_strict;
};

struct inequality {
    const struct form *form;
    fact_t fact;
    bool is_strict, is_transposed; /* what the fact says, transposed */
};

struct program {
    struct find *find;
    const struct form *goal;
    struct column *columns;
    size_t ncolumns;
    struct term *rows;
    size_t nrows;
    struct inequality *sources;
    size_t nsources;
    struct memo known; /* forms of columns */
};

/* The row of the term's monomial and word, made if there is room. */
static size_t row_of(struct program *p, const struct term *t)
{
    for (size_t i = 0; i < p->nrows; i++) {
        if (p->rows[i].monomial == t->monomial && p->rows[i].word == t->word)
            return i;
    }
    if (p->nrows == COMBINE_ROWS)
        return COMBINE_ROWS;
    p->rows[p->nrows] = *t;
    return p->nrows++;
}

/* Joins if its terms have rows, or get such. */
static void add_column(struct program *p, const struct column *c)
{
    struct column *out = &p->columns[p->ncolumns];
    const struct form *f = c->form ? find_reduced(p->find, c->form) : NULL;

    pool_forgive(p->find->pool);
    if (f == NULL || form_is_nil(f) || f->count > COMBINE_TERMS ||
        p->ncolumns == COMBINE_COLUMNS || !form_same_shape(f, p->goal) ||
        memo_get(&p->known, f) != NULL || p->nrows + f->count > COMBINE_ROWS)
        return;
    memo_set(&p->known, f, f);
    for (size_t k = 0; k < f->count; k++)
        row_of(p, &f->terms[k]);
    *out = *c;
    out->form = f;
    p->ncolumns++;
}

/* Letters of known sign. */

static bool push_fact(struct column *c, fact_t fact)
{
    if (fact == FACT_NONE || c->nfacts == COMBINE_FACTORS)
        return false;
    c->facts[c->nfacts++] = fact;
    return true;
}

/* The monomial as squares and signs; *strict stays where it is above 0. */
static bool push_monomial(struct program *p, struct column *c,
                          const struct letters *m)
{
    struct find *s = p->find;

    for (size_t i = 0; i < m->count; i++) {
        const struct letter l = m->items[i];
        fact_t sign = l.power % 2 ? find_sign(s, l.atom, false) : FACT_NONE;

        if (l.power % 2 && !push_fact(c, sign))
            return false;
        if (l.power > 1 && c->nsquares == COMBINE_FACTORS)
            return false;
        if (l.power > 1)
            c->squares[c->nsquares++] =
                ring_power(s->pool, ring_atom(s->pool, l.atom), l.power / 2);
        c->is_strict =
            c->is_strict && l.power == 1 &&
            relation_kind(deduction_fact(s->deduction, sign, NULL)) == CORE_LT;
    }
    return true;
}

static bool push_word(struct program *p, struct column *c,
                      const struct letters *w, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (!push_fact(c, find_sign(p->find, w->items[i].atom,
                                    w->items[i].power != 0)))
            return false;
    }
    return true;
}

/* The product of what the column has, computed. */
static const struct form *column_form(struct program *p, const struct column *c)
{
    struct find *s = p->find;
    const struct form *out = pool_one(s->pool);

    for (size_t i = 0; i < c->nfacts; i++)
        out = ring_mul(
            s->pool, out,
            relation_atom(deduction_fact(s->deduction, c->facts[i], NULL))
                ->args[0]);
    for (size_t i = 0; i < c->nsquares; i++)
        out = ring_mul(s->pool, out,
                       ring_mul(s->pool, c->squares[i], c->squares[i]));
    return out;
}

/* Of a transposed one, made when it is first used. */
static fact_t source_fact(struct program *p, struct inequality *source)
{
    if (source->is_transposed) {
        source->fact = find_rule(
            p->find, "restated", "ft", source->fact,
            form_apply1(p->find->pool, source->is_strict ? CORE_LT : CORE_LE,
                        source->form));
        source->is_transposed = false;
    }
    return source->fact;
}

/*
 * The source times what makes its term to monomial * word[0..]: the letters of
 * the word before and behind `at`, and the scalars.  Without a source: the term
 * by itself.
 */
static void try_product(struct program *p, struct inequality *source,
                        const struct letters *scalars,
                        const struct letters *word, size_t at, size_t length)
{
    struct column c = {.is_strict = source == NULL || source->is_strict};

    if (!push_word(p, &c, word, 0, at) ||
        (source != NULL && !push_fact(&c, source_fact(p, source))) ||
        !push_word(p, &c, word, at + length, word->count) ||
        !push_monomial(p, &c, scalars))
        return;
    c.is_strict = c.is_strict && word->count == 0;
    c.form = column_form(p, &c);
    add_column(p, &c);
}

static bool has_part(const struct letters *word, size_t at,
                     const struct letters *part)
{
    if (at + part->count > word->count)
        return false;
    for (size_t i = 0; i < part->count; i++) {
        if (word->items[at + i].atom != part->items[i].atom ||
            word->items[at + i].power != part->items[i].power)
            return false;
    }
    return true;
}

/* A term of the source at all its places in scalars * word. */
static void meet_word(struct program *p, struct inequality *source,
                      const struct term *t, const struct letters *scalars,
                      const struct letters *word)
{
    const struct letters *rest =
        monomial_divide(p->find->pool, scalars, t->monomial);

    if (rest == NULL)
        return;
    for (size_t at = 0; at + t->word->count <= word->count; at++) {
        if (has_part(word, at, t->word))
            try_product(p, source, rest, word, at, t->word->count);
        if (t->word->count == 0)
            break;
    }
}

/* A term of a matrix fact inside of the scalar words of a row. */
static void meet_scalars(struct program *p, struct inequality *source,
                         const struct term *t, const struct letters *monomial)
{
    struct pool *pool = p->find->pool;

    for (size_t i = 0; i < monomial->count; i++) {
        const struct letter l = monomial->items[i];
        const struct letter once = {l.atom, 1};
        const struct letters *rest;

        if (l.atom->kind != ATOM_WORD || l.power != 1)
            continue;
        rest = monomial_divide(pool, monomial, pool_letters(pool, 1, &once));
        meet_word(p, source, t, rest, l.atom->word);
        meet_word(p, source, t, rest, letters_transposed(pool, l.atom->word));
    }
}

static void meet_row(struct program *p, size_t i)
{
    const struct term row = p->rows[i];
    struct pool *pool = p->find->pool;

    try_product(p, NULL, row.monomial, row.word, 0, 0);
    for (size_t k = 0; k < p->nsources; k++) {
        struct inequality *source = &p->sources[k];
        const struct form *f = source->form;

        for (size_t j = 0; j < f->count && f->count <= COMBINE_TERMS; j++) {
            const struct term *t = &f->terms[j];
            bool is_number = t->monomial->count + t->word->count == 0;

            if (is_number && row.monomial->count + row.word->count > 0)
                continue;
            if (f->rows == NULL || t->word->count > 0)
                meet_word(p, source, t, row.monomial, row.word);
            if (f->rows != NULL && t->word->count > 0)
                meet_scalars(p, source, t, row.monomial);
        }
    }
    pool_forgive(pool);
}

/* The source times x for each 1/x that it has, where x is of known sign. */
static void clear_denominators(struct program *p,
                               const struct inequality *source,
                               const struct letters *m)
{
    for (size_t i = 0; i < m->count; i++) {
        const struct atom *a = m->items[i].atom;
        const struct form *x =
            a->kind == ATOM_APPLY && a->function == CORE_RECIP ? a->args[0]
                                                               : NULL;
        struct column c = {.facts = {source->fact},
                           .nfacts = 1,
                           .is_strict = source->is_strict};

        if (x == NULL || !form_scalar(x) || x->count != 1 ||
            !push_monomial(p, &c, x->terms[0].monomial))
            continue;
        c.form = column_form(p, &c);
        add_column(p, &c);
    }
}

static void gather_cleared(struct program *p)
{
    for (size_t i = 0; i < p->nsources; i++) {
        const struct form *f = p->sources[i].form;

        for (size_t k = 0; k < f->count && f->count <= COMBINE_SMALL; k++)
            clear_denominators(p, &p->sources[i], f->terms[k].monomial);
    }
}

static void add_source(struct program *p, const struct form *f, fact_t fact,
                       bool is_strict, bool is_transposed)
{
    if (f != NULL && f->count >= 2 && p->nsources < COMBINE_FACTS) /* no sign */
        p->sources[p->nsources++] =
            (struct inequality){f, fact, is_strict, is_transposed};
}

static void gather_sources(struct program *p)
{
    struct find *s = p->find;

    for (fact_t k = deduction_facts(s->deduction);
         k-- > 0 && p->nsources < COMBINE_FACTS;) {
        const struct form *r = find_seen(s, k);
        unsigned fn = r ? relation_kind(r) : 0;
        const struct form *f;

        if (fn != CORE_LE && fn != CORE_LT)
            continue;
        f = find_reduced(s, relation_atom(r)->args[0]);
        add_source(p, f, k, fn == CORE_LT, false);
        if (f != NULL && p->goal->rows != NULL && s->level == 0)
            add_source(p, ring_transpose(s->pool, f), k, fn == CORE_LT, true);
    }
}

/* Whether all scalars of the form are among those of the goal. */
static bool is_within(const struct form *f, const struct form *goal)
{
    for (size_t i = 0; i < f->count; i++) {
        for (size_t j = 0; j < f->terms[i].monomial->count; j++) {
            bool has = false;

            for (size_t k = 0; !has && k < goal->count; k++) {
                for (size_t l = 0; l < goal->terms[k].monomial->count; l++)
                    has = has || goal->terms[k].monomial->items[l].atom ==
                                     f->terms[i].monomial->items[j].atom;
            }
            if (!has)
                return false;
        }
    }
    return true;
}

/* Products of two small facts about the scalars of the goal. */
static void gather_pairs(struct program *p)
{
    for (size_t i = 0; i < p->nsources; i++) {
        const struct inequality *a = &p->sources[i];

        if (!form_scalar(a->form) || !is_within(a->form, p->goal))
            continue;
        for (size_t j = 0; j <= i; j++) {
            const struct inequality *b = &p->sources[j];
            struct column c = {.facts = {a->fact, b->fact},
                               .nfacts = 2,
                               .is_strict = a->is_strict && b->is_strict};

            if (!form_scalar(b->form) ||
                a->form->count * b->form->count > COMBINE_SMALL ||
                !is_within(b->form, p->goal))
                continue;
            c.form = ring_mul(p->find->pool, a->form, b->form);
            add_column(p, &c);
        }
    }
}

static void add_square(struct program *p, const struct form *x)
{
    struct column c = {.squares = {x}, .nsquares = 1};

    c.form = ring_mul(p->find->pool, x, x);
    add_column(p, &c);
}

/* Squares of the scalars whose products the goal has. */
static void gather_squares(struct program *p)
{
    const struct form *roots[8];
    struct pool *pool = p->find->pool;
    size_t count = 0;

    for (size_t i = 0; i < p->goal->count; i++) {
        for (size_t j = 0; j < p->goal->terms[i].monomial->count; j++) {
            const struct form *x =
                ring_atom(pool, p->goal->terms[i].monomial->items[j].atom);
            size_t k = 0;

            while (k < count && roots[k] != x)
                k++;
            if (k == count && count < 8)
                roots[count++] = x;
        }
    }
    for (size_t i = 0; i < count; i++) {
        add_square(p, roots[i]);
        for (size_t j = 0; j < i; j++) {
            add_square(p, ring_add(pool, roots[i], roots[j]));
            add_square(p, ring_sub(pool, roots[i], roots[j]));
        }
    }
}

/*
 * goal == sum x f.  Strict: t * goal == sum x f, the x of strict columns have
 * the sum 1, and t > 0 is divided out.
 */
static struct linear *problem(struct program *p, bool strict)
{
    struct linear *lp = linear_new(p->nrows + strict, p->ncolumns + strict);
    mpq_t one, minus;

    mpq_inits(one, minus, NULL);
    mpq_set_ui(one, 1, 1);
    for (size_t j = 0; j < p->ncolumns; j++) {
        const struct column *c = &p->columns[j];

        for (size_t k = 0; k < c->form->count; k++)
            linear_set(lp, row_of(p, &c->form->terms[k]), j,
                       c->form->terms[k].coefficient->value->q);
        if (strict && c->is_strict)
            linear_set(lp, p->nrows, j, one);
        linear_cost(lp, j, (double)(1 + c->nfacts + c->nsquares));
    }
    for (size_t k = 0; k < p->goal->count; k++) {
        size_t i = row_of(p, &p->goal->terms[k]);
        mpq_srcptr q = p->goal->terms[k].coefficient->value->q;

        mpq_neg(minus, q);
        if (strict)
            linear_set(lp, i, p->ncolumns, minus);
        else
            linear_right(lp, i, q);
    }
    if (strict)
        linear_right(lp, p->nrows, one);
    mpq_clears(one, minus, NULL);
    return lp;
}

static bool solve(struct program *p, mpq_t *x, bool strict)
{
    struct linear *lp = problem(p, strict);
    bool found = linear_solve(lp, x);

    if (found && strict) {
        found = mpq_sgn(x[p->ncolumns]) > 0;
        for (size_t j = 0; found && j < p->ncolumns; j++)
            mpq_div(x[j], x[j], x[p->ncolumns]);
    }
    linear_free(lp);
    return found;
}

static fact_t combined(struct program *p, mpq_t *x, const struct form *goal,
                       bool strict)
{
    struct product *products = xcalloc(p->ncolumns + 1, sizeof *products);
    size_t count = 0;
    fact_t out;

    for (size_t j = 0; j < p->ncolumns; j++) {
        const struct column *c = &p->columns[j];

        if (mpq_sgn(x[j]) > 0)
            products[count++] =
                (struct product){ring_number(p->find->pool, x[j]), c->facts,
                                 c->nfacts, c->squares, c->nsquares};
    }
    out = draft_positive(p->find->draft, goal, strict, products, count);
    free(products);
    return out;
}

static void gather(struct program *p)
{
    struct find *s = p->find;
    size_t most = s->depth > 0 ? 60 : COMBINE_COLUMNS;
    struct column one = {.form = pool_one(s->pool), .is_strict = true};

    for (size_t k = 0; k < p->goal->count; k++)
        row_of(p, &p->goal->terms[k]);
    gather_sources(p);
    if (s->depth == 0)
        gather_cleared(p);
    for (size_t i = 0; i < p->nrows && p->ncolumns < most; i++)
        meet_row(p, i);
    if (form_scalar(p->goal))
        add_column(p, &one);
    if (form_scalar(p->goal) && s->depth == 0)
        gather_pairs(p);
    if (form_scalar(p->goal))
        gather_squares(p);
}

static fact_t attempt(struct find *s, const struct form *goal, bool strict,
                      bool is_rewriting)
{
    struct program p = {.find = s, .goal = find_reduced(s, goal)};
    fact_t out = FACT_NONE;
    mpq_t *x;

    if (p.goal == NULL || p.goal->count > (s->depth > 0 ? 6 : 40))
        return FACT_NONE;
    p.columns = xcalloc(COMBINE_COLUMNS + 1, sizeof *p.columns);
    p.rows = xcalloc(COMBINE_ROWS + 1, sizeof *p.rows);
    p.sources = xcalloc(COMBINE_FACTS + 1, sizeof *p.sources);
    gather(&p);
    x = xcalloc(p.ncolumns + 1, sizeof *x);
    for (size_t j = 0; j <= p.ncolumns; j++)
        mpq_init(x[j]);
    if (p.ncolumns > 0 && solve(&p, x, strict))
        out = combined(&p, x, goal, strict);
    for (size_t j = 0; j <= p.ncolumns; j++)
        mpq_clear(x[j]);
    for (size_t j = 0; is_rewriting && out == FACT_NONE && j < p.ncolumns; j++)
        find_rewrite(s, p.columns[j].form);
    free(x);
    free(p.columns);
    free(p.rows);
    free(p.sources);
    memo_clear(&p.known);
    return out;
}

/* 0 <= goal or 0 < goal as a combination of facts. */
fact_t find_combination(struct find *s, const struct form *goal, bool strict)
{
    return attempt(s, goal, strict, false);
}

/* The same of a matrix, after equations at the products. */
fact_t find_products(struct find *s, const struct form *goal, bool strict)
{
    const size_t rules = s->nrules;
    const fact_t out =
        form_scalar(goal) ? FACT_NONE : attempt(s, goal, strict, true);

    return out == FACT_NONE && s->nrules > rules
               ? attempt(s, goal, strict, false)
               : out;
}
