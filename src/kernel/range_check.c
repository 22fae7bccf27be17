#include "kernel/range_check.h"

#include "base/buffer.h"
#include "kernel/range_slope.h"

#include <stdlib.h>

struct checking {
    const struct partition *partition;
    struct scalar_pool *pool;
    struct range_oracle *values;
    struct sequent_oracle oracle;
    size_t failed; /* the node that was not accepted */
};

/* A sequent that waits for its node. */
struct waiting {
    size_t node;
    struct sequent sequent;
};

struct stack {
    struct waiting *items;
    size_t count, capacity;
};

static void push(struct stack *stack, size_t node, const struct sequent *s)
{
    if (stack->count == stack->capacity) {
        stack->capacity = stack->capacity ? 2 * stack->capacity : 16;
        stack->items =
            xrealloc(stack->items, stack->capacity, sizeof *stack->items);
    }
    stack->items[stack->count++] =
        (struct waiting){.node = node, .sequent = *s};
}

/* Kids stand after their parent, so every walk ends. */
static bool has_kids(const struct partition *p, size_t node, size_t count)
{
    const struct partition_node *n = &p->nodes[node];
    return n->count == count &&
           (count == 0 || (n->first > node && n->first <= p->count &&
                           count <= p->count - n->first));
}

/* the kids' sequents |- the node's */
static bool check_node(struct checking *c, struct stack *stack,
                       const struct waiting *w)
{
    struct sequent *kids = xcalloc(SEQUENT_MAX_KIDS, sizeof *kids);
    const struct partition *p = c->partition;
    size_t count = 0;
    bool ok =
        w->node < p->count &&
        sequent_apply(kids, &count, &w->sequent, &p->nodes[w->node], c->pool,
                      &c->oracle) &&
        has_kids(p, w->node, count) &&
        range_slope_agrees(c->values, c->pool, &w->sequent, &p->nodes[w->node]);
    for (size_t i = 0; ok && i < count; i++)
        push(stack, p->nodes[w->node].first + i, &kids[i]);
    free(kids);
    return ok;
}

static bool check_tree(struct checking *c, size_t root, const struct sequent *s)
{
    struct stack stack = {0};
    size_t steps = 0;
    bool ok = true;
    push(&stack, root, s);
    while (stack.count && ok) {
        struct waiting w = stack.items[--stack.count];
        c->failed = w.node;
        ok = steps++ < c->partition->count && check_node(c, &stack, &w);
    }
    free(stack.items);
    return ok;
}

static bool check_choice(const struct partition *p, const struct domain *d,
                         size_t choice, mpfr_prec_t bits, size_t *failed)
{
    struct checking c = {.partition = p, .pool = scalar_pool_new()};
    c.values = range_oracle_new(c.pool, bits);
    struct sequent s;
    c.oracle = range_oracle_face(c.values);
    bool ok = domain_sequent(&s, d, choice, c.pool, &c.oracle) &&
              range_integrals_agree(c.values, c.pool, &s) &&
              check_tree(&c, p->roots[choice], &s);
    *failed = c.failed;
    range_oracle_free(c.values);
    scalar_pool_free(c.pool);
    return ok;
}

static enum recheck_answer reject(char **reason, const char *format,
                                  size_t number)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, format, number);
    *reason = text.text;
    return RECHECK_REJECTED;
}

enum recheck_answer range_check(const struct partition *p,
                                const struct domain *domain, char **reason)
{
    size_t failed = 0;
    *reason = NULL;
    if (p->nroots != domain->choices)
        return reject(reason,
                      "the partition has %zu trees, not one for each "
                      "choice of the integers",
                      p->nroots);
    for (size_t i = 0; i < domain->choices; i++) {
        bool ok = false;
        for (long bits = RANGE_MIN_BITS; bits <= RANGE_MAX_BITS && !ok;
             bits *= 2)
            ok = check_choice(p, domain, i, bits, &failed);
        if (!ok)
            return reject(reason, "step %zu of the partition does not hold",
                          failed);
    }
    return RECHECK_ACCEPTED;
}

enum recheck_answer range_check_link(const struct partition *p,
                                     const struct theorem *t, size_t claim,
                                     size_t link, char **reason)
{
    struct domain d;
    *reason = NULL;
    if (!domain_of_link(&d, t, claim, link))
        return reject(reason, "link %zu is no scalar statement", link + 1);
    return range_check(p, &d, reason);
}
