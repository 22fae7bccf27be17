/*
 * What all members of a recursive family have in common: each is defined, or
 * each has a sign.
 *
 * By strong induction on the first index.  A family is looked at clause by
 * clause, its indices in their ranges; a member of a family under inspection
 * counts as settled where its first index is certainly smaller than that of
 * the member at hand, and a further family is only entered at a first index
 * that is certainly not larger.  So what is settled rests on members with
 * smaller first indices, or on families entered later at the same one: there
 * is no circle, whatever the definitions are.
 */
#include "logic/judge_internal.h"

#include "logic/make.h"

static const struct let *family_of(const struct judge *j, const struct expr *e)
{
    return &j->theorem->lets[e->decl];
}

/* a <= b for certain */
static bool at_most(struct judge *j, const struct dim *a, const struct dim *b)
{
    return a && b && judge_at_least(j, dim_sub(expr_dims(j->pool), b, a), 0);
}

static bool is_plain(const struct clause *c, size_t nindices)
{
    for (size_t i = 0; i < nindices; i++)
        if (c->ranges[i].lo->nfree > 0 || c->ranges[i].hi->nfree > 0)
            return false;
    return true;
}

/* ---- coverage ---- */

/* Whether the other indices than `but` are certainly in the clause. */
static bool others_fit(struct judge *j, const struct clause *c,
                       const struct expr *e, size_t but)
{
    for (size_t i = 0; i < e->count; i++)
        if (i != but &&
            !judge_between(j, c->ranges[i].lo, e->kids[i], c->ranges[i].hi))
            return false;
    return is_plain(c, e->count);
}

/*
 * Whether the clauses that fit in all other places cover index `at`: from one
 * that begins at or below it, through neighbours, to one that ends at or
 * above it.
 */
static bool is_tiled(struct judge *j, const struct expr *e, size_t at)
{
    const struct let *family = family_of(j, e);
    const struct dim *one = dim_constant(expr_dims(j->pool), 1);
    const struct dim *index = make_dim(j->pool, e->kids[at]);
    const struct dim *reached = index; /* if not found yet, at least this */
    for (size_t step = 0; index && step < family->nclauses; step++) {
        const struct dim *next = NULL;
        for (size_t i = 0; i < family->nclauses && !next; i++) {
            const struct clause *c = &family->clauses[i];
            const struct dim *hi = make_dim(j->pool, c->ranges[at].hi);
            if (!hi || !others_fit(j, c, e, at) ||
                !at_most(j, make_dim(j->pool, c->ranges[at].lo), reached))
                continue;
            if (at_most(j, index, hi))
                return true;
            const struct dim *after = dim_add(expr_dims(j->pool), hi, one);
            if (step == 0 || !at_most(j, after, reached))
                next = after;
        }
        if (!next)
            return false;
        reached = next;
    }
    return false;
}

static bool is_covered(struct judge *j, const struct expr *e)
{
    struct normal_answer covered = {0};
    if (normal_recall(j->n, NORMAL_IS_COVERED, e, &covered))
        return covered.yes;
    for (size_t i = 0; i < e->count && !covered.yes; i++)
        covered.yes = is_tiled(j, e, i);
    normal_retain(j->n, NORMAL_IS_COVERED, e, covered);
    return covered.yes;
}

/* ---- induction ---- */

static bool body_has(struct judge *j, const struct expr *body, unsigned what)
{
    if (what == KNOWN_DEFINED)
        return judge_defined(j, body);
    return what == KNOWN_POSITIVE ? judge_positive(j, body)
                                  : judge_nonnegative(j, body);
}

static const struct dim *first_index(struct judge *j, const struct clause *c)
{
    return c->ranges[0].symbol
               ? dim_of_symbol(expr_dims(j->pool), c->ranges[0].symbol)
               : make_dim(j->pool, c->ranges[0].lo);
}

/* The clause's body, its indices in their ranges. */
static bool clause_has(struct judge *j, const struct clause *c, size_t nindices,
                       struct family_frame *frame)
{
    size_t pushed = 0;
    bool ok = is_plain(c, nindices);
    for (size_t i = 0; ok && i < nindices; i++) {
        const struct index_range *r = &c->ranges[i];
        ok = !r->symbol || judge_enter_range(j, r->symbol, r->lo, r->hi);
        pushed += ok && r->symbol;
    }
    frame->first = ok ? first_index(j, c) : NULL;
    ok = frame->first && body_has(j, c->body, frame->what);
    for (; pushed > 0; pushed--)
        judge_leave_range(j);
    return ok;
}

static const struct family_frame *frame_of(const struct judge *j, unsigned what)
{
    const struct family_frame *f = j->families;
    while (f && f->what != what)
        f = f->outer;
    return f;
}

bool judge_is_under_way(const struct judge *j, const struct expr *member,
                        unsigned what)
{
    for (const struct family_frame *f = j->families; f; f = f->outer)
        if (f->what == what && f->decl == member->decl)
            return true;
    return false;
}

/* The family is looked at within those under inspection. */
static bool family_has(struct judge *j, size_t decl, unsigned what)
{
    const struct let *family = &j->theorem->lets[decl];
    struct family_frame frame = {
        .outer = j->families, .decl = decl, .what = what};
    j->families = &frame;
    bool ok = judge_enter(j);
    for (size_t i = 0; ok && i < family->nclauses; i++)
        ok = clause_has(j, &family->clauses[i], family->nindices, &frame);
    judge_leave(j);
    j->families = frame.outer;
    judge_forget_refusals(j);
    return ok;
}

/* ---- by the assumptions alone ---- */

static enum normal_question question_of(unsigned what)
{
    if (what == KNOWN_DEFINED)
        return NORMAL_IS_DEFINED;
    return what == KNOWN_POSITIVE ? NORMAL_IS_POSITIVE : NORMAL_IS_NONNEGATIVE;
}

/* A judge who knows nothing but the assumptions asks no other such judge. */
static bool ask_anew(struct judge *j, size_t decl, unsigned what)
{
    struct judge *bare = judge_new(j->n, j->theorem, NULL);
    bare->is_bare = true;
    judge_assume(bare);
    bool ok = family_has(bare, decl, what);
    judge_free(bare);
    return ok;
}

/*
 * Whether each member has `what` in any scope, whatever a line's premises are:
 * it is asked once, for all lines.
 */
static bool always_has(struct judge *j, size_t decl, unsigned what)
{
    const struct range_fact *ranges = normal_leave_ranges(j->n);
    const struct let *family = &j->theorem->lets[decl];
    struct normal_answer answer = {0};
    if (!normal_recall(j->n, question_of(what), family, &answer) &&
        !j->is_bare) {
        answer.yes = ask_anew(j, decl, what);
        normal_retain(j->n, question_of(what), family, answer);
    }
    normal_return_ranges(j->n, ranges);
    return answer.yes;
}

bool judge_always(struct judge *j, const struct expr *member, unsigned what)
{
    return is_covered(j, member) && always_has(j, member->decl, what);
}

bool judge_family(struct judge *j, const struct expr *member, unsigned what)
{
    const struct family_frame *inner = frame_of(j, what);
    const struct dim *at = make_dim(j->pool, member->kids[0]);
    if (!at || !is_covered(j, member))
        return false;
    if (judge_is_under_way(j, member, what))
        return judge_at_least(j, dim_sub(expr_dims(j->pool), inner->first, at),
                              1);
    return (!inner || at_most(j, at, inner->first)) &&
           family_has(j, member->decl, what);
}
