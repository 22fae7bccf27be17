#include "draw.h"

#include "base/status.h"
#include "solve.h"

#include <stdlib.h>
#include <string.h>

/* Of a family, at these indices. */
struct member {
    struct member *next;
    const struct real *indices;
    struct matrix value;
    bool is_inside;
};

/* The given of symbol k, or NULL; what is obtained is no symbol. */
static const struct given *given_of(const struct draw *d, size_t k)
{
    const struct given *g = d->statement->givens;
    size_t left = k - d->statement->ndims;

    if (k < d->statement->ndims)
        return NULL;
    while (g->role == GIVEN_OBTAINED || left > 0)
        left -= g++->role != GIVEN_OBTAINED;
    return g;
}

static bool is_family(const struct draw *d, size_t k)
{
    return d->sequent->symbols[k]->variable == VARIABLE_FAMILY;
}

/* What was drawn of other symbols; families have no value. */
static struct sampler sampler_of(struct draw *d)
{
    return (struct sampler){d->work, &d->rng, d->values + d->statement->ndims,
                            d->sequent->nsymbols - d->statement->ndims,
                            d->turns};
}

static bool is_finite(const struct expr *e)
{
    return e != NULL && e->op != EX_INFINITY &&
           !(e->op == EX_NEG && e->kids[0]->op == EX_INFINITY);
}

/* An end of a given's range; NULL: it has none. */
static struct matrix *end_of(struct draw *d, const struct expr *e)
{
    struct matrix *out;

    if (!is_finite(e))
        return NULL;
    out = arena_alloc(d->work->arena, sizeof *out);
    *out = form_value(&d->instance, read_form(d->reading, e));
    return out;
}

static struct matrix of_given(struct draw *d, const struct given *g,
                              size_t rows, size_t cols)
{
    struct sampler s = sampler_of(d);
    const struct matrix *lo = end_of(d, g->lo), *hi = end_of(d, g->hi);

    if (sample_below(&s, 100) < (d->is_loose ? 30 : 2))
        return sample_kind(&s, GIVEN_REAL, rows, cols);
    return lo == NULL && hi == NULL
               ? sample_kind(&s, g->kind, rows, cols)
               : sample_between(&s, g->kind, lo, hi, rows, cols);
}

/* Families. */

static bool is_inside(struct draw *d, const struct given *g,
                      const struct real *indices)
{
    for (size_t i = 0; i < g->nindices; i++) {
        const struct real lo =
            form_real(&d->instance, read_form(d->reading, g->indices[i].lo));
        const struct real hi =
            form_real(&d->instance, read_form(d->reading, g->indices[i].hi));

        if (real_is_integer(indices[i]) != ANSWER_YES ||
            real_sign(real_sub(d->work, indices[i], lo)) < 0 ||
            real_sign(real_sub(d->work, hi, indices[i])) < 0)
            return false;
    }
    return true;
}

static bool same_indices(struct draw *d, const struct real *a,
                         const struct real *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (real_sign(real_sub(d->work, a[i], b[i])) != 0)
            return false;
    }
    return true;
}

/* Outside of its range a family is any function. */
static struct matrix new_member(struct draw *d, size_t k,
                                const struct real *indices, size_t count)
{
    const struct atom *a = d->sequent->symbols[k];
    const struct given *g = given_of(d, k);
    const size_t rows = form_size(&d->instance, a->rows);
    const size_t cols = form_size(&d->instance, a->cols);
    struct sampler s = sampler_of(d);

    ENSURE(count == g->nindices, "a member of other indices");
    if (!is_inside(d, g, indices))
        return sample_kind(&s, a->is_integer ? GIVEN_INT : GIVEN_REAL, rows,
                           cols);
    return of_given(d, g, rows, cols);
}

static struct matrix member_of(void *context, size_t k,
                               const struct real *indices, size_t count)
{
    struct draw *d = context;
    struct member *m = d->members[k];

    for (size_t i = 0; i < count; i++) {
        if (indices[i].q == NULL)
            work_unclear(d->work, "an inexact index");
    }
    while (m != NULL && !same_indices(d, m->indices, indices, count))
        m = m->next;
    if (m == NULL) {
        m = arena_alloc(d->work->arena, sizeof *m);
        m->indices = indices;
        m->value = new_member(d, k, indices, count);
        m->is_inside = is_inside(d, given_of(d, k), indices);
        m->next = d->members[k];
        d->members[k] = m;
    }
    if (!m->is_inside)
        work_outside(d->work);
    return m->value;
}

