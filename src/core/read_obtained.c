/*
 * What a statement obtains, as functions of its dims and givens [Skolem1920].
 *
 * obtain x : real[m]; makes a function, named as the theorem and x are, of
 * which the claims of that theorem hold at its dims and givens;
 * obtain x from NAME(args); is that of NAME at the arguments.
 */
#include "base/buffer.h"
#include "base/status.h"
#include "core/read_internal.h"

#include <stdlib.h>

/* Where the dims of a theorem are parameters. */
struct parameters {
    struct reading *reading;
    const struct theorem *of;
};

static const struct form *parameter(void *context, const struct symbol *s)
{
    const struct parameters *p = context;

    for (size_t i = 0; i < p->of->ndims; i++) {
        if (p->of->dims[i] == s)
            return ring_atom(
                p->reading->pool,
                spare_parameter(p->reading->pool, (unsigned)i, true));
    }
    return reading_fail(p->reading,
                        "what is obtained, of a size that no dim is");
}

/*
 * Whether the claim speaks of one value for all else.  Of a family it would be
 * one of infinitely many values, behind a forall one for each of its variable;
 * two claims need not have the same witness.
 */
static const char *refusal(const struct theorem *t)
{
    size_t claims = 0;

    for (size_t i = 0; i < t->nclaims; i++)
        claims += !t->claims[i].is_step;
    for (size_t i = 0; i < t->ngivens; i++) {
        if (t->givens[i].nindices > 0 || t->givens[i].role == GIVEN_VARIABLE)
            return "what is obtained beside a family or a variable of forall";
    }
    return claims == 1 ? NULL : "what is obtained, in several claims";
}

/* Given i of the theorem as a function. */
static const struct atom *function_of(struct reading *r,
                                      const struct theorem *t, size_t i)
{
    const struct given *g = &t->givens[i];
    struct parameters p = {r, t};
    struct atom model = {.kind = ATOM_VARIABLE, .variable = VARIABLE_OBTAINED};

    if (refusal(t) != NULL)
        return reading_fail(r, refusal(t));
    if (g->kind != GIVEN_REAL || g->lo != NULL || g->hi != NULL)
        return reading_fail(r, "what is obtained, of another kind than real");
    model.rows = read_dim_at(r->pool, g->rows, parameter, &p);
    model.cols = read_dim_at(r->pool, g->cols, parameter, &p);
    if (model.rows == NULL || model.cols == NULL)
        return NULL;
    LOCAL_FREE char *name = buffer_text("%s.%s", t->name, g->name);
    model.name = name;
    model.serial = (unsigned)(t->ndims + theorem_declared(t));
    return pool_atom(r->pool, &model);
}

/* At the dims and givens of the statement itself. */
static const struct form *obtained_here(struct reading *r, size_t i)
{
    const struct theorem *t = r->statement;
    const struct atom *f = function_of(r, t, i);
    const struct form **args;
    size_t count = 0;

    if (f == NULL)
        return NULL;
    args = arena_array(pool_arena(r->pool), r->nsymbols + 1, sizeof *args);
    for (size_t k = 0; k < r->nsymbols; k++) {
        if (r->symbols[k] != NULL)
            args[count++] = ring_atom(r->pool, r->symbols[k]);
    }
    return form_member(r->pool, f, args, count);
}

/* At the arguments of `obtain` in a proof. */
static const struct form *obtained_from(struct reading *r,
                                        const struct given *g)
{
    const struct theorem *t = g->from ? g->from->theorem : NULL;
    const struct form **args;
    const struct atom *f;
    size_t count = 0;

    if (t == NULL)
        return reading_fail(r, "any value, of which nothing is known");
    f = function_of(r, t, g->obtained);
    if (f == NULL)
        return NULL;
    args = arena_array(pool_arena(r->pool), f->serial + 1, sizeof *args);
    for (size_t i = 0; i < t->ndims; i++) {
        if (g->dims[i] == NULL)
            return reading_fail(r, "a size that no argument tells");
        args[count++] = read_dim(r, g->dims[i]);
    }
    for (size_t i = 0; i < g->from->nargs && count < f->serial; i++)
        args[count++] = read_form(r, g->from->args[i]);
    return form_member(r->pool, f, args, count);
}

/* What an expression has. */
struct found {
    const struct theorem *statement;
    bool *seen;         /* by id */
    bool has_obtained;  /* of the statement's own */
    bool has_forgotten; /* of which D forgets a condition */
};

/* Entry by entry, of an integer that is written down: D has its condition. */
static bool is_plain_power(const struct expr *e)
{
    int64_t k;

    return e->op == EX_DOT_POW && e->kids[1]->op == EX_NUMBER &&
           rational_is_int(e->kids[1]->number, &k);
}

static void look(struct found *f, const struct expr *e)
{
    const bool is_member = (e->op == EX_LET || e->op == EX_GIVEN) && e->count;

    if (f->seen[e->id])
        return;
    f->seen[e->id] = true;
    if (e->op == EX_GIVEN) {
        const struct given *g = &f->statement->givens[e->decl];

        f->has_obtained |= g->role == GIVEN_OBTAINED && !g->is_of_proof;
    }
    f->has_forgotten |= is_member || e->op == EX_INTEGRAL ||
                        e->op == EX_EXPECTATION ||
                        (e->op == EX_DOT_POW && !is_plain_power(e));
    for (size_t i = 0; i < e->count; i++)
        look(f, e->kids[i]);
}

bool read_is_of_obtained(struct reading *r, const struct expr *relation)
{
    struct found f = {.statement = r->statement};

    f.seen = xcalloc(expr_count(r->statement->pool) + 1, sizeof *f.seen);
    look(&f, relation);
    free(f.seen);
    if (f.has_obtained && f.has_forgotten)
        reading_fail(r, "what is obtained, where a value may be missing");
    return f.has_obtained;
}

const struct form *read_obtained(struct reading *r, size_t i)
{
    const struct given *g = &r->statement->givens[i];

    return g->is_of_proof ? obtained_from(r, g) : obtained_here(r, i);
}
