#include "logic/domain_matrix.h"
#include "logic/domain_member.h"

enum { MAX_UNROLLED = 200 };

bool domain_find(size_t *k, const struct domain *d, const struct expr *e)
{
    for (*k = 0; *k < d->count; ++*k) {
        const struct domain_variable *v = &d->variables[*k];
        bool found = false;
        switch (v->kind) {
        case DOMAIN_TERM:
        case DOMAIN_LAMBERT:
            found = v->term == e;
            break;
        case DOMAIN_DIM:
            found = e->op == EX_SYMBOL && e->symbol == v->symbol;
            break;
        case DOMAIN_GIVEN:
            found =
                (e->op == EX_GIVEN && e->count == 0 && e->decl == v->given) ||
                (e->op == EX_SYMBOL && e->symbol->kind == SYM_INT &&
                 e->symbol->given == v->given);
            break;
        }
        if (found)
            return true;
    }
    return false;
}

static const struct scalar *variable_term(struct domain_reader *r, size_t k)
{
    if (r->domain->variables[k].is_listed)
        return scalar_int(r->pool,
                          (long)domain_listed(r->domain, r->choice, k));
    return scalar_variable(r->pool, k);
}

static const struct scalar *symbol_term(struct domain_reader *r,
                                        const struct symbol *s)
{
    if (s->kind == SYM_OPAQUE)
        return domain_term(r, s->value);
    if (s == r->real)
        return scalar_variable(r->pool, SCALAR_BOUND);
    if (s->id < r->env.count && r->env.known[s->id])
        return scalar_int(r->pool, (long)r->env.values[s->id]);
    return NULL;
}

/* ---- forms over an index ---- */

bool domain_integer(int64_t *value, const struct scalar *e)
{
    if (!e || e->op != SCALAR_NUMBER ||
        mpz_cmp_ui(mpq_denref(e->number->q), 1) != 0 ||
        !mpz_fits_slong_p(mpq_numref(e->number->q)))
        return false;
    *value = mpz_get_si(mpq_numref(e->number->q));
    return true;
}

static bool read_range(struct domain_reader *r, const struct expr *e,
                       int64_t *lo, int64_t *hi)
{
    return domain_integer(lo, domain_term(r, e->kids[0])) &&
           domain_integer(hi, domain_term(r, e->kids[1])) &&
           (*hi < *lo || *hi - *lo < MAX_UNROLLED);
}

static const struct scalar *join(struct domain_reader *r, enum expr_op op,
                                 const struct scalar *a, const struct scalar *b)
{
    const struct scalar *kids[] = {a, b};
    if (!a || !b)
        return NULL;
    switch ((int)op) {
    case EX_SUM:
        return scalar_add(r->pool, kids, 2);
    case EX_PROD:
        return scalar_mul(r->pool, kids, 2);
    case EX_MAX:
        return scalar_call(r->pool, FN_MAX2, kids, 2);
    case EX_MIN:
        return scalar_call(r->pool, FN_MIN2, kids, 2);
    }
    return NULL;
}

/*
 * The index is what it was before: the equation of a family's member, read
 * within its own form, binds it again.
 */
static void restore(struct domain_reader *r, const struct symbol *index,
                    bool was_known, int64_t old)
{
    if (was_known)
        env_set(&r->env, index, old);
    else
        env_unset(&r->env, index);
}

static const struct scalar *fold_term(struct domain_reader *r,
                                      const struct expr *e)
{
    int64_t lo, hi;
    const bool was_known = r->env.known[e->symbol->id];
    const int64_t old = r->env.values[e->symbol->id];
    if (!read_range(r, e, &lo, &hi))
        return NULL;
    const struct scalar *value = NULL;
    if (e->op == EX_SUM || e->op == EX_PROD)
        value = scalar_int(r->pool, e->op == EX_PROD);
    r->binders++;
    for (int64_t i = lo; i <= hi; i++) {
        env_set(&r->env, e->symbol, i);
        const struct scalar *next = domain_term(r, e->kids[2]);
        value = i == lo && !value ? next : join(r, e->op, value, next);
        if (!value)
            break;
    }
    r->binders--;
    restore(r, e->symbol, was_known, old);
    return value; /* NULL too for the maximum of nothing */
}

/* ---- functions ---- */

const struct scalar *domain_function(struct domain_reader *r, enum function fn,
                                     const struct scalar *const *kids,
                                     size_t count)
{
    switch ((int)fn) {
    case FN_SQRT:
        return kids[0] ? scalar_root(r->pool, kids[0], 2) : NULL;
    case FN_ABS:
    case FN_EXP:
    case FN_LOG:
    case FN_SIN:
    case FN_COS:
    case FN_TANH:
    case FN_ERF:
    case FN_RELU:
    case FN_SIGN:
    case FN_MAX2:
    case FN_MIN2:
        return scalar_call(r->pool, fn, kids, count);
    }
    return NULL;
}

