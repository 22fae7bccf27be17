/*
 * One claim on one instance: the ladder decides, the kernel confirms what is
 * false, and the sides are enclosed.
 */
#include "api/api_internal.h"

#include "recheck/violation.h"
#include "session/certify.h"
#include "verify/ladder.h"

#include <stdlib.h>

struct question {
    struct majorant_context *context;
    const struct theorem *theorem;
    size_t claim;
    struct stage *stage;
    struct deadline deadline;
};

/* ---- the instance ---- */

static enum majorant_status status_of(enum status st)
{
    return st == ST_LIMIT ? MAJORANT_LIMIT : MAJORANT_INPUT;
}

/* Says why sizes or a plan are impossible, with the place if there is one. */
static enum majorant_status refuse(struct question *q, enum status st,
                                   struct span where, char *reason)
{
    LOCAL_DIAG diag = diag_new();
    diag_error(diag, where, "%s", reason ? reason : "impossible sizes");
    api_fail_diag(q->context, status_of(st), diag);
    free(reason);
    return status_of(st);
}

static enum majorant_status open_stage(struct question *q)
{
    char *reason = NULL;
    LOCAL_FREE int64_t *dims = xcalloc(q->theorem->ndims + 1, sizeof *dims);
    enum majorant_status status = api_sizes(dims, q->context, q->theorem);
    if (status == MAJORANT_OK) {
        enum status st = stage_open(&q->stage, q->theorem, dims, &reason);
        if (st != ST_OK)
            status = refuse(q, st, q->theorem->span, reason);
    }
    return status;
}

/* Declared kind and range; an int that sizes depend on goes to the layout. */
static enum majorant_status check_value(struct question *q, size_t slot,
                                        const char *name)
{
    struct layout *layout = &q->stage->layout;
    const struct given *given = &q->theorem->givens[layout->slots[slot].given];
    const struct value *v = &q->stage->x.values[slot];
    LOCAL_BUFFER why = buffer_new();
    if (!stage_fits(q->stage, slot, name, &why))
        return api_fail(q->context, MAJORANT_INPUT, "%s",
                        why.length > 0 ? why.text : name);
    if (given->symbol) {
        int64_t integer;
        LOCAL_RATIONAL number = rational_zero();
        value_entry(&number, v, 0, 0);
        if (!rational_is_int(&number, &integer))
            return api_fail(q->context, MAJORANT_LIMIT, "%s is too large",
                            name);
        env_set(&layout->env, given->symbol, integer);
    }
    return MAJORANT_OK;
}

static enum majorant_status fill_slot(struct question *q, size_t slot,
                                      const char *name)
{
    const struct slot *s = &q->stage->layout.slots[slot];
    const struct api_input *input = api_input(q->context, name);
    if (!input)
        return api_fail(q->context, MAJORANT_INPUT, "%s was not given", name);
    const struct value *v = &input->value;
    if (v->rows != s->rows || v->cols != s->cols)
        return api_fail(q->context, MAJORANT_INPUT,
                        "%s is %zu x %zu, expected %zu x %zu", name, v->rows,
                        v->cols, s->rows, s->cols);
    ENSURE(value_copy(&q->stage->x.values[slot], v), "api: an empty input");
    return check_value(q, slot, name);
}

static enum majorant_status fill(struct question *q)
{
    enum majorant_status status = MAJORANT_OK;
    LOCAL_BUFFER name = buffer_new();
    for (size_t k = 0; k < q->stage->layout.nslots && status == MAJORANT_OK;
         k++) {
        buffer_reset(&name);
        layout_print_slot(&name, &q->stage->layout, k);
        status = fill_slot(q, k, name.text);
    }
    return status;
}

static enum majorant_status build(struct question *q)
{
    struct span where = q->theorem->span;
    char *reason = NULL;
    LOCAL_FREE bool *wanted = xcalloc(q->theorem->nclaims, sizeof *wanted);
    wanted[q->claim] = true;
    enum status st =
        stage_build(q->stage, wanted, STAGE_DROP_NONE, &where, &reason);
    return st == ST_OK ? MAJORANT_OK : refuse(q, st, where, reason);
}

/* ---- the answer ---- */

_Static_assert(TRUTH_FALSE == (int)MAJORANT_FALSE &&
                   TRUTH_TRUE == (int)MAJORANT_TRUE &&
                   TRUTH_UNDEFINED == (int)MAJORANT_UNDEFINED &&
                   ADMISSION_REJECTED == (int)MAJORANT_FALSE &&
                   ADMISSION_ADMITTED == (int)MAJORANT_TRUE,
               "truths have the same numbers everywhere");

/* The checker's word on a link that is false for the finder. */
static enum checker_answer confirm(const struct question *q, size_t link)
{
    enum checker_answer answer = CHECKER_OPEN;
    /* With a `?` the relation is another one; no certainty is claimed. */
    if (q->theorem->claims[q->claim].has_hole)
        return CHECKER_OPEN;
    for (long bits = VIOLATION_MIN_BITS;
         bits <= VIOLATION_MAX_BITS && answer == CHECKER_OPEN; bits *= 2)
        answer = certify_look(q->theorem, q->claim, link, STAGE_DROP_NONE,
                              &q->stage->x, TRUTH_FALSE, bits);
    return answer;
}

