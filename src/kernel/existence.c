#include "kernel/existence_internal.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

/* ---- where integrals are ---- */

enum { SPEAKS_NOT = 1, SPEAKS = 2, SHOWN = 4 }; /* of seen */

static unsigned char *seen_of(struct existence *x, const struct expr *e)
{
    if (e->id >= x->nseen) {
        const size_t count = 2 * (size_t)e->id + 64;
        x->seen = xrealloc(x->seen, count, 1);
        memset(x->seen + x->nseen, 0, count - x->nseen);
        x->nseen = count;
    }
    return &x->seen[e->id];
}

/* Members of families count if any family has one.  Terms are not deep. */
bool existence_speaks(struct existence *x, const struct expr *e)
{
    const unsigned char known = *seen_of(x, e);
    if (known)
        return known & SPEAKS;
    bool any = e->op == EX_INTEGRAL || e->op == EX_EXPECTATION ||
               (e->op == EX_LET && x->families_speak);
    for (size_t i = 0; i < e->count && !any; i++)
        any = existence_speaks(x, e->kids[i]);
    *seen_of(x, e) = any ? SPEAKS : SPEAKS_NOT;
    return any;
}

static bool any_family_speaks(struct existence *x)
{
    const struct theorem *t = x->theorem;
    for (size_t i = 0; i < t->nlets; i++)
        for (size_t k = 0; k < t->lets[i].nclauses; k++)
            if (existence_speaks(x, t->lets[i].clauses[k].body))
                return true;
    return false;
}

struct existence *existence_new(const struct theorem *theorem)
{
    struct existence *x = xcalloc(1, sizeof *x);
    *x = (struct existence){
        .theorem = theorem, .pool = theorem->pool, .n = normal_new(theorem)};
    if (any_family_speaks(x)) {
        x->families_speak = true;
        memset(x->seen, 0, x->nseen); /* members count from now on */
    }
    return x;
}

void existence_free(struct existence *x)
{
    if (!x)
        return;
    normal_free(x->n);
    free(x->seen);
    free(x);
}

/* ---- bound variables ---- */

bool existence_bind(struct existence *x, const struct symbol *symbol,
                    const struct expr *lo, const struct expr *hi)
{
    if (x->nbound == EXISTENCE_MAX_BOUND)
        return false;
    x->bound[x->nbound++] = (struct bound){symbol, lo, hi};
    return true;
}

static bool is_shown(struct existence *x, const struct expr *e);

/* ---- one integral ---- */

/* The sign of inf or -inf, else 0. */
static int infinity(const struct expr *e)
{
    int sign = 1;
    for (; e->op == EX_NEG; e = e->kids[0])
        sign = -sign;
    return e->op == EX_INFINITY ? sign : 0;
}

/* NULL for -inf and inf, the lower first; false: there is no such range. */
static bool read_ends(struct integrand_of *f, const struct expr *e)
{
    if (f->is_normal)
        return true;
    const int from = infinity(e->kids[0]), to = infinity(e->kids[1]);
    const bool down = from > 0 || to < 0;
    if (from != 0 && from == to)
        return false;
    f->ends[down] = from ? NULL : e->kids[0];
    f->ends[!down] = to ? NULL : e->kids[1];
    return true;
}

/* Over the range of the innermost bound variable. */
static bool converges(struct integrand_of *f)
{
    if (!existence_defined(f))
        return false;
    for (int side = 0; side < 2; side++)
        if (!f->ends[side] ? !existence_far(f, side)
                           : f->is_singular && !existence_near(f, side))
            return false;
    return true;
}

static bool is_integral_shown(struct existence *x, const struct expr *e)
{
    struct integrand_of f = {.x = x,
                             .body = e->kids[e->count - 1],
                             .t = e->symbol,
                             .is_normal = e->op == EX_EXPECTATION};
    bool ok = read_ends(&f, e);
    for (size_t i = 0; i + 1 < e->count && ok; i++)
        ok = infinity(e->kids[i]) || is_shown(x, e->kids[i]);
    if (!ok || !existence_bind(x, f.t, f.ends[0], f.ends[1]))
        return false;
    ok = is_shown(x, f.body) && converges(&f);
    x->nbound--;
    return ok;
}

/* ---- terms ---- */

static bool are_families_shown(struct existence *x);

