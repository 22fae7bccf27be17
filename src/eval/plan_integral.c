/* integral and expectation: the ends here, the integrand a plan of its own. */
#include "eval/plan_internal.h"

/* The sign of inf or -inf, else 0. */
static int infinite(const struct expr *e)
{
    int sign = 1;
    for (; e->op == EX_NEG; e = e->kids[0])
        sign = -sign;
    return e->op == EX_INFINITY ? sign : 0;
}

/* Requests the finite ends; the number of them. */
static uint32_t request_ends(struct builder *b, plan_id *ends,
                             struct plan_integral *integral,
                             const struct expr *e)
{
    uint32_t count = 0;
    for (size_t k = 0; k < 2; k++) {
        integral->infinite[k] = infinite(e->kids[k]);
        if (integral->infinite[k] == 0)
            ends[count++] = plan_request(b, e->kids[k]);
    }
    return count;
}

plan_id plan_visit_integral(struct builder *b, const struct expr *e)
{
    plan_id ends[2];
    struct plan_integral model = {.variable = e->symbol->id,
                                  .infinite = {-1, 1},
                                  .is_normal = e->op == EX_EXPECTATION};
    uint32_t count = model.is_normal ? 0 : request_ends(b, ends, &model, e);
    if (b->status != ST_OK || b->missing)
        return PLAN_NONE;
    model.body = plan_build_body(b, &model.root, e->kids[e->count - 1]);
    if (!model.body)
        return PLAN_NONE;
    struct plan_integral *integral = arena_alloc(b->arena, sizeof *integral);
    *integral = model;
    return plan_emit(b, &(struct plan_instr){.op = PL_INTEGRAL,
                                             .rows = 1,
                                             .cols = 1,
                                             .integral = integral,
                                             .args = ends,
                                             .nargs = count});
}