/* Symbols. */

static void draw_dim(struct draw *d, size_t k)
{
    /* sizes are small, the least one often */
    static const unsigned char above[] = {0, 0, 0, 1, 1, 1, 1, 2, 2, 3};
    struct sampler s = sampler_of(d);

    d->values[k] = matrix_scalar(
        d->work,
        real_int(d->work, d->statement->dims[k]->minimum +
                              above[sample_below(&s, (long)sizeof above)]));
}

static void draw_symbol(struct draw *d, size_t k)
{
    const struct atom *a = d->sequent->symbols[k];
    struct matrix value;

    if (k < d->statement->ndims) {
        draw_dim(d, k);
        return;
    }
    d->members[k] = NULL;
    d->values[k] = (struct matrix){0, 0, NULL};
    if (is_family(d, k))
        return;
    value = of_given(d, given_of(d, k), form_size(&d->instance, a->rows),
                     form_size(&d->instance, a->cols));
    for (size_t i = 0; a->is_integer && i < value.rows * value.cols; i++) {
        /* an int is one, whatever else it is not */
        if (real_is_integer(value.a[i]) != ANSWER_YES)
            value.a[i] = real_int(d->work, real_floor(d->work, value.a[i]));
    }
    d->values[k] = value;
}

/* What sizes depend on is drawn with all that it is a size of. */
static void draw_again(struct draw *d, size_t k)
{
    const struct atom *symbol = d->sequent->symbols[k];

    draw_symbol(d, k);
    instance_forget(&d->instance);
    for (size_t i = k + 1; i < d->sequent->nsymbols; i++) {
        if (variables_have(&d->sequent->symbols[i]->free, symbol))
            draw_again(d, i);
    }
}

static void draw_all(struct draw *d)
{
    for (size_t n = 0; n < MAX_TURN; n++)
        d->turns[n] = (struct matrix){0, 0, NULL};
    for (size_t k = 0; k < d->sequent->nsymbols; k++)
        d->values[k] = (struct matrix){0, 0, NULL};
    for (size_t k = 0; k < d->sequent->nsymbols; k++) {
        draw_symbol(d, k);
        instance_forget(&d->instance);
    }
}

/* Hypotheses. */

/* How many do not certainly hold; one of them, by chance. */
static size_t failing(struct draw *d, const struct form **one)
{
    const struct sequent *s = d->sequent;
    size_t count = 0;

    d->unclear = NULL;
    for (size_t i = 0; i < s->nhypotheses; i++) {
        const enum answer a = relation_answer(&d->instance, s->hypotheses[i]);

        if (d->work->unclear != NULL && d->unclear == NULL)
            d->unclear = d->work->unclear;
        if (a == ANSWER_YES && d->work->unclear == NULL)
            continue;
        d->work->unclear = NULL;
        instance_forget(&d->instance);
        count++;
        if (rng_below(&d->rng, count) == 0)
            *one = s->hypotheses[i];
    }
    return count;
}

/* Equations x == ... give x its value, most of the time. */
static void solve_some(struct draw *d)
{
    const struct sequent *s = d->sequent;

    for (size_t i = 0; i < s->nhypotheses; i++) {
        if (rng_below(&d->rng, 10) > 0)
            solve_equation(&d->instance, s->hypotheses[i], d->statement->ndims);
        d->work->unclear = NULL;
    }
}

/* A symbol of the hypothesis, by chance; nsymbols: there is none. */
static size_t symbol_in(struct draw *d, const struct form *r)
{
    const struct sequent *s = d->sequent;
    size_t out = s->nsymbols, count = 0;

    for (size_t k = 0; k < s->nsymbols; k++) {
        /* sizes are rarely what is wrong */
        const bool wanted =
            k >= d->statement->ndims || rng_below(&d->rng, 4) == 0;

        if (!wanted || !variables_have(&r->free, s->symbols[k]))
            continue;
        count++;
        if (rng_below(&d->rng, count) == 0)
            out = k;
    }
    return out;
}

