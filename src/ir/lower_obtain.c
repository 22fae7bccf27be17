/*
 * obtain x : real[m]; in a theorem: there is an x of which its claims hold.
 * obtain x from NAME(args); in a proof: one that NAME speaks of.
 *
 * x is a given of the theorem, of which an instance has one value: that may
 * show a claim about x, and refutes none (struct claim, `obtained`).
 */
#include "ir/lower_internal.h"

static void declare(struct lowering *l, struct scope *scope,
                    const struct ast_target *target, struct given g)
{
    g.name = target->name;
    g.span = target->span;
    if (target->npatterns > 0) {
        diag_error(l->diag, target->span,
                   "obtain names matrices, no families (obtain one for each "
                   "index that is needed)");
        return;
    }
    size_t index;
    if (!lower_add_variable(l, &index, &g))
        return;
    struct binding *b =
        lower_bind(l, scope, target->name, target->span, BIND_GIVEN);
    if (b)
        b->index = index;
}

static void obtain_typed(struct lowering *l, struct scope *scope,
                         const struct ast_decl *decl)
{
    struct given g = {.role = GIVEN_OBTAINED,
                      .is_of_proof = scope != &l->scope};
    if (!lower_given_shape(l, decl, scope, &g) ||
        !lower_variable_has_values(l, decl->span, &g, decl->lo != NULL))
        return;
    for (size_t i = 0; i < decl->ntargets; i++)
        declare(l, scope, &decl->targets[i], g);
}

/* ---- the types of what another theorem obtains ---- */

/* A theorem's dims at the arguments of `obtain`. */
struct sizes {
    struct lowering *l;
    const struct theorem *of;
    const struct lemma_use *use;
    const struct dim **dims; /* NULL: not known yet */
};

/* `a`, of the other theorem, here; NULL: it has an unknown size. */
static const struct dim *size_here(const struct sizes *s, const struct dim *a)
{
    struct dim_pool *pool = expr_dims(s->l->pool);
    const struct dim *sum = dim_constant(pool, 0);
    for (size_t i = 0; i < dim_terms(a); i++) {
        const struct dim *product = dim_number(pool, dim_coefficient(a, i));
        for (size_t k = 0; k < dim_factors(a, i); k++) {
            unsigned power;
            const struct symbol *factor = dim_factor(a, i, k, &power);
            size_t d = 0;
            while (d < s->of->ndims && s->of->dims[d] != factor)
                d++;
            if (d == s->of->ndims || !s->dims[d])
                return NULL;
            for (; power > 0; power--)
                product = dim_mul(pool, product, s->dims[d]);
        }
        sum = dim_add(pool, sum, product);
    }
    return sum;
}

/* Where the size is a dim that is not known yet, it is `here`. */
static void learn(struct sizes *s, const struct dim *size,
                  const struct dim *here)
{
    struct dim_pool *pool = expr_dims(s->of->pool);
    for (size_t d = 0; d < s->of->ndims; d++)
        if (!s->dims[d] && size == dim_of_symbol(pool, s->of->dims[d]))
            s->dims[d] = here;
}

/* The dims from the shapes of the arguments, which then are to fit. */
static bool learn_sizes(struct sizes *s, const struct ast_method *m)
{
    const struct lemma_use *use = s->use;
    const struct theorem *t = s->of;
    const size_t count = theorem_declared(t);
    if (use->nargs != count)
        return diag_error(
            s->l->diag, m->span,
            "obtain takes a value for each given of %s, which has %zu, "
            "found %zu",
            t->name, count, use->nargs);
    for (size_t i = 0; i < count; i++) {
        if (!use->args[i])
            return false;
        learn(s, t->givens[i].rows, use->args[i]->rows);
        learn(s, t->givens[i].cols, use->args[i]->cols);
    }
    for (size_t i = 0; i < count; i++) {
        const struct expr *e = use->args[i];
        if (size_here(s, t->givens[i].rows) == e->rows &&
            size_here(s, t->givens[i].cols) == e->cols)
            continue;
        diag_error(s->l->diag, m->args[i]->span,
                   "the shape is not that of the given %s of %s",
                   t->givens[i].name, t->name);
        diag_note(s->l->diag, t->givens[i].span, "%s is declared here",
                  t->givens[i].name);
        return false;
    }
    return true;
}

/* The type of the k-th that it obtains; false: it obtains no so many. */
static bool type_here(struct given *out, const struct sizes *s, size_t k,
                      struct span span)
{
    const size_t wanted = k;
    for (size_t i = 0; i < s->of->ngivens; i++) {
        const struct given *g = &s->of->givens[i];
        if (g->role != GIVEN_OBTAINED || g->is_of_proof || k-- > 0)
            continue;
        *out = (struct given){.role = GIVEN_OBTAINED,
                              .kind = g->kind,
                              .rows = size_here(s, g->rows),
                              .cols = size_here(s, g->cols),
                              .is_of_proof = true,
                              .from = s->use,
                              .obtained = i,
                              .dims = s->dims};
        if (out->rows && out->cols)
            return lower_variable_has_values(s->l, span, out, false);
        return diag_error(
            s->l->diag, span,
            "the size of %s does not follow from the shapes of the "
            "arguments",
            g->name);
    }
    return diag_error(s->l->diag, span,
                      "the theorem %s obtains no more than %zu", s->of->name,
                      wanted - k);
}

static void obtain_from(struct lowering *l, struct scope *scope,
                        const struct ast_decl *decl)
{
    const struct ast_method *m = &decl->methods[0];
    const struct lemma_use *use = lower_lemma(l, scope, m);
    if (!use)
        return;
    if (use->theorem == l->theorem) {
        diag_error(l->diag, m->span, "%s is what is being proved here",
                   use->theorem->name);
        return;
    }
    struct sizes s = {l, use->theorem, use, NULL};
    s.dims = arena_array(l->arena, use->theorem->ndims + 1, sizeof *s.dims);
    if (!learn_sizes(&s, m))
        return;
    struct scope before = *scope;
    for (size_t i = 0; i < decl->ntargets; i++) {
        struct given g;
        if (!type_here(&g, &s, i, decl->targets[i].span))
            break;
        declare(l, &before, &decl->targets[i], g);
    }
    *scope = before;
}

void lower_obtain(struct lowering *l, struct scope *scope,
                  const struct ast_decl *decl)
{
    if (decl->nmethods > 0)
        obtain_from(l, scope, decl);
    else
        obtain_typed(l, scope, decl);
}
