/* Violating points, certified by the evaluators of the theorem itself. */
#include "prove/range_internal.h"

#include "base/status.h"
#include "case/range.h"
#include "logic/make.h"
#include "verify/ladder.h"

#include <math.h>
#include <stdlib.h>

void range_point_init(struct range_point *x, const struct theorem *t)
{
    *x = (struct range_point){.ngivens = t->ngivens, .ndims = t->ndims};
    x->values = xcalloc(t->ngivens + 1, sizeof *x->values);
    x->forms = xcalloc(t->ngivens + 1, sizeof *x->forms);
    x->dims = xcalloc(t->ndims + 1, sizeof *x->dims);
    for (size_t i = 0; i < t->ngivens; i++)
        rational_init(&x->values[i]);
    for (size_t i = 0; i < t->ndims; i++)
        x->dims[i] = t->dims[i]->minimum;
}

void range_point_clear(struct range_point *x)
{
    for (size_t i = 0; i < x->ngivens; i++)
        rational_clear(&x->values[i]);
    free(x->values);
    free(x->forms);
    free(x->dims);
    *x = (struct range_point){0};
}

/* ---- from variables to givens and dims ---- */

static bool set_dim(struct range_point *p, const struct theorem *t,
                    const struct symbol *symbol, const mpq_t q)
{
    if (mpz_cmp_ui(mpq_denref(q), 1) != 0 || !mpz_fits_slong_p(mpq_numref(q)))
        return false;
    long value = mpz_get_si(mpq_numref(q));
    for (size_t i = 0; i < t->ndims; i++)
        if (t->dims[i] == symbol)
            p->dims[i] = value;
    return value >= symbol->minimum && value <= LAYOUT_MAX_DIM;
}

static bool set_variable(struct range_search *s, size_t k, const mpq_t q)
{
    const struct domain_variable *v = &s->domain->variables[k];
    switch (v->kind) {
    case DOMAIN_GIVEN:
        s->violation->forms[v->given] = NULL;
        mpq_set(s->violation->values[v->given].q, q);
        return true;
    case DOMAIN_DIM:
        return set_dim(s->violation, s->domain->theorem, v->symbol, q);
    case DOMAIN_LAMBERT: /* follows from the others */
        return true;
    case DOMAIN_TERM:
        return false;
    }
    return false;
}

/* The value of a variable's constant term; `up`: from above. */
static bool fixed_value(mpq_t q, struct range_search *s, const struct scalar *e,
                        bool up)
{
    if (e->op == SCALAR_NUMBER) {
        mpq_set(q, e->number->q);
        return true;
    }
    if (!range_values_rational(q, s->values, e))
        return false;
    mpq_t step;
    mpq_init(step);
    mpq_set_ui(step, 1, 1);
    mpq_div_2exp(step, step, 80);
    if (up)
        mpq_add(q, q, step);
    else
        mpq_sub(q, q, step);
    mpq_clear(step);
    return true;
}

/* ---- certification ---- */

static bool is_scalar_theorem(const struct theorem *t)
{
    for (size_t g = 0; g < t->ngivens; g++) {
        const struct given *given = &t->givens[g];
        if (given->nindices || !dim_is_one(given->rows) ||
            !dim_is_one(given->cols) ||
            (given->kind != GIVEN_REAL && given->kind != GIVEN_INT &&
             given->kind != GIVEN_NONNEG))
            return false;
    }
    return true;
}

/* The given's value lies in its declared range, certainly. */
static bool is_in_range(const struct given *g, const rational_t *value,
                        const struct env *env)
{
    struct range r;
    struct bracket x;
    struct buffer reason;
    int64_t whole;
    range_init(&r);
    bracket_init(&x);
    buffer_init(&reason);
    mpq_set(x.lo.q, value->q);
    mpq_set(x.hi.q, value->q);
    bool inside = range_of_given(&r, g, env, &reason) == ST_OK &&
                  range_holds(&r, &x) &&
                  (g->kind != GIVEN_INT || rational_is_int(value, &whole)) &&
                  (g->kind != GIVEN_NONNEG || mpq_sgn(value->q) >= 0);
    range_clear(&r);
    bracket_clear(&x);
    buffer_clear(&reason);
    return inside;
}

