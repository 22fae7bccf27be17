/*
 * Inequalities as nonnegative combinations of facts, of products of two, and of
 * squares, by exact linear programming over the monomials (certificates of
 * degree 2, [Stengle1974]).
 */
#include "algebra/find_internal.h"

#include "algebra/linear.h"
#include "base/status.h"
#include "core/ring.h"

#include <stdlib.h>

enum { COMBINE_FACTS = 400, COMBINE_COLUMNS = 600, COMBINE_ROWS = 120 };

struct column {
    const struct form *form;
    fact_t facts[2];
    size_t nfacts;
    const struct form *square; /* or NULL */
    bool is_strict;
};

struct program {
    struct column columns[COMBINE_COLUMNS];
    size_t ncolumns;
    struct term rows[COMBINE_ROWS];
    size_t nrows;
};

static void add_column(struct find *s, struct program *p, const struct form *f,
                       const fact_t *facts, size_t nfacts,
                       const struct form *square, bool is_strict)
{
    struct column *c = &p->columns[p->ncolumns];

    f = f ? find_reduced(s, f) : NULL;
    if (f == NULL || form_is_nil(f) || f->count > 24 ||
        p->ncolumns == COMBINE_COLUMNS)
        return;
    *c = (struct column){
        .form = f, .nfacts = nfacts, .square = square, .is_strict = is_strict};
    for (size_t i = 0; i < nfacts; i++)
        c->facts[i] = facts[i];
    p->ncolumns++;
}

/* The row of the term's monomial and word, made if there is room. */
static size_t row_of(struct program *p, const struct term *t)
{
    for (size_t i = 0; i < p->nrows; i++) {
        if (p->rows[i].monomial == t->monomial && p->rows[i].word == t->word)
            return i;
    }
    if (p->nrows == COMBINE_ROWS)
        return COMBINE_ROWS;
    p->rows[p->nrows] = *t;
    return p->nrows++;
}

static bool shares_a_term(const struct program *p, const struct form *f)
{
    for (size_t j = 0; j < f->count; j++) {
        for (size_t i = 0; i < p->nrows; i++) {
            if (p->rows[i].monomial == f->terms[j].monomial &&
                p->rows[i].word == f->terms[j].word)
                return true;
        }
    }
    return false;
}

static bool has_atom(const struct form *f, const struct atom *a)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct letters *parts[] = {f->terms[i].monomial,
                                         f->terms[i].word};

        for (size_t k = 0; k < 2; k++) {
            for (size_t j = 0; j < parts[k]->count; j++) {
                if (parts[k]->items[j].atom == a)
                    return true;
            }
        }
    }
    return false;
}

/* Whether all atoms of the form are those of the goal. */
static bool is_within(const struct form *f, const struct form *goal)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct letters *parts[] = {f->terms[i].monomial,
                                         f->terms[i].word};

        for (size_t k = 0; k < 2; k++) {
            for (size_t j = 0; j < parts[k]->count; j++) {
                if (!has_atom(goal, parts[k]->items[j].atom))
                    return false;
            }
        }
    }
    return true;
}

/* Products are tried of what the goal is made of; for hypotheses, of signs. */
static bool is_worth(const struct find *s, const struct form *a,
                     const struct form *b)
{
    size_t size = a->count * b->count;

    return size <= (s->depth > 0 ? 1 : 8);
}

/* Facts 0 <= f of that shape, then products of two, and squares. */
static void gather_facts(struct find *s, struct program *p,
                         const struct form *goal)
{
    fact_t facts[COMBINE_FACTS];
    const struct form *forms[COMBINE_FACTS];
    bool strict[COMBINE_FACTS], inner[COMBINE_FACTS];
    size_t count = 0;

    if (form_scalar(goal))
        add_column(s, p, pool_one(s->pool), NULL, 0, NULL, true);
    for (fact_t k = deduction_facts(s->deduction);
         k-- > 0 && count < (s->depth > 0 ? 64 : COMBINE_FACTS);) {
        struct variables leans, scope = deduction_scope(s->deduction);
        const struct form *r = deduction_fact(s->deduction, k, &leans);
        unsigned fn = r ? relation_kind(r) : 0;

        if ((fn != CORE_LE && fn != CORE_LT) ||
            !variables_within(&leans, &scope))
            continue;
        facts[count] = k;
        strict[count] = fn == CORE_LT;
        forms[count] = find_reduced(s, relation_atom(r)->args[0]);
        if (forms[count] == NULL)
            continue;
        inner[count] = is_within(forms[count], goal);
        if (form_same_shape(forms[count], goal))
            add_column(s, p, forms[count], &facts[count], 1, NULL,
                       strict[count]);
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count && p->ncolumns < COMBINE_COLUMNS; j++) {
            const fact_t two[] = {facts[i], facts[j]};
            bool both_scalar = form_scalar(forms[i]) && form_scalar(forms[j]);
            const struct form *f;

            if (!inner[i] || !inner[j] || !is_worth(s, forms[i], forms[j]) ||
                (both_scalar && j < i) ||
                (!both_scalar && !form_scalar(forms[i]) &&
                 (form_scalar(forms[j]) || forms[i]->cols != forms[j]->rows)))
                continue;
            f = ring_mul(s->pool, forms[i], forms[j]);
            if (f != NULL && form_same_shape(f, goal) && shares_a_term(p, f))
                add_column(s, p, f, two, 2, NULL, strict[i] && strict[j]);
        }
    }
}

