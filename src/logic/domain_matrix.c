#include "logic/domain_matrix.h"

bool domain_is_small(const struct expr *e)
{
    int64_t rows, cols;
    return !e->is_relation && dim_is_constant(e->rows, &rows) &&
           dim_is_constant(e->cols, &cols) && rows >= 1 && cols >= 1 &&
           rows <= DOMAIN_MAX_ENTRIES && cols <= DOMAIN_MAX_ENTRIES / rows;
}

static size_t count_of(const struct domain_matrix *m)
{
    return m->rows * m->cols;
}

const struct scalar **domain_at(struct domain_matrix *m, size_t i, size_t j)
{
    return &m->entries[i * m->cols + j];
}

/* ---- arithmetic ---- */

typedef const struct scalar *pair_rule(struct scalar_pool *pool,
                                       const struct scalar *a,
                                       const struct scalar *b);

static const struct scalar *
divide(struct scalar_pool *pool, const struct scalar *a, const struct scalar *b)
{
    return scalar_product(pool, a, scalar_power_si(pool, b, -1));
}

static const struct scalar *
larger(struct scalar_pool *pool, const struct scalar *a, const struct scalar *b)
{
    const struct scalar *kids[] = {a, b};
    return scalar_call(pool, FN_MAX2, kids, 2);
}

static const struct scalar *smaller(struct scalar_pool *pool,
                                    const struct scalar *a,
                                    const struct scalar *b)
{
    const struct scalar *kids[] = {a, b};
    return scalar_call(pool, FN_MIN2, kids, 2);
}

static pair_rule *rule_of(const struct expr *e)
{
    switch ((int)e->op) {
    case EX_ADD:
        return scalar_sum;
    case EX_SUB:
        return scalar_difference;
    case EX_SCALE:
    case EX_DOT_MUL:
        return scalar_product;
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return divide;
    case EX_DOT_POW:
        return scalar_general;
    case EX_CALL:
        return e->fn == FN_MAX2 ? larger : e->fn == FN_MIN2 ? smaller : NULL;
    }
    return NULL;
}

/* Entry by entry; a scalar stands beside each entry. */
static bool read_pair(struct domain_matrix *out, struct domain_reader *r,
                      const struct expr *e, pair_rule *rule)
{
    struct domain_matrix a, b;
    if (!domain_read_matrix(&a, r, e->kids[0]) ||
        !domain_read_matrix(&b, r, e->kids[1]))
        return false;
    for (size_t i = 0; i < count_of(out); i++) {
        out->entries[i] = rule(r->pool, a.entries[count_of(&a) == 1 ? 0 : i],
                               b.entries[count_of(&b) == 1 ? 0 : i]);
        if (!out->entries[i])
            return false;
    }
    return true;
}

static bool read_product(struct domain_matrix *out, struct domain_reader *r,
                         const struct expr *e)
{
    struct domain_matrix a, b;
    if (!domain_read_matrix(&a, r, e->kids[0]) ||
        !domain_read_matrix(&b, r, e->kids[1]) || a.cols != b.rows)
        return false;
    for (size_t i = 0; i < out->rows; i++)
        for (size_t j = 0; j < out->cols; j++) {
            const struct scalar *sum = scalar_int(r->pool, 0);
            for (size_t k = 0; k < a.cols; k++)
                sum = scalar_sum(r->pool, sum,
                                 scalar_product(r->pool, *domain_at(&a, i, k),
                                                *domain_at(&b, k, j)));
            *domain_at(out, i, j) = sum;
            if (!sum)
                return false;
        }
    return true;
}

static bool read_transpose(struct domain_matrix *out, struct domain_reader *r,
                           const struct expr *e)
{
    struct domain_matrix a;
    if (!domain_read_matrix(&a, r, e->kids[0]))
        return false;
    for (size_t i = 0; i < out->rows; i++)
        for (size_t j = 0; j < out->cols; j++)
            *domain_at(out, i, j) = *domain_at(&a, j, i);
    return true;
}