/* Fills in a link of an admitted instance. */
static enum majorant_status answer_link(struct question *q,
                                        struct api_link *link, size_t k,
                                        const struct link_outcome *o)
{
    enum truth truth = o->truth;
    struct enclosure left, right;
    if (truth == TRUTH_FALSE) {
        const enum checker_answer answer = confirm(q, k);
        if (answer == CHECKER_DISAGREES)
            return api_fail(q->context, MAJORANT_CONFLICT,
                            "finder and checker disagree on %s: please report "
                            "it with the matrices",
                            q->theorem->claims[q->claim].name);
        truth = answer == CHECKER_AGREES ? TRUTH_FALSE : TRUTH_UNKNOWN;
    }
    link->truth = (enum majorant_truth)truth;
    link->bits = o->bits;
    link->ratio = api_interval(&o->ratio);
    ladder_sides(&left, &right, q->stage, k,
                 o->bits > LADDER_FIRST_BITS ? o->bits : LADDER_FIRST_BITS);
    link->left = api_interval(&left);
    link->right = api_interval(&right);
    return MAJORANT_OK;
}

static enum majorant_status answer(struct question *q,
                                   struct majorant_result *r,
                                   enum admission admission,
                                   const struct link_outcome *outcomes)
{
    enum majorant_status status = MAJORANT_OK;
    enum truth all = TRUTH_TRUE;
    r->assumptions = (enum majorant_truth)admission;
    if (admission != ADMISSION_ADMITTED)
        return MAJORANT_OK;
    for (size_t k = 0; k < r->nlinks && status == MAJORANT_OK; k++) {
        status = answer_link(q, &r->links[k], k, &outcomes[k]);
        all = truth_and(all, (enum truth)r->links[k].truth);
    }
    r->truth = (enum majorant_truth)all;
    return status;
}

/* ---- checking ---- */

static enum majorant_status decide(struct question *q,
                                   struct majorant_result **result)
{
    struct ladder_options options = session_ladder(&q->deadline);
    enum admission admission = ADMISSION_UNKNOWN;
    LOCAL_FREE struct link_outcome *outcomes =
        xcalloc(q->stage->nlinks, sizeof *outcomes);
    struct majorant_result *r = api_result_new(q->stage->nlinks);
    options.every_ratio = true;
    const enum majorant_status status =
        ladder_decide(&admission, outcomes, q->stage, &options) == ST_OK
            ? answer(q, r, admission, outcomes)
            : api_stopped(q->context);
    if (status == MAJORANT_OK)
        *result = r;
    else
        majorant_result_free(r);
    return status;
}

static enum majorant_status ask(struct question *q,
                                struct majorant_result **result)
{
    q->deadline = session_deadline(&q->context->session);
    enum majorant_status status = open_stage(q);
    if (status == MAJORANT_OK)
        status = fill(q);
    if (status == MAJORANT_OK)
        status = build(q);
    if (status == MAJORANT_OK)
        status = decide(q, result);
    stage_free(q->stage);
    return status;
}

enum majorant_status majorant_check(struct majorant_context *context,
                                    struct majorant_result **result,
                                    const struct majorant_file *file,
                                    const char *theorem, const char *claim)
{
    struct question q = {.context = context};
    enum majorant_status status = api_place(context, result);
    if (status != MAJORANT_OK)
        return status;
    *result = NULL;
    status = api_find(context, &q.theorem, &q.claim, claim ? file : NULL,
                      theorem, claim);
    return status == MAJORANT_OK ? ask(&q, result) : status;
}

enum majorant_status majorant_check_relation(struct majorant_context *context,
                                             struct majorant_result **result,
                                             const char *relation)
{
    struct question q = {.context = context};
    struct module *module = NULL;
    enum majorant_status status = api_place(context, result);
    if (status != MAJORANT_OK)
        return status;
    *result = NULL;
    if (!relation)
        return api_fail(context, MAJORANT_INPUT, "no relation was given");
    LOCAL_DIAG diag = diag_new();
    LOCAL_FREE struct lower_input *inputs =
        xcalloc(context->ninputs, sizeof *inputs);
    size_t count = 0;
    for (size_t i = 0; i < context->ninputs; i++) {
        const struct value *v = &context->inputs[i].value;
        if (v->kind != VALUE_NONE)
            inputs[count++] =
                (struct lower_input){.name = context->inputs[i].name,
                                     .rows = v->rows,
                                     .cols = v->cols};
    }
    if (lower_expression(&module, relation, inputs, count, diag) != ST_OK) {
        status = api_fail_diag(context, MAJORANT_INPUT, diag);
    } else if (module_is_value(module)) {
        status = api_fail(context, MAJORANT_INPUT,
                          "'%.60s' is a value, expected a relation", relation);
    } else {
        q.theorem = module_theorem(module, 0);
        status = ask(&q, result);
    }
    module_free(module);
    return status;
}

void majorant_finish_thread(void)
{
    eval_finish_thread();
    violation_finish();
}
