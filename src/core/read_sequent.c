/*
 * Declarations: symbols, what kinds and ranges say of them, and the clauses of
 * families.
 *
 * The clauses of a family are facts about it, and cannot contradict each other:
 * ir sees to it that they are apart and that no member needs itself.  What the
 * core cannot read of a family is not known of it.
 */
#include "base/buffer.h"
#include "base/status.h"
#include "core/read_internal.h"

#include <stdlib.h>

/* Relations that are being gathered, in the pool's arena. */
struct gathering {
    struct reading *reading;
    const struct form **items;
    size_t count;
};

/* The parts of a conjunction; NULL: the statement cannot be read. */
static void gather(struct gathering *g, const struct form *r)
{
    struct pool *pool = g->reading->pool;

    if (r == NULL)
        reading_fail(g->reading, "an assumption that the core cannot read");
    if (r == NULL || r == relation_true(pool))
        return;
    for (size_t i = 0; i < relation_parts(r, CORE_AND); i++) {
        const struct form *part = relation_part(r, CORE_AND, i);

        arena_push(pool_arena(pool), &g->items, &g->count, sizeof part, &part);
    }
}

/* Symbols. */

static const struct atom *symbol_new(struct reading *r, const char *name,
                                     bool is_integer, const struct dim *rows,
                                     const struct dim *cols, size_t nindices)
{
    struct atom model = {
        .kind = ATOM_VARIABLE, .name = name, .is_integer = is_integer};
    const struct form *h = rows ? read_dim(r, rows) : pool_one(r->pool);
    const struct form *w = cols ? read_dim(r, cols) : pool_one(r->pool);
    const struct variables none = {0, NULL};

    if (h == NULL || w == NULL)
        return NULL;
    model.rows = h;
    model.cols = w;
    if (nindices > 0) {
        model.variable = VARIABLE_FAMILY;
        model.serial = (unsigned)nindices;
        if (variables_stray(&h->free, &none) ||
            variables_stray(&w->free, &none))
            return NULL;
    }
    return pool_atom(r->pool, &model);
}

/*
 * Families of two proofs may have one name, and are two: a number behind it,
 * which no name of the language has, keeps them apart.
 */
static const struct atom *family_new(struct reading *r, size_t k)
{
    const struct let *let = &r->statement->lets[k];
    LOCAL_FREE char *name = buffer_text("%s#%zu", let->name, k);
    const struct atom *a =
        symbol_new(r, name, false, let->rows, let->cols, let->nindices);

    return a;
}

struct reading *reading_new(struct theory *theory, const struct theorem *t)
{
    struct reading *r = xcalloc(1, sizeof *r);
    size_t count = expr_count(t->pool);

    r->pool = theory_pool(theory);
    r->statement = t;
    pool_forgive(r->pool);
    r->forms = xcalloc(count + 1, sizeof *r->forms);
    r->domains = xcalloc(count + 1, sizeof *r->domains);
    r->symbols = arena_array(pool_arena(r->pool), t->ndims + t->ngivens + 1,
                             sizeof *r->symbols);
    r->lets = arena_array(pool_arena(r->pool), t->nlets + 1, sizeof *r->lets);
    for (size_t i = 0; i < t->ndims; i++)
        r->symbols[r->nsymbols++] =
            symbol_new(r, t->dims[i]->name, true, NULL, NULL, 0);
    for (size_t i = 0; i < t->ngivens; i++) {
        const struct given *g = &t->givens[i];

        r->symbols[r->nsymbols++] =
            g->role == GIVEN_OBTAINED
                ? NULL
                : symbol_new(r, g->name, g->kind == GIVEN_INT, g->rows, g->cols,
                             g->nindices);
    }
    for (size_t i = 0; i < t->nlets; i++)
        r->lets[i] = family_new(r, i);
    return r;
}

void reading_free(struct reading *r)
{
    if (r == NULL)
        return;
    free(r->forms);
    free(r->domains);
    free(r);
}

/* Declarations. */

static bool is_infinite(const struct expr *e)
{
    return e->op == EX_INFINITY ||
           (e->op == EX_NEG && e->kids[0]->op == EX_INFINITY);
}

/* A dim is an integer, and above its minimum, anyway. */
static void gather_size(struct gathering *g, const struct form *size)
{
    struct reading *r = g->reading;

    for (size_t i = 0; i < r->statement->ndims; i++) {
        if (size == ring_atom(r->pool, r->symbols[i]))
            return;
    }
    gather(g, form_apply1(r->pool, CORE_INTEGER, size));
    gather(g, relation_between(r->pool, CORE_LE, pool_one(r->pool), size));
}

/* What is said of a given, or of a member: its kind, range and sizes. */
static void gather_values(struct gathering *g, const struct given *given,
                          const struct form *a)
{
    struct reading *r = g->reading;
    const char *kind = meaning_of_kind(given->kind);

    if (kind != NULL)
        gather(g, meaning_at2(r->pool, kind, a, a));
    if (given->lo != NULL && !is_infinite(given->lo))
        gather(g,
               meaning_compared(r->pool, REL_LE, read_form(r, given->lo), a));
    if (given->hi != NULL && !is_infinite(given->hi))
        gather(g,
               meaning_compared(r->pool, REL_LE, a, read_form(r, given->hi)));
    gather_size(g, form_rows(r->pool, a));
    gather_size(g, form_cols(r->pool, a));
}