/* ---- calls ---- */

/* A kind of fold: of a term of each entry along lines, then of the lines. */
struct fold {
    enum function fn;
    bool whole, by_columns;
    enum { PLAIN, ABSOLUTE, SQUARED } term;
    pair_rule *along, *across;
    bool is_root, is_mean; /* the root of it, its part of the count */
};

static const struct fold folds[] = {
    {FN_SUM, true, false, PLAIN, scalar_sum, scalar_sum, false, false},
    {FN_MEAN, true, false, PLAIN, scalar_sum, scalar_sum, false, true},
    {FN_MAX, true, false, PLAIN, larger, larger, false, false},
    {FN_MIN, true, false, PLAIN, smaller, smaller, false, false},
    {FN_NORM1, true, true, ABSOLUTE, scalar_sum, larger, false, false},
    {FN_NORMINF, true, false, ABSOLUTE, scalar_sum, larger, false, false},
    {FN_NORMMAX, true, false, ABSOLUTE, larger, larger, false, false},
    {FN_NORMFRO, true, false, SQUARED, scalar_sum, scalar_sum, true, false},
    {FN_ROWSUM, false, false, PLAIN, scalar_sum, NULL, false, false},
    {FN_ROWMEAN, false, false, PLAIN, scalar_sum, NULL, false, true},
    {FN_ROWMAX, false, false, PLAIN, larger, NULL, false, false},
    {FN_ROWMIN, false, false, PLAIN, smaller, NULL, false, false},
    {FN_ROWNORM2, false, false, SQUARED, scalar_sum, NULL, true, false},
    {FN_COLSUM, false, true, PLAIN, scalar_sum, NULL, false, false},
    {FN_COLMEAN, false, true, PLAIN, scalar_sum, NULL, false, true},
    {FN_COLMAX, false, true, PLAIN, larger, NULL, false, false},
    {FN_COLMIN, false, true, PLAIN, smaller, NULL, false, false},
};

static const struct scalar *
term_of(struct scalar_pool *pool, const struct fold *f, const struct scalar *e)
{
    return f->term == ABSOLUTE  ? scalar_call1(pool, FN_ABS, e)
           : f->term == SQUARED ? scalar_power_si(pool, e, 2)
                                : e;
}

static const struct scalar *fold_line(struct scalar_pool *pool,
                                      struct domain_matrix *a, size_t k,
                                      const struct fold *f)
{
    const struct scalar *value = NULL;
    size_t count = f->by_columns ? a->rows : a->cols;
    for (size_t l = 0; l < count; l++) {
        const struct scalar *next = term_of(
            pool, f, f->by_columns ? *domain_at(a, l, k) : *domain_at(a, k, l));
        value = l == 0 ? next : next ? f->along(pool, value, next) : NULL;
        if (!value)
            return NULL;
    }
    return value;
}

static const struct scalar *finish(struct scalar_pool *pool,
                                   const struct fold *f, const struct scalar *e,
                                   size_t count)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_ui(q, 1, f->is_root ? 2 : count);
    if (f->is_root)
        e = scalar_power(pool, e, q);
    else if (f->is_mean)
        e = scalar_product(pool, scalar_number(pool, q), e);
    mpq_clear(q);
    return e;
}

static bool read_fold(struct domain_matrix *out, struct domain_reader *r,
                      const struct expr *e, const struct fold *f)
{
    struct domain_matrix a;
    if (!domain_read_matrix(&a, r, e->kids[0]))
        return false;
    size_t lines = f->by_columns ? a.cols : a.rows;
    size_t share = f->whole ? count_of(&a) : f->by_columns ? a.rows : a.cols;
    const struct scalar *all = NULL;
    for (size_t k = 0; k < lines; k++) {
        const struct scalar *line = fold_line(r->pool, &a, k, f);
        if (!f->whole)
            out->entries[k] = finish(r->pool, f, line, share);
        else
            all = k == 0 ? line : line ? f->across(r->pool, all, line) : NULL;
        if (!(f->whole ? all : out->entries[k]))
            return false;
    }
    if (f->whole)
        out->entries[0] = finish(r->pool, f, all, share);
    return out->entries[0] != NULL;
}

