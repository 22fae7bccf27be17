/* Exact checks of given values: rational arithmetic on every entry. */
#include "instance/property.h"

/* A check under way. */
struct check {
    const struct value *v;
    const char *name;
    enum given_kind kind;
    struct buffer *reason;
    rational_t x, y; /* scratch */
};

const char *property_name(enum given_kind kind)
{
    return kind_info(kind)->word;
}

/* "entry [2, 3] of P is -1/2", or "t is -1/2" for a scalar. */
static void print_entry(struct check *c, size_t i, size_t j)
{
    if (c->v->rows == 1 && c->v->cols == 1)
        buffer_printf(c->reason, "%s is ", c->name);
    else
        buffer_printf(c->reason, "entry [%zu, %zu] of %s is ", i + 1, j + 1,
                      c->name);
    value_entry(&c->x, c->v, i, j);
    rational_print(c->reason, &c->x);
}

static enum status check_entries(struct check *c, bool (*is_bad)(mpq_t),
                                 const char *expected)
{
    for (size_t i = 0; i < c->v->rows; i++)
        for (size_t j = 0; j < c->v->cols; j++) {
            value_entry(&c->x, c->v, i, j);
            if (!is_bad(c->x.q))
                continue;
            print_entry(c, i, j);
            buffer_printf(c->reason, ", expected %s", expected);
            return ST_INPUT;
        }
    return ST_OK;
}

static bool is_negative(mpq_t x)
{
    return mpq_sgn(x) < 0;
}

static bool is_no_bit(mpq_t x)
{
    return mpq_cmp_ui(x, 0, 1) != 0 && mpq_cmp_ui(x, 1, 1) != 0;
}

static bool is_fraction(mpq_t x)
{
    return mpz_cmp_ui(mpq_denref(x), 1) != 0;
}

/* y := the sum of row `at`, or of that column */
static void line_sum(struct check *c, size_t at, bool is_column)
{
    size_t count = is_column ? c->v->rows : c->v->cols;
    rational_set_int(&c->y, 0);
    for (size_t k = 0; k < count; k++) {
        value_entry(&c->x, c->v, is_column ? k : at, is_column ? at : k);
        mpq_add(c->y.q, c->y.q, c->x.q);
    }
}

static enum status check_sums(struct check *c, bool of_columns)
{
    for (size_t i = 0; i < (of_columns ? c->v->cols : c->v->rows); i++) {
        line_sum(c, i, of_columns);
        const bool is_one = mpq_cmp_ui(c->y.q, 1, 1) == 0;
        if (is_one)
            continue;
        buffer_printf(c->reason, "%s %zu of %s sums to ",
                      of_columns ? "column" : "row", i + 1, c->name);
        rational_print(c->reason, &c->y);
        buffer_printf(c->reason, ", expected 1 (it is %s)",
                      property_name(c->kind));
        return ST_INPUT;
    }
    return ST_OK;
}

/* A' == A, or A' == -A. */
static enum status check_symmetry(struct check *c, bool is_skew)
{
    for (size_t i = 0; i < c->v->rows; i++)
        for (size_t j = 0; j < i + is_skew; j++) {
            value_entry(&c->x, c->v, i, j);
            value_entry(&c->y, c->v, j, i);
            if (is_skew)
                mpq_neg(c->x.q, c->x.q);
            if (mpq_equal(c->x.q, c->y.q))
                continue;
            print_entry(c, i, j);
            buffer_printf(c->reason, ", entry [%zu, %zu] is ", j + 1, i + 1);
            rational_print(c->reason, &c->y);
            buffer_printf(c->reason, ", expected %s ones (it is %s)",
                          is_skew ? "opposite" : "equal",
                          property_name(c->kind));
            return ST_INPUT;
        }
    return ST_OK;
}

/*
 * Symmetric elimination: semidefinite iff every pivot is positive, or zero
 * with a zero row ([HornJohnson2013], Thm 7.1.10 and Obs. 7.1.2).
 */
static bool is_semidefinite(struct rmatrix *a)
{
    for (size_t k = 0; k < a->rows; k++) {
        const int sign = mpq_sgn(rmatrix_at(a, k, k)->q);
        if (sign < 0)
            return false;
        for (size_t i = k + 1; i < a->rows && sign == 0; i++)
            if (mpq_sgn(rmatrix_at(a, i, k)->q) != 0)
                return false;
        if (sign > 0)
            rmatrix_clear_column(a, k, k, k + 1);
    }
    return true;
}

static enum status check_psd(struct check *c)
{
    size_t n = c->v->rows;
    if (n > PROPERTY_MAX_SIZE) {
        buffer_printf(c->reason,
                      "%s is too large to be checked for psd (more "
                      "than %d rows)",
                      c->name, (int)PROPERTY_MAX_SIZE);
        return ST_INPUT;
    }
    LOCAL_MADE_OF(rmatrix, a, n, n);
    for (size_t k = 0; k < n * n; k++)
        value_entry(&a.entries[k], c->v, k / n, k % n);
    if (is_semidefinite(&a))
        return ST_OK;
    buffer_printf(c->reason, "%s is not positive semidefinite, expected psd",
                  c->name);
    return ST_INPUT;
}

