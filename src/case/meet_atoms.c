/* Atoms of assumptions and their truth; declared in case/meet_internal.h. */
#include "case/meet_internal.h"

#include "case/elementary.h"
#include "case/property.h"
#include "case/spectrum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

bool meet_slot(size_t *slot, struct meeting *m, const struct env *env,
               const struct expr *given)
{
    int64_t indices[MEET_MAX_INDICES];
    if (given->op != EX_GIVEN || given->count > MEET_MAX_INDICES)
        return false;
    for (size_t i = 0; i < given->count; i++)
        if (closed_int(&indices[i], given->kids[i], env) != ST_OK)
            return false;
    return layout_slot(slot, m->x->layout, given->decl, indices);
}

static enum status read_given(struct rmatrix *out, void *context,
                              const struct expr *e, const struct env *env)
{
    struct meeting *m = context;
    size_t slot;
    if (!meet_slot(&slot, m, env, e))
        return ST_UNABLE;
    const struct value *v = &m->x->values[slot];
    if (v->kind != VALUE_DOUBLES && v->kind != VALUE_RATIONALS)
        return ST_UNABLE;
    m->seen |= UINT64_C(1) << slot;
    rmatrix_init(out, v->rows, v->cols);
    for (size_t k = 0; k < v->rows * v->cols; k++)
        value_entry(&out->entries[k], v, k / v->cols, k % v->cols);
    return ST_OK;
}

static enum status other(struct rmatrix *out, void *context,
                         const struct expr *e, const struct env *env);

bool meet_evaluate(struct rmatrix *out, struct meeting *m,
                   const struct env *env, const struct expr *e)
{
    const struct closed_source source = {read_given, m, other};
    return closed_matrix_from(out, e, env, &source, NULL) == ST_OK;
}

/* The square root, exact where it is rational. */
static void root(struct meeting *m, rational_t *out, const rational_t *square)
{
    if (closed_sqrt(out, square) == ST_OK)
        return;
    m->is_rough = true;
    rational_set_double(out, sqrt(rational_to_double(square)));
}

/* The root of the sum of squares of `count` entries, each `step` apart. */
static void length(struct meeting *m, rational_t *out, const rational_t *x,
                   size_t count)
{
    LOCAL_RATIONAL sum = rational_zero(), square = rational_zero();
    for (size_t k = 0; k < count; k++) {
        mpq_mul(square.q, x[k].q, x[k].q);
        mpq_add(sum.q, sum.q, square.q);
    }
    root(m, out, &sum);
}

static bool set_scalar(struct rmatrix *out, struct meeting *m, double x)
{
    m->is_rough = true;
    if (!isfinite(x))
        return false;
    rmatrix_init(out, 1, 1);
    rational_set_double(&out->entries[0], x);
    return true;
}

static bool norm(struct rmatrix *out, struct meeting *m,
                 const struct rmatrix *a, bool is_spectral)
{
    if (is_spectral && a->rows > 1 && a->cols > 1)
        return set_scalar(out, m, spectrum_norm(a));
    rmatrix_init(out, 1, 1);
    length(m, &out->entries[0], a->entries, a->rows * a->cols);
    return true;
}

static bool extreme(struct rmatrix *out, struct meeting *m,
                    const struct rmatrix *a, bool is_least)
{
    double least, largest;
    spectrum_ends(&least, &largest, a);
    return set_scalar(out, m, is_least ? least : largest);
}

static bool row_norms(struct rmatrix *out, struct meeting *m,
                      const struct rmatrix *a)
{
    rmatrix_init(out, a->rows, 1);
    for (size_t i = 0; i < a->rows; i++)
        length(m, &out->entries[i], a->entries + i * a->cols, a->cols);
    return true;
}

/* sqrt, exp or log entry by entry; the same on every machine. */
static bool each(struct rmatrix *out, struct meeting *m,
                 const struct rmatrix *a, enum function fn)
{
    rmatrix_init(out, a->rows, a->cols);
    for (size_t k = 0; k < a->rows * a->cols; k++) {
        double x = rational_to_double(&a->entries[k]);
        m->is_rough = true;
        bool ok = fn == FN_EXP ? fabs(x) < 600 : x >= 0 && x < 1e300;
        ok = ok && (fn != FN_LOG || x > 0);
        double y = !ok            ? 0
                   : fn == FN_EXP ? elementary_exp(x)
                   : fn == FN_LOG ? elementary_log(x)
                                  : sqrt(x);
        if (!ok || !isfinite(y)) {
            rmatrix_clear(out);
            return false;
        }
        rational_set_double(&out->entries[k], y);
    }
    return true;
}

