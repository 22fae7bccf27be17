/*
 * The prover: looks for a derivation of a claim and has it replayed.
 *
 * Untrusted.  It may be clever; a claim counts as proved only after the
 * kernel (given here as a function, since this folder does not see it) has
 * accepted the derivation.
 */
#ifndef MAJORANT_PROVE_PROVER_H
#define MAJORANT_PROVE_PROVER_H

#include "base/buffer.h"
#include "logic/derivation.h"

struct prover;

/* The checker, and what it has accepted so far. */
struct prover_kernel {
    bool (*accept)(void *context, const struct derivation *d, size_t claim,
                   size_t link, char **reason);
    bool (*has)(void *context, const struct theorem *theorem, size_t claim,
                size_t link);
    void *context;
};

enum {
    PROVER_QUICK = 300,    /* lines tried: for `check` */
    PROVER_THOROUGH = 9000 /* for `prove` */
};

struct prover *prover_new(const struct prover_kernel *kernel);
void prover_free(struct prover *p);
/*
 * `stop` is asked now and then; once it says true nothing more is proved, and
 * prover_was_stopped tells so.  What was proved before stays.
 */
void prover_set_stop(struct prover *p, bool (*stop)(void *context),
                     void *context);
bool prover_was_stopped(const struct prover *p);
/* Searches over ranges may take several times their usual work. */
void prover_set_patient(struct prover *p);
/*
 * In each round (0 at first) theorems are tried once, for what is not proved
 * yet.  `brief`: with no more effort than is asked for, whatever is expected of
 * a claim.
 */
void prover_set_round(struct prover *p, size_t round, bool brief);

/*
 * Tries all claims of the theorem with `effort` lines tried for each link: the
 * steps of its proofs in order, then its claims; before that the theorems that
 * its lemmas name.  Done once for each theorem.
 */
void prover_theorem(struct prover *p, const struct theorem *theorem,
                    size_t effort);
/* The same for the claims whose flag is set (NULL: all). */
void prover_claims(struct prover *p, const struct theorem *theorem,
                   const bool *wanted, size_t effort);
/*
 * The same for claims that were asked for by name: first these alone, with the
 * steps of their proofs, and all others, which may serve as facts, only where
 * that leaves one of them open.
 */
void prover_named(struct prover *p, const struct theorem *theorem,
                  const bool *asked, size_t effort);
/*
 * The claims of the theorem asked for next whose flag is set are likely false:
 * they are tried with the effort PROVER_QUICK.  Read within that call alone.
 */
void prover_doubt(struct prover *p, const bool *doubted);
/*
 * The derivation of link `link` (both from 0) of the claim that the kernel has
 * accepted; NULL: none was found.  Owned by the prover.
 */
const struct derivation *prover_derivation(const struct prover *p,
                                           const struct theorem *theorem,
                                           size_t claim, size_t link);

/*
 * Whether a brief search found that the theorem's assumptions contradict each
 * other: what is proved of it says nothing then.  false: not found.
 */
bool prover_contradicts(struct prover *p, const struct theorem *theorem);

/* All of them, in the order in which the kernel accepted them. */
size_t prover_proofs(const struct prover *p);
const struct derivation *prover_proof(const struct prover *p, size_t i,
                                      size_t *claim, size_t *link);

/*
 * Boxes that a thorough search over ranges has left open of a link, a line
 * each: a few, and *more are the others.  NULL: none are known.  Owned by the
 * prover.
 */
const char *prover_remaining(size_t *more, const struct prover *p,
                             const struct theorem *theorem, size_t claim,
                             size_t link);

/* "by submultiplicative_norm1, linear": the rules of the lines, once each. */
void prover_summary(struct buffer *out, const struct derivation *d);

#endif