/* y := the product of columns i and j */
static void column_product(struct check *c, size_t i, size_t j, rational_t *t)
{
    rational_set_int(&c->y, 0);
    for (size_t k = 0; k < c->v->rows; k++) {
        value_entry(&c->x, c->v, k, i);
        value_entry(t, c->v, k, j);
        mpq_mul(t->q, t->q, c->x.q);
        mpq_add(c->y.q, c->y.q, t->q);
    }
}

static enum status check_columns(struct check *c)
{
    LOCAL_RATIONAL t = rational_zero();
    enum status st = ST_OK;
    for (size_t i = 0; i < c->v->cols && st == ST_OK; i++)
        for (size_t j = 0; j <= i && st == ST_OK; j++) {
            column_product(c, i, j, &t);
            if (mpq_cmp_ui(c->y.q, i == j, 1) == 0)
                continue;
            buffer_printf(c->reason,
                          "columns %zu and %zu of %s have the product ", j + 1,
                          i + 1, c->name);
            rational_print(c->reason, &c->y);
            buffer_printf(c->reason, ", expected %d (it is %s)", i == j,
                          property_name(c->kind));
            st = ST_INPUT;
        }
    return st;
}

/* One column whose length is 1. */
static enum status check_unit(struct check *c)
{
    LOCAL_RATIONAL t = rational_zero();
    column_product(c, 0, 0, &t);
    if (mpq_cmp_ui(c->y.q, 1, 1) == 0)
        return ST_OK;
    buffer_printf(c->reason, "the squares of %s sum to ", c->name);
    rational_print(c->reason, &c->y);
    buffer_add(c->reason, ", expected 1 (it is unit)");
    return ST_INPUT;
}

/* Zeros above the diagonal, and below it. */
static enum status check_zeros(struct check *c, bool below)
{
    for (size_t i = 0; i < c->v->rows; i++)
        for (size_t j = below ? 0 : i + 1; j < c->v->cols; j++) {
            value_entry(&c->x, c->v, i, j);
            if (i == j || mpq_sgn(c->x.q) == 0)
                continue;
            print_entry(c, i, j);
            buffer_printf(c->reason, ", expected 0 (it is %s)",
                          below ? "diagonal" : "lower triangular");
            return ST_INPUT;
        }
    return ST_OK;
}

static enum status check_range(struct check *c, const struct range *range)
{
    if (!range->has_lo && !range->has_hi)
        return ST_OK;
    LOCAL_MADE(bracket, b);
    enum status st = ST_OK;
    for (size_t k = 0; k < c->v->rows * c->v->cols && st == ST_OK; k++) {
        size_t i = k / c->v->cols, j = k % c->v->cols;
        value_entry(&b.lo, c->v, i, j);
        mpq_set(b.hi.q, b.lo.q);
        if (range_holds(range, &b))
            continue;
        print_entry(c, i, j);
        buffer_add(c->reason, range_excludes(range, &b)
                                  ? ", outside its range"
                                  : ", too near an end of its range to decide");
        st = ST_INPUT;
    }
    return st;
}

static enum status check_signs(struct check *c)
{
    LOCAL_BUFFER expected = buffer_new();
    buffer_printf(&expected, "no negative entry (%s)", property_name(c->kind));
    return check_entries(c, is_negative, expected.text);
}

/* What the kind asks for beyond signs. */
static enum status check_form(struct check *c)
{
    enum status st;
    switch (c->kind) {
    case GIVEN_REAL:
    case GIVEN_NONNEG:
        break;
    case GIVEN_INT:
        return check_entries(c, is_fraction, "an integer");
    case GIVEN_MASK:
        return check_entries(c, is_no_bit, "0 or 1 (mask)");
    case GIVEN_STOCHASTIC:
        return check_sums(c, false);
    case GIVEN_SIMPLEX:
        return check_sums(c, true);
    case GIVEN_PERMUTATION:
        st = check_entries(c, is_no_bit, "0 or 1 (permutation)");
        if (st != ST_OK)
            return st;
        /* fall through */
    case GIVEN_DOUBLY_STOCHASTIC:
        st = check_sums(c, false);
        return st == ST_OK ? check_sums(c, true) : st;
    case GIVEN_SYMMETRIC:
        return check_symmetry(c, false);
    case GIVEN_SKEW:
        return check_symmetry(c, true);
    case GIVEN_PSD:
        st = check_symmetry(c, false);
        return st == ST_OK ? check_psd(c) : st;
    case GIVEN_ORTHOGONAL:
    case GIVEN_FRAME:
        return check_columns(c);
    case GIVEN_UNIT:
        return check_unit(c);
    case GIVEN_DIAGONAL:
        return check_zeros(c, true);
    case GIVEN_LOWER:
        return check_zeros(c, false);
    }
    return ST_OK;
}

static enum status check_kind(struct check *c)
{
    enum status st = ST_OK;
    if (kind_has(c->kind, KIND_NONNEG))
        st = check_signs(c);
    return st == ST_OK ? check_form(c) : st;
}

enum status property_check(const struct value *v, enum given_kind kind,
                           const struct range *range, const char *name,
                           struct buffer *reason)
{
    struct check c = {.v = v, .name = name, .kind = kind, .reason = reason};
    rational_init(&c.x);
    rational_init(&c.y);
    enum status st = check_kind(&c);
    if (st == ST_OK)
        st = check_range(&c, range);
    rational_clear(&c.x);
    rational_clear(&c.y);
    return st;
}
