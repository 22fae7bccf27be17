/*
 * Certificates of proofs, by the kernel alone: the statement is read again and
 * every derivation is replayed line by line, in their order, without search.
 */
#ifndef MAJORANT_KERNEL_RECHECK_PROOF_H
#define MAJORANT_KERNEL_RECHECK_PROOF_H

#include "kernel/proof.h"
#include "recheck/violation.h"

/*
 * Accepted only if every proof in it is; there must be one.  On
 * RECHECK_REJECTED *reason (to be freed) names the first claim that fails and
 * the line.
 */
enum recheck_answer kernel_recheck_proofs(const struct proof_certificate *c,
                                          char **reason);

#endif
