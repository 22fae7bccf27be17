/*
 * Blocks of Gram matrices: rows of monomials for products of facts.
 */
#include "scalar/squares_shape.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

/* Rows. */

/* Whether it is its own normal form. */
static bool is_normal(const struct shape *s, const struct exponents *e)
{
    const struct ideal *ideal = s->program->ideal;

    for (size_t i = 0; i < ideal->count; i++) {
        const struct exponents lead =
            exponents_of(ideal->reading, &ideal->basis[i], 0);
        bool divides = true;

        for (size_t k = 0; k < s->width && divides; k++)
            divides = lead.of[k] <= e->of[k];
        if (divides)
            return false;
    }
    return true;
}

/* Whether the square of a monomial times a weight with that first term fits. */
static bool fits(const struct shape *s, const struct exponents *e,
                 const struct exponents *weight)
{
    struct exponents square;

    for (size_t k = 0; k < SQUARES_LETTERS; k++)
        square.of[k] = 2 * e->of[k] + weight->of[k];
    return is_normal(s, e) && shape_has_grade(s, &square);
}

/* The next exponents of at most that degree, those of numbers apart; false:
 * there are no more. */
static bool turn(const struct reading *r, struct exponents *e, long degree)
{
    slong sum = 0;

    for (size_t k = 0; k < r->nletters; k++)
        sum += squares_weight(r, k) * e->of[k];
    for (size_t k = 0; k < r->nletters; k++) {
        const slong weight = squares_weight(r, k);

        if (weight == 0 ? e->of[k] < PROGRAM_ROOTS : sum + weight <= degree) {
            e->of[k]++;
            return true;
        }
        sum -= weight * e->of[k];
        e->of[k] = 0;
    }
    return false;
}

static void block_clear(const struct reading *r, struct block *b)
{
    for (size_t i = 0; i < b->count; i++)
        fmpq_mpoly_clear(&b->rows[i], r->ring);
    fmpq_mpoly_clear(b->weight, r->ring);
    free(b->rows);
}

/* A block with the facts of a weight, without rows; NULL: too many. */
static struct block *add_block(struct program *p, const struct block *model)
{
    struct block *out;

    if (p->nblocks == SQUARES_BLOCKS)
        return NULL;
    out = &p->blocks[p->nblocks++];
    *out = *model;
    out->count = 0;
    fmpq_mpoly_init(out->weight, p->reading->ring);
    fmpq_mpoly_set(out->weight, model->weight, p->reading->ring);
    out->rows = xcalloc(SQUARES_ROWS, sizeof *out->rows);
    return out;
}

static bool add_row(struct program *p, struct block *b,
                    const struct exponents *e)
{
    ulong exponents[SQUARES_LETTERS];
    fmpq_t one;

    if (b->count == SQUARES_ROWS)
        return false;
    for (size_t k = 0; k < SQUARES_LETTERS; k++)
        exponents[k] = (ulong)e->of[k];
    fmpq_init(one);
    fmpq_one(one);
    fmpq_mpoly_init(&b->rows[b->count], p->reading->ring);
    fmpq_mpoly_set_coeff_fmpq_ui(&b->rows[b->count++], one, exponents,
                                 p->reading->ring);
    fmpq_clear(one);
    return true;
}

/* Blocks of squares times that weight, one for each class of signs. */
static bool add_squares(struct shape *s, const struct block *model)
{
    struct program *p = s->program;
    const struct exponents weight = exponents_of(p->reading, model->weight, 0);
    const long left =
        (long)s->degree - squares_degree(s->program->reading, model->weight);
    const size_t first = p->nblocks;
    unsigned classes[SQUARES_BLOCKS];
    struct exponents e = {{0}};

    do {
        const unsigned class = shape_class(s, &e);
        size_t at = first;

        if (++s->steps > PROGRAM_STEPS)
            return false;
        if (!fits(s, &e, &weight))
            continue;
        while (at < p->nblocks && classes[at] != class)
            at++;
        if (at == p->nblocks && add_block(p, model) == NULL)
            return false;
        classes[at] = class;
        if (!add_row(p, &p->blocks[at], &e))
            return false;
    } while (turn(p->reading, &e, left / 2));
    return true;
}

/* A number times the weight, where that is strict. */
static bool add_strict(struct shape *s, const struct block *model)
{
    struct program *p = s->program;
    const struct exponents weight = exponents_of(p->reading, model->weight, 0);
    const struct exponents none = {{0}};
    struct block *out;

    for (size_t i = 0; i < model->nfacts; i++) {
        if (!squares_is_strict(p->reading, model->facts[i]))
            return true;
    }
    if (!shape_has_grade(s, &weight))
        return true;
    out = add_block(p, model);
    if (out == NULL)
        return false;
    out->is_strict = true;
    return add_row(p, out, &none);
}

/* Weights. */

/* Whether squares times that weight are none of another one. */
static bool is_new(const struct shape *s, const struct block *model)
{
    for (size_t i = 0; i < model->nfacts; i++) {
        if (s->is_evident[model->facts[i]] &&
            shape_is_general(s, model->facts[i]))
            return false;
    }
    return model->nfacts < 2 || model->facts[0] != model->facts[1];
}

