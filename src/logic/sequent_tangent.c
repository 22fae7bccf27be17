/* Exponentials above a tangent: weighted arithmetic and geometric means. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

enum { MAX_GROUPS = SEQUENT_MAX_KIDS };

/* f = sum of weight[i] * exp(exponent[i]) */
struct groups {
    const struct scalar *exponent[MAX_GROUPS], *weight[MAX_GROUPS];
    size_t count;
};

static bool is_exponential(const struct scalar *atom)
{
    return atom->op == SCALAR_CALL && atom->fn == FN_EXP &&
           atom->variables != 0;
}

/* e := q * e, the exponent of a factor; NULL stays NULL */
static const struct scalar *times_exponent(struct scalar_pool *pool,
                                           const struct scalar *e,
                                           const struct expansion_factor *f)
{
    return scalar_product(pool, scalar_ratio(pool, f->num, f->den), e);
}

/* A term as weight * exp(exponent); NULL: over a limit. */
static void read_term(const struct scalar **weight,
                      const struct scalar **exponent,
                      const struct expansion_term *t,
                      const struct expansion_scope *scope)
{
    struct scalar_pool *pool = scope->pool;
    *weight = scalar_number(pool, t->coefficient);
    *exponent = scalar_int(pool, 0);
    for (size_t k = 0; k < t->count; k++) {
        const struct expansion_factor *f = &t->factors[k];
        if (is_exponential(f->atom))
            *exponent = scalar_sum(pool, *exponent,
                                   times_exponent(pool, f->atom->kids[0], f));
        else
            *weight = scalar_product(pool, *weight,
                                     expansion_factor_scalar(scope, f));
    }
}

/* Terms with the same exponential go together. */
static bool read_groups(struct groups *g, const struct expansion *p,
                        const struct expansion_scope *scope)
{
    g->count = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct scalar *weight, *exponent;
        size_t at = 0;
        read_term(&weight, &exponent, &p->terms[i], scope);
        while (at < g->count && g->exponent[at] != exponent)
            at++;
        if (!weight || !exponent || at == MAX_GROUPS)
            return false;
        if (at == g->count) {
            g->count++;
            g->exponent[at] = exponent;
            g->weight[at] = scalar_int(scope->pool, 0);
        }
        g->weight[at] = scalar_sum(scope->pool, g->weight[at], weight);
    }
    return true;
}

/*
 * f = sum of w_i exp(e_i), m = `index`; w_i >= 0 for the other i,
 * sum of all w_i (1 + e_i - e_m) >= 0 |- f >= 0.  For > likewise.
 * exp(e_i) >= exp(e_m) (1 + e_i - e_m), the tangent at e_m.
 */
bool sequent_tangent(struct sequent *kids, size_t *count,
                     const struct sequent *s, const struct partition_node *node,
                     const struct region *r)
{
    struct scalar_pool *pool = r->pool;
    struct expansion p;
    struct expansion_scope scope = region_scope(r);
    struct groups g = {.count = 0};
    if (!sequent_is_compare(s->goal) || s->goal->has_kink)
        return false;
    expansion_init(&p);
    bool ok = expansion_of(&p, &scope, s->goal->term) &&
              read_groups(&g, &p, &scope) && node->index < g.count &&
              g.count > 1;
    expansion_clear(&p);
    const struct scalar *line = scalar_int(pool, 0);
    for (size_t i = 0; i < g.count && ok; i++) {
        const struct scalar *rise =
            scalar_difference(pool, g.exponent[i], g.exponent[node->index]);
        rise = scalar_sum(pool, scalar_int(pool, 1), rise);
        line = scalar_sum(pool, line, scalar_product(pool, g.weight[i], rise));
        ok = i == node->index ||
             sequent_push(kids, count, s,
                          goal_compare(pool, GOAL_GE, g.weight[i]));
    }
    return ok && sequent_push(kids, count, s,
                              goal_compare(pool, s->goal->kind, line));
}
