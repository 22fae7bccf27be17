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

enum certify_answer certify(struct certificate *c,
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
        return CERTIFY_ACCEPTED;
    enum truth truth = violation_truth(t, q->claim, q->link, q->x, BITS);
    enum truth admission = violation_admission(t, q->dropped, q->x, BITS);
    return contradicts(truth, TRUTH_FALSE) || contradicts(admission, TRUTH_TRUE)
               ? CERTIFY_DISAGREES
               : CERTIFY_OPEN;
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
static enum checker_answer ask_constant(const struct checker_question *q,
                                        char **evidence)
{
    enum { BITS = 1024 };
    const struct theorem *t = spec_theorem(q->spec);
    enum truth truth = violation_truth(t, q->claim, q->link, q->x, BITS);
    enum truth admission = violation_admission(t, STAGE_DROP_NONE, q->x, BITS);
    if (contradicts(truth, TRUTH_FALSE) || contradicts(admission, TRUTH_TRUE)) {
        *evidence = evidence_of(q, "the finder says false, the checker not");
        return CHECKER_DISAGREES;
    }
    bool none = violation_has_no_constant(t, q->claim, q->link, q->x,
                                          ties_algebra(), BITS);
    return none && admission == TRUTH_TRUE ? CHECKER_AGREES : CHECKER_OPEN;
}

static enum checker_answer ask_false(const struct checker_question *q,
                                     char **evidence)
{
    LOCAL_FREE char *reason = NULL;
    LOCAL_BUFFER found = buffer_new();
    buffer_printf(&found, "case %s, trial %llu", spec_name(q->spec),
                  (unsigned long long)q->trial);
    const struct certify_question question = {.spec = q->spec,
                                              .claim = q->claim,
                                              .link = q->link,
                                              .dropped = STAGE_DROP_NONE,
                                              .x = q->x,
                                              .found = found.text};
    LOCAL_MADE(certificate, c);
    enum certify_answer answer = certify(&c, &question, &reason);
    if (answer == CERTIFY_DISAGREES)
        *evidence = evidence_of(q, "the finder says false, the checker not");
    return answer == CERTIFY_ACCEPTED    ? CHECKER_AGREES
           : answer == CERTIFY_DISAGREES ? CHECKER_DISAGREES
                                         : CHECKER_OPEN;
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
    (void)context;
    if (q->truth == TRUTH_FALSE)
        return spec_theorem(q->spec)->claims[q->claim].has_hole
                   ? ask_constant(q, evidence)
                   : ask_false(q, evidence);
    enum truth truth =
        violation_truth(spec_theorem(q->spec), q->claim, q->link, q->x, BITS);
    enum truth admission =
        violation_admission(spec_theorem(q->spec), STAGE_DROP_NONE, q->x, BITS);
    if (!contradicts(truth, TRUTH_TRUE) && !contradicts(admission, TRUTH_TRUE))
        return truth == TRUTH_TRUE ? CHECKER_AGREES : CHECKER_OPEN;
    *evidence = evidence_of(q, truth == TRUTH_FALSE
                                   ? "the finder says true, the checker false"
                                   : "the finder says true, the checker that "
                                     "it is undefined or not admitted");
    return CHECKER_DISAGREES;
}
