#include "logic/semidefinite.h"

static bool is_symmetric(mpq_t *a, size_t n, size_t stride)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (!mpq_equal(a[i * stride + j], a[j * stride + i]))
                return false;
    return true;
}

/* Takes row and column k away; false: no pivot that fits. */
static bool take_away(mpq_t *a, size_t n, size_t stride, size_t k)
{
    mpq_t *row = a + k * stride;
    const int sign = mpq_sgn(row[k]);
    bool ok = sign >= 0;
    mpq_t r, s;
    for (size_t j = k + 1; j < n && sign == 0; j++)
        ok &= mpq_sgn(row[j]) == 0;
    mpq_inits(r, s, NULL);
    for (size_t i = k + 1; i < n && sign > 0; i++) {
        mpq_div(r, a[i * stride + k], row[k]);
        for (size_t j = k + 1; j < n; j++) {
            mpq_mul(s, r, row[j]);
            mpq_sub(a[i * stride + j], a[i * stride + j], s);
        }
    }
    mpq_clears(r, s, NULL);
    return ok;
}

bool semidefinite_eliminate(mpq_t *a, size_t n, size_t stride)
{
    bool ok = is_symmetric(a, n, stride);
    for (size_t k = 0; k < n && ok; k++)
        ok = take_away(a, n, stride, k);
    return ok;
}
