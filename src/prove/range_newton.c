/* Monomials for the squares: half of the Newton polytope, by signs. */
#include "prove/range_gram.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

enum {
    REACH = 2,            /* of the directions tried, where there are few */
    MOST_TESTS = 20000000 /* directions for all monomials together */
};

static long along(const long *direction, const long *exponents, size_t width)
{
    long sum = 0;
    for (size_t k = 0; k < width; k++)
        sum += direction[k] * exponents[k];
    return sum;
}

/* The next of the directions with entries from -reach to reach; false: none. */
static bool turn(long *direction, long reach, size_t width)
{
    size_t k = 0;
    while (k < width && direction[k] == reach)
        direction[k++] = -reach;
    if (k == width)
        return false;
    direction[k]++;
    return true;
}

static void first_direction(long *direction, long reach, size_t width)
{
    for (size_t k = 0; k < width; k++)
        direction[k] = -reach;
}

/* How far the polytope goes in each direction; to be freed. */
static long *supports_of(const struct gram *g, long reach, size_t directions)
{
    long d[GRAM_MAX_WIDTH], *supports = xcalloc(directions, sizeof *supports);
    first_direction(d, reach, g->width);
    for (size_t at = 0; at < directions; at++) {
        long most = along(d, g->polynomial[0].exponents, g->width);
        for (size_t i = 1; i < g->terms; i++) {
            long here = along(d, g->polynomial[i].exponents, g->width);
            most = here > most ? here : most;
        }
        supports[at] = most;
        (void)turn(d, reach, g->width);
    }
    return supports;
}

/* Twice the monomial is within the polytope, as far as the directions see. */
static bool is_inside(const long *supports, long reach, const long *exponents,
                      size_t width)
{
    long d[GRAM_MAX_WIDTH];
    size_t at = 0;
    first_direction(d, reach, width);
    do {
        if (2 * along(d, exponents, width) > supports[at++])
            return false;
    } while (turn(d, reach, width));
    return true;
}

/* One bit for each change of signs that leaves the polynomial as it is. */
static unsigned class_of(const struct gram *g, const long *exponents)
{
    unsigned class = 0, bit = 0;
    for (unsigned signs = 1; signs < 1u << g->width; signs++) {
        bool even = true;
        long sum = 0;
        for (size_t i = 0; i < g->terms && even; i++) {
            sum = 0;
            for (size_t k = 0; k < g->width; k++)
                sum += (signs >> k & 1) ? g->polynomial[i].exponents[k] : 0;
            even = sum % 2 == 0;
        }
        if (!even || bit == 31)
            continue;
        sum = 0;
        for (size_t k = 0; k < g->width; k++)
            sum += (signs >> k & 1) ? exponents[k] : 0;
        class |= (unsigned)(sum % 2) << bit++;
    }
    return class;
}

static bool is_sum(const struct gram_monomial *a, const struct gram_monomial *b,
                   const long *exponents, size_t width)
{
    for (size_t k = 0; k < width; k++)
        if (a->exponents[k] + b->exponents[k] != exponents[k])
            return false;
    return true;
}

/* Its square is cancelled by nothing, and not there: it cannot be needed. */
static bool is_idle(const struct gram *g, size_t i)
{
    const struct gram_monomial *m = &g->monomials[i];
    long square[GRAM_MAX_WIDTH];
    for (size_t k = 0; k < g->width; k++)
        square[k] = 2 * m->exponents[k];
    for (size_t t = 0; t < g->terms; t++)
        if (memcmp(square, g->polynomial[t].exponents,
                   g->width * sizeof *square) == 0)
            return false;
    for (size_t a = 0; a < g->count; a++)
        for (size_t b = a + 1; b < g->count; b++)
            if (g->monomials[a].class == g->monomials[b].class &&
                is_sum(&g->monomials[a], &g->monomials[b], square, g->width))
                return false;
    return true;
}

static void drop_idle(struct gram *g)
{
    for (size_t i = 0; i < g->count;)
        if (is_idle(g, i)) {
            g->monomials[i] = g->monomials[--g->count];
            i = 0;
        } else {
            i++;
        }
}

/* By class, then the larger degrees first. */
static int compare(const void *left, const void *right)
{
    const struct gram_monomial *a = left, *b = right;
    long degrees = 0;
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    for (size_t k = 0; k < GRAM_MAX_WIDTH; k++)
        degrees += b->exponents[k] - a->exponents[k];
    if (degrees != 0)
        return degrees < 0 ? -1 : 1;
    return memcmp(a->exponents, b->exponents, sizeof a->exponents);
}

/* The monomials up to `most` that are inside; false: too many. */
static bool list_monomials(struct gram *g, const long *most, long reach,
                           const long *supports)
{
    struct gram_monomial m = {.class = 0};
    g->count = 0;
    for (;;) {
        if (is_inside(supports, reach, m.exponents, g->width)) {
            if (g->count == GRAM_MAX_BASIS)
                return false;
            m.class = class_of(g, m.exponents);
            g->monomials[g->count++] = m;
        }
        size_t k = 0;
        while (k < g->width && m.exponents[k] == most[k])
            m.exponents[k++] = 0;
        if (k == g->width)
            return true;
        m.exponents[k]++;
    }
}

/* The reach of the directions that all monomials can be asked for, or 0. */
static long choose_reach(size_t *directions, const long *most, size_t width)
{
    for (long reach = REACH; reach > 0; reach--) {
        double tests = 1;
        *directions = 1;
        for (size_t k = 0; k < width; k++) {
            *directions *= (size_t)(2 * reach + 1);
            tests *= (double)(2 * reach + 1) * (double)(most[k] + 1);
        }
        if (tests <= MOST_TESTS)
            return reach;
    }
    return 0;
}

bool gram_find_monomials(struct gram *g)
{
    long most[GRAM_MAX_WIDTH] = {0};
    size_t directions;
    for (size_t i = 0; i < g->terms; i++)
        for (size_t k = 0; k < g->width; k++)
            if (g->polynomial[i].exponents[k] / 2 > most[k])
                most[k] = g->polynomial[i].exponents[k] / 2;
    long reach = choose_reach(&directions, most, g->width);
    if (reach == 0)
        return false;
    long *supports = supports_of(g, reach, directions);
    bool listed = list_monomials(g, most, reach, supports);
    free(supports);
    if (!listed)
        return false;
    drop_idle(g);
    qsort(g->monomials, g->count, sizeof *g->monomials, compare);
    return g->count > 0;
}
