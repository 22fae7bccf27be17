#include "cli/witness.h"

#include "prove/range.h"
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

/* Whether the case leaves room for the sizes of x. */
static bool has_room(const struct spec *spec, const struct range_point *x)
{
    for (size_t i = 0; i < x->ndims; i++) {
        int64_t lo, hi;
        bool is_named;
        spec_dim_range(spec, i, &lo, &hi, &is_named);
        if (is_named && (x->dims[i] < lo || x->dims[i] > hi))
            return false;
    }
    return true;
}

enum certify_answer witness_of_range(struct result *r,
                                     const struct prover *prover,
                                     const struct spec *spec, char **reason)
{
    const size_t link = result_link(r);
    const struct range_point *at =
        prover_violation(prover, r->theorem, r->claim, link);
    struct stage *stage = at && has_room(spec, at)
                              ? range_point_stage(r->theorem, r->claim, at)
                              : NULL;
    struct certificate certificate;
    if (!stage)
        return CERTIFY_OPEN;
    const struct certify_question q = {.spec = spec,
                                       .claim = r->claim,
                                       .link = link,
                                       .dropped = STAGE_DROP_NONE,
                                       .x = &stage->x,
                                       .found = "search over the ranges"};
    certificate_init(&certificate);
    enum certify_answer answer = certify(&certificate, &q, reason);
    if (answer == CERTIFY_ACCEPTED)
        witness_note(r, stage, link, 0);
    certificate_clear(&certificate);
    stage_free(stage);
    return answer;
}
