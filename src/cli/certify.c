#include "cli/certify.h"

#include "kernel/kernel.h"
#include "verify/stage.h"

enum certify_answer certify(struct certificate *c,
                            const struct certify_question *q, char **reason)
{
    enum { BITS = 1024 };
    const struct theorem *t = spec_theorem(q->spec);
    *reason = NULL;
    certificate_of_instance(c, spec_module(q->spec), t, q->claim, q->link, q->x,
                            spec_seed(q->spec), q->found);
    if (q->dropped != STAGE_DROP_NONE) {
        const char *name = t->assumptions[q->dropped].name;
        c->dropped = name ? xstrdup(name) : NULL;
    }
    if (kernel_certify(c, reason) == KERNEL_ACCEPTED)
        return CERTIFY_ACCEPTED;
    return kernel_truth(t, q->claim, q->link, q->x, BITS) == TRUTH_TRUE
               ? CERTIFY_DISAGREES
               : CERTIFY_OPEN;
}
