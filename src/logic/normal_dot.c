/* Entry by entry products, diagonal matrices and diagonals. */
#include "logic/normal_internal.h"

#include <stdlib.h>

bool dot_is_product(const struct expr *e)
{
    return e->op == EX_DOT_MUL;
}

bool dot_is_inverse(const struct expr *e)
{
    return e->op == EX_DOT_DIV && expr_is_scalar(e->kids[0]) &&
           !expr_is_scalar(e->kids[1]) && e->kids[0]->op == EX_NUMBER &&
           mpq_cmp_ui(e->kids[0]->number->q, 1, 1) == 0;
}

/* The factors of a product entry by entry: words, as expressions. */
struct parts {
    const struct expr **list;
    size_t count;
};

static void add_part(struct normalizer *n, struct parts *p,
                     const struct expr *e)
{
    arena_push(n->arena, &p->list, &p->count, sizeof e, &e);
}

static void add_word(struct normalizer *n, struct parts *p, const letter *w,
                     size_t count, const struct dim *size)
{
    if (count != 1 || !dot_is_product(w[0].atom)) {
        add_part(n, p, print_word(n, w, count, size));
        return;
    }
    const struct expr *e = w[0].atom;
    for (; dot_is_product(e); e = e->kids[0])
        add_part(n, p, w[0].flip ? print_flip(n, e->kids[1]) : e->kids[1]);
    add_part(n, p, w[0].flip ? print_flip(n, e) : e);
}

static int compare_ids(const void *a, const void *b)
{
    const struct expr *const *x = a, *const *y = b;
    return (*x)->id < (*y)->id ? -1 : (*x)->id > (*y)->id;
}

static bool is_inverse_of(const struct expr *a, const struct expr *b)
{
    return a->op == EX_DOT_DIV && a->kids[1] == b;
}

/* x .* (1 ./ x) = ones, and ones are left out. */
static void drop_units(struct parts *p)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->count; i++) {
        bool drop = word_is_ones(p->list[i]);
        for (size_t j = i + 1; j < p->count && !drop; j++)
            if (is_inverse_of(p->list[i], p->list[j]) ||
                is_inverse_of(p->list[j], p->list[i])) {
                p->list[j] = p->list[--p->count];
                drop = true;
            }
        if (!drop)
            p->list[kept++] = p->list[i];
    }
    p->count = kept;
}

/* Parts are words in normal form already. */
static const form *part_form(struct normalizer *n, const struct expr *e)
{
    const letter *w;
    size_t count;
    if (expr_is_call(e, FN_EYE))
        return form_identity(n, e->rows);
    if (!word_read(n, e, &w, &count))
        return normal_build(n, e);
    return word_form(n, w, count, e->rows, e->cols);
}

static const struct expr *dot_chain(struct normalizer *n, const struct parts *p)
{
    const struct expr *e = p->list[0];
    for (size_t i = 1; i < p->count; i++) {
        const struct expr *kids[] = {e, p->list[i]};
        e = print_op(n, EX_DOT_MUL, e->rows, e->cols, kids, 2);
    }
    return e;
}

static const form *dot_atom(struct normalizer *n, const struct parts *p)
{
    const struct expr *e = dot_chain(n, p);
    return dim_is_one(e->cols) ? form_atom(n, e) : letter_form(n, e);
}

/* The transpose of such an atom, its parts in their order again. */
const struct expr *dot_flipped(struct normalizer *n, const struct expr *e)
{
    struct parts p = {0};
    const letter a = {e, true};
    add_word(n, &p, &a, 1, e->cols);
    for (size_t i = 0; i < p.count; i++)
        p.list[i] = print_form(n, part_form(n, p.list[i]));
    qsort(p.list, p.count, sizeof *p.list, compare_ids);
    return dot_chain(n, &p);
}