/* Givens that the statement does not mention: a value near 0 in range. */
static void set_unmentioned(struct range_search *s)
{
    const struct theorem *t = s->domain->theorem;
    bool *mentioned = xcalloc(t->ngivens + 1, sizeof *mentioned);
    struct buffer reason;
    struct env env;
    buffer_init(&reason);
    env_init(&env, dim_symbols(expr_dims(t->pool)));
    for (size_t i = 0; i < t->ndims; i++)
        env_set(&env, t->dims[i], s->violation->dims[i]);
    for (size_t k = 0; k < s->domain->count; k++)
        if (s->domain->variables[k].kind == DOMAIN_GIVEN)
            mentioned[s->domain->variables[k].given] = true;
    for (size_t g = 0; g < t->ngivens; g++) {
        struct range r;
        range_init(&r);
        if (!mentioned[g] &&
            range_of_given(&r, &t->givens[g], &env, &reason) == ST_OK)
            range_fit(&s->violation->values[g], &r);
        range_clear(&r);
    }
    buffer_clear(&reason);
    env_clear(&env);
    free(mentioned);
}

static bool fill_stage(struct stage *stage, const struct theorem *t,
                       const struct range_point *p)
{
    for (size_t g = 0; g < t->ngivens; g++) {
        struct value *v = &stage->x.values[stage->layout.first[g]];
        int64_t whole;
        if (p->forms[g]) {
            v->kind = VALUE_EXPR;
            v->rows = v->cols = 1;
            v->expr = p->forms[g];
            continue;
        }
        if (!is_in_range(&t->givens[g], &p->values[g], &stage->layout.env))
            return false;
        value_set_rationals(v, 1, 1);
        mpq_set(v->rationals[0].q, p->values[g].q);
        value_simplify(v);
        if (t->givens[g].symbol && rational_is_int(&p->values[g], &whole))
            env_set(&stage->layout.env, t->givens[g].symbol, whole);
    }
    return true;
}

/*
 * The truth of the link; UNDEFINED also where the point is rejected, UNKNOWN
 * where that is not decided.
 */
static enum truth decide(struct stage *stage, size_t link, long bits)
{
    struct ladder_options options = {.prec_max = bits,
                                     .integral_max = RANGE_INTEGRAL_CAP};
    struct link_outcome *outcomes =
        xcalloc(stage->nlinks + 1, sizeof *outcomes);
    enum admission admission = ADMISSION_UNKNOWN;
    if (link < stage->nlinks &&
        ladder_decide(&admission, outcomes, stage, &options) != ST_OK)
        admission = ADMISSION_UNKNOWN;
    enum truth truth = admission == ADMISSION_REJECTED   ? TRUTH_UNDEFINED
                       : admission == ADMISSION_ADMITTED ? outcomes[link].truth
                                                         : TRUTH_UNKNOWN;
    free(outcomes);
    return truth;
}

struct stage *range_point_stage(const struct theorem *t, size_t claim,
                                const struct range_point *x)
{
    struct stage *stage = NULL;
    struct span where;
    char *reason = NULL;
    bool *wanted = xcalloc(t->nclaims + 1, sizeof *wanted);
    wanted[claim] = true;
    bool built =
        is_scalar_theorem(t) &&
        stage_open(&stage, t, x->dims, &reason) == ST_OK &&
        fill_stage(stage, t, x) &&
        stage_build(stage, wanted, STAGE_DROP_NONE, &where, &reason) == ST_OK;
    free(reason);
    free(wanted);
    if (built)
        return stage;
    stage_free(stage);
    return NULL;
}

static bool certify_point(struct range_search *s)
{
    s->certified++;
    set_unmentioned(s);
    struct stage *stage =
        range_point_stage(s->domain->theorem, s->claim, s->violation);
    bool is_long = stage && stage->plan->has_integrals;
    if (is_long)
        s->certified += s->limits->integral_price - 1;
    enum truth truth =
        stage ? decide(stage, s->link, LADDER_DEFAULT_CAP) : TRUTH_UNKNOWN;
    if (is_long && truth == TRUTH_UNKNOWN) /* of no variables: once is enough */
        s->unresolved += s->domain->count ? 1 : RANGE_MAX_UNRESOLVED;
    stage_free(stage);
    return truth == TRUTH_FALSE;
}