/* That weight times products of letters that are not below 0. */
static bool add_weight(struct shape *s, const struct block *model, size_t from)
{
    const struct reading *r = s->program->reading;
    const bool is_mixed =
        model->nfacts > 0 && shape_is_general(s, model->facts[0]);
    bool fine = true;

    if (squares_degree(s->program->reading, model->weight) > (slong)s->degree)
        return true;
    if ((shape_wants_strict(s) && !add_strict(s, model)) ||
        (is_new(s, model) && !add_squares(s, model)))
        return false;
    for (size_t k = from; k < r->nletters && fine; k++) {
        struct block next = *model;

        if (r->sign[k] == 0 || model->nfacts == SQUARES_FACTORS ||
            (is_mixed && model->nfacts >= PROGRAM_FACTORS))
            continue;
        next.facts[next.nfacts++] = r->sign[k] - 1;
        fmpq_mpoly_init(next.weight, r->ring);
        fmpq_mpoly_mul(next.weight, model->weight, r->sides[r->sign[k] - 1],
                       r->ring);
        fine = add_weight(s, &next, k + 1);
        fmpq_mpoly_clear(next.weight, r->ring);
    }
    return fine;
}

/* The weight times up to so many facts from `from` on. */
static bool add_products(struct shape *s, const struct block *model,
                         size_t from, unsigned most)
{
    const struct reading *r = s->program->reading;
    bool fine = add_weight(s, model, 0);

    for (size_t i = from; i < r->nfacts && fine && most > 0; i++) {
        struct block next = *model;

        if (!shape_is_general(s, i) ||
            (model->nfacts > 0 && s->is_large && i + 1 != r->denied))
            continue;
        next.facts[next.nfacts++] = i;
        fmpq_mpoly_init(next.weight, r->ring);
        fmpq_mpoly_mul(next.weight, model->weight, r->sides[i], r->ring);
        fine = add_products(s, &next, i + 1 == r->denied ? i : i + 1, most - 1);
        fmpq_mpoly_clear(next.weight, r->ring);
    }
    return fine;
}

/* How many facts are multiplied: more where they are few. */
static unsigned factors_of(struct shape *s)
{
    enum { FEW = 4, MANY = 10 };
    size_t count = 0;

    for (size_t i = 0; i < s->program->reading->nfacts; i++)
        count += shape_is_general(s, i);
    s->is_large = s->effort == SQUARES_DENIED && count > MANY;
    return s->effort == SQUARES_FACTS                      ? 1
           : s->effort == SQUARES_PRODUCTS && count <= FEW ? 3
                                                           : 2;
}

/* The denied goal to the power that has the grade. */
static bool add_power(struct shape *s)
{
    const struct reading *r = s->program->reading;
    struct block model = {.nfacts = 0};
    bool fine;

    if (s->effort != SQUARES_DENIED || s->further == 0)
        return true;
    fmpq_mpoly_init(model.weight, r->ring);
    fmpq_mpoly_pow_ui(model.weight, r->sides[r->denied - 1], 2 + s->further,
                      r->ring);
    while (model.nfacts < 2 + s->further)
        model.facts[model.nfacts++] = r->denied - 1;
    fine = squares_degree(r, model.weight) > (slong)s->degree ||
           add_strict(s, &model);
    fmpq_mpoly_clear(model.weight, r->ring);
    return fine;
}

static bool shape_blocks(struct shape *s)
{
    const struct reading *r = s->program->reading;
    struct block model = {.nfacts = 0};
    bool fine;

    shape_find(s);
    fmpq_mpoly_init(model.weight, r->ring);
    fmpq_mpoly_one(model.weight, r->ring);
    fine = add_products(s, &model, 0, factors_of(s)) && add_power(s);
    fmpq_mpoly_clear(model.weight, r->ring);
    return fine && s->program->nblocks > 0 &&
           program_entries(s->program) <= SQUARES_ENTRIES;
}

bool program_blocks(struct program *p, enum squares_effort effort,
                    unsigned degree, unsigned further)
{
    const struct reading *r = p->reading;
    struct shape s = {.program = p,
                      .effort = effort,
                      .degree = degree,
                      .further = further,
                      .width = r->nletters};

    return fmpq_mpoly_length(r->goal, r->ring) > 0 && shape_blocks(&s);
}

void program_init(struct program *p, const struct reading *r,
                  const struct ideal *ideal)
{
    *p = (struct program){.reading = r, .ideal = ideal};
    p->blocks = xcalloc(SQUARES_BLOCKS, sizeof *p->blocks);
    fmpq_mpoly_init(p->target, r->ring);
}

void program_clear(struct program *p)
{
    for (size_t c = 0; c < p->nblocks; c++)
        block_clear(p->reading, &p->blocks[c]);
    fmpq_mpoly_clear(p->target, p->reading->ring);
    free(p->blocks);
}

size_t program_entries(const struct program *p)
{
    size_t n = 0;

    for (size_t c = 0; c < p->nblocks; c++)
        n += p->blocks[c].count * (p->blocks[c].count + 1) / 2;
    return n;
}
