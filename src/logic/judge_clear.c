/*
 * Signs of sums by those of others, which have fewer denominators and roots:
 * d - x / (y + e) by that of d * (y + e) - x, sqrt(x) - y by that of x - y^2;
 * and of sums that are squares of lengths.
 */
#include "logic/judge_internal.h"

#include "logic/make.h"

enum {
    CLEAR_MAX_NESTED = 5, /* one after the other */
    CLEAR_MAX_TERMS = 24, /* of a sum with denominators */
    CLEAR_MAX_SQUARED = 5 /* of a sum that is squared */
};

/* The atom to the power k, which is not 0. */
static const struct expr *atom_power(struct judge *j, const struct expr *atom,
                                     long k)
{
    struct span nowhere = {0};
    const struct expr *e = atom;
    if (k != 1 && k != -1)
        e = expr_binary(j->pool, EX_POW, atom,
                        make_int(j->pool, k < 0 ? -k : k), nowhere);
    return k > 0 ? e
                 : expr_binary(j->pool, EX_DIVIDE, make_int(j->pool, 1), e,
                               nowhere);
}

static const struct expr *term_expr(struct judge *j,
                                    const struct normal_term *t)
{
    const struct expr *e =
        expr_number(j->pool, t->coefficient, (struct span){0});
    for (size_t i = 0; i < t->nfactors; i++)
        e = make_mul(j->pool, e,
                     atom_power(j, t->factors[i].atom, t->factors[i].power));
    return e;
}

/* ---- denominators ---- */

/*
 * e has the sign of e * y^k, where y, a divisor of e, is not 0: for an even k,
 * and for y >= 0; for y <= 0 and an odd k the other sign.
 */
static bool without_divisor(struct judge *j, const struct expr *cleared,
                            const struct normal_factor *divisor, bool strict)
{
    if (divisor->power % 2 != 0 && !judge_nonnegative(j, divisor->atom)) {
        if (!judge_nonnegative(j, make_neg(j->pool, divisor->atom)))
            return false;
        cleared = make_neg(j->pool, cleared);
    }
    return strict ? judge_positive(j, cleared) : judge_nonnegative(j, cleared);
}

/* ---- multiples of counts ---- */

static bool is_count(const struct normal_factor *f)
{
    return f->atom->op == EX_SYMBOL && f->atom->symbol->kind != SYM_REAL &&
           f->power > 0;
}

/* All factors of a that are no counts are factors of b. */
static bool are_shared(const struct normal_term *a, const struct normal_term *b)
{
    for (size_t i = 0; i < a->nfactors; i++)
        if (!is_count(&a->factors[i]) && !judge_has_factor(b, &a->factors[i]))
            return false;
    return true;
}

/* The term without what is no count. */
static const struct expr *counts_of(struct judge *j,
                                    const struct normal_term *t)
{
    const struct expr *e =
        expr_number(j->pool, t->coefficient, (struct span){0});
    for (size_t i = 0; i < t->nfactors; i++)
        if (is_count(&t->factors[i]))
            e = make_mul(
                j->pool, e,
                atom_power(j, t->factors[i].atom, t->factors[i].power));
    return e;
}

/* n*x - i*x = (n - i)*x for x >= 0 and i in 1..n */
static bool by_counts(struct judge *j, const struct normal_form *form,
                      bool strict)
{
    const struct normal_term *first = &form->terms[0];
    const struct expr *sum = NULL;
    for (size_t i = 0; i < form->count; i++) {
        const struct normal_term *t = &form->terms[i];
        if (!are_shared(first, t) || !are_shared(t, first))
            return false;
        const struct expr *e = counts_of(j, t);
        sum = sum ? make_add(j->pool, sum, e) : e;
    }
    for (size_t i = 0; i < first->nfactors; i++) {
        const struct normal_factor *f = &first->factors[i];
        const struct expr *e = atom_power(j, f->atom, f->power);
        if (!is_count(f) &&
            !(strict ? judge_positive(j, e) : judge_nonnegative(j, e)))
            return false;
    }
    return judge_at_least(j, make_dim(j->pool, sum), strict ? 1 : 0);
}

/* ---- squares of lengths ---- */

static bool has_word(const struct normal_term *t)
{
    for (size_t i = 0; i < t->nfactors; i++)
        if (t->factors[i].atom->op == EX_MATMUL ||
            expr_is_call(t->factors[i].atom, FN_TRACE))
            return true;
    return false;
}

/* A length times roots of numbers and sizes: it has a value everywhere. */
static bool is_length(const struct normal_form *root)
{
    bool found = false;
    if (root->count != 1 || root->terms[0].nletters > 0)
        return false;
    for (size_t i = 0; i < root->terms[0].nfactors; i++) {
        const struct expr *atom = root->terms[0].factors[i].atom;
        const bool call = atom->op == EX_CALL;
        const struct expr *number =
            call && atom->fn == FN_SQRT ? atom->kids[0] : atom;
        if (call && atom->fn == FN_NORMFRO)
            found = true;
        else if (number->op != EX_NUMBER &&
                 (number->op != EX_SYMBOL || number->symbol->kind != SYM_DIM))
            return false;
    }
    return found;
}