static bool call(struct rmatrix *out, struct meeting *m, const struct env *env,
                 const struct expr *e)
{
    struct rmatrix a;
    bool known = e->fn == FN_NORM2 || e->fn == FN_NORMFRO ||
                 e->fn == FN_ROWNORM2 || e->fn == FN_EIGMIN ||
                 e->fn == FN_EIGMAX || e->fn == FN_SQRT || e->fn == FN_EXP ||
                 e->fn == FN_LOG;
    if (!known || !meet_evaluate(&a, m, env, e->kids[0]))
        return false;
    bool ok = e->fn == FN_NORM2 || e->fn == FN_NORMFRO
                  ? norm(out, m, &a, e->fn == FN_NORM2)
              : e->fn == FN_ROWNORM2 ? row_norms(out, m, &a)
              : e->fn == FN_EIGMIN || e->fn == FN_EIGMAX
                  ? extreme(out, m, &a, e->fn == FN_EIGMIN)
                  : each(out, m, &a, e->fn);
    rmatrix_clear(&a);
    return ok;
}

/* The clause that defines a member of a family, its indices set in env. */
static const struct expr *clause_of(const struct let *let, struct env *env,
                                    const int64_t *at)
{
    for (size_t c = 0; c < let->nclauses; c++) {
        bool fits = true;
        for (size_t i = 0; i < let->nindices && fits; i++) {
            const struct index_range *r = &let->clauses[c].ranges[i];
            int64_t lo, hi;
            fits = closed_int(&lo, r->lo, env) == ST_OK && at[i] >= lo;
            if (fits && !r->symbol)
                fits = at[i] == lo;
            else if (fits)
                fits = closed_int(&hi, r->hi, env) == ST_OK && at[i] <= hi;
            if (fits && r->symbol)
                env_set(env, r->symbol, at[i]);
        }
        if (fits)
            return let->clauses[c].body;
    }
    return NULL;
}

static void copy_env(struct env *to, const struct env *from)
{
    env_init(to, from->count);
    memcpy(to->values, from->values, from->count * sizeof *to->values);
    memcpy(to->known, from->known, from->count * sizeof *to->known);
}

static bool member(struct rmatrix *out, struct meeting *m,
                   const struct env *env, const struct expr *e)
{
    const struct let *let = &m->spec->theorem->lets[e->decl];
    int64_t at[MEET_MAX_INDICES];
    struct env own;
    if (e->count > MEET_MAX_INDICES)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (closed_int(&at[i], e->kids[i], env) != ST_OK)
            return false;
    copy_env(&own, env);
    const struct expr *body = clause_of(let, &own, at);
    bool ok = body && meet_evaluate(out, m, &own, body);
    env_clear(&own);
    return ok;
}

/* What is not rational, in doubles; members of families. */
static enum status other(struct rmatrix *out, void *context,
                         const struct expr *e, const struct env *env)
{
    struct meeting *m = context;
    bool ok = e->op == EX_CALL  ? call(out, m, env, e)
              : e->op == EX_LET ? member(out, m, env, e)
              : e->op == EX_PI  ? set_scalar(out, m, 0x1.921fb54442d18p1)
                                : false;
    return ok ? ST_OK : ST_UNABLE;
}

/* ---- truth ---- */

/*
 * What doubles see equal meets an equation, but no inequality: where ends
 * meet, no precision may decide an eigenvalue.
 */
static bool fails(const struct meeting *m, enum relop rel, const rational_t *a,
                  const rational_t *b)
{
    int sign = mpq_cmp(a->q, b->q);
    if (m->is_rough) {
        double x = rational_to_double(a), y = rational_to_double(b);
        if (fabs(x - y) <= 1e-12 * (fabs(x) + fabs(y)))
            return rel != REL_EQ;
    }
    switch (rel) {
    case REL_EQ:
        return sign != 0;
    case REL_NE:
        return sign == 0;
    case REL_LE:
        return sign > 0;
    case REL_GE:
        return sign < 0;
    case REL_LT:
        return sign >= 0;
    case REL_GT:
        return sign <= 0;
    }
    return false;
}

static bool relation_fails(struct meeting *m, const struct expr *e,
                           const struct rmatrix *a, const struct rmatrix *b)
{
    size_t na = a->rows * a->cols, nb = b->rows * b->cols;
    bool any = false, all = true;
    for (size_t k = 0; k < (na > nb ? na : nb); k++) {
        bool one = fails(m, e->rel, &a->entries[na == 1 ? 0 : k],
                         &b->entries[nb == 1 ? 0 : k]);
        any = any || one;
        all = all && one;
    }
    return e->rel == REL_NE ? all : any;
}

static bool psd_fails(struct meeting *m, const struct atom *atom)
{
    struct rmatrix a;
    struct value v;
    struct range open;
    if (!meet_evaluate(&a, m, &atom->env, atom->relation->kids[0]))
        return false;
    value_init(&v);
    value_take(&v, &a);
    range_init(&open);
    LOCAL_BUFFER reason = buffer_new();
    bool fine = m->is_rough ||
                property_check(&v, GIVEN_PSD, &open, "", &reason) == ST_OK;
    range_clear(&open);
    value_clear(&v);
    return !fine;
}

bool meet_is_open(struct meeting *m, const struct atom *atom)
{
    struct rmatrix a, b;
    bool open = false;
    m->is_rough = false;
    if (atom->relation->op == EX_PSD)
        return psd_fails(m, atom);
    if (!meet_evaluate(&a, m, &atom->env, atom->relation->kids[0]))
        return false;
    if (meet_evaluate(&b, m, &atom->env, atom->relation->kids[1])) {
        open = relation_fails(m, atom->relation, &a, &b);
        rmatrix_clear(&b);
    }
    rmatrix_clear(&a);
    return open;
}

