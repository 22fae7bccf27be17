/* A theorem's plan, one instance of doubles, and a filter run over all of it.
 */
#ifndef MAJORANT_TESTS_FILTER_FIXTURE_H
#define MAJORANT_TESTS_FILTER_FIXTURE_H

#include "filter_variants.h"
#include "plan_fixture.h"

#include "eval/filter_internal.h"

#include <math.h>

struct subject {
    struct fixture f;
    struct instance x;
    struct filter_run *run;
    plan_id *ids;
    size_t count;
};

static inline void subject_init(struct subject *s, const char *body,
                                const struct filter_operations *ops)
{
    fixture_build(&s->f, body, NULL);
    instance_init(&s->x, &s->f.layout);
    for (size_t k = 0; k < s->f.layout.nslots; k++)
        value_set_doubles(&s->x.values[k], s->f.layout.slots[k].rows,
                          s->f.layout.slots[k].cols);
    s->run = ops ? filter_run_with(s->f.plan, ops, FILTER_ROWS)
                 : filter_run_new(s->f.plan, 1);
    s->count = s->f.plan->count;
    s->ids = xcalloc(s->count, sizeof *s->ids);
    for (plan_id id = 0; id < s->count; id++)
        s->ids[id] = id;
}

static inline void subject_clear(struct subject *s)
{
    free(s->ids);
    filter_run_free(s->run);
    instance_clear(&s->x);
    fixture_clear(&s->f);
}

static inline double *subject_slot(struct subject *s, size_t slot)
{
    return s->x.values[slot].doubles;
}

static inline void subject_eval(struct subject *s)
{
    const struct instance *x = &s->x;
    filter_run_eval(s->run, &x, 1, s->ids, s->count);
}

static inline enum truth subject_truth(const struct subject *s)
{
    return filter_run_truth(s->run, 0, fixture_link(&s->f)->fast_truth);
}

#endif