/* unit .* x .* y = x[i] * y[i] * unit */
static bool unit_dot(struct normalizer *n, const struct parts *p,
                     const form **out)
{
    size_t at = 0;
    while (at < p->count && !expr_is_call(p->list[at], FN_UNIT))
        at++;
    if (at == p->count)
        return false;
    const form *unit = part_form(n, p->list[at]), *row = form_flip(n, unit);
    *out = unit;
    for (size_t i = 0; i < p->count; i++)
        if (i != at)
            *out =
                form_mul(n, form_mul(n, row, part_form(n, p->list[i])), *out);
    return true;
}

static const form *columns_dot(struct normalizer *n, struct parts *p,
                               const struct dim *rows);

/* rownorm2(A) .* rownorm2(A) = diagof(A*A') */
static bool rownorms_dot(struct normalizer *n, struct parts *p,
                         const struct dim *rows, const form **out)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t j = i + 1; j < p->count; j++) {
            if (p->list[i] != p->list[j] ||
                !expr_is_call(p->list[i], FN_ROWNORM2))
                continue;
            const form *a = normal_build(n, p->list[i]->kids[0]);
            p->list[j] = p->list[--p->count];
            p->list[i] = p->list[--p->count];
            *out = diagof_form(n, form_mul(n, a, form_flip(n, a)));
            *out = dot_product(n, *out, columns_dot(n, p, rows));
            return true;
        }
    return false;
}

/* The root that e is, or is 1 over. */
static const struct expr *root_in(const struct expr *e)
{
    e = dot_is_inverse(e) ? e->kids[1] : e;
    return expr_is_call(e, FN_SQRT) ? e : NULL;
}

/* sqrt(x) .* sqrt(x) = x, and the same of 1 ./ sqrt(x) */
static bool roots_dot(struct normalizer *n, struct parts *p,
                      const struct dim *rows, const form **out)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t j = i + 1; j < p->count; j++) {
            const struct expr *e = p->list[i], *root = root_in(e);
            if (e != p->list[j] || !root)
                continue;
            p->list[j] = p->list[--p->count];
            p->list[i] = p->list[--p->count];
            const form *x = normal_build(n, root->kids[0]);
            x = e == root ? x : dot_inverse(n, x);
            *out = dot_product(n, x, columns_dot(n, p, rows));
            return true;
        }
    return false;
}

static const form *columns_dot(struct normalizer *n, struct parts *p,
                               const struct dim *rows)
{
    const form *out;
    if (rownorms_dot(n, p, rows, &out) || roots_dot(n, p, rows, &out))
        return out;
    drop_units(p);
    if (p->count == 0)
        return call_ones(n, rows);
    if (p->count == 1)
        return part_form(n, p->list[0]);
    if (unit_dot(n, p, &out))
        return out;
    qsort(p->list, p->count, sizeof *p->list, compare_ids);
    return dot_atom(n, p);
}

static bool is_diagonal(const struct expr *e)
{
    return expr_is_call(e, FN_EYE) || expr_is_call(e, FN_DIAG);
}

/* diag(u) .* A = diag(u .* diagof(A)) */
static bool diagonal_dot(struct normalizer *n, const struct parts *p,
                         const form **out)
{
    bool any = false;
    for (size_t i = 0; i < p->count; i++)
        any = any || is_diagonal(p->list[i]);
    if (!any)
        return false;
    const form *v = call_ones(n, p->list[0]->rows);
    for (size_t i = 0; i < p->count; i++)
        v = dot_product(n, v, diagof_form(n, part_form(n, p->list[i])));
    *out = diag_form(n, v);
    return true;
}

static const form *matrices_dot(struct normalizer *n, struct parts *p)
{
    const form *out;
    if (p->count > 1 && diagonal_dot(n, p, &out))
        return out;
    if (p->count == 1)
        return part_form(n, p->list[0]);
    qsort(p->list, p->count, sizeof *p->list, compare_ids);
    return dot_atom(n, p);
}

/* Whether the letter is diag(u); the column u, a word, as parts. */
static bool add_diagonal(struct normalizer *n, struct parts *p, letter a)
{
    const letter *u;
    size_t count;
    if (!expr_is_call(a.atom, FN_DIAG) ||
        !word_read(n, a.atom->kids[0], &u, &count))
        return false;
    add_word(n, p, u, count, a.atom->rows);
    return true;
}