bool meet_reads(const struct atom *atom, size_t slot)
{
    return atom->slots >> slot & 1;
}

bool meet_counts(const struct meeting *m, const struct atom *atom)
{
    return !m->skips_equations || atom->relation->op != EX_REL ||
           atom->relation->rel != REL_EQ;
}

size_t meet_open_all(struct meeting *m)
{
    size_t count = 0;
    for (size_t k = 0; k < m->natoms; k++)
        count += meet_counts(m, &m->atoms[k]) && meet_is_open(m, &m->atoms[k]);
    return count;
}

size_t meet_open(struct meeting *m, size_t slot)
{
    size_t count = 0;
    for (size_t k = 0; k < m->natoms; k++)
        if (meet_reads(&m->atoms[k], slot) && meet_counts(m, &m->atoms[k]))
            count += meet_is_open(m, &m->atoms[k]);
    return count;
}

/* ---- atoms ---- */

static bool add_atom(struct meeting *m, const struct env *env,
                     const struct expr *e)
{
    if (m->natoms == MEET_MAX_ATOMS)
        return false;
    struct atom *atom = &m->atoms[m->natoms++];
    *atom = (struct atom){.relation = e};
    copy_env(&atom->env, env);
    m->seen = 0;
    (void)meet_is_open(m, atom);
    atom->slots = m->seen;
    return true;
}

static bool take_apart(struct meeting *m, struct env *env, const struct expr *e,
                       int depth)
{
    enum { MOST_DEPTH = 100 };
    int64_t lo, hi;
    if (depth == MOST_DEPTH)
        return false;
    if (e->op == EX_AND)
        return take_apart(m, env, e->kids[0], depth + 1) &&
               take_apart(m, env, e->kids[1], depth + 1);
    if (e->op == EX_REL || e->op == EX_PSD)
        return add_atom(m, env, e);
    if (e->op != EX_FORALL || closed_int(&lo, e->kids[0], env) != ST_OK ||
        closed_int(&hi, e->kids[1], env) != ST_OK)
        return true; /* left to chance */
    bool ok = true;
    for (int64_t i = lo; i <= hi && ok; i++) {
        env_set(env, e->symbol, i);
        ok = take_apart(m, env, e->kids[2], depth + 1);
    }
    env_unset(env, e->symbol);
    return ok;
}

bool meet_atoms(struct meeting *m, const struct env *env)
{
    const struct theorem *t = m->spec->theorem;
    LOCAL(env_clear) struct env own;
    bool ok = true;
    m->atoms = xcalloc(MEET_MAX_ATOMS, sizeof *m->atoms);
    size_t symbols = dim_symbols(expr_dims(t->pool));
    env_init(&own, symbols > env->count ? symbols : env->count);
    memcpy(own.values, env->values, env->count * sizeof *own.values);
    memcpy(own.known, env->known, env->count * sizeof *own.known);
    for (size_t i = 0; i < t->nassumptions && ok; i++)
        ok = take_apart(m, &own, t->assumptions[i].relation, 0);
    return ok;
}

void meet_atoms_clear(struct meeting *m)
{
    for (size_t k = 0; k < m->natoms; k++)
        env_clear(&m->atoms[k].env);
    free(m->atoms);
}

/* ---- proposals ---- */

static bool is_short(const struct value *v)
{
    for (size_t k = 0; v->kind == VALUE_RATIONALS && k < v->rows * v->cols; k++)
        if (mpz_sizeinbase(mpq_denref(v->rationals[k].q), 2) > MEET_MAX_BITS ||
            mpz_sizeinbase(mpq_numref(v->rationals[k].q), 2) > MEET_MAX_BITS)
            return false;
    return true;
}

bool meet_is_admitted(struct meeting *m, size_t slot, const struct value *v)
{
    const struct layout *layout = m->x->layout;
    const struct given *g =
        &m->spec->theorem->givens[layout->slots[slot].given];
    LOCAL_MADE(range, range);
    LOCAL_BUFFER reason = buffer_new();
    return v->rows == layout->slots[slot].rows &&
           v->cols == layout->slots[slot].cols && is_short(v) &&
           range_of_given(&range, g, &layout->env, &reason) == ST_OK &&
           property_check(v, g->kind, &range, g->name, &reason) == ST_OK;
}

bool meet_offer(struct meeting *m, size_t slot, struct rmatrix *v)
{
    struct value *place = &m->x->values[slot], old = *place, now;
    size_t before = meet_open(m, slot);
    value_init(&now);
    value_take(&now, v);
    value_simplify(&now);
    bool taken = before > 0 && m->offers < MEET_MAX_OFFERS &&
                 meet_is_admitted(m, slot, &now);
    m->offers += m->price;
    if (taken) {
        *place = now;
        taken = meet_open(m, slot) < before;
        *place = taken ? now : old;
    }
    value_clear(taken ? &old : &now);
    return taken;
}
