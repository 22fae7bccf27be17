#include "logic/domain_member.h"

#include "ir/closed.h"

/* What the index variables of an equation stood for before. */
struct bound_indices {
    const struct clause *clause;
    int64_t old[DOMAIN_MAX_INDICES];
    bool was_known[DOMAIN_MAX_INDICES];
    size_t count;
};

static void leave(struct domain_reader *r, struct bound_indices *b)
{
    while (b->count-- > 0) {
        const struct symbol *s = b->clause->ranges[b->count].symbol;
        if (s && b->was_known[b->count])
            env_set(&r->env, s, b->old[b->count]);
        else if (s)
            env_unset(&r->env, s);
    }
}

static void bind(struct domain_reader *r, struct bound_indices *b,
                 const struct symbol *s, int64_t value)
{
    const size_t i = b->count++;
    b->was_known[i] = s && r->env.known[s->id];
    b->old[i] = b->was_known[i] ? r->env.values[s->id] : 0;
    if (s)
        env_set(&r->env, s, value);
}

/* Index i is certainly not one of the range; ends may name earlier ones. */
static bool is_outside(const struct domain_reader *r,
                       const struct index_range *range, int64_t at)
{
    int64_t lo, hi;
    const struct expr *last = range->symbol ? range->hi : range->lo;
    return (closed_int(&lo, range->lo, &r->env) == ST_OK && at < lo) ||
           (closed_int(&hi, last, &r->env) == ST_OK && at > hi);
}

/* Binds the indices; false, with nothing bound: the clause is another's. */
static bool enter(struct domain_reader *r, struct bound_indices *b,
                  const struct clause *clause, const int64_t *at, size_t count)
{
    *b = (struct bound_indices){.clause = clause};
    for (size_t i = 0; i < count; i++) {
        if (is_outside(r, &clause->ranges[i], at[i])) {
            leave(r, b);
            return false;
        }
        bind(r, b, clause->ranges[i].symbol, at[i]);
    }
    return true;
}

/* The one clause that may define the member; NULL: none, or several may. */
static const struct clause *clause_of(struct domain_reader *r,
                                      const struct let *let, const int64_t *at)
{
    const struct clause *found = NULL;
    for (size_t i = 0; i < let->nclauses; i++) {
        struct bound_indices b;
        if (!enter(r, &b, &let->clauses[i], at, let->nindices))
            continue;
        leave(r, &b);
        if (found)
            return NULL;
        found = &let->clauses[i];
    }
    return found;
}

/* The body is read as that of a binder: its indices are variables there. */
static const struct scalar *value_of(struct domain_reader *r,
                                     const struct let *let, const int64_t *at)
{
    struct bound_indices b;
    const struct clause *clause = clause_of(r, let, at);
    const struct symbol *outer = r->real;
    const struct scalar *value = NULL;
    if (!clause || !enter(r, &b, clause, at, let->nindices))
        return NULL;
    r->binders++;
    r->real = NULL; /* of an integral around the member, not within it */
    value = domain_term(r, clause->body);
    r->real = outer;
    r->binders--;
    leave(r, &b);
    return value;
}

static bool read_indices(int64_t *at, struct domain_reader *r,
                         const struct expr *e)
{
    if (e->count == 0 || e->count > DOMAIN_MAX_INDICES)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!domain_integer(&at[i], domain_term(r, e->kids[i])))
            return false;
    return true;
}

static bool is_kept(const struct domain_kept *k, const struct expr *e,
                    const int64_t *at)
{
    bool same = k->decl == e->decl;
    for (size_t i = 0; i < e->count && same; i++)
        same = k->at[i] == at[i];
    return same;
}

const struct scalar *domain_member(struct domain_reader *r,
                                   const struct expr *e)
{
    struct domain_kept k = {.decl = e->decl};
    if (!read_indices(k.at, r, e))
        return NULL;
    for (size_t i = 0; i < r->nkept; i++)
        if (is_kept(&r->kept[i], e, k.at))
            return r->kept[i].value;
    k.value = value_of(r, &r->domain->theorem->lets[e->decl], k.at);
    if (r->nkept < DOMAIN_MAX_KEPT)
        r->kept[r->nkept++] = k;
    return k.value;
}
