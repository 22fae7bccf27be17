/*
 * What can be said of values before the first trial: those that depend on
 * nothing that is drawn are evaluated once and checked.
 */
#include "case/spec_internal.h"

#include "case/property.h"
#include "case/tensor.h"

static bool report(struct spec_reader *r, struct span span,
                   struct buffer *reason)
{
    return diag_error(r->diag, span, "%s", reason->text);
}

/* The properties of a constant; a range that is not known yet comes later. */
static bool check_constant(struct spec_reader *r, struct fill *f,
                           const struct env *env)
{
    const struct given *g = &r->spec->theorem->givens[f->given];
    const struct value *v = &f->constant;
    if (kind_has(g->kind, KIND_SQUARE) && v->rows != v->cols)
        return true; /* its shape is rejected when it is drawn */
    LOCAL_MADE(range, range);
    LOCAL_BUFFER reason = buffer_new();
    bool ok = true;
    f->is_checked = range_of_given(&range, g, env, &reason) == ST_OK;
    buffer_reset(&reason);
    if (f->is_checked && property_check(v, g->kind, &range, g->name, &reason))
        ok = report(r, f->value_span, &reason);
    return ok;
}

/* Evaluates a value without indices; ST_UNABLE: not before the dims. */
static bool evaluate_constant(struct spec_reader *r, struct fill *f,
                              const struct env *env)
{
    struct rmatrix m;
    const struct expr *where = NULL;
    enum status st = closed_matrix(&m, f->value.expr, env, &where);
    if (st == ST_OK) {
        value_take(&f->constant, &m);
        value_simplify(&f->constant);
    }
    if (st == ST_OK || st == ST_UNABLE)
        return true;
    struct span span =
        where && where->span.source ? where->span : f->value_span;
    return diag_error(r->diag, span, "this value %s",
                      st == ST_DOMAIN  ? "is undefined"
                      : st == ST_LIMIT ? "is too large"
                                       : "has an impossible size or slice");
}

/* A fixed index that no member has, where the bounds are known. */
static bool check_patterns(struct spec_reader *r, const struct fill *f,
                           const struct env *env)
{
    const struct given *g = &r->spec->theorem->givens[f->given];
    for (size_t k = 0; k < g->nindices; k++) {
        int64_t lo, hi, at;
        if (f->patterns[k].kind != PATTERN_FIXED ||
            closed_int(&at, f->patterns[k].lo, env) != ST_OK ||
            closed_int(&lo, g->indices[k].lo, env) != ST_OK ||
            closed_int(&hi, g->indices[k].hi, env) != ST_OK ||
            (lo <= at && at <= hi))
            continue;
        diag_error(r->diag, f->span, "index %lld of %s is not in %lld..%lld",
                   (long long)at, g->name, (long long)lo, (long long)hi);
        diag_note(r->diag, g->span, "%s is declared here", g->name);
        return false;
    }
    return true;
}

bool spec_settle(struct spec_reader *r)
{
    LOCAL(env_clear) struct env env;
    spec_env(&env, r->spec);
    bool ok = true;
    for (size_t k = 0; k < r->spec->nfills; k++) {
        struct fill *f = &r->spec->fills[k];
        bool fine = check_patterns(r, f, &env);
        if (fine && f->ntensors)
            fine = tensor_load(r, f, &env);
        else if (fine && f->value.expr && f->nnames == 0)
            fine = evaluate_constant(r, f, &env);
        if (fine && f->constant.kind != VALUE_NONE)
            fine = check_constant(r, f, &env);
        ok = ok && fine;
    }
    return ok;
}