/* (diag(u)*A*diag(v)) .* B = diag(u)*(A .* B)*diag(v) */
static void split_scaled(struct normalizer *n, const letter *w, size_t count,
                         const form *a, struct parts *left, struct parts *right,
                         struct parts *middle)
{
    if (count > 1 && add_diagonal(n, left, w[0])) {
        w++;
        count--;
    }
    if (count > 1 && add_diagonal(n, right, w[count - 1]))
        count--;
    add_word(n, middle, w, count, a->rows);
}

/* u*v' is taken apart, so that (u*v') .* A = diag(u)*A*diag(v). */
static void split_word(struct normalizer *n, const letter *w, size_t count,
                       const form *a, struct parts *left, struct parts *right,
                       struct parts *middle)
{
    size_t cut;
    if (dim_is_one(a->cols)) {
        add_word(n, left, w, count, a->rows);
    } else if (dim_is_one(a->rows)) {
        add_word(n, right, word_flip(n, w, count), count, a->cols);
    } else if (word_cut(w, count, &cut)) {
        add_word(n, left, w, cut, a->rows);
        add_word(n, right, word_flip(n, w + cut, count - cut), count - cut,
                 a->cols);
    } else {
        split_scaled(n, w, count, a, left, right, middle);
    }
}

static const form *word_of(struct normalizer *n, const term *t, const form *a)
{
    return word_form(n, t->letters, t->nletters, a->rows, a->cols);
}

static bool is_placed(struct normalizer *n, letter a)
{
    const struct dim *lo, *hi, *size;
    const letter turned = {a.atom, !a.flip};
    return a.atom->op == EX_SLICE && block_read(n, turned, &lo, &hi, &size);
}

/* (S'*A) .* B = S'*(A .* (S*B)) for rows S of an identity */
static bool placed_dot(struct normalizer *n, const form *a, const form *b,
                       const form **out)
{
    const term *t = &a->terms[0];
    if (a->count != 1 || t->nletters == 0 || !is_placed(n, t->letters[0]))
        return false;
    const form *place =
        word_form(n, t->letters, 1, a->rows, letter_cols(t->letters[0]));
    const form *rest = word_form(n, t->letters + 1, t->nletters - 1,
                                 letter_cols(t->letters[0]), a->cols);
    *out = form_mul(n, place,
                    dot_product(n, rest, form_mul(n, form_flip(n, place), b)));
    return true;
}

/* The same for either factor, and for columns. */
static bool blocks_dot(struct normalizer *n, const form *a, const form *b,
                       const form **out)
{
    if (placed_dot(n, a, b, out) || placed_dot(n, b, a, out))
        return true;
    const form *x = form_flip(n, a), *y = form_flip(n, b);
    if (!placed_dot(n, x, y, out) && !placed_dot(n, y, x, out))
        return false;
    *out = form_flip(n, *out);
    return true;
}

static const form *words_dot(struct normalizer *n, const term *s, const term *t,
                             const form *a)
{
    const form *blocks;
    if (blocks_dot(n, word_of(n, s, a), word_of(n, t, a), &blocks) ||
        kron_dot(n, word_of(n, s, a), word_of(n, t, a), &blocks))
        return blocks;
    struct parts left = {0}, right = {0}, middle = {0};
    split_word(n, s->letters, s->nletters, a, &left, &right, &middle);
    split_word(n, t->letters, t->nletters, a, &left, &right, &middle);
    const bool by_rows = left.count > 0, by_columns = right.count > 0;
    const form *u = columns_dot(n, &left, a->rows); /* takes parts away */
    const form *v = columns_dot(n, &right, a->cols);
    drop_units(&middle);
    if (dim_is_one(a->cols))
        return u;
    if (dim_is_one(a->rows))
        return form_flip(n, v);
    if (middle.count == 0) /* u, v have parts, or all inverses cancelled */
        return form_mul(n, u, form_flip(n, v));
    const form *m = matrices_dot(n, &middle);
    if (by_rows)
        m = form_mul(n, diag_form(n, u), m);
    return by_columns ? form_mul(n, m, diag_form(n, v)) : m;
}

