/* The normalizer's state and its entry points. */
#include "logic/normal_internal.h"

#include <stdlib.h>
#include <stdint.h>
#include <string.h>

enum { FIRST_MEMO = 1024 };

struct normalizer *normal_new(const struct theorem *t)
{
    struct normalizer *n = xcalloc(1, sizeof *n);
    n->theorem = t;
    n->pool = t->pool;
    n->dims = expr_dims(t->pool);
    n->arena = arena_new();
    n->one = dim_constant(n->dims, 1);
    rational_t *unit = rational_new(n->arena);
    mpq_set_ui(unit->q, 1, 1);
    n->unit = unit;
    n->memo_size = FIRST_MEMO;
    n->memo = xcalloc(n->memo_size, sizeof *n->memo);
    return n;
}

void normal_free(struct normalizer *n)
{
    if (!n)
        return;
    arena_free(n->arena);
    free(n->memo);
    free(n->memory.places);
    free(n);
}

size_t normal_effort(const struct normalizer *n)
{
    return n->effort;
}

bool normal_spend(struct normalizer *n)
{
    n->effort++;
    if (++n->work > NORMAL_MAX_WORK)
        n->failed = true;
    return !n->failed;
}

/* ---- values already computed ---- */

/* What has no free variable means the same under any range facts. */
static unsigned scope_of(const struct normalizer *n, const struct expr *e)
{
    return e->nfree > 0 && n->scope ? n->scope->id : 0;
}

static struct memo_entry *memo_slot(const struct normalizer *n,
                                    const struct expr *e, unsigned scope)
{
    size_t at = (e->id * 2654435761u + scope * 40503u) % n->memo_size;
    while (n->memo[at].e && (n->memo[at].e != e || n->memo[at].scope != scope))
        at = (at + 1) % n->memo_size;
    return &n->memo[at];
}

const form *memo_find(const struct normalizer *n, const struct expr *e)
{
    return memo_slot(n, e, scope_of(n, e))->value;
}

static void memo_grow(struct normalizer *n)
{
    struct memo_entry *old = n->memo;
    size_t size = n->memo_size;
    n->memo_size = 2 * size;
    n->memo = xcalloc(n->memo_size, sizeof *n->memo);
    for (size_t i = 0; i < size; i++)
        if (old[i].e)
            *memo_slot(n, old[i].e, old[i].scope) = old[i];
    free(old);
}

void memo_add(struct normalizer *n, const struct expr *e, const form *value)
{
    if (n->failed)
        return;
    if (2 * n->nmemo >= n->memo_size)
        memo_grow(n);
    struct memo_entry *slot = memo_slot(n, e, scope_of(n, e));
    if (!slot->e)
        n->nmemo++;
    *slot = (struct memo_entry){e, scope_of(n, e), value};
}

void memo_forget(struct normalizer *n)
{
    memset(n->memo, 0, n->memo_size * sizeof *n->memo);
    n->nmemo = 0;
}

/* ---- range facts ---- */

/* Where a range within the one at hand is kept. */
static struct range_fact **bucket_of(struct normalizer *n,
                                     const struct symbol *s,
                                     const struct dim *lo, const struct dim *hi)
{
    const uintptr_t keys[] = {(uintptr_t)n->scope, (uintptr_t)s, (uintptr_t)lo,
                              (uintptr_t)hi};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        hash = (hash ^ keys[i]) * 0x9e3779b97f4a7c15u;
    return &n->scopes[(hash >> 32) % NORMAL_SCOPES];
}

/* The same facts in the same order are the same scope. */
void scope_enter(struct normalizer *n, const struct symbol *s,
                 const struct dim *lo, const struct dim *hi)
{
    unsigned depth = n->scope ? n->scope->depth + 1 : 1;
    if (depth > NORMAL_MAX_RANGES)
        n->failed = true;
    struct range_fact **bucket = bucket_of(n, s, lo, hi);
    for (struct range_fact *f = *bucket; f; f = f->next)
        if (f->outer == n->scope && f->symbol == s && f->lo == lo &&
            f->hi == hi) {
            n->scope = f;
            return;
        }
    struct range_fact *f = arena_alloc(n->arena, sizeof *f);
    *f = (struct range_fact){.outer = n->scope,
                             .symbol = s,
                             .lo = lo,
                             .hi = hi,
                             .id = ++n->nscopes,
                             .depth = depth,
                             .next = *bucket};
    *bucket = f;
    n->scope = f;
}