static bool is_range_binder(const struct expr *e)
{
    return e->op == EX_SUM || e->op == EX_PROD || e->op == EX_MAX ||
           e->op == EX_MIN || e->op == EX_FORALL;
}

static bool are_parts_shown(struct existence *x, const struct expr *e)
{
    const bool binds = is_range_binder(e);
    bool ok = true;
    for (size_t i = 0; i + binds < e->count && ok; i++)
        ok = is_shown(x, e->kids[i]);
    if (!binds || !ok)
        return ok;
    if (!existence_bind(x, e->symbol, e->kids[0], e->kids[1]))
        return false;
    ok = is_shown(x, e->kids[2]);
    x->nbound--;
    return ok;
}

/* What is shown of a term without free variables is shown anywhere. */
static bool is_shown(struct existence *x, const struct expr *e)
{
    if (!existence_speaks(x, e) || *seen_of(x, e) & SHOWN)
        return true;
    if (x->depth >= EXISTENCE_MAX_DEPTH || x->asked >= EXISTENCE_MAX_ASKED)
        return false;
    x->depth++;
    bool ok = e->op == EX_INTEGRAL || e->op == EX_EXPECTATION
                  ? is_integral_shown(x, e)
                  : are_parts_shown(x, e) &&
                        (e->op != EX_LET || are_families_shown(x));
    x->depth--;
    if (ok && e->nfree == 0 && x->families != EXISTENCE_ASKED)
        *seen_of(x, e) |= SHOWN;
    return ok;
}

/* ---- what a theorem has ---- */

static bool is_clause_shown(struct existence *x, const struct let *let,
                            const struct clause *c)
{
    const size_t outer = x->nbound;
    bool ok = true;
    for (size_t i = 0; i < let->nindices && ok; i++)
        ok = !c->ranges[i].symbol ||
             existence_bind(x, c->ranges[i].symbol, c->ranges[i].lo,
                            c->ranges[i].hi);
    ok = ok && is_shown(x, c->body);
    x->nbound = outer;
    return ok;
}

static bool are_families_shown(struct existence *x)
{
    const struct theorem *t = x->theorem;
    const size_t outer = x->nbound;
    bool ok = true;
    if (x->families != EXISTENCE_NEW)
        return x->families != EXISTENCE_REFUSED;
    x->families = EXISTENCE_ASKED;
    x->nbound = 0;
    for (size_t i = 0; i < t->nlets; i++)
        for (size_t k = 0; k < t->lets[i].nclauses && ok; k++)
            ok = is_clause_shown(x, &t->lets[i], &t->lets[i].clauses[k]);
    x->nbound = outer;
    x->families = ok ? EXISTENCE_SHOWN : EXISTENCE_REFUSED;
    return ok;
}

static bool are_assumptions_shown(struct existence *x)
{
    const struct theorem *t = x->theorem;
    bool ok = true;
    if (x->assumptions != EXISTENCE_NEW)
        return x->assumptions == EXISTENCE_SHOWN;
    x->assumptions = EXISTENCE_ASKED;
    for (size_t i = 0; i < t->nassumptions && ok; i++)
        ok = is_shown(x, t->assumptions[i].relation);
    x->assumptions = ok ? EXISTENCE_SHOWN : EXISTENCE_REFUSED;
    return ok;
}

/* ---- derivations ---- */

static bool bind_scope(struct existence *x, const struct scope_entry *s)
{
    if (!s)
        return true;
    return bind_scope(x, s->outer) &&
           (s->symbol ? existence_bind(x, s->symbol, s->lo, s->hi)
                      : is_shown(x, s->hypothesis));
}

static bool is_line_shown(struct existence *x, const struct line *l)
{
    bool ok = bind_scope(x, l->scope) && is_shown(x, l->conclusion);
    for (size_t i = 0; i < l->nterms && ok; i++)
        ok = !l->terms[i] || is_shown(x, l->terms[i]);
    x->nbound = 0;
    return ok;
}

bool existence_shown(struct existence *x, const struct derivation *d,
                     const char **why)
{
    *why = "an integral of an assumption is not shown to have a value";
    if (!are_assumptions_shown(x))
        return false;
    *why = "an integral is not shown to have a value";
    for (size_t i = 0; i < d->count; i++)
        if (!is_line_shown(x, &d->lines[i]))
            return false;
    return true;
}
