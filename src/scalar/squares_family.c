/* The equations that Gram matrices satisfy, exactly. */
#include "scalar/squares_internal.h"

#include <stdlib.h>

enum { FAMILY_TABLE = 1024, FAMILY_BITS = 5 };

/* Monomials by number: 1 + the number, by the exponents in one word. */
struct monomials {
    uint64_t keys[FAMILY_TABLE];
    size_t numbers[FAMILY_TABLE];
    size_t count;
};

/* The number of the monomial; SQUARES_MONOMIALS: too many. */
static size_t number_of(struct monomials *t, uint64_t key)
{
    size_t at = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 54);

    while (t->numbers[at] != 0 && t->keys[at] != key)
        at = (at + 1) % FAMILY_TABLE;
    if (t->numbers[at] == 0) {
        if (t->count == SQUARES_MONOMIALS)
            return SQUARES_MONOMIALS;
        t->keys[at] = key;
        t->numbers[at] = ++t->count;
    }
    return t->numbers[at] - 1;
}

/* Adds scale * f to a column; false: too many monomials. */
static bool add_column(fmpq_mat_t out, struct monomials *table,
                       const struct reading *r, const fmpq_mpoly_t f,
                       size_t column, long scale)
{
    ulong e[SQUARES_LETTERS];
    bool fine = true;

    LOCAL_FMPQ(c);
    for (slong i = 0; i < fmpq_mpoly_length(f, r->ring) && fine; i++) {
        uint64_t key = 0;

        fmpq_mpoly_get_term_exp_ui(e, f, i, r->ring);
        fmpq_mpoly_get_term_coeff_fmpq(c, f, i, r->ring);
        for (size_t k = 0; k < r->nletters; k++)
            key = key << FAMILY_BITS | e[k];
        size_t row = number_of(table, key);
        fine = row < SQUARES_MONOMIALS;
        fmpq_mul_si(c, c, scale);
        if (fine)
            fmpq_set(fmpq_mat_entry(out, (slong)row, (slong)column), c);
    }
    return fine;
}

static bool fill(fmpq_mat_t out, struct monomials *table,
                 const struct program *p)
{
    const struct reading *r = p->reading;
    size_t column = 0;
    bool fine = true;

    LOCAL_MPOLY(f, r->ring);
    LOCAL_MPOLY(product, r->ring);
    for (size_t c = 0; c < p->nblocks; c++) {
        const struct block *b = &p->blocks[c];

        for (size_t i = 0; i < b->count; i++) {
            for (size_t j = i; j < b->count && fine; j++) {
                fmpq_mpoly_mul(product, &b->rows[i], &b->rows[j], r->ring);
                fmpq_mpoly_mul(product, product, b->weight, r->ring);
                ideal_reduce(f, NULL, p->ideal, product);
                fine = add_column(out, table, r, f, column++, i == j ? 1 : 2);
            }
        }
    }
    ideal_reduce(f, NULL, p->ideal, p->target);
    fine = fine && add_column(out, table, r, f, column, 1);
    return fine;
}

/* Strict blocks, of one entry each, add up to 1. */
static void norm(fmpq_mat_t out, size_t row, const struct program *p)
{
    size_t column = 0;

    for (size_t c = 0; c < p->nblocks; c++) {
        const size_t n = p->blocks[c].count;

        if (p->blocks[c].is_strict)
            fmpq_one(fmpq_mat_entry(out, (slong)row, (slong)column));
        column += n * (n + 1) / 2;
    }
    fmpq_one(fmpq_mat_entry(out, (slong)row, (slong)column));
}

bool program_equations(fmpq_mat_t out, const struct program *p)
{
    LOCAL_FREE struct monomials *table = calloc(1, sizeof *table);
    const slong columns = (slong)program_entries(p) + 1;

    LOCAL_FMPQ_MAT(whole, SQUARES_MONOMIALS, columns);
    bool fine = fill(whole, table, p);
    size_t rows = fine ? table->count + p->is_normed : 0;
    fmpq_mat_init(out, (slong)rows, columns);
    for (size_t i = 0; i < rows && i < table->count; i++) {
        for (slong k = 0; k < columns; k++)
            fmpq_swap(fmpq_mat_entry(out, (slong)i, k),
                      fmpq_mat_entry(whole, (slong)i, k));
    }
    if (fine && p->is_normed)
        norm(out, table->count, p);
    return fine;
}
