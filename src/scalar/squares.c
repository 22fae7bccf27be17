/*
 * Positivstellensatz certificates ([Stengle1974]) by semidefinite programming
 * ([Parrilo2003]): degrees and products of facts in a fixed order.
 */
#include "scalar/squares_internal.h"

#include "core/ring.h"

#include <stdlib.h>

/* What is being collected. */
struct writing {
    const struct program *program;
    struct squares *out;
    struct squares_product *products;
    fmpq_mpoly_t sum; /* of the products */
};

static const struct form *number_form(const struct reading *r, const fmpq *c)
{
    LOCAL_MPQ(q);
    fmpq_get_mpq(q, c);
    return ring_number(r->pool, q);
}

static struct squares_product *add_product(struct writing *w)
{
    arena_push(pool_arena(w->program->reading->pool), &w->products,
               &w->out->nproducts, sizeof *w->products,
               &(struct squares_product){.coefficient = NULL});
    return &w->products[w->out->nproducts - 1];
}

/* d * (row k of L, times the rows)^2 * the weight. */
static void add_square(struct writing *w, const struct block *b, size_t k,
                       const fmpq *y)
{
    const struct reading *r = w->program->reading;
    struct squares_product *out = add_product(w);

    LOCAL_MPOLY(base, r->ring);
    LOCAL_MPOLY(t, r->ring);
    fmpq_mpoly_set(base, &b->rows[k], r->ring);
    for (size_t j = 1; j < b->count - k; j++) {
        fmpq_mpoly_scalar_mul_fmpq(t, &b->rows[k + j], y + j, r->ring);
        fmpq_mpoly_add(base, base, t, r->ring);
    }
    out->coefficient = number_form(r, y);
    for (size_t i = 0; i < b->nfacts; i++)
        out->facts[out->nfacts++] = b->facts[i];
    fmpq_mpoly_mul(t, base, base, r->ring);
    if (!fmpq_mpoly_is_one(base, r->ring))
        out->square = squares_form(r, base);
    fmpq_mpoly_mul(t, t, b->weight, r->ring);
    fmpq_mpoly_scalar_mul_fmpq(t, t, y, r->ring);
    fmpq_mpoly_add(w->sum, w->sum, t, r->ring);
}

/* factor * the equation: by (factor + 1)^2 / 4 and (factor - 1)^2 / 4. */
static void add_equation(struct writing *w, size_t fact,
                         const fmpq_mpoly_t factor)
{
    const struct reading *r = w->program->reading;
    const struct form *quarter;
    struct squares_product *out;

    if (fmpq_mpoly_is_zero(factor, r->ring))
        return;
    LOCAL_FMPQ(c);
    LOCAL_MPOLY(t, r->ring);
    if (fmpq_mpoly_is_fmpq(factor, r->ring)) {
        fmpq_mpoly_get_fmpq(c, factor, r->ring);
        out = add_product(w);
        out->is_turned = fmpq_sgn(c) < 0;
        fmpq_abs(c, c);
        out->coefficient = number_form(r, c);
        out->facts[out->nfacts++] = fact;
    } else {
        fmpq_set_si(c, 1, 4);
        quarter = number_form(r, c);
        for (int k = 0; k < 2; k++) {
            fmpq_mpoly_add_si(t, factor, k == 0 ? 1 : -1, r->ring);
            out = add_product(w);
            out->is_turned = k == 1;
            out->coefficient = quarter;
            out->facts[out->nfacts++] = fact;
            out->square = squares_form(r, t);
        }
    }
}

/* What the products lack of the target, by equations; false: not by them. */
static bool add_equations(struct writing *w)
{
    const struct reading *r = w->program->reading;
    const struct ideal *ideal = w->program->ideal;
    fmpq_mpoly_struct by[SQUARES_EQUATIONS];

    LOCAL_MPOLY(rest, r->ring);
    for (size_t k = 0; k < ideal->ngiven; k++)
        fmpq_mpoly_init(&by[k], r->ring);
    fmpq_mpoly_sub(w->sum, w->program->target, w->sum, r->ring);
    ideal_reduce(rest, by, ideal, w->sum);
    bool out = fmpq_mpoly_is_zero(rest, r->ring);
    for (size_t k = 0; k < ideal->ngiven; k++) {
        if (out)
            add_equation(w, ideal->given[k], &by[k]);
        fmpq_mpoly_clear(&by[k], r->ring);
    }
    return out;
}

