/*
 * Theorems by name, each with the axioms and cited theorems that it rests on.
 */
#include "base/status.h"
#include "core/function.h"
#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

struct theory {
    struct pool *pool;
    const struct core_theorem **theorems; /* of the pool's arena */
    size_t count;
    struct witness *witnesses; /* likewise */
    size_t nwitnesses;
    struct core_oracle oracle;
    struct core_theorem *trusted; /* stands for it in bases; or NULL */
};

struct theory *theory_new(void)
{
    struct theory *theory = xcalloc(1, sizeof *theory);

    theory->pool = pool_new();
    return theory;
}

void theory_free(struct theory *theory)
{
    if (theory == NULL)
        return;
    pool_free(theory->pool);
    free(theory);
}

struct pool *theory_pool(struct theory *theory)
{
    return theory->pool;
}

const struct core_theorem *theory_find(const struct theory *theory,
                                       const char *name)
{
    for (size_t i = 0; i < theory->count; i++) {
        if (strcmp(theory->theorems[i]->name, name) == 0)
            return theory->theorems[i];
    }
    return NULL;
}

static struct variables set_of(struct pool *pool,
                               const struct atom *const *items, size_t count)
{
    struct variables out = {0, NULL};

    for (size_t i = 0; i < count; i++)
        out = variables_join(pool, out, variables_of(pool, items[i]));
    return out;
}

/* What the relation (or NULL) has of the obtained joins *out. */
static void join_obtained(struct pool *pool, struct variables *out,
                          const struct form *r)
{
    for (size_t i = 0; r != NULL && i < r->free.count; i++) {
        const struct atom *v = r->free.items[i];

        if (v->variable == VARIABLE_OBTAINED)
            *out = variables_join(pool, *out, variables_of(pool, v));
    }
}

struct variables sequent_obtained(struct pool *pool, const struct sequent *s)
{
    struct variables out = {0, NULL};

    join_obtained(pool, &out, s->conclusion);
    for (size_t i = 0; i < s->nhypotheses; i++)
        join_obtained(pool, &out, s->hypotheses[i]);
    return out;
}

const struct form *sequent_obtained_at(struct pool *pool,
                                       const struct sequent *s,
                                       const struct atom *head)
{
    const struct form **args =
        arena_array(pool_arena(pool), s->nsymbols + 1, sizeof *args);

    for (size_t i = 0; i < s->nsymbols; i++) {
        if (!variable_is_value(s->symbols[i]))
            return pool_fail(pool, "what is obtained beside a family");
        args[i] = s->symbols[i]->form;
    }
    return form_member(pool, head, args, s->nsymbols);
}

/* Whether they are relations without other variables. */
static bool are_closed(struct pool *pool, const struct variables *variables,
                       const struct form *const *relations, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct variables all = *variables;

        if (!is_relation(pool, relations[i]))
            return false;
        join_obtained(pool, &all, relations[i]);
        if (!variables_within(&relations[i]->free, &all))
            return false;
    }
    return true;
}

static bool sequent_is_closed(struct pool *pool, const struct sequent *s)
{
    const struct variables symbols = set_of(pool, s->symbols, s->nsymbols);
    const struct variables all =
        variables_join(pool, symbols, set_of(pool, s->defined, s->ndefined));

    for (size_t i = 0; i < s->nsymbols; i++) {
        if (s->symbols[i]->kind != ATOM_VARIABLE ||
            s->symbols[i]->variable > VARIABLE_FAMILY)
            return false;
    }
    for (size_t i = 0; i < s->ndefined; i++) {
        if (variables_have(&symbols, s->defined[i]))
            return false;
    }
    return are_closed(pool, &all, &s->conclusion, 1) &&
           are_closed(pool, &all, s->hypotheses, s->nhypotheses) &&
           are_closed(pool, &all, s->clauses, s->nclauses);
}

struct sequent sequent_copy(struct pool *pool, const struct sequent *s)
{
    struct sequent out = *s;

    out.symbols = pool_copy(pool, s->symbols, s->nsymbols, sizeof *s->symbols);
    out.hypotheses =
        pool_copy(pool, s->hypotheses, s->nhypotheses, sizeof *s->hypotheses);
    out.defined = pool_copy(pool, s->defined, s->ndefined, sizeof *s->defined);
    out.clauses = pool_copy(pool, s->clauses, s->nclauses, sizeof *s->clauses);
    return out;
}