/* Entry (i, j) of a small matrix, from 1. */
static const struct scalar *matrix_entry(struct domain_reader *r,
                                         const struct expr *e, int64_t i,
                                         int64_t j)
{
    struct domain_matrix m;
    if (!domain_read_matrix(&m, r, e) || i < 1 || j < 1 ||
        i > (int64_t)m.rows || j > (int64_t)m.cols)
        return NULL;
    return m.entries[(size_t)(i - 1) * m.cols + (size_t)(j - 1)];
}

static const struct scalar *entry_term(struct domain_reader *r,
                                       const struct expr *e)
{
    int64_t i, j;
    return domain_integer(&i, domain_term(r, e->kids[1])) &&
                   domain_integer(&j, domain_term(r, e->kids[2]))
               ? matrix_entry(r, e->kids[0], i, j)
               : NULL;
}

static const struct scalar *call_term(struct domain_reader *r,
                                      const struct expr *e)
{
    const struct scalar *kids[2] = {NULL, NULL};
    if (e->count == 0 || e->count > 2)
        return NULL;
    for (size_t i = 0; i < e->count; i++) {
        if (!expr_is_scalar(e->kids[i]))
            return matrix_entry(r, e, 1, 1);
        kids[i] = domain_term(r, e->kids[i]);
        if (!kids[i])
            return NULL;
    }
    return domain_function(r, e->fn, kids, e->count);
}

static const struct scalar *binary_term(struct domain_reader *r,
                                        const struct expr *e)
{
    const struct scalar *a = domain_term(r, e->kids[0]);
    const struct scalar *b = a ? domain_term(r, e->kids[1]) : NULL;
    if (!b)
        return NULL;
    switch ((int)e->op) {
    case EX_ADD:
        return scalar_sum(r->pool, a, b);
    case EX_SUB:
        return scalar_difference(r->pool, a, b);
    case EX_SCALE:
    case EX_DOT_MUL:
        return scalar_product(r->pool, a, b);
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return scalar_product(r->pool, a, scalar_power_si(r->pool, b, -1));
    case EX_POW:
    case EX_DOT_POW:
        return scalar_general(r->pool, a, b);
    }
    return NULL;
}

/* ---- integrals ---- */

/* The sign of inf or -inf, else 0. */
static int infinity_sign(const struct expr *e)
{
    int sign = 1;
    for (; e->op == EX_NEG; e = e->kids[0])
        sign = -sign;
    return e->op == EX_INFINITY ? sign : 0;
}

/* The body, in which the integral's variable is the bound one. */
static const struct scalar *body_term(struct domain_reader *r,
                                      const struct expr *e)
{
    const struct symbol *outer = r->real;
    r->real = e->symbol;
    r->binders++;
    const struct scalar *body = domain_term(r, e->kids[e->count - 1]);
    r->binders--;
    r->real = outer;
    return body;
}

static const struct scalar *
integral_of(struct domain_reader *r, const struct scalar *body,
            const struct scalar *lo, const struct scalar *hi, unsigned infinite)
{
    const struct scalar *value =
        scalar_integral(r->pool, body, lo, hi, infinite);
    scalar_note_integral(r->pool, value, body, lo, hi, infinite);
    return value;
}

static const struct scalar *integral_term(struct domain_reader *r,
                                          const struct expr *e)
{
    const struct expr *lo = e->kids[0], *hi = e->kids[1];
    int from = infinity_sign(lo), to = infinity_sign(hi);
    bool down = from > 0 || to < 0;
    if (down) {
        const struct expr *first = lo;
        lo = hi;
        hi = first;
        int sign = from;
        from = to;
        to = sign;
    }
    if (from > 0 || to < 0) /* from one infinity to the same */
        return NULL;
    unsigned infinite = (from ? INTEGRAL_FROM_MINUS_INFINITY : 0u) |
                        (to ? INTEGRAL_TO_INFINITY : 0u);
    return scalar_times(r->pool, down ? -1 : 1,
                        integral_of(r, body_term(r, e),
                                    from ? NULL : domain_term(r, lo),
                                    to ? NULL : domain_term(r, hi), infinite));
}

/* The integral with the density exp(-z^2/2) / sqrt(2 pi) */
static const struct scalar *expectation_term(struct domain_reader *r,
                                             const struct expr *e)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *z = scalar_variable(pool, SCALAR_BOUND);
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, -1, 2);
    const struct scalar *square = scalar_product(pool, scalar_number(pool, q),
                                                 scalar_power_si(pool, z, 2));
    const struct scalar *scale =
        scalar_power(pool, scalar_times(pool, 2, scalar_pi(pool)), q);
    mpq_clear(q);
    const struct scalar *body = scalar_product(
        pool, body_term(r, e), scalar_call1(pool, FN_EXP, square));
    return scalar_product(
        pool, scale,
        integral_of(r, body, NULL, NULL,
                    INTEGRAL_FROM_MINUS_INFINITY | INTEGRAL_TO_INFINITY));
}

