/*
 * Terms as sums of multiples of terms: linear equations between coefficients
 * of monomials, and the shortest solution by Lagrange's multipliers.
 */
#include "scalar/combination.h"

#include "scalar/flint.h"

struct rows {
    const struct letters *monomials[COMBINATION_MONOMIALS];
    size_t count;
};

/* The row of a monomial; COMBINATION_MONOMIALS: too many. */
static size_t row_of(struct rows *rows, const struct letters *m)
{
    size_t i = 0;

    while (i < rows->count && rows->monomials[i] != m)
        i++;
    if (i == rows->count && i < COMBINATION_MONOMIALS)
        rows->monomials[rows->count++] = m;
    return i;
}

static bool see(struct rows *rows, const struct form *f)
{
    bool fine = true;

    for (size_t i = 0; i < f->count && fine; i++)
        fine = row_of(rows, f->terms[i].monomial) < COMBINATION_MONOMIALS;
    return fine;
}

/* x + M' y == 0 and M x == b, for the columns M of the terms and b of f. */
static bool solve(fmpq_mat_t solution, struct rows *rows, const struct form *f,
                  const struct form *const *terms, size_t count)
{
    const slong n = (slong)(count + rows->count);

    LOCAL_FMPQ_MAT(left, n, n);
    LOCAL_FMPQ_MAT(right, n, 1);
    for (size_t j = 0; j < count; j++) {
        fmpq_one(fmpq_mat_entry(left, (slong)j, (slong)j));
        for (size_t i = 0; i < terms[j]->count; i++) {
            const struct term *t = &terms[j]->terms[i];
            const slong row = (slong)(count + row_of(rows, t->monomial));

            fmpq_set_mpq(fmpq_mat_entry(left, row, (slong)j),
                         t->coefficient->value->q);
            fmpq_set_mpq(fmpq_mat_entry(left, (slong)j, row),
                         t->coefficient->value->q);
        }
    }
    for (size_t i = 0; i < f->count; i++) {
        const struct term *t = &f->terms[i];
        const slong row = (slong)(count + row_of(rows, t->monomial));

        fmpq_set_mpq(fmpq_mat_entry(right, row, 0), t->coefficient->value->q);
    }
    return fmpq_mat_can_solve(solution, left, right) != 0;
}

bool combination_of(struct pool *pool, const struct form *f,
                    const struct form *const *terms, size_t count,
                    const struct number **out)
{
    struct rows rows = {.count = 0};
    bool fine = see(&rows, f);

    for (size_t i = 0; i < count && fine; i++)
        fine = see(&rows, terms[i]);
    LOCAL_FMPQ_MAT(solution, (slong)(count + rows.count), 1);
    fine = fine && solve(solution, &rows, f, terms, count);
    LOCAL_MPQ(q);
    for (size_t i = 0; i < count && fine; i++) {
        fmpq_get_mpq(q, fmpq_mat_entry(solution, (slong)i, 0));
        out[i] = pool_number(pool, q);
    }
    return fine;
}
