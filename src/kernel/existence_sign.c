/*
 * Signs of terms over the ranges of bound variables and givens: the rules of
 * the range method, asked of a bisection that is bounded by a count.
 */
#include "kernel/existence_internal.h"

#include "base/status.h"
#include "kernel/range_value.h"
#include "logic/domain.h"
#include "logic/make.h"

#include <stdlib.h>

enum { SIGN_BITS = 128 };

/* ---- bisection ---- */

struct bisection {
    struct scalar_pool *pool;
    struct range_oracle *values;
    struct sequent_oracle oracle;
    struct sequent *stack; /* EXISTENCE_MAX_BOXES of them */
    size_t count, boxes;
    size_t turn; /* the variable that was split last */
};

/* Whether a rule without kids settles the sequent. */
static bool is_leaf(struct bisection *b, const struct sequent *s)
{
    /* enclosures are closed: what they say to be > 0 stays away from 0 */
    static const enum partition_rule leaves[] = {
        PARTITION_DIRECT, PARTITION_MEAN, PARTITION_SQUARES};
    const size_t nleaves = s->goal->kind == GOAL_GT ? 2 : 3;
    struct sequent kids[1];
    size_t count = 0;
    for (size_t i = 0; i < s->nfacts; i++)
        if (sequent_refutes(s->facts[i], &s->box, &b->oracle))
            return true;
    for (size_t i = 0; i < nleaves; i++) {
        const struct partition_node node = {.rule = leaves[i]};
        count = 0;
        if (sequent_apply(kids, &count, s, &node, b->pool, &b->oracle))
            return true;
    }
    return false;
}

/* The middle of variable k's range, as a number to split it at. */
static bool find_middle(struct bisection *b, struct partition_number *at,
                        const struct sequent *s, size_t k)
{
    interval_t x;
    interval_init(&x, SIGN_BITS);
    bool ok = range_oracle_middle(&x, b->values, scalar_variable(b->pool, k),
                                  &s->box) &&
              interval_is_finite(&x);
    if (ok && (s->integers >> k & 1))
        mpfr_floor(x.lo, x.lo);
    if (ok)
        mpfr_get_q(at->value.q, x.lo);
    interval_clear(&x);
    return ok;
}

/* Pushes the halves; false: it cannot be split, or too often. */
static bool split(struct bisection *b, const struct sequent *s)
{
    struct sequent *kids = xcalloc(SEQUENT_MAX_KIDS, sizeof *kids);
    struct partition_number at = {.kind = CONSTANT_PLAIN};
    size_t count = 0, k = b->turn;
    bool ok = s->goal->variables != 0;
    rational_init(&at.value);
    rational_init(&at.argument);
    do
        k = (k + 1) % SCALAR_MAX_VARIABLES;
    while (ok && !(s->goal->variables >> k & 1));
    b->turn = k;
    const struct partition_node node = {
        .rule = PARTITION_SPLIT, .variable = k, .numbers = &at, .nnumbers = 1};
    ok = ok && find_middle(b, &at, s, k) &&
         sequent_apply(kids, &count, s, &node, b->pool, &b->oracle) &&
         b->boxes + count <= EXISTENCE_MAX_BOXES;
    for (size_t i = 0; ok && i < count; i++, b->boxes++)
        b->stack[b->count++] = kids[i];
    rational_clear(&at.value);
    rational_clear(&at.argument);
    free(kids);
    return ok;
}

static bool is_valid(struct bisection *b, const struct sequent *first)
{
    bool ok = true;
    b->stack[0] = *first;
    b->count = b->boxes = 1;
    while (ok && b->count) {
        const struct sequent s = b->stack[--b->count];
        ok = is_leaf(b, &s) || split(b, &s);
    }
    return ok;
}

static bool choice_holds(const struct domain *d, size_t choice)
{
    struct bisection b = {.pool = scalar_pool_new()};
    struct sequent s;
    b.values = range_oracle_new(b.pool, SIGN_BITS);
    b.oracle = range_oracle_face(b.values);
    b.stack = xcalloc(EXISTENCE_MAX_BOXES, sizeof *b.stack);
    bool ok =
        domain_sequent(&s, d, choice, b.pool, &b.oracle) && is_valid(&b, &s);
    free(b.stack);
    range_oracle_free(b.values);
    scalar_pool_free(b.pool);
    return ok;
}

/* ---- the statement ---- */

/* What stands for a variable: bound ones, and what cannot be read. */
struct stand_ins {
    struct existence *x;
    struct domain_variable items[SCALAR_MAX_VARIABLES];
    size_t count;
    bool failed;
};

