/*
 * Inverses and determinants of matrices with an outer product added:
 *
 *     inv(R + c*u*v') = W - c*W*u*v'*W / N,   det(R + c*u*v') = det(R) * N
 *
 * with W = inv(R) and N = 1 + c*v'*W*u ([HornJohnson2013] 0.7.4, 0.8.5), where
 * R is certainly invertible.  N is not 0 where the left inverse is defined, as
 * the second equation shows.  Used in the last test for zero alone.
 */
#include "logic/make.h"
#include "logic/normal_internal.h"

enum { MAX_UPDATES = 8 };

struct updates {
    const struct expr *const *inverses; /* evaluated at every instance */
    size_t count;
    size_t added;
};

/* Invertible at every instance. */
static bool is_inverse(struct normalizer *n, const struct updates *u,
                       const struct expr *atom)
{
    for (size_t i = 0; i < u->count; i++)
        if (u->inverses[i] == atom || u->inverses[i]->kids[0] == atom)
            return true;
    return letter_is_orthogonal(n, atom);
}

/* inv(r), if what it is written with is there at every instance; else NULL. */
static const form *known_inverse(struct normalizer *n, const struct updates *u,
                                 const form *r)
{
    const form *w = form_is_zero(r) ? r : inverse_form(n, r);
    if (w->count != 1 || n->failed)
        return NULL;
    for (size_t i = 0; i < w->terms[0].nletters; i++)
        if (!is_inverse(n, u, w->terms[0].letters[i].atom))
            return NULL;
    for (size_t i = 0; i < w->terms[0].nfactors; i++)
        if (!normal_is_positive(n, w->terms[0].factors[i].atom))
            return NULL;
    return w;
}

/* b = r + left * right, a column and a row, with w = inv(r) known */
struct update {
    const form *rest, *w, *left, *right;
};

static bool read_update(struct normalizer *n, const struct updates *all,
                        const form *b, struct update *out)
{
    size_t cut;
    for (size_t i = 0; i < b->count && b->count > 1 && normal_spend(n); i++) {
        const term *t = &b->terms[i];
        if (!word_cut(t->letters, t->nletters, &cut))
            continue;
        term left = *t, right = term_one(n);
        left.nletters = cut;
        right.letters = t->letters + cut;
        right.nletters = t->nletters - cut;
        out->left = form_single(n, &left, b->rows, n->one);
        out->right = form_single(n, &right, n->one, b->cols);
        out->rest = form_sub(n, b, form_term(n, t, b->rows, b->cols));
        out->w = known_inverse(n, all, out->rest);
        if (out->w)
            return true;
    }
    return false;
}

/* N */
static const form *update_factor(struct normalizer *n, const struct update *u)
{
    return form_add(n, form_number(n, 1, 1),
                    form_mul(n, u->right, form_mul(n, u->w, u->left)));
}

static void add_rule(struct normalizer *n, struct updates *all,
                     const struct expr *atom, const form *rhs)
{
    letter *word = arena_array(n->arena, 1, sizeof *word);
    *word = (letter){atom, false};
    const bool scalar = expr_is_scalar(atom);
    const struct normal_rule rule = {.lhs = atom,
                                     .rhs = rhs,
                                     .word = scalar ? NULL : word,
                                     .nword = scalar ? 0 : 1};
    if (n->failed || all->added == MAX_UPDATES)
        return;
    arena_push(n->arena, &n->rules, &n->nrules, sizeof rule, &rule);
    all->added++;
}

static void inverse_rule(struct normalizer *n, struct updates *all,
                         const struct expr *atom)
{
    struct update u;
    if (!read_update(n, all, normal_build(n, atom->kids[0]), &u))
        return;
    const form *scale = normal_scalar_inverse(n, update_factor(n, &u));
    const form *outer =
        form_mul(n, form_mul(n, u.w, u.left), form_mul(n, u.right, u.w));
    add_rule(n, all, atom, form_sub(n, u.w, form_mul(n, scale, outer)));
}

static void det_rule(struct normalizer *n, struct updates *all,
                     const struct expr *e)
{
    struct update u;
    const struct expr *atom = print_form(n, normal_build(n, e));
    if (!expr_is_call(atom, FN_DET) ||
        !read_update(n, all, normal_build(n, atom->kids[0]), &u))
        return;
    add_rule(n, all, atom,
             form_mul(n, det_form(n, u.rest), update_factor(n, &u)));
}

/* Depth: that of the expression, over the limit nothing is found. */
static void det_rules(struct normalizer *n, struct updates *all,
                      const struct expr *e)
{
    if (!normal_spend(n) || n->depth >= NORMAL_MAX_DEPTH || make_is_binder(e))
        return;
    n->depth++;
    if (expr_is_call(e, FN_DET))
        det_rule(n, all, e);
    for (size_t i = 0; i < e->count; i++)
        det_rules(n, all, e->kids[i]);
    n->depth--;
}

bool updates_vanish(struct normalizer *n, const struct expr *a,
                    const struct expr *b, const struct expr *const *inverses,
                    size_t count)
{
    struct updates all = {.inverses = inverses, .count = count};
    const size_t before = n->nrules;
    if (a->rows != b->rows || a->cols != b->cols)
        return false; /* t beside a matrix is not t*eye(n) */
    for (size_t i = 0; i < count && !n->failed; i++)
        if (expr_is_call(inverses[i], FN_INV))
            inverse_rule(n, &all, inverses[i]);
    det_rules(n, &all, a);
    det_rules(n, &all, b);
    if (all.added == 0 || n->failed)
        return false;
    memo_forget(n);
    const form *d = form_sub(n, normal_build(n, a), normal_build(n, b));
    const bool zero = form_vanishes(n, d);
    n->nrules = before;
    memo_forget(n);
    return zero;
}
