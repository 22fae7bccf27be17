/*
 * Inequalities as nonnegative combinations of products, by exact linear
 * programming over the terms (certificates, [Stengle1974]).  Products are a
 * fact times letters of known sign, where that meets a term that is wanted,
 * from the goal on; products of two facts, and squares, for small goals.
 */
#include "algebra/combine_internal.h"

#include "algebra/linear.h"
#include "base/rational.h"
#include "core/ring.h"

#include <stdlib.h>

/* Whether one of its terms has a row. */
static bool has_row(const struct program *p, const struct form *f)
{
    for (size_t k = 0; f != NULL && k < f->count; k++) {
        if (program_find_row(p, &f->terms[k]) < p->nrows)
            return true;
    }
    return false;
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
            !column_push(p, &c, x->terms[0].monomial))
            continue;
        c.form = column_form(p, &c);
        if (has_row(p, find_reduced(p->find, c.form)))
            program_add(p, &c);
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

/* The product of facts, times letters of known sign where that makes its first
 * term to one of the goal. */
static void add_multiples(struct program *p, const struct column *c)
{
    const struct form *f = find_reduced(p->find, c->form);

    for (size_t k = 0; f != NULL && f->count > 0 && k < p->goal->count; k++) {
        const struct letters *rest = monomial_divide(
            p->find->pool, p->goal->terms[k].monomial, f->terms[0].monomial);
        struct column own = *c;

        if (rest == NULL || !column_push(p, &own, rest))
            continue;
        own.form = column_form(p, &own);
        program_add(p, &own);
    }
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
            program_add(p, &c);
            add_multiples(p, &c);
        }
    }
}

static void add_square(struct program *p, const struct form *x)
{
    struct column c = {.squares = {x}, .nsquares = 1};

    c.form = ring_mul(p->find->pool, x, x);
    program_add(p, &c);
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
    LOCAL_MPQ(one);
    LOCAL_MPQ(minus);

    mpq_set_ui(one, 1, 1);
    for (size_t j = 0; j < p->ncolumns; j++) {
        const struct column *c = &p->columns[j];

        for (size_t k = 0; k < c->form->count; k++)
            linear_set(lp, program_row(p, &c->form->terms[k]), j,
                       c->form->terms[k].coefficient->value->q);
        if (strict && c->is_strict)
            linear_set(lp, p->nrows, j, one);
        linear_cost(lp, j, (double)(1 + c->nfacts + c->nsquares));
    }
    for (size_t k = 0; k < p->goal->count; k++) {
        size_t i = program_row(p, &p->goal->terms[k]);
        mpq_srcptr q = p->goal->terms[k].coefficient->value->q;

        mpq_neg(minus, q);
        if (strict)
            linear_set(lp, i, p->ncolumns, minus);
        else
            linear_right(lp, i, q);
    }
    if (strict)
        linear_right(lp, p->nrows, one);
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
    LOCAL_FREE struct product *products =
        xcalloc(p->ncolumns + 1, sizeof *products);
    size_t count = 0;
    bool fine = true;
    fact_t out = FACT_NONE;

    for (size_t j = 0; fine && j < p->ncolumns; j++) {
        struct column *c = &p->columns[j];

        if (mpq_sgn(x[j]) <= 0)
            continue;
        fine = column_make(p->find, c);
        products[count++] = (struct product){
            ring_number(p->find->pool, x[j]), c->facts, c->nfacts,
            (const struct form *const *)c->squares, c->nsquares};
    }
    if (fine)
        out = draft_positive(p->find->draft, goal, strict, products, count);
    return out;
}

/* What rows need, until there is no more, or so many columns. */
static void meet_rows(struct program *p, size_t most)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (size_t i = 0; i < p->nrows && p->ncolumns < most; i++) {
            const unsigned signs = p->needs[i] & ~p->met[i];

            p->met[i] |= signs;
            changed = changed || signs != 0;
            if (signs != 0)
                program_meet(p, i, signs);
        }
    }
}

/*
 * `given`: the goal as it was, whose terms may be of known sign where those
 * that it reduces to are not.  Forward: from what is to be small alone.
 */
static void gather(struct program *p, const struct form *given, bool is_forward)
{
    struct find *s = p->find;
    const size_t most = s->depth > 0 ? 60 : COMBINE_COLUMNS;
    struct column one = {.form = pool_one(s->pool), .is_strict = true};

    program_need(p, p->goal, false);
    for (size_t i = 0; is_forward && i < p->nrows; i++)
        p->met[i] = NEEDS_MORE;
    program_sources(p, NULL);
    if (form_scalar(p->goal) && s->depth == 0 && !is_forward)
        gather_pairs(p);
    if (form_scalar(p->goal) && !is_forward)
        gather_squares(p);
    meet_rows(p, most / 2);
    if (s->depth == 0)
        gather_cleared(p);
    meet_rows(p, most);
    for (size_t k = 0; given != p->goal && k < given->count; k++)
        program_product(p, (struct column){.is_strict = true}, NULL,
                        &given->terms[k], 0, 0);
    if (form_scalar(p->goal))
        program_add(p, &one);
}

static fact_t attempt(struct find *s, const struct form *goal, bool strict,
                      bool is_rewriting, bool is_forward)
{
    const struct form *now = find_reduced(s, goal);
    struct program p;
    fact_t out = FACT_NONE;
    mpq_t *x;

    if (now == NULL || now->count > (s->depth > 0 ? 6 : 40))
        return FACT_NONE;
    program_start(&p, s, now, COMBINE_COLUMNS);
    gather(&p, goal, is_forward);
    x = numbers_new(p.ncolumns + 1);
    if (p.ncolumns > 0 && solve(&p, x, strict))
        out = combined(&p, x, goal, strict);
    for (size_t j = 0; is_rewriting && out == FACT_NONE && j < p.ncolumns; j++)
        find_rewrite(s, p.columns[j].form);
    numbers_free(x, p.ncolumns + 1);
    program_free(&p);
    return out;
}

/* 0 <= goal or 0 < goal as a combination of facts, first of those that bound
 * what is below 0 in it. */
fact_t find_combination(struct find *s, const struct form *goal, bool strict)
{
    const fact_t out = s->depth == 0 && s->level == 0
                           ? attempt(s, goal, strict, false, true)
                           : FACT_NONE;

    return out == FACT_NONE ? attempt(s, goal, strict, false, false) : out;
}

/* The same of a matrix, after equations at the products. */
fact_t find_products(struct find *s, const struct form *goal, bool strict)
{
    const size_t rules = s->nrules;
    const fact_t out =
        form_scalar(goal) ? FACT_NONE : attempt(s, goal, strict, true, false);

    return out == FACT_NONE && s->nrules > rules
               ? attempt(s, goal, strict, false, false)
               : out;
}
