/*
 * Rewriting of ring forms by ground equations, innermost first, with memories
 * for each scope that last until the rules change.
 */
#include "core/reduce.h"

#include "base/status.h"
#include "core/binder.h"
#include "core/function.h"
#include "core/ring.h"

#include <stdlib.h>

enum { REDUCE_MAX_DEPTH = 400 };

struct rule {
    const struct letters *monomial;
    const struct letters *word;
    const struct form *by;
    struct variables leans;
    size_t number; /* in which it was added, from 0 */
};

/* What atoms reduced to in one scope. */
struct scope_memo {
    struct variables scope;
    struct memo memo;
};

struct rules {
    struct pool *pool;
    struct rule *items; /* of the pool's arena, as the memos are */
    size_t count;
    struct scope_memo **memos;
    size_t nmemos;
    unsigned depth;
    size_t nadded; /* those that were cut as well */
    bool *fired;   /* by number */
};

struct rules *rules_new(struct pool *pool)
{
    struct rules *rules = xcalloc(1, sizeof *rules);

    rules->pool = pool;
    return rules;
}

static void forget(struct rules *rules)
{
    for (size_t i = 0; i < rules->nmemos; i++)
        memo_clear(&rules->memos[i]->memo);
    rules->nmemos = 0;
}

void rules_free(struct rules *rules)
{
    if (rules == NULL)
        return;
    forget(rules);
    free(rules->fired);
    free(rules);
}

size_t rules_count(const struct rules *rules)
{
    return rules->count;
}

void rules_cut(struct rules *rules, size_t count)
{
    if (count >= rules->count)
        return;
    rules->count = count;
    forget(rules);
}

/* Whether a term is a multiple of m * w, with w at *place. */
static bool is_multiple(const struct term *t, const struct letters *m,
                        const struct letters *w, size_t *place)
{
    if (!monomial_divides(m, t->monomial))
        return false;
    for (*place = 0; *place + w->count <= t->word->count; ++*place) {
        if (letters_have(t->word, *place, w))
            return true;
    }
    return false;
}

/* Whether a term of the form is a multiple of m * w. */
static bool contains(const struct form *f, const struct letters *m,
                     const struct letters *w)
{
    size_t place;

    for (size_t i = 0; i < f->count; i++) {
        if (is_multiple(&f->terms[i], m, w, &place))
            return true;
    }
    return false;
}

static bool rules_push(struct rules *rules, const struct letters *m,
                       const struct letters *w, const struct form *by,
                       struct variables leans)
{
    struct rule rule = {m, w, by, leans, rules->nadded - 1};

    if (w == NULL || by == NULL)
        return false;
    if (contains(by, m, w)) {
        pool_fail(rules->pool, "a rule whose right side has its head");
        return false;
    }
    arena_push(pool_arena(rules->pool), &rules->items, &rules->count,
               sizeof rule, &rule);
    return true;
}

/* What the head equals: (head - f) / coefficient. */
static const struct form *solved(struct pool *pool, const struct form *f,
                                 struct term head)
{
    const struct form *rest =
        ring_sub(pool, pool_form(pool, f->rows, f->cols, &head, 1), f);
    const struct number *inverse = pool_inverse(pool, head.coefficient);

    return inverse ? ring_scale(pool, inverse->value->q, rest) : NULL;
}

bool rules_add(struct rules *rules, const struct form *f, size_t head,
               struct variables leans)
{
    const struct term *t = head < f->count ? &f->terms[head] : NULL;
    const struct letters *turned;
    const struct form *by;

    if (t == NULL ||
        (form_scalar(f) ? t->monomial->count == 0 : t->word->count == 0)) {
        pool_fail(rules->pool, "a head without a letter");
        return false;
    }
    rules->fired =
        xrealloc(rules->fired, rules->nadded + 1, sizeof *rules->fired);
    rules->fired[rules->nadded++] = false;
    by = solved(rules->pool, f, *t);
    if (!rules_push(rules, t->monomial, t->word, by, leans))
        return false;
    forget(rules);
    turned = letters_transposed(rules->pool, t->word);
    /* A == A' has one direction */
    return turned != NULL &&
           (turned == t->word || contains(by, t->monomial, turned) ||
            rules_push(rules, t->monomial, turned,
                       ring_transpose(rules->pool, by), leans));
}

