/* Scalars of powers and their corners; declared in case/corners.h. */
#include "case/corners.h"

#include <stdlib.h>

struct scan {
    enum corner *corners;
    const struct theorem *theorem;
    unsigned char *seen; /* by id: a bit for each corner it was met as */
};

/* Marks the scalar givens of e; powers with a given in the exponent mark. */
static void scan(struct scan *s, const struct expr *e, enum corner mark,
                 int depth)
{
    enum { MOST_DEPTH = 500 };
    if (depth == MOST_DEPTH || (s->seen[e->id] >> mark & 1))
        return;
    s->seen[e->id] |= (unsigned char)(1 << mark);
    if (e->op == EX_GIVEN && mark != CORNER_NONE &&
        s->corners[e->decl] != CORNER_EXPONENT)
        s->corners[e->decl] = mark;
    bool is_power =
        (e->op == EX_POW || e->op == EX_DOT_POW) && e->kids[1]->op != EX_NUMBER;
    for (size_t k = 0; k < e->count; k++)
        scan(s, e->kids[k],
             is_power ? (k == 0 && mark != CORNER_EXPONENT ? CORNER_BASE
                                                           : CORNER_EXPONENT)
                      : mark,
             depth + 1);
}

void corners_find(enum corner *corners, const struct theorem *t)
{
    struct scan s = {corners, t, xcalloc(expr_count(t->pool) + 1, 1)};
    for (size_t i = 0; i < t->nassumptions; i++)
        scan(&s, t->assumptions[i].relation, CORNER_NONE, 0);
    for (size_t i = 0; i < t->nclaims; i++)
        scan(&s, t->claims[i].relation, CORNER_NONE, 0);
    for (size_t i = 0; i < t->ngivens; i++)
        if (!dim_is_one(t->givens[i].rows) || !dim_is_one(t->givens[i].cols))
            corners[i] = CORNER_NONE;
    free(s.seen);
}

void corners_value(rational_t *out, enum corner corner, enum corner_way way,
                   struct rng *rng)
{
    /* In halves; the first of each are those of CORNERS_ALIKE. */
    static const int exponents[] = {4, 1, 3, 2, -2, 6, -4, -1, 0},
                     bases[] = {-2, -1, -8, 8, 0, 1, 2, 4, -4};
    enum { ALL = 9, FIRST_EXPONENTS = 2, FIRST_BASES = 4 };
    bool is_base = corner == CORNER_BASE;
    uint64_t most = way == CORNERS_FREE ? ALL
                    : is_base           ? FIRST_BASES
                                        : FIRST_EXPONENTS;
    uint64_t k = rng_below(rng, most);
    mpq_set_si(out->q, is_base ? bases[k] : exponents[k], 2);
    mpq_canonicalize(out->q);
}
