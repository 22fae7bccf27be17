/* Sums of squares by semidefinite programming, rounded to rationals. */
#include "prove/range_gram.h"

#include "base/status.h"
#include "prove/range_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FACES = 4 };

/* ---- the polynomial ---- */

static bool read_term(struct gram *g, size_t i, const struct expansion_term *t,
                      const struct expansion_generator *generators, long roots)
{
    for (size_t j = 0; j < t->count; j++) {
        const struct expansion_factor *f = &t->factors[j];
        size_t k = 0;
        while (generators[k].atom != f->atom)
            k++;
        long e = f->num * (generators[k].den / f->den);
        if (e > EXPANSION_MAX_POWER)
            return false;
        g->polynomial[i].exponents[k] = g->nonnegative[k] ? 2 * roots * e : e;
    }
    fmpq_set_mpq(&g->coefficients[i], t->coefficient);
    return true;
}

static bool read_polynomial(struct gram *g, const struct expansion *p,
                            const struct expansion_generator *generators,
                            const struct expansion_scope *scope, long roots)
{
    bool ok = true;
    g->terms = p->count;
    for (size_t k = 0; k < g->width; k++) {
        ok &= generators[k].atom->variables != 0;
        g->nonnegative[k] =
            generators[k].den > 1 ||
            expansion_atom_is_nonnegative(scope, generators[k].atom);
    }
    for (size_t i = 0; i < p->count && ok; i++)
        ok = read_term(g, i, &p->terms[i], generators, roots);
    return ok;
}

static bool open_classes(struct gram *g)
{
    for (size_t i = 0; i < g->count; i++) {
        if (i > 0 && g->monomials[i].class == g->monomials[i - 1].class) {
            g->class[g->classes - 1].count++;
            continue;
        }
        if (g->classes == BARRIER_MAX_BLOCKS)
            return false;
        g->class[g->classes++] = (struct gram_class){.first = i, .count = 1};
    }
    bool small = true;
    for (size_t c = 0; c < g->classes; c++) {
        slong n = (slong)g->class[c].count;
        small &= n <= BARRIER_MAX_SIZE;
        fmpq_mat_init(g->class[c].basis, n, n);
        fmpq_mat_one(g->class[c].basis);
    }
    return small;
}

static void gram_init(struct gram *g, size_t width)
{
    g->width = width;
    g->coefficients = _fmpq_vec_init(GRAM_MAX_TERMS);
}

static void gram_clear(struct gram *g)
{
    for (size_t c = 0; c < g->classes; c++)
        fmpq_mat_clear(g->class[c].basis);
    _fmpq_vec_clear(g->coefficients, GRAM_MAX_TERMS);
}

/* ---- the search ---- */

enum answer { NONE, FACE, FOUND };

static enum answer search_family(fmpq *y, struct gram *g, struct gram_family *f,
                                 double scale, struct scalar_pool *pool)
{
    static const double tolerance = 1e-6;
    double *start, *direction;
    double *z = xcalloc(f->free + 1, sizeof *z);
    double *value = xcalloc(f->entries + 1, sizeof *value);
    enum answer answer = NONE;
    gram_family_doubles(&start, &direction, f, scale);
    struct barrier b = {.blocks = g->classes,
                        .entries = f->entries,
                        .free = f->free,
                        .start = start,
                        .direction = direction};
    for (size_t c = 0; c < g->classes; c++)
        b.size[c] = gram_rows(&g->class[c]);
    scalar_spend(pool, f->entries * (f->free + 1));
    double least = barrier_solve(z, &b);
    if (least > -tolerance) {
        answer = gram_round(y, g, f, z, scale) ? FOUND : NONE;
        barrier_value(value, &b, z);
        if (answer == NONE && gram_reduce(g, value))
            answer = FACE;
    }
    free(start);
    free(direction);
    free(z);
    free(value);
    return answer;
}

