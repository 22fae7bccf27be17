/*
 * Whether relations follow from the hypotheses of a sequent, by instances: the
 * evaluator of tests/axioms, which shares nothing with the rules of the core.
 */
#ifndef MAJORANT_TESTS_CORE_JUDGE_H
#define MAJORANT_TESTS_CORE_JUDGE_H

#include "base/buffer.h"
#include "core/read.h"

/* True: at so many instances that the hypotheses admit. */
enum { JUDGE_INSTANCES = 20 };
enum verdict { VERDICT_UNCLASSIFIED, VERDICT_TRUE, VERDICT_FALSE };

/*
 * The verdict on each relation, all at the same instances of the sequent; the
 * instance at which one is false is written to `report`.
 */
void judge(enum verdict *verdicts, const struct form *const *relations,
           size_t count, const struct theorem *statement,
           struct reading *reading, struct theory *theory,
           const struct sequent *sequent, uint64_t key, struct buffer *report);

#endif