/* ---- numbers in closed form ---- */

static const struct expr *written(struct expr_pool *pool,
                                  const struct scalar *e, struct span span,
                                  unsigned depth);

static const struct expr *joined(struct expr_pool *pool, enum expr_op op,
                                 const struct scalar *e, struct span span,
                                 unsigned depth)
{
    const struct expr *all = NULL;
    for (size_t i = 0; i < e->count; i++) {
        const struct expr *one = written(pool, e->kids[i], span, depth);
        all = one && all ? expr_binary(pool, op, all, one, span) : one;
        if (!one)
            return NULL;
    }
    return all;
}

/* The number as an expression; NULL: not of the kinds that are guessed. */
static const struct expr *written(struct expr_pool *pool,
                                  const struct scalar *e, struct span span,
                                  unsigned depth)
{
    enum { MAX_NESTED = 20 };
    const struct expr *base;
    if (depth++ == MAX_NESTED)
        return NULL;
    switch (e->op) {
    case SCALAR_NUMBER:
        return expr_number(pool, e->number, span);
    case SCALAR_PI:
        return make_op(pool, EX_PI, dim_constant(expr_dims(pool), 1),
                       dim_constant(expr_dims(pool), 1), NULL, 0);
    case SCALAR_ADD:
        return joined(pool, EX_ADD, e, span, depth);
    case SCALAR_MUL:
        return joined(pool, EX_SCALE, e, span, depth);
    case SCALAR_POWER:
        base = written(pool, e->kids[0], span, depth);
        if (base && mpq_cmp_ui(e->number->q, 1, 2) == 0)
            return make_call(pool, FN_SQRT, base);
        return base ? expr_binary(pool, EX_POW, base,
                                  expr_number(pool, e->number, span), span)
                    : NULL;
    case SCALAR_CALL:
        base = e->count == 1 ? written(pool, e->kids[0], span, depth) : NULL;
        return base ? make_call(pool, e->fn, base) : NULL;
    case SCALAR_VARIABLE:
    case SCALAR_GENERAL:
    case SCALAR_IF:
    case SCALAR_INTEGRAL:
        return NULL;
    }
    return NULL;
}

/*
 * Algebra does not ask whether the link has a value: it must be false at
 * rational numbers, and at others, or where it has integrals, not be known to
 * be anything else.
 */
static bool is_credible(const struct range_search *s)
{
    const struct theorem *t = s->domain->theorem;
    bool rational = true;
    for (size_t g = 0; g < t->ngivens; g++)
        rational = rational && !s->violation->forms[g];
    struct stage *stage = range_point_stage(t, s->claim, s->violation);
    enum truth truth =
        stage ? decide(stage, s->link, RANGE_TIE_CAP) : TRUTH_UNDEFINED;
    const bool integrals = stage && stage->plan->has_integrals;
    stage_free(stage);
    return truth == TRUTH_FALSE ||
           (truth == TRUTH_UNKNOWN && (integrals || !rational));
}

bool range_accept(struct range_search *s, const struct scalar *const *values)
{
    const struct theorem *t = s->domain->theorem;
    if (!is_scalar_theorem(t))
        return false;
    for (size_t k = 0; k < s->domain->count; k++) {
        const struct domain_variable *v = &s->domain->variables[k];
        if (values[k]->op == SCALAR_NUMBER) {
            if (!set_variable(s, k, values[k]->number->q))
                return false;
        } else if (v->kind == DOMAIN_GIVEN) {
            const struct expr **form = &s->violation->forms[v->given];
            *form = written(t->pool, values[k], t->givens[v->given].span, 0);
            if (!*form)
                return false;
        } else if (v->kind != DOMAIN_LAMBERT) {
            return false;
        }
    }
    set_unmentioned(s);
    return is_credible(s);
}

/* ---- simple points near x ---- */

