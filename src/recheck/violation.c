/*
 * A violation judged: intervals at doubling precision until
 * properties, assumptions and the link are certain, or the last is reached.
 */
#include "recheck/violation.h"

#include "cert/statement.h"
#include "instance/range.h"
#include "recheck/findings.h"

#include <stdlib.h>
#include <string.h>

/* What is recorded in a certificate; owned. */
struct verdict {
    char *relation;
    char **hypotheses;
    size_t nhypotheses;
    bool has_sides;
    struct cert_sides sides;
    long precision;
    struct violation_ties ties;
};

static void sides_clear(struct cert_sides *s)
{
    free(s->lhs_lower);
    free(s->lhs_upper);
    free(s->rhs_lower);
    free(s->rhs_upper);
    free(s->margin);
    *s = (struct cert_sides){0};
}

static void verdict_clear(struct verdict *v)
{
    free(v->relation);
    for (size_t i = 0; i < v->nhypotheses; i++)
        free(v->hypotheses[i]);
    free(v->hypotheses);
    sides_clear(&v->sides);
    *v = (struct verdict){0};
}

/* What one precision says. */
enum attempt { ATTEMPT_OPEN, ATTEMPT_REJECTED, ATTEMPT_ACCEPTED };

/* ---- values given as expressions ---- */

/* Whether the value, known to be defined, is that of an end of its range. */
static bool is_end(struct run *run, const struct expr *value,
                   const struct expr *end)
{
    const bool is = end && exact_is_tie(run, value, end);
    run->ties += is;
    return is;
}

/* every entry certainly in the range */
static bool in_range(struct run *run, const struct expr *value,
                     const struct kmatrix *a, const struct range *range,
                     const struct given *given)
{
    bool above = true, below = true, outside = false;
    for (size_t k = 0; k < a->rows * a->cols; k++) {
        const interval_t *x = &a->e[k];
        above &= !range->has_lo || mpfr_cmp_q(x->lo, range->lo.hi.q) >= 0;
        below &= !range->has_hi || mpfr_cmp_q(x->hi, range->hi.lo.q) <= 0;
        outside |= range->has_lo && mpfr_cmp_q(x->hi, range->lo.lo.q) < 0;
        outside |= range->has_hi && mpfr_cmp_q(x->lo, range->hi.hi.q) > 0;
    }
    return !outside && (above || is_end(run, value, given->lo)) &&
           (below || is_end(run, value, given->hi));
}

static bool all_nonnegative(const struct kmatrix *a)
{
    for (size_t k = 0; k < a->rows * a->cols; k++)
        if (!interval_certainly_nonnegative(&a->e[k]))
            return false;
    return true;
}

/*
 * Irrational integers do not exist; sums of 1, A'A = I and zeros are not
 * decided.
 */
static bool has_kind(const struct statement *s, struct run *run,
                     const struct value *v, const struct kmatrix *a,
                     enum given_kind kind)
{
    bool symmetric = symmetric_by_form(s->theorem, v->expr);
    switch ((int)kind) {
    case GIVEN_REAL:
        return true;
    case GIVEN_NONNEG:
        return all_nonnegative(a);
    case GIVEN_SYMMETRIC:
        return symmetric || eigen_symmetric(a) == TRUTH_TRUE;
    case GIVEN_PSD:
        return definite_psd(run, a, symmetric) == TRUTH_TRUE;
    }
    return false;
}

static bool value_is_admitted(const struct statement *s, struct run *run,
                              size_t slot)
{
    const struct value *v = &s->x.values[slot];
    const struct slot *shape = &s->layout.slots[slot];
    const struct given *given = &s->theorem->givens[shape->given];
    const struct kmatrix *a = run_value(run, v->expr);
    if (!a || a->rows != shape->rows || a->cols != shape->cols ||
        a->defined != TRUTH_TRUE)
        return false;
    LOCAL_MADE(range, range);
    LOCAL_BUFFER why = buffer_new();
    return range_of_given(&range, given, &s->layout.env, &why) == ST_OK &&
           in_range(run, v->expr, a, &range, given) &&
           has_kind(s, run, v, a, given->kind);
}

static bool values_are_admitted(const struct statement *s, struct run *run,
                                char **open)
{
    for (size_t k = 0; k < s->layout.nslots; k++) {
        if (s->x.values[k].kind != VALUE_EXPR || value_is_admitted(s, run, k))
            continue;
        LOCAL_BUFFER name = buffer_new();
        layout_print_slot(&name, &s->layout, k);
        statement_reject(open, "%s is not certain to be as declared",
                         name.text);
        return false;
    }
    return true;
}

/* ---- hypotheses and the link ---- */

/* Of one for all values of a variable an instance has one value. */
static enum truth truth_of_assumption(struct run *run,
                                      const struct assumption *a)
{
    enum truth truth = run_truth(run, a->relation);
    return truth == TRUTH_TRUE && a->variables.count > 0 ? TRUTH_UNKNOWN
                                                         : truth;
}

