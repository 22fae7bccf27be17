/*
 * Columns of a linear program over terms: facts times letters of known sign,
 * where that meets a term that is wanted; of a sum such columns under it.
 */
#include "algebra/combine_internal.h"

#include "base/status.h"
#include "core/ring.h"

#include <stdlib.h>

/* The highest power of a scalar. */
static unsigned power_of(const struct form *f)
{
    unsigned out = 0;

    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count; k++)
            out = m->items[k].power > out ? m->items[k].power : out;
    }
    return out;
}

void program_start(struct program *p, struct find *s, const struct form *goal,
                   size_t most)
{
    *p = (struct program){.find = s, .goal = goal, .most = most};
    p->power = power_of(goal) + COMBINE_POWERS;
    /* large, and most programs are small: as they are, not cleared */
    p->columns = xrealloc(NULL, most + 1, sizeof *p->columns);
    p->rows = xrealloc(NULL, COMBINE_ROWS + 1, sizeof *p->rows);
    p->sources = xrealloc(NULL, COMBINE_FACTS + 1, sizeof *p->sources);
    p->needs = xcalloc(COMBINE_ROWS + 1, sizeof *p->needs);
    p->met = xcalloc(COMBINE_ROWS + 1, sizeof *p->met);
}

void program_free(struct program *p)
{
    free(p->columns);
    free(p->rows);
    free(p->needs);
    free(p->met);
    free(p->sources);
    memo_clear(&p->known);
    memo_clear(&p->said);
    memo_clear(&p->under);
}

size_t program_find_row(const struct program *p, const struct term *t)
{
    size_t i = 0;

    while (i < p->nrows &&
           (p->rows[i].monomial != t->monomial || p->rows[i].word != t->word))
        i++;
    return i;
}

size_t program_row(struct program *p, const struct term *t)
{
    const size_t i = program_find_row(p, t);

    if (i == p->nrows && p->nrows < COMBINE_ROWS)
        p->rows[p->nrows++] = *t;
    return i;
}

static unsigned sign_of(const struct term *t, bool is_turned)
{
    return (mpq_sgn(t->coefficient->value->q) > 0) == is_turned ? NEEDS_LESS
                                                                : NEEDS_MORE;
}

void program_need(struct program *p, const struct form *f, bool is_turned)
{
    for (size_t k = 0; k < f->count; k++)
        p->needs[program_row(p, &f->terms[k])] |=
            sign_of(&f->terms[k], is_turned);
}

void program_add(struct program *p, const struct column *c)
{
    struct column *out = &p->columns[p->ncolumns];
    const struct form *f = c->form && power_of(c->form) <= p->power
                               ? find_reduced(p->find, c->form)
                               : NULL;

    pool_forgive(p->find->pool);
    if (f == NULL || form_is_nil(f) || f->count > COMBINE_TERMS ||
        p->ncolumns == p->most || !form_same_shape(f, p->goal) ||
        memo_get(&p->known, f) != NULL || p->nrows + f->count > COMBINE_ROWS)
        return;
    memo_set(&p->known, f, f);
    program_need(p, f, true);
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

bool column_push(struct program *p, struct column *c, const struct letters *m)
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

const struct form *column_form(struct program *p, const struct column *c)
{
    struct find *s = p->find;
    const struct form *out = pool_one(s->pool);

    for (size_t i = 0; i < c->nfacts; i++)
        out = ring_mul(
            s->pool, out,
            c->inner != NULL && i == c->place
                ? c->sum
                : relation_atom(deduction_fact(s->deduction, c->facts[i], NULL))
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

void program_product(struct program *p, struct column c,
                     struct inequality *source, const struct term *t, size_t at,
                     size_t length)
{
    const struct letters *word = t->word;

    if (!push_word(p, &c, word, 0, at))
        return;
    c.place = c.nfacts;
    if ((source != NULL && !push_fact(&c, source_fact(p, source))) ||
        (c.inner != NULL && !push_fact(&c, 0 /* made later */)) ||
        !push_word(p, &c, word, at + length, word->count) ||
        !column_push(p, &c, t->monomial))
        return;
    c.is_strict = c.is_strict && word->count == 0;
    c.form = column_form(p, &c);
    program_add(p, &c);
}

/* The source times what makes its term to the rest. */
static void try_product(struct program *p, struct inequality *source,
                        const struct letters *scalars,
                        const struct letters *word, size_t at, size_t length)
{
    const struct term t = {NULL, scalars, word};
    const struct column c = {.is_strict = source->is_strict};

    program_product(p, c, source, &t, at, length);
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

static void add_source(struct program *p, const struct form *f, fact_t fact,
                       bool is_strict, bool is_transposed)
{
    if (f == NULL || f->count < 2 /* a sign */ ||
        p->nsources == COMBINE_FACTS ||
        (memo_get(&p->said, f) != NULL && !is_strict))
        return;
    memo_set(&p->said, f, f);
    p->sources[p->nsources++] =
        (struct inequality){f, fact, is_strict, is_transposed};
}

void program_sources(struct program *p, const struct atom *index)
{
    struct find *s = p->find;

    for (fact_t k = deduction_facts(s->deduction);
         k-- > 0 && p->nsources < COMBINE_FACTS;) {
        const struct form *r = find_seen(s, k);
        unsigned fn = r ? relation_kind(r) : 0;
        const struct form *f;

        if ((fn != CORE_LE && fn != CORE_LT) ||
            (index != NULL && !variables_have(&r->free, index)))
            continue;
        f = find_reduced(s, relation_atom(r)->args[0]);
        add_source(p, f, k, fn == CORE_LT, false);
        if (f != NULL && p->goal->rows != NULL && s->level == 0)
            add_source(p, ring_transpose(s->pool, f), k, fn == CORE_LT, true);
    }
}

void program_meet(struct program *p, size_t i, unsigned signs)
{
    const struct term row = p->rows[i];
    struct pool *pool = p->find->pool;

    if ((signs & NEEDS_MORE) != 0)
        program_product(p, (struct column){.is_strict = true}, NULL, &row, 0,
                        0);
    for (size_t k = 0; k < p->nsources; k++) {
        struct inequality *source = &p->sources[k];
        const struct form *f = source->form;

        for (size_t j = 0; j < f->count && f->count <= COMBINE_TERMS; j++) {
            const struct term *t = &f->terms[j];
            bool is_number = t->monomial->count + t->word->count == 0;

            if ((sign_of(t, false) & signs) == 0)
                continue;
            if (is_number && row.monomial->count + row.word->count > 0)
                continue;
            if (f->rows == NULL || t->word->count > 0)
                meet_word(p, source, t, row.monomial, row.word);
            if (f->rows != NULL && t->word->count > 0)
                meet_scalars(p, source, t, row.monomial);
        }
    }
    pool_forgive(pool);
    if (p->find->depth == 0)
        program_meet_sums(p, &row);
}