static bool search_gram(fmpq *y, struct gram *g, struct scalar_pool *pool)
{
    double scale = 0;
    enum answer answer = FACE;
    for (size_t i = 0; i < g->terms; i++)
        scale = fmax(scale, fabs(gram_to_double(&g->coefficients[i])));
    for (size_t i = 0; i < FACES && answer == FACE; i++) {
        struct gram_family *f = xcalloc(1, sizeof *f);
        answer =
            gram_family_of(f, g) ? search_family(y, g, f, scale, pool) : NONE;
        fmpq_mat_clear(f->reduced);
        free(f);
    }
    return answer == FOUND;
}

/* ---- the node ---- */

/* The weight of a class: what is odd in its roots; times d. */
static void write_weight(struct partition_factor *out, const struct gram *g,
                         const struct gram_class *c, const fmpq *d)
{
    partition_factor_init(out, 1, g->width);
    out->exponent = 1;
    fmpq_get_mpq(out->coefficients[0].q, d);
    for (size_t k = 0; k < g->width; k++)
        if (g->nonnegative[k])
            out->exponents[k] = g->monomials[c->first].exponents[k] % 2;
}

/* The polynomial sum l_i basis_i, in generators. */
static void write_base(struct partition_factor *out, const struct gram *g,
                       const struct gram_class *c, const fmpq_mat_t l)
{
    fmpq_mat_t sum;
    size_t terms = 0;
    fmpq_mat_init(sum, 1, (slong)c->count);
    fmpq_mat_mul(sum, l, c->basis);
    for (size_t i = 0; i < c->count; i++)
        terms += !fmpq_is_zero(fmpq_mat_entry(sum, 0, (slong)i));
    partition_factor_init(out, terms, g->width);
    out->exponent = 1;
    terms = 0;
    for (size_t i = 0; i < c->count; i++) {
        const fmpq *value = fmpq_mat_entry(sum, 0, (slong)i);
        if (fmpq_is_zero(value))
            continue;
        fmpq_get_mpq(out->coefficients[terms].q, value);
        for (size_t k = 0; k < g->width; k++) {
            long e = g->monomials[c->first + i].exponents[k];
            out->exponents[terms * g->width + k] =
                g->nonnegative[k] ? e / 2 : e;
        }
        terms++;
    }
    fmpq_mat_clear(sum);
}

/* Squares of a block, packed as split_squares leaves it. */
static void write_class(struct partition_node *node, const struct gram *g,
                        const struct gram_class *c, const fmpq *y)
{
    size_t n = gram_rows(c);
    fmpq_mat_t l;
    fmpq_mat_init(l, 1, (slong)n);
    for (size_t k = 0; k < n; y += n - k, k++) {
        if (fmpq_is_zero(y))
            continue;
        fmpq_mat_zero(l);
        fmpq_set_si(fmpq_mat_entry(l, 0, (slong)k), 1, 1);
        for (size_t j = 1; j < n - k; j++)
            fmpq_set(fmpq_mat_entry(l, 0, (slong)(k + j)), y + j);
        write_weight(&node->factors[node->nfactors++], g, c, y);
        write_base(&node->factors[node->nfactors++], g, c, l);
    }
    fmpq_mat_clear(l);
}

static void write_node(struct partition_node *node, const struct gram *g,
                       const fmpq *y)
{
    partition_drop_factors(node);
    node->factors = xcalloc(2 * g->count + 2, sizeof *node->factors);
    for (size_t c = 0; c < g->classes; c++) {
        size_t n = gram_rows(&g->class[c]);
        write_class(node, g, &g->class[c], y);
        y += n * (n + 1) / 2;
    }
}

static bool is_small(const struct expansion *p, size_t width)
{
    return p->count > 1 && p->count <= GRAM_MAX_TERMS && width > 0 &&
           width <= GRAM_MAX_WIDTH;
}

/* ---- multipliers ---- */

/* The degree in roots that all terms have; -1: they differ. */
static long common_degree(const struct gram *g)
{
    long common = 0;
    for (size_t i = 0; i < g->terms; i++) {
        long degree = 0;
        for (size_t k = 0; k < g->width; k++)
            degree += g->polynomial[i].exponents[k];
        if (i > 0 && degree != common)
            return -1;
        common = degree;
    }
    return common;
}