static const struct fold *find_fold(enum function fn)
{
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++)
        if (folds[i].fn == fn)
            return &folds[i];
    return NULL;
}

/* sqrt(norm1 * norminf) */
static bool read_norm1inf(struct domain_matrix *out, struct domain_reader *r,
                          const struct expr *e)
{
    struct domain_matrix other = *out;
    if (!read_fold(out, r, e, find_fold(FN_NORM1)) ||
        !read_fold(&other, r, e, find_fold(FN_NORMINF)))
        return false;
    const struct scalar *square =
        scalar_product(r->pool, out->entries[0], other.entries[0]);
    out->entries[0] = domain_function(r, FN_SQRT, &square, 1);
    return out->entries[0] != NULL;
}

/* entry j of row i: 1 / sum_k exp(a_ik - a_ij) */
static bool read_softmax(struct domain_matrix *out, struct domain_reader *r,
                         const struct expr *e)
{
    struct domain_matrix a;
    if (e->count != 1 || !domain_read_matrix(&a, r, e->kids[0]))
        return false;
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < a.cols; j++) {
            const struct scalar *sum = scalar_int(r->pool, 0);
            for (size_t k = 0; k < a.cols; k++)
                sum = scalar_sum(r->pool, sum,
                                 scalar_call1(r->pool, FN_EXP,
                                              scalar_difference(
                                                  r->pool, *domain_at(&a, i, k),
                                                  *domain_at(&a, i, j))));
            *domain_at(out, i, j) = scalar_power_si(r->pool, sum, -1);
            if (!*domain_at(out, i, j))
                return false;
        }
    return true;
}

/* log(sum_k exp(a_ik)) */
static bool read_logsumexp(struct domain_matrix *out, struct domain_reader *r,
                           const struct expr *e)
{
    struct domain_matrix a;
    if (!domain_read_matrix(&a, r, e->kids[0]))
        return false;
    for (size_t i = 0; i < a.rows; i++) {
        const struct scalar *sum = scalar_int(r->pool, 0);
        for (size_t k = 0; k < a.cols; k++)
            sum =
                scalar_sum(r->pool, sum,
                           scalar_call1(r->pool, FN_EXP, *domain_at(&a, i, k)));
        out->entries[i] = scalar_call1(r->pool, FN_LOG, sum);
        if (!out->entries[i])
            return false;
    }
    return true;
}

static bool read_trace(struct domain_matrix *out, struct domain_reader *r,
                       const struct expr *e)
{
    struct domain_matrix a;
    if (!domain_read_matrix(&a, r, e->kids[0]))
        return false;
    out->entries[0] = scalar_int(r->pool, 0);
    for (size_t i = 0; i < a.rows; i++)
        out->entries[0] =
            scalar_sum(r->pool, out->entries[0], *domain_at(&a, i, i));
    return out->entries[0] != NULL;
}

/* ones, zeros, the identity */
static bool read_constant(struct domain_matrix *out, struct domain_reader *r,
                          enum function fn)
{
    for (size_t i = 0; i < out->rows; i++)
        for (size_t j = 0; j < out->cols; j++) {
            bool one = fn == FN_ONES || (fn == FN_EYE && i == j);
            *domain_at(out, i, j) = scalar_int(r->pool, one);
            if (!*domain_at(out, i, j))
                return false;
        }
    return true;
}