struct saved {
    struct matrix *values;
    struct member **members;
};

static struct saved save(struct draw *d)
{
    const size_t n = d->sequent->nsymbols;
    struct saved out;

    out.values = arena_array(d->work->arena, n + 1, sizeof *out.values);
    out.members = arena_array(d->work->arena, n + 1, sizeof(void *));
    memcpy(out.values, d->values, n * sizeof *out.values);
    memcpy(out.members, d->members, n * sizeof *out.members);
    return out;
}

static void restore(struct draw *d, struct saved saved)
{
    const size_t n = d->sequent->nsymbols;

    memcpy(d->values, saved.values, n * sizeof *saved.values);
    memcpy(d->members, saved.members, n * sizeof *saved.members);
    instance_forget(&d->instance);
}

bool draw_next(struct draw *d, unsigned patience)
{
    const struct form *wrong = NULL;
    size_t count;

    work_restart(d->work);
    instance_forget(&d->instance);
    d->is_loose = patience == 0;
    draw_all(d);
    d->work->unclear = NULL;
    if (patience > 0)
        solve_some(d);
    count = failing(d, &wrong);
    for (unsigned i = 0; count > 0 && i < patience; i++) {
        const struct form *next = NULL;
        const struct saved before = save(d);
        const size_t k = symbol_in(d, wrong);
        size_t now;

        if (k == d->sequent->nsymbols)
            break;
        draw_again(d, k);
        d->work->unclear = NULL;
        solve_some(d);
        now = failing(d, &next);
        if (now <= count) {
            count = now;
            wrong = next;
        } else {
            restore(d, before);
        }
    }
    d->work->outside = 0;
    d->work->unclear = NULL;
    instance_forget(&d->instance);
    return count == 0;
}

void draw_init(struct draw *d, struct work *work, struct pool *pool,
               const struct theorem *statement, struct reading *reading,
               const struct sequent *sequent, uint64_t key)
{
    *d = (struct draw){.work = work,
                       .statement = statement,
                       .reading = reading,
                       .sequent = sequent,
                       .rng = rng_start(key)};
    d->values = xcalloc(sequent->nsymbols + 1, sizeof *d->values);
    d->members = xcalloc(sequent->nsymbols + 1, sizeof(void *));
    d->instance = (struct instance){.work = work,
                                    .pool = pool,
                                    .sequent = sequent,
                                    .values = d->values,
                                    .member = member_of,
                                    .context = d};
}

void draw_clear(struct draw *d)
{
    free(d->values);
    free(d->members);
}

/* Printing. */

static void real_print(struct real a, struct buffer *out)
{
    if (a.q == NULL) {
        buffer_printf(out, "%.15Lg", a.x);
        return;
    }
    char *text = mpq_get_str(NULL, 10, a.q);

    buffer_add(out, text);
    free(text);
}

void matrix_print(struct matrix m, struct buffer *out)
{
    if (m.rows == 1 && m.cols == 1) {
        real_print(m.a[0], out);
        return;
    }
    buffer_add(out, "[");
    for (size_t i = 0; i < m.rows; i++) {
        for (size_t j = 0; j < m.cols; j++) {
            buffer_add(out, j > 0 ? ", " : i > 0 ? "; " : "");
            real_print(*matrix_at(m, i, j), out);
        }
    }
    buffer_printf(out, "] (%zu x %zu)", m.rows, m.cols);
}

void draw_print(struct draw *d, struct buffer *out)
{
    for (size_t k = 0; k < d->sequent->nsymbols; k++) {
        const char *name = d->sequent->symbols[k]->name;

        for (struct member *m = d->members[k]; m != NULL; m = m->next) {
            buffer_printf(out, "    %s[", name);
            for (size_t i = 0; i < given_of(d, k)->nindices; i++) {
                buffer_add(out, i > 0 ? ", " : "");
                real_print(m->indices[i], out);
            }
            buffer_add(out, "] = ");
            matrix_print(m->value, out);
            buffer_add(out, "\n");
        }
        if (is_family(d, k))
            continue;
        buffer_printf(out, "    %s = ", name);
        matrix_print(d->values[k], out);
        buffer_add(out, "\n");
    }
}