bool rules_have_fired(const struct rules *rules, size_t number)
{
    return number < rules->nadded && rules->fired[number];
}

/* Firing. */

struct reduction {
    struct rules *rules;
    struct pool *pool;
    struct variables scope;
    struct memo *memo;
};

static const struct form *reduce_form(void *context, const struct form *f);

/* coefficient * rest * w[..p] * by * w[q..]; of a scalar rule p == q == 0. */
static const struct form *fired(struct reduction *r, const struct term *t,
                                const struct rule *rule, size_t p)
{
    struct term scalar = *t;
    const struct form *out;
    size_t q = p + rule->word->count;

    scalar.monomial = monomial_divide(r->pool, t->monomial, rule->monomial);
    scalar.word = pool_letters(r->pool, 0, NULL);
    out = pool_form(r->pool, NULL, NULL, &scalar, 1);
    if (p > 0)
        out = ring_mul(r->pool, out,
                       ring_word(r->pool, word_part(r->pool, t->word, 0, p)));
    out = ring_mul(r->pool, out, rule->by);
    if (q < t->word->count)
        out = ring_mul(
            r->pool, out,
            ring_word(r->pool, word_part(r->pool, t->word, q, t->word->count)));
    return out;
}

/* What the first rule that fires makes of the term; NULL: none does. */
static const struct form *rewritten(struct reduction *r, const struct term *t)
{
    for (size_t i = 0; i < r->rules->count; i++) {
        const struct rule *rule = &r->rules->items[i];
        size_t place;

        if (is_multiple(t, rule->monomial, rule->word, &place) &&
            variables_within(&rule->leans, &r->scope)) {
            r->rules->fired[rule->number] = true;
            return fired(r, t, rule, place);
        }
    }
    return NULL;
}

static const struct form *reduce_atom(void *context, const struct atom *a);

static const struct form *reduce_word(struct reduction *r, const struct atom *a)
{
    struct term whole = {pool_one(r->pool)->terms[0].coefficient,
                         pool_letters(r->pool, 0, NULL), a->word};
    const struct form *out = rewritten(r, &whole);

    return out != NULL || pool_why(r->pool) != NULL
               ? out
               : ring_mapped_word(r->pool, a->word, reduce_atom, r);
}

static const struct form *reduce_apply(struct reduction *r,
                                       const struct atom *a)
{
    const struct form **args = atom_args(r->pool, a, true, reduce_form, r);
    const struct form *out;

    if (args == NULL)
        return NULL;
    if (a->kind == ATOM_MEMBER)
        return form_member(r->pool, a->head, args, a->count);
    out = form_apply(r->pool, a->function, args, a->count);
    if (out == NULL || out->rows != a->rows || out->cols != a->cols)
        return pool_why(r->pool) ? NULL : ring_atom(r->pool, a);
    return out;
}

static struct memo *memo_of(struct rules *rules, struct variables scope)
{
    struct arena *arena = pool_arena(rules->pool);
    struct scope_memo *made;

    for (size_t i = 0; i < rules->nmemos; i++) {
        const struct variables *s = &rules->memos[i]->scope;

        if (s->count == scope.count && variables_within(s, &scope))
            return &rules->memos[i]->memo;
    }
    made = arena_alloc(arena, sizeof *made);
    made->scope = scope;
    arena_push(arena, &rules->memos, &rules->nmemos, sizeof made, &made);
    return &made->memo;
}

/* Beyond lo no generic variable is, and no rule about one is used. */
static const struct form *reduce_ray(struct reduction *r, const struct atom *a)
{
    const struct atom *x;
    const struct form *body = binder_enter(r->pool, a, &x);
    const struct form *lo = reduce_form(r, a->lo);
    const struct form *out =
        form_bind(r->pool, a->binder, lo, a->hi, reduce_form(r, body), x);

    pool_leave(r->pool);
    return out;
}

