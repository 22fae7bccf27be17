#include "logic/domain_matrix.h"

#include "base/status.h"
#include "ir/closed.h"

#include <stdlib.h>

/* ---- variables ---- */

struct scan {
    struct domain *domain;
    bool *seen; /* by expression id */
    size_t depth;
    bool optional;  /* within a part that may be left out */
    size_t binders; /* forms over an index, and equations, around it */
};

static bool add_variable(struct domain *d, const struct domain_variable *v)
{
    if (d->count == SCALAR_MAX_VARIABLES)
        return false;
    d->variables[d->count++] = *v;
    return true;
}

static bool is_infinite(const struct expr *e)
{
    return e && (e->op == EX_INFINITY ||
                 (e->op == EX_NEG && e->kids[0]->op == EX_INFINITY));
}

static bool add_given(struct domain *d, size_t index)
{
    const struct given *g = &d->theorem->givens[index];
    struct domain_variable v = {
        .kind = DOMAIN_GIVEN, .given = index, .lo = g->lo, .hi = g->hi};
    if (g->nindices || !dim_is_one(g->rows) || !dim_is_one(g->cols) ||
        (g->kind != GIVEN_REAL && g->kind != GIVEN_INT &&
         g->kind != GIVEN_NONNEG))
        return false;
    v.is_integer = g->kind == GIVEN_INT;
    v.lo = is_infinite(v.lo) ? NULL : v.lo;
    v.hi = is_infinite(v.hi) ? NULL : v.hi;
    return add_variable(d, &v);
}

static bool scan_expr(struct scan *s, const struct expr *e);

static bool scan_symbol(struct scan *s, const struct symbol *symbol)
{
    switch (symbol->kind) {
    case SYM_DIM:
        return add_variable(s->domain,
                            &(struct domain_variable){.kind = DOMAIN_DIM,
                                                      .symbol = symbol,
                                                      .is_integer = true});
    case SYM_INT:
        return add_given(s->domain, symbol->given);
    case SYM_OPAQUE:
        return scan_expr(s, symbol->value);
    case SYM_INDEX:
    case SYM_REAL: /* bound by an integral */
        return true;
    }
    return false;
}

/* Whether it may be a number: it names no size. */
static bool may_be_index(const struct expr *e, size_t depth)
{
    bool may = depth < DOMAIN_MAX_DEPTH &&
               (e->op != EX_SYMBOL || e->symbol->kind != SYM_DIM);
    for (size_t i = 0; i < e->count && may; i++)
        may = may_be_index(e->kids[i], depth + 1);
    return may;
}

/*
 * A member of a family: the variables of all its equations.  Which one is
 * meant is seen when it is read; the others need no values.
 */
static bool scan_member(struct scan *s, const struct expr *e)
{
    const struct let *let = &s->domain->theorem->lets[e->decl];
    bool ok = e->nfree == 0 || s->binders > 0;
    for (size_t i = 0; i < e->count && ok; i++)
        ok = may_be_index(e->kids[i], 0) && scan_expr(s, e->kids[i]);
    s->binders++;
    s->optional = true;
    for (size_t i = 0; i < let->nclauses && ok; i++)
        ok = scan_expr(s, let->clauses[i].body);
    s->binders--;
    return ok;
}

static bool scan_new(struct scan *s, const struct expr *e)
{
    if (e->op == EX_SYMBOL)
        return scan_symbol(s, e->symbol);
    if (e->op == EX_GIVEN)
        return e->count == 0 && add_given(s->domain, e->decl);
    if (e->op == EX_LET)
        return scan_member(s, e);
    int branch;
    if (domain_is_lambert(&branch, e)) /* after the variables of t */
        return scan_expr(s, e->kids[1]) &&
               add_variable(s->domain, &(struct domain_variable){
                                           .kind = DOMAIN_LAMBERT,
                                           .term = e,
                                           .may_lack_value = s->optional});
    for (size_t i = 0; i < e->count; i++)
        if (!scan_expr(s, e->kids[i]))
            return false;
    return true;
}

/*
 * e may have a value where a part of it has none: the other branch of an if,
 * a relation beside a decided one, the body of an empty sum or integral.
 */
static bool has_optional_parts(const struct expr *e)
{
    switch ((int)e->op) {
    case EX_INTEGRAL: /* from a to a */
    case EX_IF:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
    case EX_FORALL:
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
        return true;
    }
    return false;
}

/* A form over an index whose range may be of numbers. */
static bool binds_index(const struct expr *e)
{
    return (e->op == EX_SUM || e->op == EX_PROD || e->op == EX_MAX ||
            e->op == EX_MIN || e->op == EX_FORALL) &&
           may_be_index(e->kids[0], 0) && may_be_index(e->kids[1], 0);
}