/* What is obtained. */

static bool are_same(const struct atom *const *a, size_t na,
                     const struct atom *const *b, size_t nb)
{
    size_t i = 0;

    while (i < na && i < nb && a[i] == b[i])
        i++;
    return i == na && i == nb;
}

/* Its place in the list, or the end of it. */
static struct witness *witness_of(const struct theory *theory,
                                  const struct atom *head)
{
    size_t i = 0;

    while (i < theory->nwitnesses && theory->witnesses[i].head != head)
        i++;
    return &theory->witnesses[i];
}

bool theory_obtains(const struct theory *theory, const struct atom *head)
{
    return witness_of(theory, head) < theory->witnesses + theory->nwitnesses;
}

const struct atom *theory_obtained(const struct theory *theory,
                                   const char *name)
{
    for (size_t i = 0; i < theory->nwitnesses; i++) {
        if (strcmp(theory->witnesses[i].head->name, name) == 0)
            return theory->witnesses[i].head;
    }
    return NULL;
}

const struct atom *theory_obtained_number(const struct theory *theory, size_t k)
{
    return k < theory->nwitnesses ? theory->witnesses[k].head : NULL;
}

/* The same function: a term of the same symbols in the same order. */
static bool is_same(const struct witness *a, const struct witness *b)
{
    return a->value == b->value &&
           are_same(a->symbols, a->nsymbols, b->symbols, b->nsymbols);
}

bool theory_takes(const struct theory *theory, const struct witness *w)
{
    const struct variables *free = &w->value->free;

    if (theory_obtains(theory, w->head))
        return is_same(witness_of(theory, w->head), w);
    for (size_t i = 0; i < free->count; i++) {
        if (free->items[i]->variable == VARIABLE_OBTAINED &&
            !theory_obtains(theory, free->items[i]))
            return false;
    }
    return true;
}

static void add_witness(struct theory *theory, const struct witness *w)
{
    if (theory_obtains(theory, w->head))
        *witness_of(theory, w->head) = *w;
    else
        arena_push(pool_arena(theory->pool), &theory->witnesses,
                   &theory->nwitnesses, sizeof *w, w);
}

static const struct core_theorem *add(struct theory *theory, const char *name,
                                      enum theorem_origin origin,
                                      const struct sequent *sequent,
                                      const struct core_theorem **base,
                                      size_t nbase)
{
    struct arena *arena = pool_arena(theory->pool);
    struct core_theorem *t;

    if (theory_find(theory, name) != NULL)
        return pool_fail(theory->pool, "two theorems of one name");
    if (!sequent_is_closed(theory->pool, sequent))
        return pool_fail(theory->pool, "no relations of these symbols");
    t = arena_alloc(arena, sizeof *t);
    t->name = arena_strdup(arena, name);
    t->origin = origin;
    t->sequent = sequent_copy(theory->pool, sequent);
    t->base = pool_copy(theory->pool, base, nbase,
                        sizeof(const struct core_theorem *));
    t->nbase = nbase;
    arena_push(arena, &theory->theorems, &theory->count,
               sizeof *theory->theorems, &(const struct core_theorem *){t});
    return t;
}

static bool has(const struct sequent *s, const struct form *relation)
{
    size_t i = 0;

    while (i < s->nhypotheses && s->hypotheses[i] != relation)
        i++;
    return i < s->nhypotheses;
}

/*
 * Whether the relation was proved of the symbols of the sequent, by one of the
 * first `count` theorems, from its hypotheses or from what was proved so
 * before.
 */
static bool was_proved(const struct theory *theory, size_t count,
                       const struct sequent *s, const struct form *relation)
{
    for (size_t i = 0; i < count; i++) {
        const struct sequent *q = &theory->theorems[i]->sequent;
        size_t k = 0;

        if (theory->theorems[i]->origin != THEOREM_PROVED ||
            q->conclusion != relation || q->ndefined > 0 || q->nclauses > 0 ||
            !are_same(q->symbols, q->nsymbols, s->symbols, s->nsymbols))
            continue;
        while (k < q->nhypotheses &&
               (has(s, q->hypotheses[k]) ||
                was_proved(theory, i, s, q->hypotheses[k])))
            k++;
        if (k == q->nhypotheses)
            return true;
    }
    return false;
}

