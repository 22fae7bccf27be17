/* Violations shown to the checker of recheck/, with their certificates. */
#include "session/certify.h"

#include "certio/certio.h"
#include "kernel/ties.h"
#include "recheck/violation.h"
#include "verify/counterexample.h"
#include "verify/stage.h"

#include <stdlib.h>

/* What the case says in an expression stays one. */
static void keep_expressions(struct certificate *c,
                             const struct certify_question *q)
{
    for (size_t k = 0; k < c->nvalues; k++) {
        const struct expr *e = spec_expression(q->spec, q->x->layout, k);
        if (e)
            certificate_set_expression(c, k, e);
    }
}

/* Whether the checker is certain, and not of what the finder is. */
static bool contradicts(enum truth found, enum truth expected)
{
    return found != TRUTH_UNKNOWN && found != expected;
}

enum checker_answer certify_look(const struct theorem *t, size_t claim,
                                 size_t link, size_t dropped,
                                 const struct instance *x, enum truth found,
                                 long bits)
{
    const enum truth truth = violation_truth(t, claim, link, x, bits);
    const enum truth admission = violation_admission(t, dropped, x, bits);
    if (contradicts(truth, found) || contradicts(admission, TRUTH_TRUE))
        return CHECKER_DISAGREES;
    return truth == found && admission == TRUTH_TRUE ? CHECKER_AGREES
                                                     : CHECKER_OPEN;
}

enum checker_answer certify(struct certificate *c,
                            const struct certify_question *q, char **reason)
{
    enum { BITS = 1024 };
    const struct theorem *t = spec_theorem(q->spec);
    *reason = NULL;
    certificate_of_instance(c, spec_module(q->spec), t, q->claim, q->link, q->x,
                            spec_seed(q->spec), q->found);
    keep_expressions(c, q);
    if (q->dropped != STAGE_DROP_NONE) {
        const char *name = t->assumptions[q->dropped].name;
        c->dropped = name ? xstrdup(name) : NULL;
    }
    if (violation_certify(c, ties_algebra(), reason) == RECHECK_ACCEPTED)
        return CHECKER_AGREES;
    return certify_look(t, q->claim, q->link, q->dropped, q->x, TRUTH_FALSE,
                        BITS) == CHECKER_DISAGREES
               ? CHECKER_DISAGREES
               : CHECKER_OPEN;
}

static char *evidence_of(const struct checker_question *q, const char *what)
{
    struct counterexample *instance = counterexample_new(q->trial, q->x);
    struct buffer text = buffer_new();
    buffer_printf(&text, "%s, claim %s, case %s, trial %llu: %s\n    ",
                  spec_theorem(q->spec)->name,
                  spec_theorem(q->spec)->claims[q->claim].name,
                  spec_name(q->spec), (unsigned long long)q->trial, what);
    counterexample_print(&text, instance, SIZE_MAX, SIZE_MAX);
    counterexample_free(instance);
    return text.text;
}

/* A `?` fails where no constant will do; there is no certificate of that. */
static enum checker_answer ask_constant(const struct checker_question *q)
{
    enum { BITS = 1024 };
    const struct theorem *t = spec_theorem(q->spec);
    if (certify_look(t, q->claim, q->link, STAGE_DROP_NONE, q->x, TRUTH_FALSE,
                     BITS) == CHECKER_DISAGREES)
        return CHECKER_DISAGREES;
    bool none = violation_has_no_constant(t, q->claim, q->link, q->x,
                                          ties_algebra(), BITS);
    return none && violation_admission(t, STAGE_DROP_NONE, q->x, BITS) ==
                       TRUTH_TRUE
               ? CHECKER_AGREES
               : CHECKER_OPEN;
}

static enum checker_answer ask_false(const struct checker_question *q)
{
    LOCAL_FREE char *reason = NULL;
    LOCAL_FREE char *found =
        buffer_text("case %s, trial %llu", spec_name(q->spec),
                    (unsigned long long)q->trial);
    const struct certify_question question = {.spec = q->spec,
                                              .claim = q->claim,
                                              .link = q->link,
                                              .dropped = STAGE_DROP_NONE,
                                              .x = q->x,
                                              .found = found};
    LOCAL_MADE(certificate, c);
    return certify(&c, &question, &reason);
}

void certify_tell_disagreement(const struct session *s, const char *reason)
{
    session_error(s, "finder and checker disagree: %s",
                  reason ? reason : "no reason given");
}

enum checker_answer certify_ask(void *context, const struct checker_question *q,
                                char **evidence)
{
    enum { BITS = 256 };
    const struct theorem *t = spec_theorem(q->spec);
    const bool is_false = q->truth == TRUTH_FALSE;
    const enum checker_answer answer =
        is_false ? t->claims[q->claim].has_hole ? ask_constant(q) : ask_false(q)
                 : certify_look(t, q->claim, q->link, STAGE_DROP_NONE, q->x,
                                TRUTH_TRUE, BITS);
    (void)context;
    if (answer == CHECKER_DISAGREES)
        *evidence = evidence_of(
            q, is_false ? "the finder says false, the checker not"
                        : "the finder says true, the checker that it is false, "
                          "undefined or not admitted");
    return answer;
}

const struct checker certify_checker = {.ask = certify_ask,
                                        .share = CHECKER_SAMPLE};
