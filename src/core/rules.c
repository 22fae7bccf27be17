/*
 * The rules of algebra and order: scope, equations, instances, products.
 */
#include "core/internal.h"
#include "core/ring.h"

#include <stdlib.h>

/* The form that the fact compares with 0 by fn, or NULL, refused. */
static const struct form *compared(struct deduction *d, const struct fact *fact,
                                   unsigned fn)
{
    if (relation_kind(fact->relation) == fn)
        return relation_atom(fact->relation)->args[0];
    deduction_refuse(d, "a fact of another kind");
    return NULL;
}

bool derive_scope(struct deduction *d, const struct argument *a)
{
    struct variables scope = {0, NULL};

    for (size_t i = 0; i < d->nargs; i++) {
        const struct atom *g = a[i].variable;

        if (g->variable != VARIABLE_GENERIC || !g->is_integer)
            return deduction_refuse(d, "no generic index");
        scope = variables_join(d->pool, scope, variables_of(d->pool, g));
    }
    for (size_t i = 0; i < scope.count; i++) {
        if (variables_stray(&scope.items[i]->free, &scope))
            return deduction_refuse(d, "a range outside of the scope");
    }
    d->scope = scope;
    return true;
}

bool derive_range(struct deduction *d, const struct argument *a)
{
    const struct atom *g = a[0].variable;
    bool is_upper = a[1].number == 1;

    if (!variables_have(&d->scope, g))
        return deduction_refuse(d, "a variable not in scope");
    return deduction_learn(d, relation_between(d->pool, CORE_LE,
                                               is_upper ? g->form : g->lo,
                                               is_upper ? g->hi : g->form));
}

bool derive_restated(struct deduction *d, const struct argument *a)
{
    return deduction_meets(d, a[0].number, a[1].term) &&
           deduction_learn(d, a[1].term);
}

bool derive_rule(struct deduction *d, const struct argument *a)
{
    const struct form *f = compared(d, &a[0].fact, CORE_EQ), *head = a[1].term;
    size_t i = 0;

    if (f == NULL || head->count != 1)
        return deduction_refuse(d, "a head that is no single term");
    while (i < f->count && (f->terms[i].monomial != head->terms[0].monomial ||
                            f->terms[i].word != head->terms[0].word))
        i++;
    return rules_add(d->rules, f, i, a[0].fact.leans);
}

/* Instances. */

/* Whether a value has the shape that its symbol has at the values. */
static bool fits_shape(struct deduction *d, const struct atom *symbol,
                       const struct substitution *values, size_t count,
                       const struct form *value)
{
    const struct form *one = pool_one(d->pool);
    const struct form *rows = symbol->rows ? symbol->rows : one;
    const struct form *cols = symbol->cols ? symbol->cols : one;

    rows = form_substitute(d->pool, rows, values, count);
    cols = form_substitute(d->pool, cols, values, count);
    return rows != NULL && rows == form_rows(d->pool, value) &&
           cols == form_cols(d->pool, value);
}

/*
 * Whether it has no variable that is not a parameter or in the scope; its size
 * has no parameter, being that of the symbol.
 */
static bool fits_scope(struct deduction *d, const struct substitution *s)
{
    struct variables free = s->value->free;

    for (size_t i = 0; i < s->nindices; i++) {
        const struct atom *p = spare_parameter(d->pool, (unsigned)i, true);

        if (p == NULL)
            return false;
        free = variables_without(d->pool, free, p);
    }
    return !variables_stray(&free, &d->scope);
}

static bool values_fit(struct deduction *d, const struct sequent *s,
                       const struct substitution *values)
{
    for (size_t i = 0; i < s->nsymbols; i++) {
        const struct atom *symbol = s->symbols[i];
        const struct form *value = values[i].value;

        if (!fits_shape(d, symbol, values, s->nsymbols, value) ||
            !fits_scope(d, &values[i]))
            return deduction_refuse(d, "a value that does not fit");
        if (symbol->is_integer &&
            !(symbol->variable == VARIABLE_FAMILY
                  ? form_is_integer(value)
                  : deduction_is_integer(d, value,
                                         1 + s->nsymbols + s->nhypotheses)))
            return deduction_refuse(d, "a value not known to be an integer");
    }
    return true;
}

