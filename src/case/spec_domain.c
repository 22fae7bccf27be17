/*
 * How many instances a case has, where they are finitely many and few: sizes in
 * ranges, integers in ranges, values that are fixed.
 */
#include "case/spec_internal.h"

/* More are as good as infinitely many. */
enum { DOMAIN_MOST = 1 << 20 };

/* The values a given can have; 0: infinitely many, or it is not known. */
static uint64_t values_of(const struct spec *spec, size_t given)
{
    const struct given *g = &spec->theorem->givens[given];
    bool is_sampled = false, is_fixed = false;
    for (size_t k = 0; k < spec->nfills; k++) {
        const struct fill *f = &spec->fills[k];
        if (f->given != given)
            continue;
        is_sampled = is_sampled || f->sampler != NULL;
        is_fixed = !f->sampler && g->nindices == 0;
    }
    if (is_fixed && !is_sampled)
        return 1;
    if (is_sampled || g->kind != GIVEN_INT || g->nindices > 0 || !g->lo ||
        !g->hi || !dim_is_one(g->rows) || !dim_is_one(g->cols))
        return 0;
    LOCAL(env_clear) struct env env;
    int64_t lo, hi;
    spec_env(&env, spec);
    const bool known = closed_int(&lo, g->lo, &env) == ST_OK &&
                       closed_int(&hi, g->hi, &env) == ST_OK && lo <= hi &&
                       hi - lo < DOMAIN_MOST;
    return known ? (uint64_t)(hi - lo) + 1 : 0;
}

uint64_t spec_domain(const struct spec *spec)
{
    uint64_t count = 1;
    for (size_t i = 0; i < spec->theorem->ndims && count < DOMAIN_MOST; i++)
        count *= (uint64_t)(spec->dims[i].hi - spec->dims[i].lo) + 1;
    for (size_t g = 0; g < spec->theorem->ngivens && count < DOMAIN_MOST; g++) {
        const uint64_t values = values_of(spec, g);
        if (values == 0)
            return 0;
        count *= values;
    }
    return count < DOMAIN_MOST ? count : 0;
}

void spec_widen(struct spec *spec)
{
    bool widened = true;
    while (widened) {
        const uint64_t count = spec_domain(spec);
        if (count == 0 || count >= SPEC_FEW_INSTANCES)
            return;
        widened = false;
        for (size_t i = 0; i < spec->theorem->ndims; i++)
            if (!spec->dims[i].is_named) {
                spec->dims[i].hi++;
                widened = true;
            }
    }
}