/* The certificate of the exact matrices, or NULL. */
static const struct squares *certificate(const struct program *p, const fmpq *y)
{
    const struct reading *r = p->reading;
    struct arena *arena = pool_arena(r->pool);
    struct squares *out = arena_alloc(arena, sizeof *out);
    struct writing w = {.program = p, .out = out};
    const bool wants_strict =
        p->is_normed || relation_kind(r->problem->goal) == CORE_LT;
    bool is_strict = false, fine;

    *out = (struct squares){.denied = NULL};
    if (p->is_normed)
        out->denied = r->facts[r->denied - 1].relation;
    fmpq_mpoly_init(w.sum, r->ring);
    for (size_t c = 0; c < p->nblocks; c++) {
        const struct block *b = &p->blocks[c];

        for (size_t k = 0; k < b->count; y += b->count - k, k++) {
            if (fmpq_is_zero(y))
                continue;
            is_strict = is_strict || b->is_strict;
            add_square(&w, b, k, y);
        }
    }
    fine = add_equations(&w) && (is_strict || !wants_strict);
    fmpq_mpoly_clear(w.sum, r->ring);
    out->facts = pool_copy(r->pool, r->facts, r->nfacts, sizeof *r->facts);
    out->nfacts = r->nfacts;
    out->products = w.products;
    return fine ? out : NULL;
}

/* One program. */
static const struct squares *attempt(const struct reading *r,
                                     const struct ideal *ideal,
                                     enum squares_effort effort,
                                     unsigned degree, unsigned further)
{
    const struct squares *out = NULL;
    LOCAL(program_clear) struct program p;

    program_init(&p, r, ideal);
    p.is_normed = effort == SQUARES_DENIED;
    if (!p.is_normed)
        fmpq_mpoly_set(p.target, r->goal, r->ring);
    if (program_blocks(&p, effort, degree, further)) {
        fmpq *y = _fmpq_vec_init(SQUARES_ENTRIES);
        if (program_solve(y, &p))
            out = certificate(&p, y);
        _fmpq_vec_clear(y, SQUARES_ENTRIES);
    }
    return out;
}

/* The least degree in which goal and facts are. */
static unsigned least_degree(const struct reading *r, const struct ideal *ideal,
                             enum squares_effort effort)
{
    enum { MOST = 4 }; /* of facts */
    const slong least = effort == SQUARES_PRODUCTS ? 2 : 0;
    slong out;

    LOCAL_MPOLY(f, r->ring);
    ideal_reduce(f, NULL, ideal, r->goal);
    out = squares_degree(r, f);
    for (size_t i = 0; i < r->nfacts; i++) {
        const slong d = squares_degree(r, r->sides[i]);

        if (i + 1 != r->denied && d > out && d <= MOST)
            out = d;
    }
    return (unsigned)(out > least ? out : least);
}

static bool has_numbers(const struct reading *r)
{
    for (size_t k = 0; k < r->nletters; k++) {
        if (r->letters[k]->free.count == 0)
            return true;
    }
    return false;
}

const struct proof *squares_within(const struct theory *theory,
                                   struct pool *pool, const struct problem *p,
                                   enum squares_effort effort, unsigned depth)
{
    static const unsigned more[] = {1, 1, 5};
    struct reading *r = arena_alloc(pool_arena(pool), sizeof *r);
    const struct squares *found = NULL;
    struct proof *out;

    if (squares_read(r, theory, pool, p, effort, depth) &&
        fmpq_mpoly_length(r->goal, r->ring)) {
        LOCAL_FREE struct ideal *ideal = calloc(1, sizeof *ideal);
        ideal_init(ideal, r);
        for (int numbers = 1; numbers >= 0 && found == NULL; numbers--) {
            r->counts_numbers = numbers == 1;
            for (unsigned k = 0; k < more[effort] && found == NULL; k++)
                found = attempt(r, ideal, effort,
                                least_degree(r, ideal, effort), k);
            if (!has_numbers(r))
                break;
        }
        ideal_clear(ideal);
    }
    squares_forget(r);
    pool_forgive(pool);
    if (found == NULL)
        return NULL;
    out = arena_alloc(pool_arena(pool), sizeof *out);
    *out = (struct proof){
        .kind = PROOF_SQUARES, .goal = p->goal, .squares = found};
    return out;
}

const struct proof *squares_proof(const struct theory *theory,
                                  struct pool *pool, const struct problem *p,
                                  enum squares_effort effort)
{
    return squares_within(theory, pool, p, effort, 0);
}