static enum attempt check_hypotheses(const struct statement *s, struct run *run,
                                     char **reason)
{
    const struct theorem *t = s->theorem;
    for (size_t i = 0; i < t->nassumptions; i++) {
        const struct assumption *a = &t->assumptions[i];
        if ((long)i == s->dropped)
            continue;
        enum truth truth = truth_of_assumption(run, a);
        if (truth == TRUTH_TRUE)
            continue;
        LOCAL_FREE char *text = findings_text(a->relation->span, a->relation);
        statement_reject(reason, "the assumption %s is %s", text,
                         truth == TRUTH_UNKNOWN ? "not decided"
                                                : truth_name(truth));
        return truth == TRUTH_UNKNOWN ? ATTEMPT_OPEN : ATTEMPT_REJECTED;
    }
    return ATTEMPT_ACCEPTED;
}

static enum attempt check_link(const struct statement *s, struct run *run,
                               struct verdict *v, char **reason)
{
    enum truth truth = run_truth(run, s->relation);
    v->has_sides = s->relation->op == EX_REL;
    if (truth == TRUTH_FALSE && s->claim->obtained.count > 0)
        truth = TRUTH_UNKNOWN; /* of another value it may be true */
    if (truth == TRUTH_FALSE) {
        if (!v->has_sides || findings_sides(&v->sides, run, s->relation))
            return ATTEMPT_ACCEPTED;
        statement_reject(reason, "the violation has no positive margin");
        return ATTEMPT_OPEN;
    }
    statement_reject(reason, "the claim is %s on this instance",
                     truth == TRUTH_UNKNOWN ? "not decided"
                                            : truth_name(truth));
    return truth == TRUTH_UNKNOWN ? ATTEMPT_OPEN : ATTEMPT_REJECTED;
}

/* values, hypotheses |- the link is false, at one precision */
static enum attempt try_at(const struct statement *s, struct verdict *v,
                           const struct algebra *algebra, mpfr_prec_t bits,
                           char **reason)
{
    LOCAL(run_free_local) struct run *run = run_new(s->theorem, &s->x, bits);
    run->algebra = algebra;
    run->may_intern = true; /* the statement is the checker's own */
    enum attempt attempt = values_are_admitted(s, run, reason)
                               ? check_hypotheses(s, run, reason)
                               : ATTEMPT_OPEN;
    v->ties.conditions = run->ties > 0;
    run->ties = 0;
    if (attempt == ATTEMPT_ACCEPTED)
        attempt = check_link(s, run, v, reason);
    v->ties.link = run->ties > 0;
    if (run->failed && attempt != ATTEMPT_ACCEPTED) {
        free(*reason);
        statement_reject(reason, "the kernel gave up: %s", run->failed);
        attempt = ATTEMPT_REJECTED;
    }
    v->precision = (long)bits;
    return attempt;
}

static void record_texts(struct verdict *v, const struct statement *s)
{
    const struct theorem *t = s->theorem;
    v->relation = findings_text(s->relation->span, s->relation);
    v->hypotheses = xcalloc(t->nassumptions + 1, sizeof *v->hypotheses);
    for (size_t i = 0; i < t->nassumptions; i++) {
        const struct expr *e = t->assumptions[i].relation;
        if ((long)i != s->dropped)
            v->hypotheses[v->nhypotheses++] = findings_text(e->span, e);
    }
}

static enum recheck_answer judge(struct verdict *v, const struct certificate *c,
                                 const struct algebra *algebra, char **reason)
{
    LOCAL(statement_clear) struct statement s;
    enum attempt attempt = ATTEMPT_REJECTED;
    *v = (struct verdict){0};
    *reason = NULL;
    if (statement_open(&s, c, reason)) {
        attempt = ATTEMPT_OPEN;
        for (long bits = VIOLATION_MIN_BITS;
             bits <= VIOLATION_MAX_BITS && attempt == ATTEMPT_OPEN; bits *= 2) {
            free(*reason);
            *reason = NULL;
            sides_clear(&v->sides);
            attempt = try_at(&s, v, algebra, bits, reason);
        }
        record_texts(v, &s);
    }
    return attempt == ATTEMPT_ACCEPTED ? RECHECK_ACCEPTED : RECHECK_REJECTED;
}

enum recheck_answer violation_certify(struct certificate *c,
                                      const struct algebra *algebra,
                                      char **reason)
{
    LOCAL(verdict_clear) struct verdict v;
    enum recheck_answer answer = judge(&v, c, algebra, reason);
    if (answer == RECHECK_ACCEPTED) {
        struct verdict old = {.relation = c->relation,
                              .hypotheses = c->hypotheses,
                              .nhypotheses = c->nhypotheses,
                              .sides = c->sides};
        c->relation = v.relation;
        c->hypotheses = v.hypotheses;
        c->nhypotheses = v.nhypotheses;
        c->has_sides = v.has_sides;
        c->sides = v.sides;
        c->precision = v.precision;
        v = old;
    }
    return answer;
}

