#include "cert/certificate.h"

#include <stdlib.h>

void certificate_init(struct certificate *c)
{
    *c = (struct certificate){0};
}

static void clear_sides(struct cert_sides *s)
{
    free(s->lhs_lower);
    free(s->lhs_upper);
    free(s->rhs_lower);
    free(s->rhs_upper);
    free(s->margin);
}

void certificate_clear(struct certificate *c)
{
    for (size_t i = 0; i < c->nsizes; i++)
        free(c->sizes[i].name);
    for (size_t i = 0; i < c->nvalues; i++) {
        free(c->values[i].name);
        free(c->values[i].expr);
        if (c->values[i].entries.entries)
            rmatrix_clear(&c->values[i].entries);
    }
    for (size_t i = 0; i < c->nhypotheses; i++)
        free(c->hypotheses[i]);
    clear_sides(&c->sides);
    free(c->sizes);
    free(c->values);
    free(c->hypotheses);
    free(c->statement);
    free(c->theorem);
    free(c->claim);
    free(c->relation);
    free(c->dropped);
    free(c->version);
    free(c->found);
    certificate_init(c);
}

static char *taken(struct buffer *text)
{
    char *copy = xstrdup(text->text ? text->text : "");
    buffer_clear(text);
    return copy;
}

/* Matrices with more entries are written as an expression where there is one */
enum { CERTIFICATE_MAX_PLAIN = 64 };

/* Whether every entry is the first, or (for eye) 0 off the diagonal. */
static bool is_uniform(const struct rmatrix *m, bool diagonal)
{
    for (size_t i = 0; i < m->rows; i++)
        for (size_t j = 0; j < m->cols; j++) {
            bool off = diagonal && i != j;
            const rational_t *x = rmatrix_at(m, i, j);
            if (off ? mpq_sgn(x->q) != 0 : !mpq_equal(x->q, m->entries[0].q))
                return false;
        }
    return true;
}

/* "(2/3) * ones(40, 3)", "eye(40)", or NULL. */
static char *structured(const struct rmatrix *m)
{
    bool is_constant = is_uniform(m, false);
    bool is_multiple_of_eye = m->rows == m->cols && is_uniform(m, true);
    if (m->rows * m->cols <= CERTIFICATE_MAX_PLAIN ||
        (!is_constant && !is_multiple_of_eye))
        return NULL;
    struct buffer text = buffer_new();
    if (mpq_cmp_ui(m->entries[0].q, 1, 1) != 0) {
        buffer_add_char(&text, '(');
        rational_print(&text, &m->entries[0]);
        buffer_add(&text, ") * ");
    }
    if (is_constant)
        buffer_printf(&text, "ones(%zu, %zu)", m->rows, m->cols);
    else
        buffer_printf(&text, "eye(%zu)", m->rows);
    return taken(&text);
}

static void set_value(struct cert_value *out, const struct value *v)
{
    struct buffer text;
    if (v->kind == VALUE_EXPR) {
        buffer_init(&text);
        expr_print(&text, v->expr);
        out->expr = taken(&text);
        return;
    }
    rmatrix_init(&out->entries, v->rows, v->cols);
    for (size_t i = 0; i < v->rows; i++)
        for (size_t j = 0; j < v->cols; j++)
            value_entry(rmatrix_at(&out->entries, i, j), v, i, j);
    out->expr = structured(&out->entries);
    if (out->expr)
        rmatrix_clear(&out->entries);
    if (out->expr)
        out->entries = (struct rmatrix){0};
}

static void set_values(struct certificate *c, const struct instance *x)
{
    const struct layout *layout = x->layout;
    struct buffer name;
    c->nvalues = layout->nslots;
    c->values = xcalloc(c->nvalues + 1, sizeof *c->values);
    for (size_t k = 0; k < c->nvalues; k++) {
        buffer_init(&name);
        layout_print_slot(&name, layout, k);
        c->values[k].name = taken(&name);
        set_value(&c->values[k], &x->values[k]);
    }
}

static void set_sizes(struct certificate *c, const struct theorem *theorem,
                      const struct env *env)
{
    c->nsizes = theorem->ndims;
    c->sizes = xcalloc(c->nsizes + 1, sizeof *c->sizes);
    for (size_t i = 0; i < c->nsizes; i++) {
        c->sizes[i].name = xstrdup(theorem->dims[i]->name);
        c->sizes[i].value = env->values[theorem->dims[i]->id];
    }
}

void certificate_of_instance(struct certificate *c, const struct module *module,
                             const struct theorem *theorem, size_t claim,
                             size_t link, const struct instance *x,
                             uint64_t seed, const char *found)
{
    certificate_clear(c);
    struct buffer text = buffer_new();
    module_statement(&text, module, theorem, &theorem->claims[claim]);
    c->statement = taken(&text);
    c->theorem = xstrdup(theorem->name);
    c->claim = xstrdup(theorem->claims[claim].name);
    c->link = link + 1;
    set_sizes(c, theorem, &x->layout->env);
    set_values(c, x);
    c->version = xstrdup(CERTIFICATE_VERSION);
    c->seed = seed;
    c->found = xstrdup(found);
}

void certificate_set_expression(struct certificate *c, size_t slot,
                                const struct expr *e)
{
    enum { MOST_CHARS = 200 };
    struct cert_value *v = &c->values[slot];
    if (v->expr || v->entries.rows * v->entries.cols <= CERTIFICATE_MAX_PLAIN)
        return;
    struct buffer text = buffer_new();
    expr_print(&text, e);
    if (text.length > MOST_CHARS) {
        buffer_clear(&text);
        return;
    }
    rmatrix_clear(&v->entries);
    v->entries = (struct rmatrix){0};
    v->expr = taken(&text);
}
