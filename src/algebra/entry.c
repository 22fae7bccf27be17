/*
 * Matrices by their entries: what theorems say of the entries of a function is
 * an equation like others, where the indices are symbols; and a relation of
 * matrices is proved at all entries.
 */
#include "algebra/find_internal.h"

#include "core/binder.h"
#include "core/function.h"
#include "core/ring.h"
#include "replay/name.h"
#include "scalar/problem.h"

/*
 * ENTRY_SHARE: of the work that is left above ENTRY_LEAST, what a goal may
 * take.  ENTRY_FACTS: of the facts before it, how many are looked at entry by
 * entry.
 */
enum {
    ENTRY_INDICES = 2,
    ENTRY_SHARE = 10,
    ENTRY_LEAST = 600000,
    ENTRY_FACTS = 40
};

/* A function's entry: one word of it between unit vectors, once. */
static const struct atom *entry_of(const struct term *t)
{
    const struct atom *a = t->monomial->count == 1 && t->word->count == 0 &&
                                   t->monomial->items[0].power == 1
                               ? t->monomial->items[0].atom
                               : NULL;
    size_t functions = 0;

    for (size_t i = 0; a && a->kind == ATOM_WORD && i < a->word->count; i++) {
        const struct atom *l = a->word->items[i].atom;

        if (l->kind != ATOM_APPLY)
            return NULL;
        functions += find_is_function(l);
    }
    return functions == 1 ? a : NULL;
}

/* The function of an entry. */
static unsigned function_of(const struct letters *word)
{
    size_t i = 0;

    while (!find_is_function(word->items[i].atom))
        i++;
    return word->items[i].atom->function;
}

/* The only term of 0 == e that is a function's entry, or NULL. */
static const struct form *only_entry(struct pool *pool, const struct form *e)
{
    const struct form *out = NULL;

    for (size_t i = 0; i < e->count; i++) {
        const struct atom *a = entry_of(&e->terms[i]);

        if (a != NULL && out != NULL)
            return NULL;
        if (a != NULL)
            out = ring_atom(pool, a);
    }
    return out;
}

/* The body of forall(i, forall(j, ...)), its `count` indices at *index. */
static const struct form *opened(struct pool *pool, const struct form *r,
                                 const struct atom **index, size_t *count)
{
    struct variables avoid = r->free;

    for (*count = 0; *count < ENTRY_INDICES; ++*count) {
        const size_t i = *count;
        const struct atom *all = relation_atom(r);

        if (relation_kind(r) != RELATION_FORALL)
            break;
        avoid = variables_join(pool, avoid, all->body->free);
        index[i] = generic_new(pool, true, all->lo, all->hi, &avoid);
        avoid = variables_join(pool, avoid, variables_of(pool, index[i]));
        r = binder_open(pool, all, ring_atom(pool, index[i]));
    }
    return r;
}

/* The theorem's sequent with the body, and its indices among the symbols. */
static const struct sequent *
pattern_of(struct pool *pool, const struct sequent *q, const struct form *body,
           const struct atom *const *index, size_t count)
{
    struct sequent *out = arena_alloc(pool_arena(pool), sizeof *out);
    const struct atom **symbols =
        arena_array(pool_arena(pool), q->nsymbols + count, sizeof *symbols);

    for (size_t i = 0; i < q->nsymbols; i++)
        symbols[i] = q->symbols[i];
    for (size_t i = 0; i < count; i++)
        symbols[q->nsymbols + i] = index[i];
    *out = *q;
    out->symbols = symbols;
    out->nsymbols = q->nsymbols + count;
    out->conclusion = body;
    return out;
}

static bool is_binder(const struct atom *a, const void *unused)
{
    (void)unused;
    return a->kind == ATOM_BINDER;
}