/* ---- recheck ---- */

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_text(const char *what, const char *recorded, const char *found,
                      char **reason)
{
    if (same(recorded, found))
        return true;
    return statement_reject(reason, "%s is recorded as %s, found %s", what,
                            recorded ? recorded : "nothing", found);
}

static bool same_sides(const struct certificate *c, const struct verdict *v,
                       char **reason)
{
    const struct cert_sides *a = &c->sides, *b = &v->sides;
    if (c->has_sides != v->has_sides)
        return statement_reject(reason, "sides are %s",
                                v->has_sides ? "missing" : "not expected");
    if (!v->has_sides)
        return true;
    if (a->row != b->row || a->col != b->col)
        return statement_reject(reason,
                                "the entry is recorded as [%zu, %zu], found "
                                "[%zu, %zu]",
                                a->row, a->col, b->row, b->col);
    return same_text("lhs_lower", a->lhs_lower, b->lhs_lower, reason) &&
           same_text("lhs_upper", a->lhs_upper, b->lhs_upper, reason) &&
           same_text("rhs_lower", a->rhs_lower, b->rhs_lower, reason) &&
           same_text("rhs_upper", a->rhs_upper, b->rhs_upper, reason) &&
           same_text("margin", a->margin, b->margin, reason);
}

static bool same_verdict(const struct certificate *c, const struct verdict *v,
                         char **reason)
{
    if (c->precision != v->precision)
        return statement_reject(reason,
                                "precision is recorded as %ld, found "
                                "%ld",
                                c->precision, v->precision);
    if (c->nhypotheses != v->nhypotheses)
        return statement_reject(reason,
                                "%zu hypotheses are recorded, found "
                                "%zu",
                                c->nhypotheses, v->nhypotheses);
    for (size_t i = 0; i < v->nhypotheses; i++)
        if (!same_text("a hypothesis", c->hypotheses[i], v->hypotheses[i],
                       reason))
            return false;
    return same_text("relation", c->relation, v->relation, reason) &&
           same_sides(c, v, reason);
}

enum recheck_answer violation_examine(const struct certificate *c,
                                      const struct algebra *algebra,
                                      struct violation_ties *ties,
                                      char **reason)
{
    LOCAL(verdict_clear) struct verdict v;
    enum recheck_answer answer = judge(&v, c, algebra, reason);
    if (answer == RECHECK_ACCEPTED && !same_verdict(c, &v, reason))
        answer = RECHECK_REJECTED;
    *ties = v.ties;
    return answer;
}

enum recheck_answer violation_recheck(const struct certificate *c,
                                      const struct algebra *algebra,
                                      char **reason)
{
    struct violation_ties ties;
    return violation_examine(c, algebra, &ties, reason);
}

enum truth violation_truth(const struct theorem *theorem, size_t claim,
                           size_t link, const struct instance *x, long bits)
{
    LOCAL(run_free_local) struct run *run = run_new(theorem, x, bits);
    return run_truth(run, theorem->claims[claim].links[link].relation);
}

enum truth violation_admission(const struct theorem *theorem, size_t dropped,
                               const struct instance *x, long bits)
{
    LOCAL(run_free_local) struct run *run = run_new(theorem, x, bits);
    enum truth all = TRUTH_TRUE;
    for (size_t i = 0; i < theorem->nassumptions; i++)
        if (i != dropped)
            all = truth_and(all,
                            truth_of_assumption(run, &theorem->assumptions[i]));
    return all;
}

/* Whether a is certainly positive at an entry where b is exactly 0. */
static bool is_above_a_zero(const struct kmatrix *a, const struct kmatrix *b)
{
    const struct kmatrix *shape = kmatrix_is_single(a) ? b : a;
    for (size_t i = 0; i < shape->rows; i++)
        for (size_t j = 0; j < shape->cols; j++)
            if (interval_certainly_positive(kmatrix_spread(a, i, j)) &&
                interval_is_zero(kmatrix_spread(b, i, j)))
                return true;
    return false;
}

bool violation_has_no_constant(const struct theorem *theorem, size_t claim,
                               size_t link, const struct instance *x,
                               const struct algebra *algebra, long bits)
{
    LOCAL(run_free_local) struct run *run = run_new(theorem, x, bits);
    const struct expr *e = theorem->claims[claim].links[link].relation;
    const struct kmatrix *sides[2];
    bool none = false;
    run->algebra = algebra;
    run->may_intern = true; /* one thread at a time */
    /* lhs <= 1 * rhs is false, so the sides are defined and of one shape */
    if (e->op == EX_REL && (e->rel == REL_LE || e->rel == REL_LT) &&
        run_truth(run, e) == TRUTH_FALSE && value_kids(run, e, sides, 2)) {
        const struct expr *exact = exact_value(run, e->kids[1]);
        const struct kmatrix *rhs = exact ? run_value(run, exact) : sides[1];
        none = rhs && is_above_a_zero(sides[0], rhs);
    }
    return none;
}

void violation_finish(void)
{
    mpfr_free_cache();
}