/* The values that the line gives to the symbols; NULL: one is missing. */
static struct substitution *values_of(struct deduction *d,
                                      const struct sequent *s,
                                      const struct argument *nodes)
{
    struct substitution *values =
        arena_array(pool_arena(d->pool), s->nsymbols + 1, sizeof *values);

    for (size_t i = 0; i < s->nsymbols; i++) {
        const struct atom *symbol = s->symbols[i];

        values[i].variable = symbol;
        values[i].value = deduction_term(d, nodes[i].number);
        if (values[i].value == NULL)
            return NULL;
        if (symbol->variable == VARIABLE_FAMILY)
            values[i].nindices = symbol->serial;
    }
    return values;
}

bool derive_instance(struct deduction *d, const struct argument *a)
{
    const struct core_theorem *t = theory_find(d->theory, a->word);
    const struct sequent *s = t ? &t->sequent : NULL;
    const struct substitution *values;

    if (s == NULL || s->ndefined > 0 || s->nclauses > 0 ||
        d->nargs < 1 + s->nsymbols + s->nhypotheses)
        return deduction_refuse(d, "no such theorem, or too few arguments");
    values = values_of(d, s, a + 1);
    if (values == NULL || !values_fit(d, s, values))
        return deduction_refuse(d, "no such value");
    for (size_t i = 0; i < s->nhypotheses; i++) {
        const struct form *h =
            form_substitute(d->pool, s->hypotheses[i], values, s->nsymbols);

        if (!deduction_meets(d, a[1 + s->nsymbols + i].number, h))
            return deduction_refuse(d, "a hypothesis that is not met");
    }
    deduction_used(d, t);
    return deduction_learn(
        d, form_substitute(d->pool, s->conclusion, values, s->nsymbols));
}

bool derive_witness(struct deduction *d, const struct argument *a)
{
    const struct witness w = {a[0].variable, a[1].term, d->sequent.symbols,
                              d->sequent.nsymbols};
    const struct form *x =
        w.head->variable == VARIABLE_OBTAINED
            ? sequent_obtained_at(d->pool, &d->sequent, w.head)
            : NULL;

    if (x == NULL || !form_same_shape(x, w.value))
        return deduction_refuse(d, "nothing that is obtained, of that shape");
    for (size_t i = 0; i < w.value->free.count; i++) {
        if (w.value->free.items[i]->variable != VARIABLE_SYMBOL &&
            w.value->free.items[i]->variable != VARIABLE_OBTAINED)
            return deduction_refuse(d, "a witness of more than the symbols");
    }
    for (size_t i = 0; i < d->nwitnesses; i++) {
        if (d->witnesses[i].head == w.head ||
            variables_have(&w.value->free, d->witnesses[i].head))
            return deduction_refuse(d, "a second witness");
    }
    if (variables_have(&w.value->free, w.head) || !theory_takes(d->theory, &w))
        return deduction_refuse(d, "another witness");
    arena_push(pool_arena(d->pool), &d->witnesses, &d->nwitnesses, sizeof w,
               &w);
    return deduction_learn_at(d, relation_between(d->pool, CORE_EQ, x, w.value),
                              (struct variables){0, NULL});
}

/* Sums of products. */

/* The rest of a line as numbers, from *at on. */
static long number(struct deduction *d, size_t *at)
{
    return *at < d->nargs ? d->args[(*at)++].number : FACT_NONE;
}

/* The form f of a fact 0 <= f or 0 < f in sight; *strict: the latter. */
static const struct form *factor(struct deduction *d, long fact, bool *strict)
{
    struct variables leans;
    const struct form *r = deduction_fact(d, fact, &leans);
    unsigned fn = r ? relation_kind(r) : 0;

    if (r == NULL || !variables_within(&leans, &d->scope) ||
        (fn != CORE_LE && fn != CORE_LT && fn != CORE_EQ))
        return pool_fail(d->pool, "a factor that is no fact 0 <= f");
    r = relation_atom(r)->args[0];
    *strict = *strict && fn == CORE_LT && form_scalar(r);
    return r;
}

static const struct form *square(struct deduction *d, long node)
{
    const struct form *f = deduction_term(d, node);

    return f == NULL || !form_scalar(f)
               ? pool_fail(d->pool, "a square of what is no scalar")
               : ring_mul(d->pool, f, f);
}

