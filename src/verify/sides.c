#include "verify/sides.h"

#include <math.h>

bool sides_exist(const struct plan_link *link)
{
    return link->lhs != PLAN_NONE && link->rhs != PLAN_NONE;
}

bool sides_have_ratio(const struct plan_link *link)
{
    return sides_exist(link) && link->rel != REL_EQ && link->rel != REL_NE;
}

static bool is_negative(const struct enclosure *a)
{
    return a->kind == ENCLOSURE_FINITE && a->hi < 0;
}

static bool is_zero(const struct enclosure *a)
{
    return a->kind == ENCLOSURE_FINITE && a->lo >= 0 && a->hi <= 0;
}

static void scan_side(bool *negative, bool *zero, const struct ball_run *run,
                      const struct plan *plan, plan_id id)
{
    for (uint32_t i = 0; i < plan->instrs[id].rows; i++) {
        for (uint32_t j = 0; j < plan->instrs[id].cols; j++) {
            struct enclosure e = ball_run_entry(run, id, i, j);
            *negative = *negative || is_negative(&e);
            *zero = *zero && is_zero(&e);
        }
    }
}

bool sides_forbid_ratio(const struct ball_run *run, const struct plan *plan,
                        const struct plan_link *link)
{
    bool negative = false, zero = true;
    if (link->has_gap)
        return false;
    scan_side(&negative, &zero, run, plan, link->fast_lhs);
    scan_side(&negative, &zero, run, plan, link->fast_rhs);
    return negative || zero;
}

/* A scalar side is spread over the entries of the other. */
static struct enclosure spread(const struct ball_run *run,
                               const struct plan *plan, plan_id id, uint32_t i,
                               uint32_t j)
{
    if (plan_is_scalar(plan, id))
        return ball_run_entry(run, id, 0, 0);
    return ball_run_entry(run, id, i, j);
}

/* How much the relation fails at an entry; for display only. */
static double excess(enum relop rel, const struct enclosure *lhs,
                     const struct enclosure *rhs)
{
    double a = enclosure_double(lhs), b = enclosure_double(rhs);
    switch (rel) {
    case REL_EQ:
        return fabs(a - b);
    case REL_NE:
        return -fabs(a - b);
    case REL_LE:
    case REL_LT:
        return a - b;
    case REL_GE:
    case REL_GT:
        return b - a;
    }
    return 0;
}

void sides_worst(struct enclosure *lhs, struct enclosure *rhs,
                 const struct ball_run *run, const struct plan *plan,
                 const struct plan_link *link)
{
    const struct plan_instr *shape = &plan->instrs[link->lhs];
    if (plan_is_scalar(plan, link->lhs))
        shape = &plan->instrs[link->rhs];
    double worst = -INFINITY;
    for (uint32_t i = 0; i < shape->rows; i++) {
        for (uint32_t j = 0; j < shape->cols; j++) {
            struct enclosure a = spread(run, plan, link->fast_lhs, i, j);
            struct enclosure b = spread(run, plan, link->fast_rhs, i, j);
            double now = excess(link->rel, &a, &b);
            if (now > worst || (i == 0 && j == 0)) {
                *lhs = a;
                *rhs = b;
                worst = now;
            }
        }
    }
}
