/* Results of checks, and enclosures as doubles that are rounded outwards. */
#include "api/api_internal.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

const char *majorant_truth_name(enum majorant_truth truth)
{
    return truth_name((unsigned)truth <= MAJORANT_UNDEFINED ? (enum truth)truth
                                                            : TRUTH_UNKNOWN);
}

/* ---- enclosures as doubles ---- */

#define NOTHING                                                                \
    {                                                                          \
        -INFINITY, INFINITY, 0                                                 \
    }
static const struct majorant_interval nothing = NOTHING;
static const struct api_link no_link = {MAJORANT_UNKNOWN, NOTHING, NOTHING,
                                        NOTHING, 0};

/*
 * A double at or above m * 2^e, whatever the rounding mode of the caller:
 * docs/error-analysis.md#library-intervals.
 */
static double above(double m, int64_t e)
{
    enum { FAR = 4096 }; /* beyond every double, whatever m */
    int exponent;
    if (m == 0)
        return 0;
    double fraction = frexp(m, &exponent); /* 0.5 <= |fraction| < 1 */
    exponent += e > FAR ? FAR : e < -FAR ? -FAR : (int)e;
    if (exponent > DBL_MAX_EXP)
        return m > 0 ? INFINITY : -DBL_MAX;
    if (exponent < DBL_MIN_EXP - DBL_MANT_DIG)
        return m > 0 ? DBL_TRUE_MIN : 0;
    double x = ldexp(fraction, exponent);
    return exponent < DBL_MIN_EXP ? nextafter(x, INFINITY) : x;
}

struct majorant_interval api_interval(const struct enclosure *e)
{
    switch (e->kind) {
    case ENCLOSURE_NONE:
        return nothing;
    case ENCLOSURE_INFINITE:
        return (struct majorant_interval){INFINITY, INFINITY, 1};
    case ENCLOSURE_FINITE:
        return (struct majorant_interval){0 - above(-e->lo, e->exponent),
                                          above(e->hi, e->exponent), 1};
    }
    return nothing;
}

/* ---- reading results ---- */

struct majorant_result *api_result_new(size_t links)
{
    struct majorant_result *r = xcalloc(1, sizeof *r);
    r->nlinks = links;
    r->links = xcalloc(links, sizeof *r->links);
    for (size_t k = 0; k < links; k++)
        r->links[k] = no_link;
    return r;
}

void majorant_result_free(struct majorant_result *result)
{
    if (!result)
        return;
    free(result->links);
    free(result);
}

enum majorant_truth
majorant_result_assumptions(const struct majorant_result *result)
{
    return result ? result->assumptions : MAJORANT_UNKNOWN;
}

enum majorant_truth majorant_result_truth(const struct majorant_result *result)
{
    return result ? result->truth : MAJORANT_UNKNOWN;
}

size_t majorant_result_links(const struct majorant_result *result)
{
    return result ? result->nlinks : 0;
}

/* Of a link beyond the last one nothing is known. */
static const struct api_link *link_at(const struct majorant_result *result,
                                      size_t k)
{
    return result && k < result->nlinks ? &result->links[k] : &no_link;
}

enum majorant_truth majorant_link_truth(const struct majorant_result *result,
                                        size_t k)
{
    return link_at(result, k)->truth;
}

struct majorant_interval
majorant_link_left(const struct majorant_result *result, size_t k)
{
    return link_at(result, k)->left;
}

struct majorant_interval
majorant_link_right(const struct majorant_result *result, size_t k)
{
    return link_at(result, k)->right;
}

struct majorant_interval
majorant_link_ratio(const struct majorant_result *result, size_t k)
{
    return link_at(result, k)->ratio;
}

long majorant_link_bits(const struct majorant_result *result, size_t k)
{
    return link_at(result, k)->bits;
}