/* The sum of the squares of all roots, and 1 unless degrees are the same. */
static void write_multiplier(struct partition_factor *h, const struct gram *g)
{
    bool with_one = common_degree(g) < 0;
    partition_factor_init(h, g->width + with_one, g->width);
    h->exponent = 1;
    for (size_t i = 0; i < h->terms; i++)
        mpq_set_si(h->coefficients[i].q, 1, 1);
    for (size_t k = 0; k < g->width; k++)
        h->exponents[k * g->width + k] = g->nonnegative[k] ? 1 : 2;
}

/* The polynomial times the sum of squares; false: too many terms. */
static bool multiply(struct gram *g)
{
    size_t count = 0, parts = g->width + (common_degree(g) < 0);
    struct gram_monomial *out = xcalloc(GRAM_MAX_TERMS, sizeof *out);
    fmpq *sums = _fmpq_vec_init(GRAM_MAX_TERMS);
    for (size_t i = 0; i < g->terms; i++)
        for (size_t k = 0; k < parts && count < GRAM_MAX_TERMS; k++) {
            struct gram_monomial m = g->polynomial[i];
            if (k < g->width)
                m.exponents[k] += 2;
            size_t at = 0;
            while (at < count && memcmp(&out[at], &m, sizeof m) != 0)
                at++;
            count += at == count;
            out[at] = m;
            fmpq_add(sums + at, sums + at, g->coefficients + i);
        }
    g->terms = 0;
    for (size_t i = 0; i < count; i++)
        if (!fmpq_is_zero(sums + i)) {
            g->polynomial[g->terms] = out[i];
            fmpq_set(g->coefficients + g->terms++, sums + i);
        }
    free(out);
    _fmpq_vec_clear(sums, GRAM_MAX_TERMS);
    return count < GRAM_MAX_TERMS;
}

/* ---- one way after the other ---- */

/* Roots of this order, with or without a multiplier. */
struct way {
    long roots;
    bool is_multiplied;
};

static bool try_way(struct range_search *s, struct partition_node *node,
                    const struct expansion *p,
                    const struct expansion_generator *generators, size_t width,
                    const struct expansion_scope *scope, struct way way)
{
    struct gram *g = xcalloc(1, sizeof *g);
    fmpq *y = _fmpq_vec_init(GRAM_MAX_ENTRIES);
    struct partition_factor multiplier = {.terms = 0};
    gram_init(g, width);
    bool found = read_polynomial(g, p, generators, scope, way.roots);
    if (found && way.is_multiplied)
        write_multiplier(&multiplier, g);
    found = found && (!way.is_multiplied || multiply(g)) &&
            gram_find_monomials(g) && open_classes(g) &&
            search_gram(y, g, s->pool);
    if (found)
        write_node(node, g, y);
    if (found && way.is_multiplied)
        node->factors[node->nfactors++] = multiplier;
    else
        partition_factor_clear(&multiplier);
    node->index = (size_t)way.roots;
    _fmpq_vec_clear(y, GRAM_MAX_ENTRIES);
    gram_clear(g);
    free(g);
    return found;
}

bool range_gram(struct range_search *s, size_t node, const struct sequent *q)
{
    static const struct way ways[] = {{1, false}, {2, false}, {1, true}};
    struct expansion_generator generators[EXPANSION_MAX_GENERATORS];
    struct expansion_scope scope = {.pool = s->pool,
                                    .nonnegative = q->box.nonnegative};
    struct expansion p;
    size_t width;
    bool found = false;
    expansion_init(&p);
    if (expansion_of(&p, &scope, q->goal->term) &&
        expansion_generators(generators, &width, &p) && is_small(&p, width))
        for (size_t i = 0; i < sizeof ways / sizeof *ways && !found; i++)
            found = try_way(s, &s->out->nodes[node], &p, generators, width,
                            &scope, ways[i]);
    expansion_clear(&p);
    return found;
}