static const struct form *reduce_binder(struct reduction *r,
                                        const struct atom *a)
{
    struct variables avoid = variables_join(r->pool, a->body->free, r->scope);
    const struct atom *g = NULL;
    const struct form *body, *lo, *hi;
    struct reduction inner = *r;

    for (size_t i = 0; i < r->scope.count; i++)
        avoid = variables_join(r->pool, avoid, r->scope.items[i]->free);
    g = generic_new(r->pool, binder_is_over_index(a), a->lo, a->hi, &avoid);
    if (g == NULL)
        return NULL;
    inner.scope = variables_join(r->pool, r->scope, variables_of(r->pool, g));
    inner.memo = memo_of(r->rules, inner.scope);
    body = reduce_form(&inner, binder_open(r->pool, a, ring_atom(r->pool, g)));
    lo = reduce_form(r, a->lo);
    hi = reduce_form(r, a->hi);
    return form_bind(r->pool, a->binder, lo, hi, body, g);
}

static const struct form *reduce_atom(void *context, const struct atom *a)
{
    struct reduction *r = context;
    const struct form *out = NULL;

    if (a->kind == ATOM_VARIABLE)
        return ring_atom(r->pool, a);
    out = memo_get(r->memo, a);
    if (out != NULL)
        return out;
    if (++r->rules->depth > REDUCE_MAX_DEPTH) {
        pool_fail(r->pool, "terms grow too deep");
    } else if (a->kind == ATOM_WORD) {
        out = reduce_word(r, a);
    } else if (a->kind == ATOM_BINDER) {
        out = (a->binder == BINDER_RAY ? reduce_ray : reduce_binder)(r, a);
    } else {
        out = reduce_apply(r, a);
    }
    r->rules->depth--;
    if (out != NULL)
        memo_set(r->memo, a, out);
    return out;
}

/* Whether reduction leaves all atoms as they are; it may fail, too. */
static bool atoms_stay(struct reduction *r, const struct letters *l)
{
    for (size_t i = 0; i < l->count; i++) {
        if (reduce_atom(r, l->items[i].atom) != l->items[i].atom->form)
            return false;
    }
    return true;
}

/* One term: done, or replaced by the terms that wait. */
static bool reduce_term(struct reduction *r, const struct form *f,
                        struct term term, struct terms *wait,
                        struct terms *done)
{
    const struct form *out;

    if (!pool_burn(r->pool))
        return false;
    if (!atoms_stay(r, term.monomial) || !atoms_stay(r, term.word)) {
        out = ring_mapped_term(r->pool, &term, f->rows, reduce_atom, r);
        if (out == NULL) /* never as if it were 0 */
            return false;
    } else {
        out = rewritten(r, &term);
        if (out == NULL)
            terms_push(done, term);
    }
    for (size_t i = 0; out != NULL && i < out->count; i++)
        terms_push(wait, out->terms[i]);
    return pool_why(r->pool) == NULL;
}

static const struct form *reduce_form(void *context, const struct form *f)
{
    struct reduction *r = context;
    struct terms wait = {NULL, 0, 0}, done = {NULL, 0, 0};
    const struct form *out = NULL;
    bool fine = f != NULL;

    for (size_t i = 0; fine && i < f->count; i++)
        terms_push(&wait, f->terms[i]);
    while (fine && wait.count > 0)
        fine = reduce_term(r, f, wait.items[--wait.count], &wait, &done);
    if (fine)
        out = pool_form(r->pool, f->rows, f->cols, done.items, done.count);
    free(wait.items);
    free(done.items);
    return out;
}

const struct form *rules_reduce(struct rules *rules, struct variables scope,
                                const struct form *f)
{
    struct reduction r = {rules, rules->pool, scope, NULL};

    if (rules->count == 0)
        return f;
    r.memo = memo_of(rules, scope);
    return reduce_form(&r, f);
}
