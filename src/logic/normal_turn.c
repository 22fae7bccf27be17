/*
 * Sums that run backwards: a[L+1-l] over 1..L is a[l] over 1..L.
 *
 * Which way a sum runs is said by one of the indices in its body: that of the
 * member declared first, else of an entry of the matrix that was made first,
 * else of the power whose base was made first.  A sum in which this index falls
 * is turned round.
 */
#include "logic/normal_internal.h"

enum { ENTRY_BITS = 40, POWER_BITS = 41, UNIT_BITS = 42 };
#define KEY_OF_ENTRY ((uint64_t)1 << ENTRY_BITS)
#define KEY_OF_POWER ((uint64_t)1 << POWER_BITS)
#define KEY_OF_UNIT ((uint64_t)1 << UNIT_BITS)

struct turning {
    const struct symbol *s;
    const struct expr *entry_of; /* the matrix beside a unit vector */
    uint64_t key;                /* of the index that says it */
    bool found, falls, rises;
};

/* f(s+1) - f(s) of an index, if it is the same everywhere; else 0. */
static int64_t slope_of(struct normalizer *n, const struct expr *e,
                        const struct symbol *s)
{
    int64_t slope = 0;
    const struct dim *next = index_plus(n, dim_of_symbol(n->dims, s), 1);
    const struct expr *after = index_substitute(n, e, s, print_dim(n, next));
    const struct dim *by =
        dim_sub(n->dims, index_dim(n, after), index_dim(n, e));
    return dim_is_constant(by, &slope) ? slope : 0;
}

static void look_at_index(struct normalizer *n, const struct expr *index,
                          uint64_t key, struct turning *t)
{
    if (!expr_has_free(index, t->s) || (t->found && key > t->key))
        return;
    int64_t slope = slope_of(n, index, t->s);
    if (slope == 0)
        return;
    if (!t->found || key < t->key)
        t->falls = t->rises = false;
    t->found = true;
    t->key = key;
    t->falls = t->falls || slope < 0;
    t->rises = t->rises || slope > 0;
}

/* What the word takes an entry of: its first letter that is no unit vector. */
static const struct expr *entry_of(struct normalizer *n, const struct expr *e)
{
    const letter *w;
    size_t count;
    if (!word_read(n, e, &w, &count))
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (!expr_is_call(w[i].atom, FN_UNIT))
            return w[i].atom;
    return NULL;
}

static void find_direction(struct normalizer *n, const struct expr *e,
                           struct turning *t)
{
    if (!expr_has_free(e, t->s) || !normal_spend(n))
        return;
    bool member = e->op == EX_GIVEN || e->op == EX_LET;
    bool power = e->op == EX_MATPOW || e->op == EX_POW;
    bool unit = expr_is_call(e, FN_UNIT);
    uint64_t key = 0;
    if (member)
        key = 2 * (uint64_t)e->decl + (e->op == EX_LET);
    else if (power) /* others, leaves too, have no index of their own */
        key = KEY_OF_POWER + e->kids[0]->id;
    else if (unit)
        key = t->entry_of ? KEY_OF_ENTRY + t->entry_of->id : KEY_OF_UNIT;
    const struct expr *outer = t->entry_of;
    if (e->op == EX_MATMUL)
        t->entry_of = entry_of(n, e);
    for (size_t i = 0; i < e->count; i++)
        if (member || ((power || unit) && i == 1))
            look_at_index(n, e->kids[i], key, t);
        else
            find_direction(n, e->kids[i], t);
    t->entry_of = outer;
}

const struct expr *sum_turned(struct normalizer *n, const struct expr *body,
                              const struct sum_range *r)
{
    struct turning t = {.s = r->s};
    find_direction(n, body, &t);
    if (!t.falls || t.rises || n->failed)
        return NULL;
    const struct dim *both = dim_add(n->dims, r->lo, r->hi);
    const struct dim *at = dim_sub(n->dims, both, dim_of_symbol(n->dims, r->s));
    return index_substitute(n, body, r->s, print_dim(n, at));
}
