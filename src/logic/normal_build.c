/* Expression to normal form: one case for each operation. */
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

const struct expr *normal_rebuild(struct normalizer *n, const struct expr *e,
                                  const struct expr *const *kids)
{
    struct expr model = *e;
    model.kids = kids;
    return expr_intern(n->pool, &model);
}

/* ---- leaves ---- */

static const struct expr *canonical_index(struct normalizer *n,
                                          const struct expr *e)
{
    return print_dim(n, index_dim(n, e));
}

static const struct expr *canonical_member(struct normalizer *n,
                                           const struct expr *e)
{
    const struct expr **kids = arena_array(n->arena, e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        kids[i] = canonical_index(n, e->kids[i]);
    return normal_rebuild(n, e, kids);
}

static const form *build_given(struct normalizer *n, const struct expr *e)
{
    const struct given *g = &n->theorem->givens[e->decl];
    if (g->symbol && e->count == 0)
        return form_atom(n, expr_symbol(n->pool, g->symbol, e->span));
    return entries_spelled(n, form_atom(n, canonical_member(n, e)));
}

/* ---- families ---- */

static bool certainly_matches(struct normalizer *n, const struct let *family,
                              const struct clause *c, const struct expr *e)
{
    for (size_t i = 0; i < family->nindices; i++) {
        const struct index_range *r = &c->ranges[i];
        const struct dim *at = index_dim(n, e->kids[i]);
        const struct expr *lo = r->lo, *hi = r->hi;
        for (size_t j = 0; j < i; j++) {
            if (!c->ranges[j].symbol)
                continue;
            lo = index_substitute(n, lo, c->ranges[j].symbol, e->kids[j]);
            hi = index_substitute(n, hi, c->ranges[j].symbol, e->kids[j]);
        }
        const struct dim *from = index_dim(n, lo), *to = index_dim(n, hi);
        bool fits =
            r->symbol
                ? normal_certainly_nonnegative(n, dim_sub(n->dims, at, from)) &&
                      normal_certainly_nonnegative(n, dim_sub(n->dims, to, at))
                : at == from;
        if (!fits)
            return false;
    }
    return true;
}

/* All indices at once, by way of fresh symbols. */
static const struct expr *instantiate(struct normalizer *n,
                                      const struct let *family,
                                      const struct clause *c,
                                      const struct expr *e)
{
    const struct expr *body = c->body;
    const struct symbol **fresh =
        arena_array(n->arena, family->nindices + 1, sizeof *fresh);
    for (size_t i = 0; i < family->nindices; i++) {
        if (!c->ranges[i].symbol)
            continue;
        fresh[i] = dim_new_symbol(n->dims, SYM_INDEX, "index");
        body = index_substitute(n, body, c->ranges[i].symbol,
                                expr_symbol(n->pool, fresh[i], e->span));
    }
    for (size_t i = 0; i < family->nindices; i++)
        if (fresh[i])
            body = index_substitute(n, body, fresh[i], e->kids[i]);
    return body;
}

const struct expr *normal_member_body(struct normalizer *n,
                                      const struct expr *member)
{
    struct normal_answer answer = {0};
    if (member->op != EX_LET)
        return NULL;
    if (normal_recall(n, NORMAL_UNFOLDED, member, &answer))
        return answer.term;
    const struct let *family = &n->theorem->lets[member->decl];
    const struct clause *found = NULL;
    for (size_t i = 0; i < family->nclauses && !found; i++)
        if (certainly_matches(n, family, &family->clauses[i], member))
            found = &family->clauses[i];
    if (found)
        answer.term = instantiate(n, family, found, member);
    if (!n->failed) /* else it means nothing */
        normal_retain(n, NORMAL_UNFOLDED, member, answer);
    return answer.term;
}

static const form *build_let(struct normalizer *n, const struct expr *e)
{
    const struct expr *member = canonical_member(n, e);
    const struct expr *body = NULL;
    if (n->unrolled < NORMAL_MAX_UNROLLED)
        body = normal_member_body(n, member);
    if (!body)
        return form_atom(n, member);
    n->unrolled++;
    return normal_build(n, body);
}

/* ---- operators ---- */

static const form *build_dot_power(struct normalizer *n, const struct expr *e)
{
    const form *a = normal_build(n, e->kids[0]);
    const form *b = normal_build(n, e->kids[1]);
    const rational_t *c;
    int64_t k = 0;
    if (form_is_scalar(a) && form_is_scalar(b))
        return normal_scalar_power(n, a, b);
    bool literal = form_is_scalar(b) && form_is_rational(b, &c) &&
                   rational_is_int(c, &k) && k >= 1 && k <= NORMAL_MAX_POWER;
    if (!literal) {
        const struct expr *kids[] = {print_form(n, a), print_form(n, b)};
        return form_atom(n, normal_rebuild(n, e, kids));
    }
    const form *power = a;
    for (int64_t i = 1; i < k && !n->failed; i++)
        power = dot_product(n, power, a);
    return power;
}

static const form *build_dot_divide(struct normalizer *n, const struct expr *e)
{
    const form *a = normal_build(n, e->kids[0]);
    const form *b = normal_build(n, e->kids[1]);
    if (form_is_scalar(a) && !form_is_scalar(b) && !n->failed)
        return form_mul(n, a, dot_inverse(n, b));
    return dot_product(n, a, dot_inverse(n, b));
}

static const form *build_entry(struct normalizer *n, const struct expr *e)
{
    const struct dim *i = index_dim(n, e->kids[1]);
    const struct dim *j = index_dim(n, e->kids[2]);
    const struct dim *const ends[] = {i, i, j, j};
    return block_slice(n, normal_build(n, e->kids[0]), ends);
}

static const form *build_slice(struct normalizer *n, const struct expr *e)
{
    const struct dim *ends[4];
    for (size_t i = 0; i < 4; i++)
        ends[i] = index_dim(n, e->kids[i + 1]);
    return block_slice(n, normal_build(n, e->kids[0]), ends);
}

static const form *build_literal(struct normalizer *n, const struct expr *e)
{
    enum { MAX_LITERAL = 64 };
    if (e->count <= MAX_LITERAL)
        return block_literal(n, e);
    const struct expr **kids = arena_array(n->arena, e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        kids[i] = normal_part(n, e->kids[i]);
    return form_atom(n, normal_rebuild(n, e, kids));
}

static const form *build_if(struct normalizer *n, const struct expr *e)
{
    const struct expr *kids[] = {normal_part(n, e->kids[0]),
                                 normal_part(n, e->kids[1]),
                                 normal_part(n, e->kids[2])};
    return form_atom(n, normal_rebuild(n, e, kids));
}

static const form *limit(struct normalizer *n, const struct expr *e)
{
    n->failed = true;
    return form_zero(n, e->rows ? e->rows : n->one, e->cols ? e->cols : n->one);
}

static const form *kid(struct normalizer *n, const struct expr *e, size_t i)
{
    return normal_build(n, e->kids[i]);
}

static const form *build(struct normalizer *n, const struct expr *e)
{
    switch (e->op) {
    case EX_NUMBER:
        return form_rational(n, e->number->q);
    case EX_PI:
    case EX_SYMBOL:
        return form_atom(n, e);
    case EX_GIVEN:
        return build_given(n, e);
    case EX_LET:
        return build_let(n, e);
    case EX_ADD:
        return form_add(n, kid(n, e, 0), kid(n, e, 1));
    case EX_SUB:
        return form_sub(n, kid(n, e, 0), kid(n, e, 1));
    case EX_NEG:
        return form_neg(n, kid(n, e, 0));
    case EX_MATMUL:
    case EX_SCALE:
        return form_mul(n, kid(n, e, 0), kid(n, e, 1));
    case EX_DIVIDE:
        return form_mul(n, normal_scalar_inverse(n, kid(n, e, 1)),
                        kid(n, e, 0));
    case EX_DOT_MUL:
        return dot_product(n, kid(n, e, 0), kid(n, e, 1));
    case EX_DOT_DIV:
        return build_dot_divide(n, e);
    case EX_POW:
        return normal_scalar_power(n, kid(n, e, 0), kid(n, e, 1));
    case EX_DOT_POW:
        return build_dot_power(n, e);
    case EX_MATPOW:
        return power_form(n, print_form(n, kid(n, e, 0)),
                          index_dim(n, e->kids[1]));
    case EX_TRANSPOSE:
        return form_flip(n, kid(n, e, 0));
    case EX_ENTRY:
        return build_entry(n, e);
    case EX_SLICE:
        return build_slice(n, e);
    case EX_LITERAL:
        return build_literal(n, e);
    case EX_CALL:
        return build_call(n, e);
    case EX_SUM:
        return build_sum(n, e);
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
    case EX_INTEGRAL:
    case EX_EXPECTATION:
        return build_binder(n, e);
    case EX_IF:
        return build_if(n, e);
    case EX_INFINITY: /* inf - inf is not 0 */
    case EX_REL:
    case EX_PSD:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
    case EX_FORALL:
        return limit(n, e);
    }
    return limit(n, e);
}

/* ---- rules for whole subterms ---- */

static const form *by_rule(struct normalizer *n, const form *a)
{
    if (n->nrules == 0 || n->failed)
        return a;
    const struct expr *e = print_form(n, a);
    for (size_t r = 0; r < n->nrules; r++)
        if (n->rules[r].lhs == e)
            return n->rules[r].rhs;
    return a;
}

const form *normal_build(struct normalizer *n, const struct expr *e)
{
    if (n->depth >= NORMAL_MAX_DEPTH || !normal_spend(n) || e->is_relation)
        return limit(n, e);
    const form *a = memo_find(n, e);
    if (a)
        return a;
    n->depth++;
    a = by_rule(n, build(n, e));
    n->depth--;
    memo_add(n, e, a);
    return a;
}

static const struct expr *relation_part(struct normalizer *n,
                                        const struct expr *e)
{
    if (n->depth >= NORMAL_MAX_DEPTH || !normal_spend(n) || e->op == EX_FORALL)
        return e;
    n->depth++;
    const struct expr **kids = arena_array(n->arena, e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        kids[i] = normal_part(n, e->kids[i]);
    n->depth--;
    return normal_rebuild(n, e, kids);
}

const struct expr *normal_part(struct normalizer *n, const struct expr *e)
{
    if (e->is_relation)
        return relation_part(n, e);
    return print_form(n, normal_build(n, e));
}