/* The next product of the line; *strict: it is certainly above 0. */
static const struct form *product(struct deduction *d, size_t *at, bool *strict)
{
    const struct form *out = deduction_term(d, number(d, at));
    const struct number *c = out ? form_as_number(d->pool, out) : NULL;
    long count = number(d, at);

    if (c == NULL || mpq_sgn(c->value->q) <= 0)
        return pool_fail(d->pool, "a coefficient that is not positive");
    *strict = true;
    for (; count > 0 && out != NULL; count--)
        out = ring_mul(d->pool, out, factor(d, number(d, at), strict));
    count = number(d, at);
    *strict = *strict && count == 0;
    for (; count > 0 && out != NULL; count--)
        out = ring_mul(d->pool, out, square(d, number(d, at)));
    return out;
}

bool derive_positive(struct deduction *d, const struct argument *a)
{
    const struct form *f = a[0].term;
    const struct form *sum =
        ring_zero(d->pool, form_rows(d->pool, f), form_cols(d->pool, f));
    bool strict = a[1].number == 1, above = false;

    for (size_t at = 2; sum != NULL && at < d->nargs;) {
        bool positive = false;

        sum = ring_add(d->pool, sum, product(d, &at, &positive));
        above = above || positive;
    }
    sum = deduction_reduce(d, ring_sub(d->pool, f, sum));
    if (sum == NULL || !form_is_nil(sum))
        return deduction_refuse(d, "the products do not add up");
    if (strict && !(above && form_scalar(f)))
        return deduction_refuse(d, "no product is certainly positive");
    return deduction_learn(d,
                           form_apply1(d->pool, strict ? CORE_LT : CORE_LE, f));
}

bool derive_equal(struct deduction *d, const struct argument *a)
{
    const struct form *f = compared(d, &a[0].fact, CORE_LE);

    return f != NULL &&
           deduction_meets(
               d, a[1].number,
               form_apply1(d->pool, CORE_LE, ring_neg(d->pool, f))) &&
           deduction_learn(d, form_apply1(d->pool, CORE_EQ, f));
}

bool derive_next(struct deduction *d, const struct argument *a)
{
    const struct form *x = a[0].term, *y = a[1].term;
    const struct form *next = ring_add(d->pool, x, pool_one(d->pool));

    return deduction_is_integer(d, x, 3) && deduction_is_integer(d, y, 3) &&
           deduction_meets_between(d, a[2].number, CORE_LT, x, y) &&
           deduction_learn(d, relation_between(d->pool, CORE_LE, next, y));
}

/* Whether g is a generic index of 1..size that is free for F. */
static bool ranges_over(struct deduction *d, const struct atom *g,
                        const struct form *size, const struct form *f)
{
    return g->variable == VARIABLE_GENERIC && g->is_integer &&
           g->lo == pool_one(d->pool) && g->hi == size &&
           !variables_have(&f->free, g) && !variables_have(&d->scope, g);
}

bool derive_entries(struct deduction *d, const struct argument *a)
{
    const struct atom *i = a[2].variable, *j = a[3].variable;
    const struct variables around = d->scope;
    unsigned fn = relation_kind(a[1].term);
    const struct form *f;
    bool met;

    if (fn != CORE_EQ && fn != CORE_LE && fn != CORE_LT)
        return deduction_refuse(d, "no relation of entries");
    f = relation_atom(a[1].term)->args[0];
    if (!ranges_over(d, i, form_rows(d->pool, f), f) ||
        !ranges_over(d, j, form_cols(d->pool, f), f) || i == j)
        return deduction_refuse(d, "no indices of the entries");
    d->scope = variables_join(
        d->pool, variables_join(d->pool, around, variables_of(d->pool, i)),
        variables_of(d->pool, j));
    met = deduction_meets(
        d, a[0].number,
        form_apply1(d->pool, fn, form_entry(d->pool, f, i->form, j->form)));
    d->scope = around;
    return met && deduction_learn(d, a[1].term);
}

bool derive_form(struct deduction *d, const struct argument *a)
{
    const struct form *f = compared(d, &a[0].fact, CORE_PSD), *x = a[1].term;

    if (f == NULL || form_rows(d->pool, x) != form_rows(d->pool, f) ||
        form_cols(d->pool, x) != pool_one(d->pool))
        return deduction_refuse(d, "no form of a semidefinite matrix");
    return deduction_learn(
        d, form_apply1(d->pool, CORE_LE, ring_quadratic(d->pool, f, x)));
}
