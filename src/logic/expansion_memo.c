#include "logic/expansion_memo.h"

#include "base/arena.h"
#include "base/status.h"

#include <stdlib.h>

struct kept {
    const struct scalar *e; /* NULL: none */
    unsigned nonnegative;
    struct expansion p;
    size_t work, spent;
};

struct expansion_memo {
    struct kept places[EXPANSION_MEMO_PLACES];
    size_t terms;
};

static void forget(struct expansion_memo *memo, struct kept *kept)
{
    memo->terms -= kept->p.count;
    expansion_clear(&kept->p);
    kept->e = NULL;
}

static void forget_all(struct expansion_memo *memo)
{
    for (size_t i = 0; i < EXPANSION_MEMO_PLACES; i++)
        forget(memo, &memo->places[i]);
}

static void memo_free(void *memo)
{
    forget_all(memo);
    free(memo);
}

static struct kept *place_of(struct expansion_memo *memo,
                             const struct expansion_scope *scope,
                             const struct scalar *e)
{
    const uint32_t hash =
        (uint32_t)e->id * 2654435761u ^ scope->nonnegative * 2246822519u;
    return &memo->places[(hash >> 16) % EXPANSION_MEMO_PLACES];
}

bool expansion_memo_find(bool *ok, struct expansion *out,
                         struct expansion_scope *scope, const struct scalar *e)
{
    struct expansion_memo *memo = *scalar_expansions(scope->pool);
    const struct kept *kept = memo ? place_of(memo, scope, e) : NULL;
    if (!kept || kept->e != e || kept->nonnegative != scope->nonnegative)
        return false;
    scope->work += kept->work;
    scalar_spend(scope->pool, kept->spent);
    *ok = scope->work <= EXPANSION_MAX_WORK;
    if (*ok)
        expansion_copy(out, &kept->p);
    return true;
}

void expansion_memo_keep(const struct expansion *p,
                         const struct expansion_scope *scope,
                         const struct scalar *e, size_t work, size_t spent)
{
    struct expansion_memo **memo = scalar_expansions(scope->pool);
    if (work < EXPANSION_MEMO_WORK)
        return;
    if (!*memo) {
        *memo = xcalloc(1, sizeof **memo);
        arena_register(scalar_arena(scope->pool), memo_free, *memo);
    }
    if ((*memo)->terms + p->count > EXPANSION_MEMO_TERMS)
        forget_all(*memo);
    struct kept *kept = place_of(*memo, scope, e);
    forget(*memo, kept);
    expansion_copy(&kept->p, p);
    (*memo)->terms += p->count;
    kept->e = e;
    kept->nonnegative = scope->nonnegative;
    kept->work = work;
    kept->spent = spent;
}