static bool is_bound_in(const struct existence *x, const struct expr *e)
{
    for (size_t i = 0; i < x->nbound; i++)
        if (expr_has_free(e, x->bound[i].symbol))
            return true;
    return false;
}

static void stand_in(struct stand_ins *v, const struct domain_variable *item)
{
    for (size_t i = 0; i < v->count; i++)
        if (v->items[i].term == item->term)
            return;
    v->failed = v->failed || v->count == SCALAR_MAX_VARIABLES;
    if (!v->failed)
        v->items[v->count++] = *item;
}

/*
 * The innermost variable of each name that e has, and those of its ends; bit i
 * of `turned` exchanges the ends of the i-th bound variable.
 */
static void add_bound(struct stand_ins *v, const struct expr *e,
                      unsigned turned)
{
    for (size_t i = v->x->nbound; i-- > 0;) {
        const struct bound *b = &v->x->bound[i];
        if (!expr_has_free(e, b->symbol))
            continue;
        const bool turn = turned >> i & 1;
        stand_in(
            v, &(struct domain_variable){
                   .kind = DOMAIN_TERM,
                   .term = expr_symbol(v->x->pool, b->symbol, (struct span){0}),
                   .lo = turn ? b->hi : b->lo,
                   .hi = turn ? b->lo : b->hi});
        if (b->lo)
            add_bound(v, b->lo, turned);
        if (b->hi)
            add_bound(v, b->hi, turned);
    }
}

/* Scalars free of bound variables that are not read as such: any number. */
static void add_unread(struct stand_ins *v, const struct expr *e, size_t depth)
{
    struct domain d;
    const bool is_free =
        expr_is_scalar(e) && !e->is_relation && !is_bound_in(v->x, e);
    if (is_free && !domain_of_relation(&d, v->x->theorem,
                                       relation_make(v->x->pool, REL_LE, e, e),
                                       NULL, 0, false))
        stand_in(v, &(struct domain_variable){.kind = DOMAIN_TERM, .term = e});
    for (size_t i = 0; !is_free && i < e->count; i++)
        if (depth < EXISTENCE_MAX_DEPTH)
            add_unread(v, e->kids[i], depth + 1);
}

/*
 * The assumptions; before their integrals are shown to have values, those
 * without integrals.
 */
static void add_facts(struct domain *d, struct existence *x)
{
    const struct theorem *t = x->theorem;
    for (size_t i = 0; i < t->nassumptions; i++)
        if (x->assumptions == EXISTENCE_SHOWN ||
            !existence_speaks(x, t->assumptions[i].relation))
            (void)domain_add_fact(d, t->assumptions[i].relation);
}

static bool holds_turned(struct existence *x, const struct expr *relation,
                         unsigned turned)
{
    struct domain d;
    struct stand_ins v = {.x = x};
    add_bound(&v, relation, turned);
    if (v.failed)
        return false;
    bool ok =
        domain_of_relation(&d, x->theorem, relation, v.items, v.count, false);
    if (!ok) {
        add_unread(&v, relation, 0);
        ok = !v.failed && domain_of_relation(&d, x->theorem, relation, v.items,
                                             v.count, false);
    }
    if (ok)
        add_facts(&d, x);
    for (size_t i = 0; ok && i < d.choices; i++)
        ok = choice_holds(&d, i);
    return ok;
}

/* Which integrals among the bound variables may run down. */
static unsigned turnable(const struct existence *x)
{
    unsigned mask = 0;
    for (size_t i = 0; i < x->nbound; i++)
        if (x->bound[i].symbol->kind == SYM_REAL && x->bound[i].lo &&
            x->bound[i].hi)
            mask |= 1u << i;
    return mask;
}

bool existence_sign(struct existence *x, const struct expr *e, bool strict)
{
    const struct expr *relation = relation_make(
        x->pool, strict ? REL_LT : REL_LE, make_int(x->pool, 0), e);
    const unsigned mask = turnable(x);
    if (x->asked++ >= EXISTENCE_MAX_ASKED || !expr_is_scalar(e))
        return false;
    for (unsigned turned = mask;; turned = (turned - 1) & mask) {
        if (!holds_turned(x, relation, turned))
            return false;
        if (turned == 0)
            return true;
    }
}

bool existence_nonzero(struct existence *x, const struct expr *e)
{
    return existence_sign(x, e, true) ||
           existence_sign(x, make_neg(x->pool, e), true);
}