/*
 * Adds the variables of e; false: it has parts that are neither scalars nor
 * small matrices.
 */
static bool scan_expr(struct scan *s, const struct expr *e)
{
    size_t k;
    if (domain_find(&k, s->domain, e) || s->seen[e->id])
        return true;
    if ((!e->is_relation && !domain_is_small(e)) || s->depth > DOMAIN_MAX_DEPTH)
        return false;
    const bool optional = s->optional;
    s->seen[e->id] = true;
    s->optional |= has_optional_parts(e);
    s->binders += binds_index(e);
    s->depth++;
    bool ok = scan_new(s, e);
    s->depth--;
    s->binders -= binds_index(e);
    s->optional = optional;
    return ok;
}

static bool scan_fresh(struct domain *d, const struct expr *e)
{
    struct scan s = {.domain = d};
    s.seen = xcalloc(expr_count(d->theorem->pool) + 1, sizeof *s.seen);
    bool ok = scan_expr(&s, e);
    free(s.seen);
    return ok;
}

/* ---- listed integers ---- */

/* An end as an integer, rounded inward. */
static bool integer_end(int64_t *out, const struct expr *e, bool upper,
                        const struct env *env)
{
    struct rmatrix m;
    mpz_t z;
    if (!e || closed_matrix(&m, e, env, NULL) != ST_OK)
        return false;
    mpz_init(z);
    const rational_t *q = rmatrix_at(&m, 0, 0);
    if (upper)
        mpz_fdiv_q(z, mpq_numref(q->q), mpq_denref(q->q));
    else
        mpz_cdiv_q(z, mpq_numref(q->q), mpq_denref(q->q));
    bool fits = mpz_sizeinbase(z, 2) < 60;
    *out = fits ? mpz_get_si(z) : 0;
    mpz_clear(z);
    rmatrix_clear(&m);
    return fits;
}

static bool mentions(const struct expr *e, size_t given, size_t depth)
{
    if ((e->op == EX_GIVEN && e->decl == given) ||
        (e->op == EX_SYMBOL && e->symbol->kind == SYM_INT &&
         e->symbol->given == given))
        return true;
    for (size_t i = 0; i < e->count && depth < DOMAIN_MAX_DEPTH; i++)
        if (mentions(e->kids[i], given, depth + 1))
            return true;
    return false;
}

/* Whether a sum, product, maximum or minimum in e begins or ends at it. */
static bool is_end_in(const struct expr *e, size_t given, bool *seen,
                      size_t depth)
{
    bool binds = e->op == EX_SUM || e->op == EX_PROD || e->op == EX_MAX ||
                 e->op == EX_MIN || e->op == EX_FORALL;
    if (seen[e->id] || depth > DOMAIN_MAX_DEPTH)
        return false;
    seen[e->id] = true;
    if (binds &&
        (mentions(e->kids[0], given, 0) || mentions(e->kids[1], given, 0)))
        return true;
    for (size_t i = 0; i < e->count; i++)
        if (is_end_in(e->kids[i], given, seen, depth + 1))
            return true;
    return false;
}

/* Whether so many values of the integer may be listed. */
static bool may_be_listed(const struct domain *d, size_t given, int64_t values)
{
    if (values <= DOMAIN_MAX_LISTED || values > DOMAIN_MAX_ENDS)
        return values <= DOMAIN_MAX_LISTED;
    bool *seen = xcalloc(expr_count(d->theorem->pool) + 1, sizeof *seen);
    bool ends = is_end_in(d->relation, given, seen, 0);
    free(seen);
    return ends;
}

static void list_integers(struct domain *d)
{
    struct env env;
    d->choices = 1;
    env_init(&env, dim_symbols(expr_dims(d->theorem->pool)));
    for (size_t k = 0; k < d->count; k++) {
        struct domain_variable *v = &d->variables[k];
        int64_t lo, hi;
        if (v->kind != DOMAIN_GIVEN || !v->is_integer ||
            !integer_end(&lo, v->lo, false, &env) ||
            !integer_end(&hi, v->hi, true, &env) || hi < lo ||
            !may_be_listed(d, v->given, hi - lo + 1) ||
            d->choices * (size_t)(hi - lo + 1) > DOMAIN_MAX_CHOICES)
            continue;
        v->is_listed = true;
        v->first = lo;
        v->count = hi - lo + 1;
        d->choices *= (size_t)v->count;
    }
    env_clear(&env);
}

int64_t domain_listed(const struct domain *d, size_t choice, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (d->variables[i].is_listed)
            choice /= (size_t)d->variables[i].count;
    const struct domain_variable *v = &d->variables[k];
    return v->first + (int64_t)(choice % (size_t)v->count);
}

/* ---- statements ---- */