const form *dot_product(struct normalizer *n, const form *a, const form *b)
{
    struct pile pile = {0};
    if (form_is_scalar(a) || form_is_scalar(b))
        return form_mul(n, a, b);
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count && normal_spend(n); j++) {
            term s = a->terms[i], t = b->terms[j], one = term_one(n);
            const form *word = words_dot(n, &s, &t, a);
            s.nletters = t.nletters = 0;
            s = term_times(n, &s, &t);
            pile_around(n, &pile, &s, word, &one);
        }
    return form_collect(n, &pile, a->rows, a->cols);
}

static const form *inverse_atom(struct normalizer *n, const form *a)
{
    const struct expr *kids[] = {print_form(n, form_number(n, 1, 1)),
                                 print_form(n, a)};
    if (kids[1]->op == EX_DOT_DIV)
        return normal_build(n, kids[1]->kids[1]);
    if (word_is_ones(kids[1]))
        return a;
    return letter_form(n, print_op(n, EX_DOT_DIV, a->rows, a->cols, kids, 2));
}

static const form *parts_inverse(struct normalizer *n, const struct parts *p,
                                 const form *start)
{
    for (size_t i = 0; i < p->count; i++)
        start =
            dot_product(n, start, inverse_atom(n, part_form(n, p->list[i])));
    return start;
}

/* 1 ./ a; for one term by its scalars and the parts of its word. */
const form *dot_inverse(struct normalizer *n, const form *a)
{
    term content;
    const form *rest;
    if (form_is_scalar(a))
        return normal_scalar_inverse(n, a);
    if (a->count == 0 || n->failed)
        return inverse_atom(n, a);
    normal_scalar_content(n, a, false, &content, &rest);
    term t = term_inverse(n, &content);
    const form *scale = form_term(n, &t, n->one, n->one);
    if (rest->count != 1)
        return form_mul(n, scale, inverse_atom(n, rest));
    const term *w = &rest->terms[0];
    if (mpq_sgn(w->coefficient->q) < 0)
        scale = form_neg(n, scale);
    struct parts left = {0}, right = {0}, middle = {0};
    split_word(n, w->letters, w->nletters, a, &left, &right, &middle);
    const form *ones =
        form_mul(n, call_ones(n, a->rows), form_flip(n, call_ones(n, a->cols)));
    const form *u = parts_inverse(n, &left, call_ones(n, a->rows));
    const form *v = parts_inverse(n, &right, call_ones(n, a->cols));
    const form *m = parts_inverse(n, &middle, ones);
    m = dot_product(n, m, form_mul(n, u, form_flip(n, v)));
    return form_mul(n, scale, m);
}

/* ---- diagonals ---- */

static const form *word_diag(struct normalizer *n, const term *t,
                             const struct dim *size)
{
    if (t->nletters > 1 && is_placed(n, t->letters[0])) {
        /* diag(S'*v) = S'*diag(v)*S */
        const struct dim *cols = letter_cols(t->letters[0]);
        const form *place = word_form(n, t->letters, 1, size, cols);
        const form *rest =
            word_form(n, t->letters + 1, t->nletters - 1, cols, n->one);
        return form_mul(n, place,
                        form_mul(n, diag_form(n, rest), form_flip(n, place)));
    }
    const form *x, *y;
    if (kron_read(n, word_form(n, t->letters, t->nletters, size, n->one), &x,
                  &y) &&
        dim_is_one(x->cols) && dim_is_one(y->cols) && !n->failed)
        return kron_form(n, diag_form(n, x), diag_form(n, y));
    const struct expr *w = print_word(n, t->letters, t->nletters, size);
    if (word_is_ones(w))
        return form_identity(n, size);
    return form_atom(n, print_call(n, FN_DIAG, size, size, &w, 1));
}

