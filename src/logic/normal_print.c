/* Normal form to expression: the same terms give the same pointer. */
#include "logic/normal_internal.h"

static const struct span nowhere;

const struct expr *print_op(struct normalizer *n, enum expr_op op,
                            const struct dim *rows, const struct dim *cols,
                            const struct expr *const *kids, size_t count)
{
    struct expr model = {
        .op = op, .rows = rows, .cols = cols, .kids = kids, .count = count};
    return expr_intern(n->pool, &model);
}

const struct expr *print_call(struct normalizer *n, enum function fn,
                              const struct dim *rows, const struct dim *cols,
                              const struct expr *const *kids, size_t count)
{
    struct expr model = {.op = EX_CALL,
                         .fn = fn,
                         .rows = rows,
                         .cols = cols,
                         .kids = kids,
                         .count = count};
    return expr_intern(n->pool, &model);
}

const struct expr *print_dim(struct normalizer *n, const struct dim *a)
{
    return expr_of_dim(n->pool, a, nowhere);
}

const struct expr *print_flip(struct normalizer *n, const struct expr *e)
{
    if (e->op == EX_TRANSPOSE)
        return e->kids[0];
    if (expr_is_scalar(e))
        return e;
    return print_op(n, EX_TRANSPOSE, e->cols, e->rows, &e, 1);
}

static const struct expr *print_letter(struct normalizer *n, letter a)
{
    return a.flip ? print_flip(n, a.atom) : a.atom;
}

static const struct expr *print_eye(struct normalizer *n,
                                    const struct dim *size)
{
    const struct expr *kid = print_dim(n, size);
    return print_call(n, FN_EYE, size, size, &kid, 1);
}

const struct expr *print_word(struct normalizer *n, const letter *w,
                              size_t count, const struct dim *size)
{
    if (count == 0)
        return dim_is_one(size) ? expr_int(n->pool, 1, nowhere)
                                : print_eye(n, size);
    const struct expr *product = print_letter(n, w[0]);
    for (size_t i = 1; i < count; i++) {
        const struct expr *kids[] = {product, print_letter(n, w[i])};
        product = print_op(n, EX_MATMUL, kids[0]->rows, kids[1]->cols, kids, 2);
    }
    return product;
}

static const struct expr *print_factor(struct normalizer *n, factor f)
{
    if (f.power == 1)
        return f.atom;
    return expr_binary(n->pool, EX_POW, f.atom,
                       expr_int(n->pool, f.power, nowhere), nowhere);
}

/* The scalar part; NULL where it is 1. */
static const struct expr *print_scalars(struct normalizer *n, const term *t)
{
    const struct expr *product = NULL;
    if (mpq_cmp_ui(t->coefficient->q, 1, 1) != 0)
        product = expr_number(n->pool, t->coefficient, nowhere);
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct expr *f = print_factor(n, t->factors[i]);
        product =
            product ? expr_binary(n->pool, EX_SCALE, product, f, nowhere) : f;
    }
    return product;
}

static const struct expr *print_term(struct normalizer *n, const term *t,
                                     const form *a)
{
    const struct expr *scalars = print_scalars(n, t);
    if (scalars && form_is_scalar(a) && t->nletters == 0)
        return scalars;
    const struct expr *word = print_word(n, t->letters, t->nletters, a->rows);
    if (!scalars)
        return word;
    const struct expr *kids[] = {scalars, word};
    return print_op(n, EX_SCALE, a->rows, a->cols, kids, 2);
}

static const struct expr *print_zero(struct normalizer *n, const form *a)
{
    if (form_is_scalar(a))
        return expr_int(n->pool, 0, nowhere);
    const struct expr *kids[] = {print_dim(n, a->rows), print_dim(n, a->cols)};
    return print_call(n, FN_ZEROS, a->rows, a->cols, kids, 2);
}

const struct expr *print_form(struct normalizer *n, const form *a)
{
    if (a->count == 0 || n->failed)
        return print_zero(n, a);
    const struct expr *sum = print_term(n, &a->terms[0], a);
    for (size_t i = 1; i < a->count; i++) {
        const struct expr *kids[] = {sum, print_term(n, &a->terms[i], a)};
        sum = print_op(n, EX_ADD, a->rows, a->cols, kids, 2);
    }
    if (n->nrules == 0 && !memo_find(n, sum))
        memo_add(n, sum, a);
    return sum;
}
