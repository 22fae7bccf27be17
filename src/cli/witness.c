#include "cli/witness.h"

#include "verify/ladder.h"

void witness_note(struct result *r, struct stage *stage, size_t link, long bits)
{
    enum { BITS = 256 };
    r->tally.trials++;
    r->tally.is_false++;
    r->coverage.admitted++;
    r->verdict = WORD_VIOLATED;
    r->first_false = COUNTEREXAMPLE_SEARCHED;
    r->first_false_bits = bits;
    counterexample_free(r->counterexample);
    r->counterexample = counterexample_new(COUNTEREXAMPLE_SEARCHED, &stage->x);
    ladder_sides(&r->counterexample->lhs, &r->counterexample->rhs, stage, link,
                 BITS);
}