void find_entry_equations(struct finder *f, const struct core_theorem *t)
{
    const struct sequent *q = theorem_sequent(t);
    const struct atom *index[ENTRY_INDICES];
    size_t count;
    const struct form *body = opened(f->pool, q->conclusion, index, &count);
    const struct form *e = count > 0 ? find_equation(body) : NULL;
    const struct form *left = e ? only_entry(f->pool, e) : NULL;

    if (left == NULL ||
        (count < ENTRY_INDICES && !library_is_explicit(theorem_name(t)) &&
         form_first(body, is_binder, NULL)))
        return;
    f->has_entries[function_of(left->terms[0].monomial->items[0].atom->word)] =
        true;
    find_add_rewriter(f,
                      &(struct rewriter){
                          .theorem = t,
                          .pattern = pattern_of(f->pool, q, body, index, count),
                          .nindices = count,
                          .left = left,
                          .trigger = left->terms[0].monomial->items[0].atom});
}

/* ---- goals ---- */

static const struct form *all_entries(struct pool *pool, unsigned fn,
                                      const struct form *f,
                                      const struct atom *i,
                                      const struct atom *j)
{
    const struct form *entry =
        form_apply1(pool, fn, form_entry(pool, f, i->form, j->form));

    entry = form_bind(pool, BINDER_FORALL, j->lo, j->hi, entry, j);
    return entry ? form_bind(pool, BINDER_FORALL, i->lo, i->hi, entry, i)
                 : NULL;
}

/* What facts of its shape say of all entries. */
static void open_entries(struct find *s, const struct form *f)
{
    const struct core_theorem *t =
        theory_find(s->finder->theory, "entries_of_order");
    const fact_t n = deduction_facts(s->deduction);
    size_t left = ENTRY_FACTS;

    for (fact_t k = 0; k < n && left > 0 && t != NULL; k++) {
        const struct form *r = find_seen(s, k);
        const unsigned fn = r ? relation_kind(r) : 0;
        const struct form *g =
            fn == CORE_LE || fn == CORE_LT ? relation_atom(r)->args[0] : NULL;
        const struct form *values[4] = {form_rows(s->pool, f),
                                        form_cols(s->pool, f), NULL, g};

        if (g == NULL || !form_same_shape(f, g))
            continue;
        values[2] = ring_zero(s->pool, values[0], values[1]);
        find_instance(s, t, values, false);
        left--;
    }
}

fact_t find_by_entries(struct find *s, const struct form *goal)
{
    const unsigned fn = relation_kind(goal);
    const struct form *f = relation_atom(goal)->args[0], *all;
    const struct form *one = pool_one(s->pool);
    struct variables scope = deduction_scope(s->deduction), avoid = scope;
    const size_t end = s->end, burnt = pool_burnt(s->pool);
    const struct atom *i, *j;
    fact_t fact = FACT_NONE;

    if (s->is_by_entries || form_scalar(f) || fn == CORE_NE || fn > CORE_LT)
        return FACT_NONE;
    avoid = variables_join(s->pool, avoid, f->free);
    i = generic_new(s->pool, true, one, form_rows(s->pool, f), &avoid);
    avoid = variables_join(s->pool, avoid, variables_of(s->pool, i));
    j = generic_new(s->pool, true, one, form_cols(s->pool, f), &avoid);
    all = all_entries(s->pool, fn, f, i, j);
    pool_forgive(s->pool);
    open_entries(s, f);
    s->is_by_entries = true;
    if (end > burnt + ENTRY_LEAST)
        s->end =
            burnt + ENTRY_LEAST + (end - burnt - ENTRY_LEAST) / ENTRY_SHARE;
    fact = all ? find_proof(s, all) : FACT_NONE;
    s->is_cut = s->is_cut || pool_burnt(s->pool) >= s->end;
    s->end = end;
    s->is_by_entries = false;
    if (fact == FACT_NONE)
        return FACT_NONE;
    avoid = variables_join(s->pool, scope, variables_of(s->pool, i));
    avoid = variables_join(s->pool, avoid, variables_of(s->pool, j));
    if (find_scope(s, avoid)) {
        fact = draft_rule(s->draft, "open", "fv", fact, i);
        fact = draft_rule(s->draft, "open", "fv", fact, j);
    }
    find_scope(s, scope);
    return draft_rule(s->draft, "entries", "ftvv", fact, goal, i, j);
}
