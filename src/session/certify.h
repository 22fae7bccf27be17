/*
 * The checker's word on a violation that the finder certified.
 */
#pragma once

#include "cert/certificate.h"
#include "session/session.h"
#include "verify/checker.h"

/*
 * Whether the checker, at that precision, is certain of what the finder is:
 * that the link has that truth (not UNKNOWN), and that all assumptions but
 * `dropped` hold.  It disagrees where it is certain of anything else.
 */
enum checker_answer certify_look(const struct theorem *t, size_t claim,
                                 size_t link, size_t dropped,
                                 const struct instance *x, enum truth found,
                                 long bits);

/* What is to be confirmed. */
struct certify_question {
    const struct spec *spec; /* names theorem, module and seed */
    size_t claim, link;      /* from 0 */
    size_t dropped;          /* an assumption, or STAGE_DROP_NONE */
    const struct instance *x;
    const char *found; /* how, for the certificate */
};

/*
 * Fills in the certificate (initialised by the caller), whatever the answer;
 * `*reason` (to be freed) is set unless it was accepted.
 */
enum checker_answer certify(struct certificate *c,
                            const struct certify_question *q, char **reason);

/* The error for CHECKER_DISAGREES; `reason` may be NULL. */
void certify_tell_disagreement(const struct session *s, const char *reason);

/*
 * The checker for campaigns: certifies what is false, and looks again at what
 * is true.  The evidence is the certificate, or the instance, as text.
 */
enum checker_answer certify_ask(void *context, const struct checker_question *q,
                                char **evidence);
/* It, with a sample of what is true. */
extern const struct checker certify_checker;