/* e = u'*u, trace(A'*A) or such with sums of words for u and A. */
static bool is_square(struct judge *j, const struct expr *e)
{
    const struct expr *root = make_call(j->pool, FN_SQRT, e);
    const struct normal_form *form = normal_terms(j->n, root);
    if (!form || !is_length(form) || !(root = normal_expr(j->n, root)))
        return false;
    form =
        normal_terms(j->n, make_sub(j->pool, e, make_mul(j->pool, root, root)));
    return form && form->count == 0;
}

/* The terms with words add up to a square, the others are nonnegative. */
static bool by_length(struct judge *j, const struct normal_form *form,
                      bool strict)
{
    const struct expr *words = NULL;
    bool positive = false;
    size_t count = 0;
    for (size_t i = 0; i < form->count; i++) {
        const struct normal_term *t = &form->terms[i];
        const bool word = has_word(t);
        if (!word && !judge_term_is_nonnegative(j, t))
            return false;
        positive = positive || (!word && judge_term_is_positive(j, t));
        if (!word)
            continue;
        const struct expr *e = term_expr(j, t);
        words = words ? make_add(j->pool, words, e) : e;
        count++;
    }
    return count > 1 && (positive || !strict) && is_square(j, words);
}

/* ---- products against lengths ---- */

/*
 * y'*y * x'*x for the atom y'*x, trace(A*A') * trace(B'*B) for trace(A*B);
 * NULL: it is neither.
 */
static const struct expr *product_of_squares(struct judge *j,
                                             const struct expr *atom)
{
    const bool trace = expr_is_call(atom, FN_TRACE);
    const struct expr *e = trace ? atom->kids[0] : atom;
    if (e->op != EX_MATMUL)
        return NULL;
    const struct expr *a = e->kids[0], *b = e->kids[1];
    a = make_mul(j->pool, a, make_transpose(j->pool, a));
    b = make_mul(j->pool, make_transpose(j->pool, b), b);
    return trace ? make_mul(j->pool, make_call(j->pool, FN_TRACE, a),
                            make_call(j->pool, FN_TRACE, b))
                 : make_mul(j->pool, a, b);
}

/* The factor (y'*x)^2 of a negative term; false: there is none. */
static bool find_product(const struct normal_form *form, size_t *term,
                         size_t *at)
{
    for (*term = 0; *term < form->count; ++*term)
        for (*at = 0; *at < form->terms[*term].nfactors; ++*at) {
            const struct normal_factor *f = &form->terms[*term].factors[*at];
            if (mpq_sgn(form->terms[*term].coefficient->q) < 0 &&
                f->power == 2 &&
                has_word(&(struct normal_term){.factors = f, .nfactors = 1}))
                return true;
        }
    return false;
}

/*
 * (y'*x)^2 <= y'*y * x'*x (Cauchy-Schwarz), so e is no less than with the
 * latter for the former in a term -c * (y'*x)^2 with c >= 0.
 */
static bool by_products(struct judge *j, const struct expr *e,
                        const struct normal_form *form, bool strict)
{
    size_t term, at;
    if (!find_product(form, &term, &at))
        return false;
    const struct normal_term *t = &form->terms[term];
    const struct expr *most = product_of_squares(j, t->factors[at].atom);
    const struct expr *rest = make_int(j->pool, 1);
    for (size_t i = 0; i < t->nfactors; i++)
        if (i != at)
            rest = make_mul(
                j->pool, rest,
                atom_power(j, t->factors[i].atom, t->factors[i].power));
    if (!most || !judge_nonnegative(j, rest))
        return false;
    const struct expr *less =
        expr_number(j->pool, t->coefficient, (struct span){0});
    less = make_mul(j->pool, make_mul(j->pool, less, rest), most);
    less = make_add(j->pool, make_sub(j->pool, e, term_expr(j, t)), less);
    return strict ? judge_positive(j, less) : judge_nonnegative(j, less);
}

/* ---- completing squares ---- */

/* The term is c * f for the scalar word f = a*b, or trace(a*b), to the power 1.
 */
struct cross {
    const struct expr *a, *b, *c;
    bool trace;
};

static bool read_cross(struct cross *out, struct judge *j,
                       const struct normal_term *t)
{
    const struct expr *word = NULL;
    out->c = expr_number(j->pool, t->coefficient, (struct span){0});
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct normal_factor *f = &t->factors[i];
        out->trace = expr_is_call(f->atom, FN_TRACE);
        const struct expr *e = out->trace ? f->atom->kids[0] : f->atom;
        if (e->op == EX_MATMUL && f->power == 1 && !word)
            word = e;
        else
            out->c =
                make_mul(j->pool, out->c, atom_power(j, f->atom, f->power));
    }
    if (!word || t->nletters > 0)
        return false;
    out->a = word->kids[0];
    out->b = word->kids[1];
    return true;
}