/* A function of each entry. */
static bool read_entries(struct domain_matrix *out, struct domain_reader *r,
                         const struct expr *e)
{
    if (!domain_read_matrix(out, r, e->kids[0]))
        return false;
    for (size_t i = 0; i < count_of(out); i++) {
        out->entries[i] = domain_function(r, e->fn, &out->entries[i], 1);
        if (!out->entries[i])
            return false;
    }
    return true;
}

static bool read_call(struct domain_matrix *out, struct domain_reader *r,
                      const struct expr *e)
{
    const struct fold *fold = find_fold(e->fn);
    if (fold)
        return read_fold(out, r, e, fold);
    switch ((int)e->fn) {
    case FN_NORM1INF:
        return read_norm1inf(out, r, e);
    case FN_NORM2: /* of a vector */
        return (dim_is_one(e->kids[0]->rows) || dim_is_one(e->kids[0]->cols)) &&
               read_fold(out, r, e, find_fold(FN_NORMFRO));
    case FN_ONES:
    case FN_ZEROS:
    case FN_EYE:
        return read_constant(out, r, e->fn);
    case FN_SOFTMAX:
        return read_softmax(out, r, e);
    case FN_LOGSUMEXP:
        return read_logsumexp(out, r, e);
    case FN_TRACE:
        return read_trace(out, r, e);
    }
    return domain_read_placed(out, r, e) ||
           (e->count == 1 && read_entries(out, r, e));
}

/* ---- matrices ---- */

static bool read_literal(struct domain_matrix *out, struct domain_reader *r,
                         const struct expr *e)
{
    for (size_t i = 0; i < count_of(out); i++) {
        out->entries[i] = domain_term(r, e->kids[i]);
        if (!out->entries[i])
            return false;
    }
    return e->count == count_of(out);
}

static bool read_negated(struct domain_matrix *out, struct domain_reader *r,
                         const struct expr *e)
{
    if (!domain_read_matrix(out, r, e->kids[0]))
        return false;
    for (size_t i = 0; i < count_of(out); i++) {
        out->entries[i] = scalar_times(r->pool, -1, out->entries[i]);
        if (!out->entries[i])
            return false;
    }
    return true;
}

static bool dispatch(struct domain_matrix *out, struct domain_reader *r,
                     const struct expr *e)
{
    switch ((int)e->op) {
    case EX_LITERAL:
        return read_literal(out, r, e);
    case EX_NEG:
        return read_negated(out, r, e);
    case EX_TRANSPOSE:
        return read_transpose(out, r, e);
    case EX_MATMUL:
        return read_product(out, r, e);
    case EX_SLICE:
        return domain_read_placed(out, r, e);
    }
    pair_rule *rule = rule_of(e);
    if (rule)
        return read_pair(out, r, e, rule);
    return e->op == EX_CALL && read_call(out, r, e);
}

/* Whether a scalar is made of matrices, so that it is read here. */
static bool is_of_matrices(const struct expr *e)
{
    bool matrices = e->op == EX_LITERAL || e->op == EX_MATMUL;
    for (size_t i = 0; i < e->count && e->op == EX_CALL; i++)
        matrices |= !expr_is_scalar(e->kids[i]);
    return matrices;
}

bool domain_read_matrix(struct domain_matrix *out, struct domain_reader *r,
                        const struct expr *e)
{
    int64_t rows, cols;
    if (!domain_is_small(e) || !dim_is_constant(e->rows, &rows) ||
        !dim_is_constant(e->cols, &cols))
        return false;
    *out = (struct domain_matrix){(size_t)rows, (size_t)cols, {NULL}};
    if (expr_is_scalar(e) && !is_of_matrices(e)) {
        out->entries[0] = domain_term(r, e);
        return out->entries[0] != NULL;
    }
    if (++r->work > DOMAIN_MAX_WORK || r->depth > DOMAIN_MAX_DEPTH)
        return false;
    r->depth++;
    bool ok = dispatch(out, r, e);
    r->depth--;
    return ok;
}