/* A fact, with at most `most` variables of its own. */
static bool add_fact(struct domain *d, const struct expr *e, size_t most)
{
    const size_t count = d->count;
    if (d->nfacts == DOMAIN_MAX_FACTS)
        return false;
    const bool ok = scan_fresh(d, e) && d->count <= count + most;
    if (ok)
        d->facts[d->nfacts++] = e;
    else
        d->count = count;
    return ok;
}

static void add_assumptions(struct domain *d)
{
    for (size_t i = 0; i < d->theorem->nassumptions; i++)
        (void)add_fact(d, d->theorem->assumptions[i].relation,
                       SCALAR_MAX_VARIABLES);
}

bool domain_of_relation(struct domain *d, const struct theorem *t,
                        const struct expr *relation,
                        const struct domain_variable *terms, size_t count,
                        bool with_assumptions)
{
    *d = (struct domain){.theorem = t, .relation = relation};
    for (size_t i = 0; i < count; i++)
        if (!add_variable(d, &terms[i]))
            return false;
    if (!scan_fresh(d, relation))
        return false;
    if (with_assumptions)
        add_assumptions(d);
    for (size_t k = 0; k < d->count; k++) {
        struct domain_variable v = d->variables[k];
        if ((v.lo && !scan_fresh(d, v.lo)) || (v.hi && !scan_fresh(d, v.hi)))
            return false;
    }
    list_integers(d);
    return true;
}

bool domain_add_fact(struct domain *d, const struct expr *relation)
{
    return add_fact(d, relation, 0);
}

bool domain_of_link(struct domain *d, const struct theorem *t, size_t claim,
                    size_t link)
{
    if (claim >= t->nclaims || link >= t->claims[claim].nlinks ||
        t->claims[claim].has_hole)
        return false;
    return domain_of_relation(d, t, t->claims[claim].links[link].relation, NULL,
                              0, true);
}

/* ---- sequents ---- */

static bool is_nonnegative(const struct domain *d, size_t k)
{
    const struct domain_variable *v = &d->variables[k];
    return v->kind == DOMAIN_GIVEN &&
           d->theorem->givens[v->given].kind == GIVEN_NONNEG;
}

/* x - lo >= 0 and hi - x >= 0 (or > 0) as facts */
static bool assume_range(struct sequent *s, struct domain_reader *r, size_t k,
                         const struct sequent_oracle *oracle)
{
    const struct domain_variable *v = &r->domain->variables[k];
    if (v->kind == DOMAIN_LAMBERT)
        return domain_assume_lambert(s, r, k, oracle);
    const struct scalar *x = scalar_variable(r->pool, k);
    const struct scalar *lo = NULL, *hi = NULL;
    if (v->kind == DOMAIN_DIM)
        lo = scalar_int(r->pool, (long)v->symbol->minimum);
    if ((v->lo && !(lo = domain_term(r, v->lo))) ||
        (v->hi && !(hi = domain_term(r, v->hi))))
        return false;
    if (is_nonnegative(r->domain, k))
        sequent_assume(
            s, goal_relation(r->pool, REL_GE, x, scalar_int(r->pool, 0)),
            r->pool, oracle);
    if (lo)
        sequent_assume(
            s, goal_relation(r->pool, v->open_lo ? REL_GT : REL_GE, x, lo),
            r->pool, oracle);
    if (hi)
        sequent_assume(
            s, goal_relation(r->pool, v->open_hi ? REL_LT : REL_LE, x, hi),
            r->pool, oracle);
    return true;
}

static bool fill_sequent(struct sequent *out, struct domain_reader *r,
                         const struct sequent_oracle *oracle)
{
    const struct domain *d = r->domain;
    const struct goal *goal = domain_goal(r, d->relation);
    if (!goal)
        return false;
    sequent_init(out, goal);
    for (size_t k = 0; k < d->count; k++) {
        if (d->variables[k].is_listed)
            continue;
        if (d->variables[k].is_integer)
            out->integers |= 1u << k;
        if (!assume_range(out, r, k, oracle))
            return false;
    }
    for (size_t i = 0; i < d->nfacts; i++)
        sequent_assume(out, domain_goal(r, d->facts[i]), r->pool, oracle);
    return true;
}

bool domain_sequent(struct sequent *out, const struct domain *d, size_t choice,
                    struct scalar_pool *pool,
                    const struct sequent_oracle *oracle)
{
    struct domain_reader r = {.domain = d, .choice = choice, .pool = pool};
    env_init(&r.env, dim_symbols(expr_dims(d->theorem->pool)));
    bool ok = fill_sequent(out, &r, oracle);
    if (ok)
        sequent_tighten(out, pool, oracle);
    env_clear(&r.env);
    return ok;
}