/* v where the word is u'*v or v'*u for the square's u; NULL: it is neither. */
static const struct expr *beside(struct judge *j, const struct cross *x,
                                 const struct cross *square)
{
    if (x->trace != square->trace)
        return NULL;
    if (x->a == square->a)
        return x->b;
    return x->b == square->b ? make_transpose(j->pool, x->a) : NULL;
}

static bool is_square_cross(struct judge *j, const struct cross *x)
{
    return x->a->rows == x->b->cols &&
           normal_expr(j->n, make_transpose(j->pool, x->a)) ==
               normal_expr(j->n, x->b);
}

/* a*|u + c/(2*a)*v|^2 */
static const struct expr *whole_square(struct judge *j,
                                       const struct cross *square,
                                       const struct expr *c,
                                       const struct expr *v)
{
    const struct expr *two_a =
        make_mul(j->pool, make_int(j->pool, 2), square->c);
    const struct expr *u = make_add(
        j->pool, square->b,
        make_mul(j->pool,
                 expr_binary(j->pool, EX_DIVIDE, c, two_a, (struct span){0}),
                 v));
    const struct expr *e = make_mul(j->pool, make_transpose(j->pool, u), u);
    return make_mul(j->pool, square->c,
                    square->trace ? make_call(j->pool, FN_TRACE, e) : e);
}

/*
 * e is no less than what is left of a*u'*u + c*u'*v when it is completed to
 * the square a*|u + c/(2*a)*v|^2, a > 0.
 */
static bool by_completion(struct judge *j, const struct expr *e,
                          const struct normal_form *form, bool strict)
{
    struct cross square, x;
    for (size_t i = 0; i < form->count; i++) {
        if (!read_cross(&square, j, &form->terms[i]) ||
            !is_square_cross(j, &square) || !judge_positive(j, square.c))
            continue;
        for (size_t k = 0; k < form->count; k++) {
            const struct expr *v = NULL;
            if (k != i && read_cross(&x, j, &form->terms[k]))
                v = beside(j, &x, &square);
            if (!v || v->rows != square.b->rows || v->cols != square.b->cols)
                continue;
            const struct expr *rest =
                make_sub(j->pool, e, whole_square(j, &square, x.c, v));
            return strict ? judge_positive(j, rest)
                          : judge_nonnegative(j, rest);
        }
    }
    return false;
}

/* ---- roots ---- */

static bool is_root(const struct normal_factor *f)
{
    return f->power % 2 != 0 && f->atom->op == EX_CALL &&
           (f->atom->fn == FN_SQRT || f->atom->fn == FN_NORMFRO);
}

/* The sum of two terms at least has a term with a root. */
static bool has_root(const struct normal_form *form)
{
    for (size_t i = 0; form->count > 1 && i < form->count; i++)
        for (size_t k = 0; k < form->terms[i].nfactors; k++)
            if (is_root(&form->terms[i].factors[k]))
                return true;
    return false;
}

/*
 * p - q > 0 (or >= 0) for p >= 0 and p^2 > q^2 (or >=), p being the sum of the
 * terms that are added.
 */
static bool by_squares(struct judge *j, const struct normal_form *form,
                       bool strict)
{
    const struct expr *sums[2] = {NULL, NULL};
    for (size_t i = 0; i < form->count; i++) {
        const struct normal_term *t = &form->terms[i];
        const bool minus = mpq_sgn(t->coefficient->q) < 0;
        if (!minus && !judge_term_is_nonnegative(j, t))
            return false;
        const struct expr *e = term_expr(j, t);
        sums[minus] = sums[minus] ? make_add(j->pool, sums[minus], e) : e;
    }
    if (!sums[0] || !sums[1])
        return false;
    const struct expr *gap =
        make_sub(j->pool, make_mul(j->pool, sums[0], sums[0]),
                 make_mul(j->pool, sums[1], sums[1]));
    return strict ? judge_positive(j, gap) : judge_nonnegative(j, gap);
}

static bool cleared(struct judge *j, const struct expr *e,
                    const struct normal_form *form, bool strict)
{
    struct normal_factor divisor;
    if (by_counts(j, form, strict) || by_length(j, form, strict) ||
        judge_by_gram(j, form, strict) ||
        (!strict && judge_by_monomials(j, form)) ||
        by_products(j, e, form, strict) || by_completion(j, e, form, strict))
        return true;
    if (form->count <= CLEAR_MAX_SQUARED && has_root(form) &&
        by_squares(j, form, strict))
        return true;
    const struct expr *whole = normal_without_divisor(j->n, e, &divisor);
    return whole && without_divisor(j, whole, &divisor, strict);
}

bool judge_cleared(struct judge *j, const struct expr *e, bool strict)
{
    const size_t level = j->level;
    if (!expr_is_scalar(e) || j->cleared == CLEAR_MAX_NESTED ||
        j->depth > level + 1)
        return false;
    const struct normal_form *form = normal_terms(j->n, e);
    if (!form || form->count < 2 || form->count > CLEAR_MAX_TERMS)
        return false;
    j->cleared++;
    j->level = j->depth;
    const bool ok = cleared(j, e, form, strict);
    j->level = level;
    j->cleared--;
    return ok;
}
