#include "logic/partition.h"

#include "base/status.h"

#include <stdlib.h>

void partition_init(struct partition *p)
{
    *p = (struct partition){0};
}

void partition_factor_init(struct partition_factor *f, size_t terms,
                           size_t width)
{
    *f = (struct partition_factor){
        .exponent = 1, .terms = terms, .width = width};
    f->coefficients = xcalloc(terms + 1, sizeof *f->coefficients);
    f->exponents = xcalloc(terms * width + 1, sizeof *f->exponents);
    for (size_t i = 0; i < terms; i++)
        rational_init(&f->coefficients[i]);
}

static void clear_numbers(struct partition_node *node)
{
    for (size_t i = 0; i < node->nnumbers; i++) {
        rational_clear(&node->numbers[i].value);
        rational_clear(&node->numbers[i].argument);
    }
    free(node->numbers);
    node->numbers = NULL;
    node->nnumbers = 0;
}

void partition_set_numbers(struct partition *p, size_t node, size_t count)
{
    struct partition_node *n = &p->nodes[node];
    clear_numbers(n);
    n->numbers = xcalloc(count + 1, sizeof *n->numbers);
    n->nnumbers = count;
    for (size_t i = 0; i < count; i++) {
        rational_init(&n->numbers[i].value);
        rational_init(&n->numbers[i].argument);
    }
}

void partition_factor_clear(struct partition_factor *f)
{
    for (size_t k = 0; k < f->terms; k++)
        rational_clear(&f->coefficients[k]);
    free(f->coefficients);
    free(f->exponents);
}

void partition_drop_factors(struct partition_node *node)
{
    for (size_t i = 0; i < node->nfactors; i++)
        partition_factor_clear(&node->factors[i]);
    free(node->factors);
    node->factors = NULL;
    node->nfactors = 0;
}

static void clear_node(struct partition_node *node)
{
    clear_numbers(node);
    partition_drop_factors(node);
}

void partition_clear(struct partition *p)
{
    partition_truncate(p, 0);
    free(p->nodes);
    free(p->roots);
    *p = (struct partition){0};
}

size_t partition_add(struct partition *p, size_t count)
{
    size_t first = p->count;
    while (p->count + count > p->capacity) {
        p->capacity = p->capacity ? 2 * p->capacity : 64;
        p->nodes = xrealloc(p->nodes, p->capacity, sizeof *p->nodes);
    }
    for (size_t i = 0; i < count; i++) {
        struct partition_node *node = &p->nodes[p->count++];
        *node = (struct partition_node){0};
    }
    return first;
}

void partition_add_root(struct partition *p, size_t node)
{
    p->roots = xrealloc(p->roots, p->nroots + 1, sizeof *p->roots);
    p->roots[p->nroots++] = node;
}

void partition_truncate(struct partition *p, size_t count)
{
    while (p->count > count)
        clear_node(&p->nodes[--p->count]);
}

void partition_set_rule(struct partition *p, size_t node,
                        enum partition_rule rule, size_t variable, size_t index)
{
    p->nodes[node].rule = rule;
    p->nodes[node].variable = variable;
    p->nodes[node].index = index;
}

const char *partition_rule_name(enum partition_rule rule)
{
    static const char *const names[] = {
        "open",      "direct",      "mean",       "excluded", "zero",
        "squares",   "fact",        "and",        "or",       "split",
        "rising",    "convex",      "concave",    "resolve",  "cases",
        "clear",     "scale",       "exp",        "log",      "square",
        "period",    "eliminate",   "multiplier", "factors",  "isolate",
        "order",     "half_angle",  "quadratic",  "compare",  "translate",
        "ratio",     "exponential", "cut",        "defined",  "gram",
        "gap",       "odds",        "tangent",    "parts",    "integrand",
        "contrapose"};
    _Static_assert(sizeof names / sizeof *names == PARTITION_RULES,
                   "ORDER: enum partition_rule");
    return rule < PARTITION_RULES ? names[rule] : "?";
}
