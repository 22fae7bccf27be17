/*
 * Inequalities under sums: what holds at each index is added up, by the theorem
 * that a sum of what is not negative is not negative.
 */
#include "algebra/combine_internal.h"

#include "core/binder.h"
#include "core/ring.h"

/* The columns of the terms under one sum. */
struct under {
    const struct atom *index;
    struct column *columns;
    size_t count;
};

/* At the index, which is in the scope. */
static void look_under(struct under *out, struct find *s,
                       const struct form *body, unsigned deep)
{
    const struct form *now = find_reduced(s, body);
    struct program p;

    if (now == NULL)
        return;
    program_start(&p, s, now, COMBINE_UNDER);
    p.deep = deep;
    for (size_t i = 0; i < now->count; i++)
        program_row(&p, &now->terms[i]);
    program_sources(&p, out->index);
    for (size_t i = 0; i < now->count && p.ncolumns < p.most; i++)
        program_meet(&p, i, NEEDS_MORE | NEEDS_LESS);
    for (size_t i = 0; i < p.ncolumns; i++)
        arena_push(pool_arena(s->pool), &out->columns, &out->count,
                   sizeof *out->columns, &p.columns[i]);
    program_free(&p);
}

/* What is known under the sum; NULL: nothing can be. */
static const struct under *under_of(struct program *p, const struct atom *a)
{
    struct find *s = p->find;
    const struct variables scope = deduction_scope(s->deduction);
    const struct atom *index = find_inner(s->pool, a);
    struct under *out = (struct under *)memo_get(&p->under, a);

    if (out != NULL || index == NULL)
        return out;
    out = arena_array(pool_arena(s->pool), 1, sizeof *out);
    *out = (struct under){.index = index};
    memo_set(&p->under, a, out);
    if (find_scope_with(s, scope, index))
        look_under(out, s, binder_open(s->pool, a, ring_atom(s->pool, index)),
                   p->deep + 1);
    find_scope(s, scope);
    return out;
}

/* The letters of the word from `from` to `to`. */
static const struct form *part_of(struct pool *pool, const struct letters *word,
                                  size_t from, size_t to)
{
    return from == to ? pool_one(pool)
                      : ring_word(pool, word_part(pool, word, from, to));
}

/*
 * The sum of one term as the library's equations have it: what does not depend
 * on the index stands around it.  NULL: all does.
 */
static const struct form *sum_of_term(struct pool *pool, const struct atom *a,
                                      const struct term *t,
                                      const struct atom *index)
{
    const struct letters *word = t->word;
    struct term inside = {pool_one(pool)->terms[0].coefficient, NULL, NULL};
    struct term around = {t->coefficient, NULL, pool_letters(pool, 0, NULL)};
    struct letter *in =
        arena_array(pool_arena(pool), t->monomial->count + 1, sizeof *in);
    struct letter *out =
        arena_array(pool_arena(pool), t->monomial->count + 1, sizeof *out);
    size_t nin = 0, nout = 0, from = 0, to = word->count;
    const struct form *sum;

    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter l = t->monomial->items[i];

        if (variables_have(&l.atom->free, index))
            in[nin++] = l;
        else
            out[nout++] = l;
    }
    while (from < to && !variables_have(&word->items[from].atom->free, index))
        from++;
    while (to > from && !variables_have(&word->items[to - 1].atom->free, index))
        to--;
    if (nin == 0 && from == to)
        return NULL;
    inside.monomial = pool_letters(pool, nin, in);
    around.monomial = pool_letters(pool, nout, out);
    inside.word = pool_letters(pool, 0, NULL);
    sum = pool_form(pool, NULL, NULL, &inside, 1);
    if (from < to)
        sum = ring_mul(pool, sum, part_of(pool, word, from, to));
    sum = form_bind(pool, BINDER_SUM, a->lo, a->hi, sum, index);
    sum = ring_mul(pool, pool_form(pool, NULL, NULL, &around, 1), sum);
    return ring_mul(pool, ring_mul(pool, part_of(pool, word, 0, from), sum),
                    part_of(pool, word, to, word->count));
}

static const struct form *sum_of(struct pool *pool, const struct atom *a,
                                 const struct form *f, const struct atom *index)
{
    const struct form *out = NULL;

    for (size_t i = 0; i < f->count; i++) {
        const struct form *term = sum_of_term(pool, a, &f->terms[i], index);

        if (term == NULL)
            return NULL;
        out = out ? ring_add(pool, out, term) : term;
    }
    return out;
}

/* The sum in the place of so many letters of the word of t. */
static void add_up(struct program *p, const struct atom *a,
                   const struct term *t, size_t at, size_t length)
{
    const struct under *u = under_of(p, a);

    for (size_t i = 0; u != NULL && i < u->count; i++) {
        struct column c = {.inner = &u->columns[i], .index = u->index};

        c.sum = sum_of(p->find->pool, a, u->columns[i].form, u->index);
        if (c.sum != NULL)
            program_product(p, c, NULL, t, at, length);
    }
    pool_forgive(p->find->pool);
}

static bool is_sum(const struct atom *a)
{
    return a->kind == ATOM_BINDER && a->binder == BINDER_SUM;
}

void program_meet_sums(struct program *p, const struct term *row)
{
    struct pool *pool = p->find->pool;

    for (size_t i = 0; i < row->monomial->count && p->deep < COMBINE_DEEP;
         i++) {
        const struct letter once = {row->monomial->items[i].atom, 1};
        struct term t = *row;

        if (!is_sum(once.atom))
            continue;
        t.monomial =
            monomial_divide(pool, row->monomial, pool_letters(pool, 1, &once));
        add_up(p, once.atom, &t, 0, 0);
    }
    for (size_t i = 0; i < row->word->count && p->deep < COMBINE_DEEP; i++) {
        if (is_sum(row->word->items[i].atom) && row->word->items[i].power == 0)
            add_up(p, row->word->items[i].atom, row, i, 1);
    }
}

/* The fact of a product that was found. */
static fact_t make_product(struct find *s, struct column *c)
{
    const struct product product = {pool_one(s->pool), c->facts, c->nfacts,
                                    (const struct form *const *)c->squares,
                                    c->nsquares};

    return column_make(s, c)
               ? draft_positive(s->draft, c->form, false, &product, 1)
               : FACT_NONE;
}

bool column_make(struct find *s, struct column *c)
{
    const struct variables scope = deduction_scope(s->deduction);
    const struct core_theorem *t =
        theory_find(s->finder->theory, "nonnegative_sum");
    const struct form *values[5], *parameter;
    struct column inner;
    fact_t term = FACT_NONE;

    if (c->inner == NULL)
        return true;
    inner = *c->inner;
    if (find_scope_with(s, scope, c->index))
        term = make_product(s, &inner);
    find_scope(s, scope);
    if (t == NULL || term == FACT_NONE)
        return false;
    parameter = ring_atom(s->pool, spare_parameter(s->pool, 0, true));
    values[0] = form_rows(s->pool, inner.form);
    values[1] = form_cols(s->pool, inner.form);
    values[2] = c->index->lo;
    values[3] = c->index->hi;
    values[4] = form_at(s->pool, inner.form, c->index, parameter);
    c->facts[c->place] = find_instance(s, t, values, false);
    if (c->facts[c->place] == FACT_NONE)
        return false;
    find_rewrite(s, form_bind(s->pool, BINDER_SUM, c->index->lo, c->index->hi,
                              inner.form, c->index));
    return true;
}