static const struct scalar *dispatch_term(struct domain_reader *r,
                                          const struct expr *e)
{
    switch ((int)e->op) {
    case EX_NUMBER:
        return scalar_number(r->pool, e->number->q);
    case EX_PI:
        return scalar_pi(r->pool);
    case EX_SYMBOL:
        return symbol_term(r, e->symbol);
    case EX_NEG:
        return scalar_times(r->pool, -1, domain_term(r, e->kids[0]));
    case EX_TRANSPOSE:
        return domain_term(r, e->kids[0]);
    case EX_ADD:
    case EX_SUB:
    case EX_SCALE:
    case EX_DIVIDE:
    case EX_DOT_MUL:
    case EX_DOT_DIV:
    case EX_POW:
    case EX_DOT_POW:
        return binary_term(r, e);
    case EX_CALL:
        return call_term(r, e);
    case EX_ENTRY:
        return entry_term(r, e);
    case EX_LET:
        return domain_member(r, e);
    case EX_LITERAL:
    case EX_MATMUL:
        return matrix_entry(r, e, 1, 1);
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
        return fold_term(r, e);
    case EX_INTEGRAL:
        return integral_term(r, e);
    case EX_EXPECTATION:
        return expectation_term(r, e);
    case EX_IF: {
        const struct scalar *a = domain_term(r, e->kids[1]);
        const struct scalar *b = domain_term(r, e->kids[2]);
        return scalar_if(r->pool, domain_goal(r, e->kids[0]), a, b);
    }
    }
    return NULL;
}

/*
 * Below a binder a term with variables of the scope may be another one, whose
 * variable is bound there: it is read, not taken for the one it looks like.
 */
const struct scalar *domain_term(struct domain_reader *r, const struct expr *e)
{
    size_t k;
    if ((r->binders == 0 || e->nfree == 0) && domain_find(&k, r->domain, e))
        return variable_term(r, k);
    if (!expr_is_scalar(e) || ++r->work > DOMAIN_MAX_WORK ||
        r->depth > DOMAIN_MAX_DEPTH)
        return NULL;
    r->depth++;
    const struct scalar *term = dispatch_term(r, e);
    r->depth--;
    return term;
}

/* ---- relations ---- */

static const struct goal *forall_goal(struct domain_reader *r,
                                      const struct expr *e)
{
    int64_t lo, hi;
    if (!read_range(r, e, &lo, &hi))
        return NULL;
    const struct goal *all =
        goal_compare(r->pool, GOAL_GE, scalar_int(r->pool, 0));
    r->binders++;
    for (int64_t i = lo; i <= hi && all; i++) {
        env_set(&r->env, e->symbol, i);
        const struct goal *next = domain_goal(r, e->kids[2]);
        all = i == lo ? next : goal_join(r->pool, GOAL_AND, all, next);
    }
    r->binders--;
    env_unset(&r->env, e->symbol);
    return all;
}

/* A relation of small matrices: at every entry; != is the negation of ==. */
static const struct goal *matrix_goal(struct domain_reader *r,
                                      const struct expr *e)
{
    struct domain_matrix a, b;
    const struct goal *all = NULL;
    const enum relop rel = e->rel == REL_NE ? REL_EQ : e->rel;
    if (!domain_read_matrix(&a, r, e->kids[0]) ||
        !domain_read_matrix(&b, r, e->kids[1]))
        return NULL;
    size_t na = a.rows * a.cols, nb = b.rows * b.cols;
    for (size_t i = 0; i < na || i < nb; i++) {
        const struct goal *next =
            goal_relation(r->pool, rel, a.entries[na == 1 ? 0 : i],
                          b.entries[nb == 1 ? 0 : i]);
        all = i == 0 ? next : goal_join(r->pool, GOAL_AND, all, next);
    }
    return e->rel == REL_NE && all ? goal_negate(r->pool, all) : all;
}

static const struct goal *dispatch_goal(struct domain_reader *r,
                                        const struct expr *e)
{
    switch ((int)e->op) {
    case EX_REL:
        if (!expr_is_scalar(e->kids[0]) || !expr_is_scalar(e->kids[1]))
            return matrix_goal(r, e);
        return goal_relation(r->pool, e->rel, domain_term(r, e->kids[0]),
                             domain_term(r, e->kids[1]));
    case EX_AND:
    case EX_OR:
        return goal_join(r->pool, e->op == EX_AND ? GOAL_AND : GOAL_OR,
                         domain_goal(r, e->kids[0]),
                         domain_goal(r, e->kids[1]));
    case EX_NOT:
        return goal_negate(r->pool, domain_goal(r, e->kids[0]));
    case EX_FORALL:
        return forall_goal(r, e);
    }
    return NULL;
}

const struct goal *domain_goal(struct domain_reader *r, const struct expr *e)
{
    if (!e->is_relation || ++r->work > DOMAIN_MAX_WORK ||
        r->depth > DOMAIN_MAX_DEPTH)
        return NULL;
    r->depth++;
    const struct goal *goal = dispatch_goal(r, e);
    r->depth--;
    return goal;
}