struct point {
    mpq_t q[SCALAR_MAX_VARIABLES];
    unsigned known; /* bit k: q[k] is set */
};

bool range_simple_value(mpq_t q, struct range_search *s,
                        const struct range_task *task, size_t k, double x,
                        double slack)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES];
    if (s->domain->variables[k].is_listed) {
        mpq_set_si(q, (long)domain_listed(s->domain, s->choice, k), 1);
        return true;
    }
    range_double_box(lo, hi, s, &task->sequent.box);
    if (!isfinite(x))
        return false;
    if (s->domain->variables[k].is_integer) {
        mpq_set_d(q, floor(x + 0.5));
        return true;
    }
    double width = slack * (1 + fabs(x));
    range_simplest(q, fmax(x - width, lo[k]), fmin(x + width, hi[k]));
    return true;
}

/* What variable k was replaced by, once the variables in that are known. */
static bool follow_fixed(struct point *p, struct range_search *s,
                         const struct range_task *task, size_t k, bool up)
{
    const struct scalar *e = task->fixed[k];
    if (e->variables & ~p->known)
        return false;
    for (size_t j = 0; j < SCALAR_MAX_VARIABLES && e; j++)
        if (e->variables >> j & 1)
            e = scalar_substitute(s->pool, e, j,
                                  scalar_number(s->pool, p->q[j]));
    return e && fixed_value(p->q[k], s, e, up);
}

/* Chooses the free variables, then follows the others. */
static bool choose_point(struct point *p, struct range_search *s,
                         const struct range_task *task, const double *x,
                         double slack, bool up)
{
    size_t count = s->domain->count;
    for (size_t k = 0; k < count; k++)
        if (!task->fixed[k] || s->domain->variables[k].is_listed) {
            if (!range_simple_value(p->q[k], s, task, k, x[k], slack))
                return false;
            p->known |= 1u << k;
        }
    for (size_t pass = 0; pass < count; pass++)
        for (size_t k = 0; k < count; k++)
            if (!(p->known >> k & 1) && follow_fixed(p, s, task, k, up))
                p->known |= 1u << k;
    return p->known == (1u << count) - 1;
}

static bool try_point(struct range_search *s, const struct range_task *task,
                      const double *x, double slack, bool up)
{
    struct point p = {.known = 0};
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        mpq_init(p.q[k]);
    bool ok = choose_point(&p, s, task, x, slack, up);
    for (size_t k = 0; k < s->domain->count && ok; k++)
        ok = set_variable(s, k, p.q[k]);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        mpq_clear(p.q[k]);
    return ok && certify_point(s);
}

/* Whether doubles see a failure at the simple point. */
static bool seems_to_fail(struct range_search *s, const struct range_task *task,
                          const double *x, double slack)
{
    const struct goal *goal = task->sequent.goal;
    double y[SCALAR_MAX_VARIABLES];
    mpq_t q;
    mpq_init(q);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        y[k] = x[k];
        if (k < s->domain->count && !task->fixed[k] &&
            range_simple_value(q, s, task, k, x[k], slack))
            y[k] = mpq_get_d(q);
    }
    mpq_clear(q);
    return !goal->term || range_double(s->doubles, goal->term, y) <
                              (goal->kind == GOAL_GT ? 1e-9 : 0);
}

bool range_certify(struct range_search *s, const struct range_task *task,
                   const double *x)
{
    static const double slacks[] = {0.5,  0.1,  1e-2,  1e-3,  1e-4,
                                    1e-6, 1e-8, 1e-10, 1e-12, 0};
    size_t count = sizeof slacks / sizeof *slacks;
    if (!s->violation || s->violated)
        return s->violated;
    for (size_t i = 0; i < count && s->certified < RANGE_MAX_CERTIFY &&
                       s->unresolved < RANGE_MAX_UNRESOLVED;
         i++)
        if (i + 1 == count || seems_to_fail(s, task, x, slacks[i])) {
            s->violated = try_point(s, task, x, slacks[i], false) ||
                          try_point(s, task, x, slacks[i], true);
            if (s->violated)
                return true;
        }
    return range_certify_tie(s, task, x);
}
