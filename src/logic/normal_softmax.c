/* Softmax and logsumexp: functions of each row that see shifts simply. */
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

static void take_words(struct normalizer *n, const form *a, const form **kept,
                       const form **shift)
{
    struct pile keep = {0}, take = {0};
    for (size_t i = 0; i < a->count; i++) {
        term t = a->terms[i];
        const letter *last = t.nletters ? &t.letters[t.nletters - 1] : NULL;
        if (!last || !last->flip || !word_is_ones(last->atom)) {
            pile_add(n, &keep, &t);
            continue;
        }
        t.nletters--;
        pile_add(n, &take, &t);
    }
    *kept = form_collect(n, &keep, a->rows, a->cols);
    *shift = form_collect(n, &take, a->rows, n->one);
}

/*
 * Of joined columns the first block gives its shift away, and the others as
 * much: hcat(A + u*ones', B) = hcat(A, B - u*ones') + u*ones'.
 */
static void take_first_block(struct normalizer *n, const form **kept,
                             const form **shift)
{
    const form *parts[NORMAL_MAX_PIECES], *rest, *more;
    const size_t count = pieces_rows(n, form_flip(n, *kept), parts);
    if (count < 2)
        return;
    take_words(n, form_mul(n, *kept, form_flip(n, parts[0])), &rest, &more);
    if (form_is_zero(more))
        return;
    *shift = form_add(n, *shift, more);
    for (size_t i = 0; i < count && !n->failed; i++) {
        const form *ones = form_flip(n, call_ones(n, parts[i]->rows));
        *kept =
            form_sub(n, *kept, form_mul(n, more, form_mul(n, ones, parts[i])));
    }
}

void call_take_shift(struct normalizer *n, const form *a, const form **kept,
                     const form **shift)
{
    take_words(n, a, kept, shift);
    take_first_block(n, kept, shift);
}

/* ---- rows of a larger matrix ---- */

/* The block of rows that the first such word begins with. */
static const letter *leading_block(struct normalizer *n, const form *a,
                                   const struct dim **size)
{
    const struct dim *lo, *hi;
    for (size_t i = 0; i < a->count; i++) {
        const term *t = &a->terms[i];
        if (t->nletters > 0 && block_read(n, t->letters[0], &lo, &hi, size))
            return t->letters;
    }
    return NULL;
}

/*
 * B with a = S*B: words lose their S, and what has equal rows gets as many as
 * S has columns, since S*ones = ones.  A single row has equal rows.
 */
static const form *without_block(struct normalizer *n, const form *a,
                                 const letter *s, const struct dim *size)
{
    const form *sum = form_zero(n, size, a->cols);
    for (size_t i = 0; i < a->count; i++) {
        term t = a->terms[i];
        bool ours = t.nletters > 0 && word_compare(t.letters, 1, s, 1) == 0;
        bool ones = t.nletters > 0 && !t.letters[0].flip &&
                    word_is_ones(t.letters[0].atom);
        if (!ours && !ones && !dim_is_one(a->rows))
            return NULL;
        if (ours || ones) {
            t.letters++;
            t.nletters--;
        }
        const form *part = form_term(n, &t, ours ? size : n->one, a->cols);
        sum = form_add(n, sum,
                       ours ? part : form_mul(n, call_ones(n, size), part));
    }
    return sum;
}

/* softmax(S*B) = S*softmax(B): each row for itself. */
static bool pull_block(struct normalizer *n, const form *a, const form **out)
{
    const struct dim *size;
    const letter *s = leading_block(n, a, &size);
    const form *inner = s ? without_block(n, a, s, size) : NULL;
    if (!inner || !normal_spend(n))
        return false;
    const form *block = form_atom(n, s->atom);
    *out = form_mul(n, s->flip ? form_flip(n, block) : block,
                    softmax_form(n, inner));
    return true;
}

/* ---- softmax ---- */

static const form *softmax_piece(struct normalizer *n, enum function fn,
                                 const form *a)
{
    (void)fn;
    return softmax_form(n, a);
}

/* softmax(A) = diag(1 ./ (exp(A)*1)) * exp(A) */
static const form *by_exponentials(struct normalizer *n, const form *a)
{
    const form *e = call_entrywise(n, FN_EXP, a);
    const form *sums = form_mul(n, e, call_ones(n, a->cols));
    if (form_is_scalar(sums))
        return form_mul(n, normal_scalar_inverse(n, sums), e);
    return form_mul(n, diag_form(n, dot_inverse(n, sums)), e);
}

