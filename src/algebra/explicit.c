/*
 * Matrices of which the sizes are numbers: functions are written out by the
 * equations that are called `explicit` (a name of a claim, docs/core.md), what
 * facts and the goal say of a matrix is said of each entry.
 */
#include "algebra/find_internal.h"

#include "core/binder.h"
#include "core/function.h"
#include "core/ring.h"

/* Sizes that are written out; library/explicit.bound has the same bound. */
enum { EXPLICIT_MOST = 4 };

/* The number of an integer from 1 to EXPLICIT_MOST, or 0. */
static unsigned few(struct pool *pool, const struct form *size)
{
    const struct number *n = size ? form_as_number(pool, size) : NULL;
    unsigned out = 1;

    while (n != NULL && out <= EXPLICIT_MOST &&
           mpq_cmp_ui(n->value->q, out, 1) != 0)
        out++;
    return n != NULL && out <= EXPLICIT_MOST ? out : 0;
}

/*
 * Rows and columns of a matrix that has few of the ones or the others, which
 * are 0 where there are more; false: it has neither.
 */
static bool has_few_parts(struct pool *pool, const struct form *f,
                          unsigned *rows, unsigned *cols)
{
    *rows = few(pool, f->rows);
    *cols = few(pool, f->cols);
    return *rows > 1 || *cols > 1;
}

/* The same of a matrix that has few of both. */
static bool has_few_entries(struct pool *pool, const struct form *f,
                            unsigned *rows, unsigned *cols)
{
    return has_few_parts(pool, f, rows, cols) && *rows > 0 && *cols > 0;
}

/* Of the matrix a row, an entry, or a column: an index 0 stands for all. */
static const struct form *part_at(struct pool *pool, const struct form *f,
                                  unsigned row, unsigned col)
{
    const struct form *i = ring_int(pool, row), *j = ring_int(pool, col);

    if (row > 0 && col > 0)
        return form_entry(pool, f, i, j);
    return row > 0
               ? ring_mul(pool, form_sel(pool, f->rows, i, i), f)
               : ring_mul(pool, f,
                          ring_transpose(pool, form_sel(pool, f->cols, j, j)));
}

/* ---- where it is of use ---- */

static unsigned form_sizes(struct pool *pool, struct memo *met,
                           const struct form *f);

/* Sizes in it, and ends of ranges, that are numbers: bits 1 << size. */
static unsigned atom_sizes(struct pool *pool, struct memo *met,
                           const struct atom *a)
{
    unsigned out = 0;

    if (memo_get(met, a) != NULL)
        return 0;
    memo_set(met, a, a);
    out |= 1u << few(pool, a->rows) | 1u << few(pool, a->cols);
    if (a->kind == ATOM_BINDER)
        out |= 1u << few(pool, a->hi) | form_sizes(pool, met, a->body);
    for (size_t i = 0; i < a->count; i++)
        out |= form_sizes(pool, met, a->args[i]);
    for (size_t i = 0; a->word != NULL && i < a->word->count; i++)
        out |= atom_sizes(pool, met, a->word->items[i].atom);
    return out;
}

static unsigned form_sizes(struct pool *pool, struct memo *met,
                           const struct form *f)
{
    unsigned out = 0;

    for (size_t i = 0; i < f->count; i++) {
        const struct letters *l[] = {f->terms[i].monomial, f->terms[i].word};

        for (size_t k = 0; k < 2; k++)
            for (size_t j = 0; j < l[k]->count; j++)
                out |= atom_sizes(pool, met, l[k]->items[j].atom);
    }
    return out;
}

unsigned find_explicit_sizes(struct pool *pool, const struct sequent *q)
{
    struct memo met = {.table = {NULL, 0, 0}};
    const unsigned out = form_sizes(pool, &met, q->conclusion) & ~3u;

    memo_clear(&met);
    return out;
}

/* ---- facts ---- */

static fact_t instance_of(struct find *s, const char *name,
                          const struct form *const *values)
{
    const struct core_theorem *t = theory_find(s->finder->theory, name);
    const fact_t made = t ? find_instance(s, t, values, false) : FACT_NONE;

    return made == FACT_NONE ? made : find_discharged(s, made, false);
}

/* unit(n, i)' * unit(n, j) is 1 or 0. */
static void learn_units(struct find *s, unsigned size)
{
    for (unsigned k = 0; k < size * size; k++) {
        const struct form *values[3] = {ring_int(s->pool, size),
                                        ring_int(s->pool, 1 + k / size),
                                        ring_int(s->pool, 1 + k % size)};

        find_learn(s, instance_of(s, "product_of_units", values), true);
    }
}