void scope_leave(struct normalizer *n)
{
    ENSURE(n->scope, "normal: no range fact to take back");
    n->scope = n->scope->outer;
}

/* What an entry point before this one could not do does not count any more. */
static void begin(struct normalizer *n)
{
    n->failed = false;
    n->work = n->depth = n->unrolled = 0;
}

/* Ends that are too deep to be read would not be the range's. */
bool normal_push_range(struct normalizer *n, const struct symbol *symbol,
                       const struct expr *lo, const struct expr *hi)
{
    if (n->scope && n->scope->depth >= NORMAL_MAX_RANGES / 2)
        return false;
    begin(n);
    const struct dim *from = index_dim(n, lo), *to = index_dim(n, hi);
    if (n->failed)
        return false;
    scope_enter(n, symbol, from, to);
    return true;
}

void normal_pop_range(struct normalizer *n)
{
    scope_leave(n);
}

const struct range_fact *normal_leave_ranges(struct normalizer *n)
{
    const struct range_fact *ranges = n->scope;
    n->scope = NULL;
    return ranges;
}

void normal_return_ranges(struct normalizer *n, const struct range_fact *ranges)
{
    n->scope = ranges;
}

/* ---- entry points ---- */

const struct normal_form *normal_terms(struct normalizer *n,
                                       const struct expr *e)
{
    begin(n);
    if (e->is_relation)
        return NULL;
    const form *a = normal_build(n, e);
    return n->failed ? NULL : a;
}

const struct expr *normal_expr(struct normalizer *n, const struct expr *e)
{
    begin(n);
    if (e->is_relation)
        return NULL;
    const struct expr *part = normal_part(n, e);
    return n->failed ? NULL : part;
}

/* A scalar beside a matrix is meant entry by entry. */
static const form *spread(struct normalizer *n, const form *a, const form *b)
{
    const form *row = form_flip(n, call_ones(n, b->cols));
    return form_mul(n, a, form_mul(n, call_ones(n, b->rows), row));
}

enum truth normal_equal(struct normalizer *n, const struct expr *a,
                        const struct expr *b)
{
    begin(n);
    if (a->is_relation || b->is_relation)
        return TRUTH_UNKNOWN;
    if (a == b)
        return TRUTH_TRUE;
    const form *x = normal_build(n, a), *y = normal_build(n, b);
    x = form_is_scalar(x) ? spread(n, x, y) : x;
    y = form_is_scalar(y) ? spread(n, y, x) : y;
    if (x->rows != y->rows || x->cols != y->cols)
        return TRUTH_UNKNOWN;
    const form *difference = form_sub(n, x, y);
    bool zero = form_vanishes(n, difference);
    if (!zero && !n->failed)
        zero = form_vanishes(n, kron_spelled(n, difference)) ||
               form_vanishes(n, sum_align(n, difference)) ||
               form_vanishes(n, sum_align(n, sum_widen(n, difference))) ||
               form_vanishes(n, sum_join(n, difference)) ||
               pieces_vanish(n, difference) ||
               form_vanishes_cleared(n, difference, a, b) ||
               entries_vanish(n, a, b) || exponentials_vanish(n, a, b) ||
               changed_vanish(n, a, b) || commuted_vanish(n, a, b);
    return zero && !n->failed ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

const struct expr *normal_unfold(struct normalizer *n,
                                 const struct expr *member)
{
    begin(n);
    const struct expr *body = normal_member_body(n, member);
    return n->failed ? NULL : body;
}

bool normal_add_rule(struct normalizer *n, const struct expr *lhs,
                     const struct expr *rhs)
{
    begin(n);
    if (lhs->is_relation || rhs->is_relation || lhs->rows != rhs->rows ||
        lhs->cols != rhs->cols)
        return false;
    const form *l = normal_build(n, lhs), *r = normal_build(n, rhs);
    struct normal_rule rule = {.lhs = print_form(n, l), .rhs = r};
    if (n->failed || rule.lhs == print_form(n, r))
        return !n->failed;
    const rational_t *one = l->count == 1 ? l->terms[0].coefficient : NULL;
    if (one && mpq_cmp_ui(one->q, 1, 1) == 0 && l->terms[0].nfactors == 0) {
        rule.word = l->terms[0].letters;
        rule.nword = l->terms[0].nletters;
    }
    arena_push(n->arena, &n->rules, &n->nrules, sizeof rule, &rule);
    memo_forget(n);
    return true;
}
