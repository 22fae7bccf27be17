/* Unused names of a theorem, and assumptions that say nothing. */
#include "ir/lower_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- visiting every node once ---- */

struct visit {
    bool *seen; /* by expr id */
    void (*node)(void *context, const struct expr *e);
    void *context;
};

/* The depth is bounded by LOWER_MAX_DEPTH for each let between two nodes. */
static void visit_expr(struct visit *v, const struct expr *e)
{
    if (v->seen[e->id])
        return;
    v->seen[e->id] = true;
    v->node(v->context, e);
    for (size_t i = 0; i < e->count; i++)
        visit_expr(v, e->kids[i]);
}

struct mentions {
    bool *givens, *lets;
    const struct theorem *theorem;
    struct visit *visit;
};

static void mark(void *context, const struct expr *e)
{
    struct mentions *m = context;
    if (e->op == EX_GIVEN)
        m->givens[e->decl] = true;
    if (e->op == EX_SYMBOL && e->symbol->kind == SYM_INT)
        m->givens[e->symbol->given] = true;
    if (e->op != EX_LET || m->lets[e->decl])
        return;
    m->lets[e->decl] = true;
    const struct let *let = &m->theorem->lets[e->decl];
    for (size_t i = 0; i < let->nclauses; i++)
        if (let->clauses[i].body)
            visit_expr(m->visit, let->clauses[i].body);
}

/* Marks in `givens` what the relations mention, through families too. */
static void mention_all(struct lowering *l, const struct expr *const *relations,
                        size_t count, bool *givens)
{
    struct mentions m = {.givens = givens, .theorem = l->theorem};
    struct visit v = {.node = mark, .context = &m};
    v.seen = xcalloc(expr_count(l->pool), sizeof *v.seen);
    m.lets = xcalloc(l->theorem->nlets + 1, sizeof *m.lets);
    m.visit = &v;
    for (size_t i = 0; i < count; i++)
        visit_expr(&v, relations[i]);
    free(m.lets);
    free(v.seen);
}

static void note_obtained(struct lowering *l, struct claim *claim, bool *own)
{
    const struct theorem *t = l->theorem;
    struct quantified *list = &claim->obtained;
    const bool is_told = list->count > 0;
    memset(own, 0, t->ngivens * sizeof *own);
    mention_all(l, (const struct expr *const *)&claim->relation, 1, own);
    list->count = 0;
    for (size_t g = 0; g < t->ngivens; g++)
        if (own[g] && t->givens[g].role == GIVEN_OBTAINED)
            arena_push(l->arena, &list->givens, &list->count, sizeof g, &g);
    if (claim->has_hole && list->count > 0 && !is_told)
        diag_error(l->diag, claim->span,
                   "? asks for a constant of all values, not of what is "
                   "obtained (write the constant)");
}

void lower_note_obtained(struct lowering *l)
{
    const struct theorem *t = l->theorem;
    size_t obtained = 0;
    for (size_t g = 0; g < t->ngivens; g++)
        obtained += t->givens[g].role == GIVEN_OBTAINED;
    if (obtained == 0)
        return;
    LOCAL_FREE bool *own = xcalloc(t->ngivens, sizeof *own);
    for (size_t i = 0; i < t->nclaims; i++)
        note_obtained(l, &t->claims[i], own);
}

/* What an assumption mentions. */
struct mentioned {
    bool any;    /* a given */
    bool shared; /* one of those that are used */
    bool more;   /* one that is not */
};

static struct mentioned mentioned_by(struct lowering *l,
                                     const struct assumption *a,
                                     const bool *used, bool *own)
{
    struct mentioned m = {0};
    const size_t count = l->theorem->ngivens;
    memset(own, 0, count * sizeof *own);
    mention_all(l, &a->relation, 1, own);
    for (size_t g = 0; g < count; g++) {
        m.any = m.any || own[g];
        m.shared = m.shared || (own[g] && used[g]);
        m.more = m.more || (own[g] && !used[g]);
    }
    return m;
}

/* In 0 < eta <= 1/L, a claim about eta uses L, and so what is said of L. */
static void use_through_assumptions(struct lowering *l, bool *used, bool *own)
{
    const struct theorem *t = l->theorem;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < t->nassumptions; i++) {
            const struct mentioned m =
                mentioned_by(l, &t->assumptions[i], used, own);
            for (size_t g = 0; m.shared && g < t->ngivens; g++)
                used[g] = used[g] || own[g];
            changed = changed || (m.shared && m.more);
        }
    }
}

static void warn_assumptions(struct lowering *l, bool *used)
{
    const struct theorem *t = l->theorem;
    LOCAL_FREE bool *own = xcalloc(t->ngivens + 1, sizeof *own);
    use_through_assumptions(l, used, own);
    for (size_t i = 0; i < t->nassumptions; i++) {
        const struct assumption *a = &t->assumptions[i];
        const struct mentioned m = mentioned_by(l, a, used, own);
        if (m.any && !m.shared)
            diag_warning(l->diag, a->span,
                         "the assumption%s%s says nothing about what the "
                         "claims use",
                         a->name ? " " : "", a->name ? a->name : "");
    }
}

void lower_warn_unused(struct lowering *l)
{
    const struct theorem *t = l->theorem;
    for (size_t i = 0; i < l->nlets; i++)
        if (!l->lets[i]->is_used)
            diag_warning(l->diag, l->lets[i]->span, "%s is never used",
                         l->lets[i]->name);
    for (size_t i = 0; i < t->ngivens; i++)
        if (!t->givens[i].is_used)
            diag_warning(l->diag, t->givens[i].span, "%s is never used",
                         t->givens[i].name);
    if (t->nclaims == 0)
        return;
    LOCAL_FREE const struct expr **claims = xcalloc(t->nclaims, sizeof *claims);
    LOCAL_FREE bool *claimed = xcalloc(t->ngivens + 1, sizeof *claimed);
    size_t count = 0;
    for (size_t i = 0; i < t->nclaims; i++)
        if (!t->claims[i].is_step)
            claims[count++] = t->claims[i].relation;
    mention_all(l, claims, count, claimed);
    warn_assumptions(l, claimed);
}
