/* Monomials for the squares: half of the Newton polytope, by signs. */
#include "prove/range_gram.h"

#include <stdlib.h>
#include <string.h>

enum { REACH = 2 }; /* of the directions tried */

static long along(const long *direction, const long *exponents, size_t width)
{
    long sum = 0;
    for (size_t k = 0; k < width; k++)
        sum += direction[k] * exponents[k];
    return sum;
}

/* Twice the monomial is within the polytope, as far as the directions see. */
static bool is_inside(const struct gram *g, const long *exponents)
{
    long d[GRAM_MAX_WIDTH];
    for (size_t k = 0; k < g->width; k++)
        d[k] = -REACH;
    for (;;) {
        long most = along(d, g->polynomial[0].exponents, g->width);
        for (size_t i = 1; i < g->terms; i++) {
            long here = along(d, g->polynomial[i].exponents, g->width);
            most = here > most ? here : most;
        }
        if (2 * along(d, exponents, g->width) > most)
            return false;
        size_t k = 0;
        while (k < g->width && d[k] == REACH)
            d[k++] = -REACH;
        if (k == g->width)
            return true;
        d[k]++;
    }
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

bool gram_find_monomials(struct gram *g)
{
    long most[GRAM_MAX_WIDTH] = {0};
    struct gram_monomial m = {.class = 0};
    g->count = 0;
    for (size_t i = 0; i < g->terms; i++)
        for (size_t k = 0; k < g->width; k++)
            if (g->polynomial[i].exponents[k] / 2 > most[k])
                most[k] = g->polynomial[i].exponents[k] / 2;
    for (;;) {
        if (is_inside(g, m.exponents)) {
            if (g->count == GRAM_MAX_BASIS)
                return false;
            m.class = class_of(g, m.exponents);
            g->monomials[g->count++] = m;
        }
        size_t k = 0;
        while (k < g->width && m.exponents[k] == most[k])
            m.exponents[k++] = 0;
        if (k == g->width)
            break;
        m.exponents[k]++;
    }
    drop_idle(g);
    qsort(g->monomials, g->count, sizeof *g->monomials, compare);
    return g->count > 0;
}