/* forall over the indices of a family, from the last to the first. */
static const struct form *for_indices(struct reading *r,
                                      const struct index_range *ranges,
                                      size_t count, const struct form *body)
{
    for (size_t i = count; i-- > 0;) {
        if (ranges[i].symbol != NULL)
            body = read_bound(r, BINDER_FORALL, &ranges[i], body);
    }
    return body;
}

static const struct form *member(struct reading *r, const struct atom *family,
                                 const struct index_range *ranges, size_t count)
{
    const struct form **args =
        arena_array(pool_arena(r->pool), count + 1, sizeof *args);

    for (size_t i = 0; i < count; i++)
        args[i] = ranges[i].symbol ? read_symbol(r, ranges[i].symbol)
                                   : read_form(r, ranges[i].lo);
    return read_member(r, family, args, count);
}

/* Of a family all is said of its members: it may have none. */
static void gather_given(struct gathering *g, size_t i)
{
    struct reading *r = g->reading;
    const struct given *given = &r->statement->givens[i];
    const struct form *a = member(r, r->symbols[r->statement->ndims + i],
                                  given->indices, given->nindices);
    struct gathering own = {.reading = r};

    if (a == NULL)
        return;
    gather_values(&own, given, a);
    for (size_t k = 0; k < own.count; k++)
        gather(g,
               for_indices(r, given->indices, given->nindices, own.items[k]));
}

/* Families by clauses. */

static void gather_clauses(struct gathering *g, size_t k)
{
    struct reading *r = g->reading;
    const struct let *let = &r->statement->lets[k];

    if (r->lets[k] == NULL)
        return;
    for (size_t i = 0; i < let->nclauses; i++) {
        const struct clause *c = &let->clauses[i];
        const bool has_failed = reading_why(r) != NULL;
        const struct form *body = read_form(r, c->body);

        if (body == NULL) {
            if (!has_failed)
                reading_forgive(r);
            continue;
        }
        body = meaning_compared(r->pool, REL_EQ,
                                member(r, r->lets[k], c->ranges, let->nindices),
                                body);
        gather(g, for_indices(r, c->ranges, let->nindices, body));
    }
}

static void gather_declarations(struct gathering *g)
{
    struct reading *r = g->reading;
    const struct theorem *t = r->statement;

    for (size_t i = 0; i < t->ndims; i++)
        gather(g, relation_between(r->pool, CORE_LE,
                                   ring_int(r->pool, t->dims[i]->minimum),
                                   ring_atom(r->pool, r->symbols[i])));
    for (size_t i = 0; i < t->ngivens; i++) {
        if (t->givens[i].role != GIVEN_OBTAINED)
            gather_given(g, i);
    }
}

/* Dims and givens, without what is obtained. */
static void gather_symbols(struct sequent *out, struct reading *r)
{
    const size_t ndims = r->statement->ndims;
    const struct atom **list =
        arena_array(pool_arena(r->pool), r->nsymbols + 1, sizeof *list);

    out->symbols = list;
    out->nsymbols = 0;
    for (size_t i = 0; i < r->nsymbols; i++) {
        if (i >= ndims &&
            r->statement->givens[i - ndims].role == GIVEN_OBTAINED)
            continue;
        if (r->symbols[i] == NULL)
            reading_fail(r, "a given whose size depends on its index");
        list[out->nsymbols++] = r->symbols[i];
    }
}

/* There is a value of which it is true, not one at which it has none. */
const struct form *read_conclusion(struct reading *r, const struct expr *e)
{
    return read_relation(
        r, e, read_is_of_obtained(r, e) ? READ_CERTAIN : READ_NOT_FALSE);
}

bool read_sequent(struct sequent *out, struct reading *r,
                  const struct expr *relation, bool total)
{
    struct gathering hypotheses = {.reading = r}, clauses = {.reading = r};
    const struct theorem *t = r->statement;

    reading_forgive(r);
    *out = (struct sequent){.nsymbols = 0};
    gather_symbols(out, r);
    for (size_t i = 0; i < t->nassumptions; i++) {
        if (t->assumptions[i].variables.count > 0)
            reading_fail(r, "an assumption for all values of a variable");
    }
    gather_declarations(&hypotheses);
    for (size_t i = 0; i < t->nassumptions; i++)
        gather(&hypotheses, read_relation(r, t->assumptions[i].relation,
                                          total ? READ_TOTAL : READ_CERTAIN));
    for (size_t k = 0; k < t->nlets; k++)
        gather_clauses(&clauses, k);
    out->hypotheses = hypotheses.items;
    out->nhypotheses = hypotheses.count;
    out->clauses = clauses.items;
    out->nclauses = clauses.count;
    out->defined = r->lets;
    out->ndefined = t->nlets;
    out->conclusion = total ? read_relation(r, relation, READ_TOTAL)
                            : read_conclusion(r, relation);
    return out->conclusion != NULL && reading_why(r) == NULL;
}