/* Squares of the scalars whose products the goal has. */
static void gather_squares(struct find *s, struct program *p,
                           const struct form *goal)
{
    const struct form *roots[16];
    size_t count = 0;

    if (!form_scalar(goal))
        return;
    for (size_t i = 0; i < goal->count; i++) {
        for (size_t j = 0; j < goal->terms[i].monomial->count; j++) {
            const struct form *x =
                ring_atom(s->pool, goal->terms[i].monomial->items[j].atom);
            size_t k = 0;

            while (k < count && roots[k] != x)
                k++;
            if (k == count && count < 8)
                roots[count++] = x;
        }
    }
    for (size_t i = 0; i < count; i++) {
        add_column(s, p, ring_mul(s->pool, roots[i], roots[i]), NULL, 0,
                   roots[i], false);
        for (size_t j = 0; j < i; j++) {
            const struct form *sum = ring_add(s->pool, roots[i], roots[j]);
            const struct form *gap = ring_sub(s->pool, roots[i], roots[j]);

            add_column(s, p, ring_mul(s->pool, sum, sum), NULL, 0, sum, false);
            add_column(s, p, ring_mul(s->pool, gap, gap), NULL, 0, gap, false);
        }
    }
}

/* The columns as a matrix; for a strict goal see below. */
static void fill(struct program *p, mpq_t *a, mpq_t *b, size_t cols,
                 const struct form *goal, bool strict)
{
    for (size_t j = 0; j < p->ncolumns; j++) {
        const struct form *f = p->columns[j].form;

        for (size_t k = 0; k < f->count; k++)
            mpq_set(a[row_of(p, &f->terms[k]) * cols + j],
                    f->terms[k].coefficient->value->q);
        if (strict && p->columns[j].is_strict)
            mpq_set_ui(a[p->nrows * cols + j], 1, 1);
    }
    for (size_t k = 0; k < goal->count; k++) {
        size_t i = row_of(p, &goal->terms[k]);
        mpq_srcptr q = goal->terms[k].coefficient->value->q;

        if (strict)
            mpq_neg(a[i * cols + p->ncolumns], q);
        else
            mpq_set(b[i], q);
    }
    if (strict)
        mpq_set_ui(b[p->nrows], 1, 1);
}

/*
 * x >= 0 with goal == sum x f.  Strict: t * goal == sum x f, the x of strict
 * columns have the sum 1, and t > 0 is divided out.
 */
static bool solve(struct program *p, mpq_t *x, const struct form *goal,
                  bool strict)
{
    size_t rows, cols = p->ncolumns + strict;
    mpq_t *a, *b;
    bool found;

    for (size_t j = 0; j < p->ncolumns; j++) {
        for (size_t k = 0; k < p->columns[j].form->count; k++) {
            if (row_of(p, &p->columns[j].form->terms[k]) == COMBINE_ROWS)
                return false;
        }
    }
    rows = p->nrows + strict;
    a = xcalloc(rows * cols + 1, sizeof *a);
    b = xcalloc(rows + 1, sizeof *b);
    for (size_t i = 0; i < rows * cols; i++)
        mpq_init(a[i]);
    for (size_t i = 0; i < rows; i++)
        mpq_init(b[i]);
    fill(p, a, b, cols, goal, strict);
    found = linear_solve(x, a, b, rows, cols);
    if (found && strict) {
        found = mpq_sgn(x[p->ncolumns]) > 0;
        for (size_t j = 0; found && j < p->ncolumns; j++)
            mpq_div(x[j], x[j], x[p->ncolumns]);
    }
    for (size_t i = 0; i < rows * cols; i++)
        mpq_clear(a[i]);
    for (size_t i = 0; i < rows; i++)
        mpq_clear(b[i]);
    free(a);
    free(b);
    return found;
}

static fact_t combined(struct find *s, struct program *p, mpq_t *x,
                       const struct form *goal, bool strict)
{
    struct product *products = xcalloc(p->ncolumns + 1, sizeof *products);
    size_t count = 0;
    fact_t out;

    for (size_t j = 0; j < p->ncolumns; j++) {
        const struct column *c = &p->columns[j];

        if (mpq_sgn(x[j]) > 0)
            products[count++] =
                (struct product){ring_number(s->pool, x[j]), c->facts,
                                 c->nfacts, &c->square, c->square != NULL};
    }
    out = draft_positive(s->draft, goal, strict, products, count);
    free(products);
    return out;
}

/* 0 <= goal or 0 < goal as a combination of facts. */
fact_t find_combination(struct find *s, const struct form *goal, bool strict)
{
    struct program *p = xcalloc(1, sizeof *p);
    const struct form *now = find_reduced(s, goal);
    fact_t out = FACT_NONE;
    mpq_t *x;

    if (now != NULL && now->count <= (s->depth > 0 ? 6 : 40)) {
        for (size_t k = 0; k < now->count; k++)
            row_of(p, &now->terms[k]);
        gather_facts(s, p, now);
        gather_squares(s, p, now);
        x = xcalloc(p->ncolumns + 1, sizeof *x);
        for (size_t j = 0; j <= p->ncolumns; j++)
            mpq_init(x[j]);
        if (p->ncolumns > 0 && solve(p, x, now, strict))
            out = combined(s, p, x, goal, strict);
        for (size_t j = 0; j <= p->ncolumns; j++)
            mpq_clear(x[j]);
        free(x);
    }
    free(p);
    return out;
}
