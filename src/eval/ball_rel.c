/* Relations on balls; docs/error-analysis.md#relations */
#include "eval/ball_internal.h"

/* Sides of a relation at one entry, as intervals. */
struct sides {
    arf_t lo[2], hi[2];
};

static void sides_init(struct sides *s)
{
    for (int k = 0; k < 2; k++) {
        arf_init(s->lo[k]);
        arf_init(s->hi[k]);
    }
}

static void sides_clear(struct sides *s)
{
    for (int k = 0; k < 2; k++) {
        arf_clear(s->lo[k]);
        arf_clear(s->hi[k]);
    }
}

/* x < y (strict), x <= y */
static enum truth less(const struct sides *s, int x, int y, bool strict)
{
    const int surely = arf_cmp(s->hi[x], s->lo[y]);
    const int never = arf_cmp(s->lo[x], s->hi[y]);
    if (surely < 0 || (surely == 0 && !strict))
        return TRUTH_TRUE;
    if (never > 0 || (never == 0 && strict))
        return TRUTH_FALSE;
    return TRUTH_UNKNOWN;
}

/* Two points that are one, or two intervals without a common point. */
static enum truth equal(const struct sides *s)
{
    if (arf_cmp(s->hi[0], s->lo[1]) < 0 || arf_cmp(s->lo[0], s->hi[1]) > 0)
        return TRUTH_FALSE;
    if (arf_equal(s->lo[0], s->hi[0]) && arf_equal(s->lo[1], s->hi[1]))
        return TRUTH_TRUE;
    return TRUTH_UNKNOWN;
}

static enum truth entry_truth(const struct sides *s, enum relop rel)
{
    switch (rel) {
    case REL_EQ:
    case REL_NE: /* negated as a whole */
        return equal(s);
    case REL_LE:
        return less(s, 0, 1, false);
    case REL_GE:
        return less(s, 1, 0, false);
    case REL_LT:
        return less(s, 0, 1, true);
    case REL_GT:
        return less(s, 1, 0, true);
    }
    return TRUTH_UNKNOWN;
}

/* x rel x */
static enum truth reflexive(enum relop rel)
{
    return rel == REL_EQ || rel == REL_LE || rel == REL_GE ? TRUTH_TRUE
                                                           : TRUTH_FALSE;
}

static enum truth all_entries(const struct ball_run *run,
                              const struct plan_instr *in)
{
    const arb_mat_struct *m[2] = {ball_arg(run, in, 0), ball_arg(run, in, 1)};
    const bool spread = arb_mat_nrows(m[0]) == 1 && arb_mat_ncols(m[0]) == 1;
    const slong rows = arb_mat_nrows(m[spread]);
    const slong cols = arb_mat_ncols(m[spread]);
    enum truth truth = TRUTH_TRUE;
    struct sides s;
    sides_init(&s);
    for (slong k = 0; k < rows * cols && truth != TRUTH_FALSE; k++) {
        for (size_t side = 0; side < 2; side++) {
            const struct ball_operand a = {
                .x = ball_spread(m[side], k / cols, k % cols),
                .facts = ball_arg_facts(run, in, side)};
            ball_lower(s.lo[side], &a, run->prec);
            ball_upper(s.hi[side], &a, run->prec);
        }
        truth = truth_and(truth, entry_truth(&s, in->rel));
    }
    sides_clear(&s);
    return truth;
}

enum truth ball_relation(const struct ball_run *run,
                         const struct plan_instr *in)
{
    if (in->args[0] == in->args[1] && !arb_mat_is_empty(ball_arg(run, in, 0)))
        return reflexive(in->rel);
    const enum truth truth = all_entries(run, in);
    return in->rel == REL_NE ? truth_not(truth) : truth;
}