const form *softmax_form(struct normalizer *n, const form *a)
{
    const form *kept, *shift, *pulled;
    if (dim_is_one(a->cols))
        return call_ones(n, a->rows);
    if (n->exponentials)
        return by_exponentials(n, a);
    call_take_shift(n, a, &kept, &shift);
    if (form_is_zero(kept)) {
        const form *all = form_mul(n, call_ones(n, a->rows),
                                   form_flip(n, call_ones(n, a->cols)));
        return form_mul(n, normal_scalar_inverse(n, form_dim(n, a->cols)), all);
    }
    if (call_rows_equal(kept))
        return form_mul(n, call_ones(n, a->rows),
                        softmax_form(n, call_first_row(n, kept)));
    if (pull_block(n, kept, &pulled) ||
        by_pieces(n, kept, false, softmax_piece, FN_SOFTMAX, &pulled))
        return pulled;
    const struct expr *kid = print_form(n, kept);
    return letter_form(n, print_call(n, FN_SOFTMAX, a->rows, a->cols, &kid, 1));
}

/* ones(n, m) as a word: the column, or row, alone where a size is 1 */
static bool is_all_ones(const form *a)
{
    if (a->count != 1 || a->terms[0].nletters == 0 ||
        a->terms[0].nfactors > 0 ||
        mpq_cmp_ui(a->terms[0].coefficient->q, 1, 1) != 0)
        return false;
    for (size_t i = 0; i < a->terms[0].nletters; i++)
        if (!word_is_ones(a->terms[0].letters[i].atom))
            return false;
    return true;
}

/* A mask that allows all is none; rows with one allowed entry are 1 there. */
const form *masked_softmax(struct normalizer *n, const form *a,
                           const form *mask)
{
    const form *kept, *shift;
    if (is_all_ones(mask))
        return softmax_form(n, a);
    if (form_is_identity(mask))
        return mask;
    if (dim_is_one(a->cols)) /* where defined: a row allows some entry */
        kept = form_zero(n, a->rows, a->cols);
    else
        call_take_shift(n, a, &kept, &shift);
    const struct expr *kids[] = {print_form(n, kept), print_form(n, mask)};
    return form_atom(n, print_call(n, FN_SOFTMAX, a->rows, a->cols, kids, 2));
}

/* logsumexp(M + u*ones') = logsumexp(M) + u, logsumexp(u) = u */
const form *logsumexp_form(struct normalizer *n, const form *a)
{
    const form *kept, *shift, *rest;
    if (dim_is_one(a->cols))
        return a;
    if (n->exponentials)
        return call_entrywise(
            n, FN_LOG,
            form_mul(n, call_entrywise(n, FN_EXP, a), call_ones(n, a->cols)));
    call_take_shift(n, a, &kept, &shift);
    const struct expr *kid = print_form(n, kept);
    if (form_is_zero(kept))
        rest = form_mul(n, call_entrywise(n, FN_LOG, form_dim(n, a->cols)),
                        call_ones(n, a->rows));
    else
        rest = letter_form(
            n, print_call(n, FN_LOGSUMEXP, a->rows, n->one, &kid, 1));
    return form_add(n, rest, shift);
}

/* ---- by exponentials ---- */

/* Whether such functions occur, and an exponential or logarithm. */
struct occurrences {
    bool softmax, product, exponential,
        ratio; /* log(x/y), log(x*y), log(1 + x/y) */
};

static bool is_log_of_product(const struct expr *e)
{
    return expr_is_call(e, FN_LOG) &&
           (e->kids[0]->op == EX_DIVIDE || e->kids[0]->op == EX_SCALE ||
            e->kids[0]->op == EX_NUMBER || e->kids[0]->op == EX_ADD);
}

static void find_calls(struct occurrences *found, const struct expr *e,
                       size_t depth)
{
    enum { MOST = 40 };
    if ((expr_is_call(e, FN_SOFTMAX) && e->count == 1) ||
        expr_is_call(e, FN_LOGSUMEXP))
        found->softmax = true;
    if (expr_is_call(e, FN_EXP) || expr_is_call(e, FN_LOG))
        found->exponential = true;
    if (e->op == EX_PROD || e->op == EX_POW)
        found->product = true;
    if (is_log_of_product(e))
        found->ratio = true;
    for (size_t i = 0; i < e->count && depth < MOST; i++)
        find_calls(found, e->kids[i], depth + 1);
}

bool exponentials_vanish(struct normalizer *n, const struct expr *a,
                         const struct expr *b)
{
    size_t before = n->work;
    struct occurrences found = {0};
    if (n->exponentials || n->failed || n->cleared > NORMAL_MAX_CLEARING ||
        a->rows != b->rows || a->cols != b->cols)
        return false;
    find_calls(&found, a, 0);
    find_calls(&found, b, 0);
    if ((!found.softmax && !found.product && !found.ratio) ||
        !found.exponential)
        return false;
    n->exponentials = true;
    memo_forget(n);
    const form *x = normal_build(n, a), *y = normal_build(n, b);
    const form *difference = form_sub(n, x, y);
    bool zero = form_vanishes(n, difference);
    if (!zero && found.ratio)
        zero = form_vanishes(n, sum_align(n, difference));
    if (!zero && found.product && form_is_scalar(x)) {
        x = normal_scalar_exp(n, x);
        zero = form_vanishes(n, form_sub(n, x, normal_scalar_exp(n, y)));
    }
    n->exponentials = false;
    memo_forget(n);
    n->cleared += n->work - before;
    return zero && !n->failed;
}