/*
 * Whether what is assumed of the obtained may hold of the value that it has:
 * where there was a witness, only what was proved of it.
 */
static bool may_hold(const struct theory *theory, const struct sequent *s,
                     const struct variables *obtained)
{
    bool has_witness = false;

    for (size_t i = 0; i < obtained->count; i++)
        has_witness = has_witness ||
                      (theory_obtains(theory, obtained->items[i]) &&
                       witness_of(theory, obtained->items[i])->value != NULL);
    return !has_witness || was_proved(theory, theory->count, s, s->conclusion);
}

/* No proof knows from here on which value the obtained has. */
const struct core_theorem *theory_assume(struct theory *theory,
                                         const char *name,
                                         enum theorem_origin origin,
                                         const struct sequent *sequent)
{
    const struct variables obtained = sequent_obtained(theory->pool, sequent);
    const struct core_theorem *out = NULL;

    ENSURE(origin != THEOREM_PROVED, "theory_assume: a proof is needed");
    if (may_hold(theory, sequent, &obtained))
        out = add(theory, name, origin, sequent, NULL, 0);
    for (size_t i = 0; out != NULL && i < obtained.count; i++)
        add_witness(theory, &(struct witness){.head = obtained.items[i]});
    return out;
}

const struct core_theorem *theory_prove(struct theory *theory, const char *name,
                                        const struct deduction *d)
{
    const struct core_theorem *out;

    for (size_t i = 0; i < d->nwitnesses; i++) {
        if (!theory_takes(theory, &d->witnesses[i]))
            return pool_fail(theory->pool, "another witness");
    }
    out = add(theory, name, THEOREM_PROVED, &d->sequent, d->used, d->nused);
    for (size_t i = 0; out != NULL && i < d->nwitnesses; i++)
        add_witness(theory, &d->witnesses[i]);
    return out;
}

void theory_trust(struct theory *theory, const struct core_oracle *oracle)
{
    struct arena *arena = pool_arena(theory->pool);

    ENSURE(theory->trusted == NULL, "theory_trust: a second oracle");
    if (oracle == NULL)
        return;
    theory->oracle = *oracle;
    theory->oracle.name = arena_strdup(arena, oracle->name);
    theory->trusted = arena_alloc(arena, sizeof *theory->trusted);
    theory->trusted->name = theory->oracle.name;
    theory->trusted->origin = THEOREM_ORACLE;
}

const struct core_oracle *theory_oracle(const struct theory *theory)
{
    return theory->trusted ? &theory->oracle : NULL;
}

size_t theory_theorems(const struct theory *theory)
{
    return theory->count;
}

const struct core_theorem *theory_theorem(const struct theory *theory, size_t i)
{
    return theory->theorems[i];
}

const char *theorem_name(const struct core_theorem *t)
{
    return t->name;
}

enum theorem_origin theorem_origin(const struct core_theorem *t)
{
    return t->origin;
}

const struct sequent *theorem_sequent(const struct core_theorem *t)
{
    return &t->sequent;
}

size_t theorem_base(const struct core_theorem *t,
                    const struct core_theorem *const **base)
{
    *base = t->base;
    return t->nbase;
}

/* Adds a theorem to the list, by name, if it is not there. */
static void base_insert(const struct core_theorem ***base, size_t *count,
                        const struct core_theorem *t)
{
    size_t place = 0;

    while (place < *count && strcmp((*base)[place]->name, t->name) < 0)
        place++;
    if (place < *count && (*base)[place] == t)
        return;
    *base = xrealloc(*base, *count + 1, sizeof **base);
    memmove(*base + place + 1, *base + place, (*count - place) * sizeof **base);
    (*base)[place] = t;
    ++*count;
}

void deduction_used(struct deduction *d, const struct core_theorem *t)
{
    if (t->origin != THEOREM_PROVED)
        base_insert(&d->used, &d->nused, t);
    for (size_t i = 0; i < t->nbase; i++)
        base_insert(&d->used, &d->nused, t->base[i]);
}

void deduction_trusted(struct deduction *d)
{
    deduction_used(d, d->theory->trusted);
}