/* What a fact about a matrix says at each of its entries. */
static void learn_entries(struct find *s, const char *name,
                          const struct form *f, unsigned rows, unsigned cols)
{
    const struct form *values[4] = {f->rows, f->cols,
                                    ring_zero(s->pool, f->rows, f->cols), f};
    const fact_t all = instance_of(s, name, values);

    for (unsigned k = 0; all != FACT_NONE && k < rows * cols; k++) {
        const struct form *at[2] = {ring_int(s->pool, 1 + k / cols),
                                    ring_int(s->pool, 1 + k % cols)};
        const fact_t entry = find_at(s, all, at, 2);
        const struct form *r = deduction_fact(s->deduction, entry, NULL);

        if (r == NULL || relation_atom(r) == NULL)
            continue;
        find_rewrite(s, relation_atom(r)->args[0]);
        find_learn(s, entry, true);
    }
}

static void write_out_fact(struct find *s, fact_t fact)
{
    static const struct {
        unsigned fn;
        const char *theorem;
    } entries[] = {{CORE_EQ, "entries_of_equation.explicit"},
                   {CORE_LE, "entries_of_order"},
                   {CORE_LT, "entries_of_strict_order"}};
    const struct form *r = find_seen(s, fact), *f;
    unsigned rows, cols;

    for (size_t i = 0; r != NULL && i < 3; i++) {
        if (relation_kind(r) != entries[i].fn)
            continue;
        f = relation_atom(r)->args[0];
        if (has_few_entries(s->pool, f, &rows, &cols))
            learn_entries(s, entries[i].theorem, f, rows, cols);
        else
            find_rewrite(s, f);
    }
}

bool find_is_written_out(struct find *s, fact_t fact)
{
    const struct form *r = s->explicit_sizes != 0 ? find_seen(s, fact) : NULL;
    unsigned rows, cols;

    return r != NULL && relation_kind(r) == CORE_EQ &&
           has_few_entries(s->pool, relation_atom(r)->args[0], &rows, &cols);
}

/* What stands in the parts of the goal is written out. */
static void write_out(struct find *s, const struct form *r)
{
    const unsigned fn = relation_kind(r);

    if (fn == CORE_AND || fn == CORE_OR) {
        for (size_t i = 0; i < relation_parts(r, fn); i++)
            write_out(s, relation_part(r, fn, i));
    } else if (fn >= CORE_EQ && fn <= CORE_LT) {
        find_rewrite(s, relation_atom(r)->args[0]);
    }
}

void find_write_out(struct find *s)
{
    for (unsigned k = 2; k <= EXPLICIT_MOST; k++) {
        if (s->explicit_sizes >> k & 1)
            learn_units(s, k);
    }
    for (fact_t k = 0, n = deduction_facts(s->deduction); k < n; k++)
        write_out_fact(s, k);
    write_out(s, s->goal->sequent.conclusion);
}

/* ---- goals ---- */

/* The matrix as the sum of its parts times units. */
static void learn_matrix(struct find *s, const struct form *f, unsigned rows,
                         unsigned cols)
{
    const char *name = rows == 0   ? "matrix_by_columns.explicit"
                       : cols == 0 ? "matrix_by_rows.explicit"
                                   : "matrix_by_entries.explicit";
    const struct form *values[3] = {f->rows, f->cols, f};
    const fact_t made = instance_of(s, name, values);
    const struct form *r = deduction_fact(s->deduction, made, NULL);

    if (r == NULL || relation_atom(r) == NULL)
        return;
    find_rewrite(s, relation_atom(r)->args[0]);
    find_learn(s, made, true);
}

bool find_explicit_entries(struct find *s, const struct form *goal)
{
    const struct form *f = relation_atom(goal)->args[0];
    unsigned rows, cols;

    if (!has_few_parts(s->pool, f, &rows, &cols))
        return false;
    for (unsigned i = rows > 0; i <= rows; i++) {
        for (unsigned j = cols > 0; j <= cols; j++) {
            const struct form *part = part_at(s->pool, f, i, j);
            const fact_t fact =
                find_proof(s, form_apply1(s->pool, relation_kind(goal), part));

            if (fact == FACT_NONE)
                return false;
            find_learn(s, fact, true);
        }
    }
    learn_matrix(s, f, rows, cols);
    return true;
}