const form *diag_form(struct normalizer *n, const form *v)
{
    struct pile pile = {0};
    if (form_is_scalar(v))
        return v;
    if (dim_is_one(v->rows))
        v = form_flip(n, v);
    for (size_t i = 0; i < v->count && normal_spend(n); i++) {
        term t = v->terms[i], one = term_one(n);
        const form *d = word_diag(n, &t, v->rows);
        t.nletters = 0;
        pile_around(n, &pile, &t, d, &one);
    }
    return form_collect(n, &pile, v->rows, v->rows);
}

/* diagof(S'*A) = S'*diagof(A*S') */
static const form *placed_diagonal(struct normalizer *n, const letter *w,
                                   size_t count, const struct dim *size)
{
    const struct dim *cols = letter_cols(w[0]);
    const form *place = word_form(n, w, 1, size, cols);
    const form *rest = word_form(n, w + 1, count - 1, cols, size);
    return form_mul(n, place, diagof_form(n, form_mul(n, rest, place)));
}

/* diagof(A*diag(v)*B) = (A .* B')*v */
static bool weighted_diagonal(struct normalizer *n, const letter *w,
                              size_t count, const struct dim *size,
                              const form **out)
{
    size_t at = 1;
    while (at + 1 < count && !expr_is_call(w[at].atom, FN_DIAG))
        at++;
    if (at + 1 >= count)
        return false;
    const struct dim *inner = letter_cols(w[at]);
    const form *left = word_form(n, w, at, size, inner);
    const form *right = word_form(n, w + at + 1, count - at - 1, inner, size);
    *out = form_mul(n, dot_product(n, left, form_flip(n, right)),
                    normal_build(n, w[at].atom->kids[0]));
    return true;
}

/* diagof(kron(A, B)) = kron(diagof(A), diagof(B)), both square */
static bool kron_diagonal(struct normalizer *n, const letter *w, size_t count,
                          const struct dim *size, const form **out)
{
    const form *x, *y;
    if (!kron_read(n, word_form(n, w, count, size, size), &x, &y) ||
        x->rows != x->cols || y->rows != y->cols || n->failed)
        return false;
    *out = kron_form(n, diagof_form(n, x), diagof_form(n, y));
    return true;
}

static const form *word_diagonal(struct normalizer *n, const letter *w,
                                 size_t count, const struct dim *size)
{
    size_t cut;
    const form *out;
    if (count == 0)
        return call_ones(n, size);
    if (word_cut(w, count, &cut))
        return dot_product(
            n, word_form(n, w, cut, size, n->one),
            form_flip(n, word_form(n, w + cut, count - cut, n->one, size)));
    bool first = expr_is_call(w[0].atom, FN_DIAG);
    if (first || expr_is_call(w[count - 1].atom, FN_DIAG)) {
        const letter d = first ? w[0] : w[count - 1];
        return dot_product(
            n, normal_build(n, d.atom->kids[0]),
            word_diagonal(n, first ? w + 1 : w, count - 1, size));
    }
    if (weighted_diagonal(n, w, count, size, &out) ||
        kron_diagonal(n, w, count, size, &out))
        return out;
    const letter *v = word_flip(n, w, count);
    if (is_placed(n, w[0]))
        return placed_diagonal(n, w, count, size);
    if (is_placed(n, v[0]))
        return placed_diagonal(n, v, count, size);
    if (word_compare(v, count, w, count) < 0)
        w = v;
    const struct expr *e = print_word(n, w, count, size);
    return form_atom(n, print_call(n, FN_DIAGOF, size, n->one, &e, 1));
}

const form *diagof_form(struct normalizer *n, const form *a)
{
    struct pile pile = {0};
    if (form_is_scalar(a))
        return a;
    for (size_t i = 0; i < a->count && normal_spend(n); i++) {
        term t = a->terms[i], one = term_one(n);
        const form *d = word_diagonal(n, t.letters, t.nletters, a->rows);
        t.nletters = 0;
        pile_around(n, &pile, &t, d, &one);
    }
    return form_collect(n, &pile, a->rows, n->one);
}
