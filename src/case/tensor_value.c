/* Values with tensors: selections read straight, the rest computed. */
#include "case/tensor.h"

#include <stdlib.h>
#include <string.h>

/* ---- selections ---- */

/* One evaluation for one member. */
struct evaluation {
    const struct spec *spec;
    const struct fill *fill;
    const int64_t *indices;
    struct buffer *reason;
    bool is_open; /* an index is not known yet */
};

/* A part of a tensor, as it is seen: a block, turned over if is_flipped. */
struct view {
    const struct case_tensor *tensor;
    struct tensor_block block;
    bool is_flipped;
};

static size_t *rows_of(struct view *v, bool first)
{
    if (v->is_flipped)
        return first ? &v->block.col : &v->block.cols;
    return first ? &v->block.row : &v->block.rows;
}

/* lo..hi of what there is; ST_INPUT: outside. */
static enum status cut(size_t *first, size_t *count, const struct expr *lo,
                       const struct expr *hi, const struct env *env)
{
    int64_t a, b;
    enum status st = closed_int(&a, lo, env);
    if (st == ST_OK)
        st = closed_int(&b, hi, env);
    if (st != ST_OK)
        return st;
    if (a < 1 || b < a || (uint64_t)b > *count)
        return ST_INPUT;
    *first += (size_t)a - 1;
    *count = (size_t)(b - a) + 1;
    return ST_OK;
}

/* Cuts rows lo..hi, then columns. */
static enum status cut_both(struct view *v, const struct expr *const ends[4],
                            const struct env *env)
{
    struct view turned = *v;
    turned.is_flipped = !v->is_flipped;
    enum status st =
        cut(rows_of(v, true), rows_of(v, false), ends[0], ends[1], env);
    if (st != ST_OK)
        return st;
    turned.block = v->block;
    st = cut(rows_of(&turned, true), rows_of(&turned, false), ends[2], ends[3],
             env);
    v->block = turned.block;
    return st;
}

/* The tensor of a leaf, or NULL. */
static const struct case_tensor *tensor_of(const struct evaluation *ev,
                                           const struct expr *e)
{
    size_t givens = ev->spec->theorem->ngivens;
    if (e->op != EX_GIVEN || e->decl < givens ||
        e->decl - givens >= ev->spec->ntensors)
        return NULL;
    return &ev->spec->tensors[e->decl - givens];
}

/* Transposes and parts of one tensor. */
static bool is_selection(const struct evaluation *ev, const struct expr *e)
{
    while (e->op == EX_TRANSPOSE || e->op == EX_SLICE || e->op == EX_ENTRY)
        e = e->kids[0];
    return tensor_of(ev, e) != NULL;
}

/*
 * Of a selection.  ST_UNABLE: an index is not known yet.  As deep as the
 * syntax tree, which has a limit.
 */
static enum status view_of(struct view *v, const struct evaluation *ev,
                           const struct expr *e, const struct env *env)
{
    const struct case_tensor *t = tensor_of(ev, e);
    if (t) {
        *v = (struct view){.tensor = t,
                           .block = {0, 0, t->rows, t->cols},
                           .is_flipped = t->is_row};
        return ST_OK;
    }
    enum status st = view_of(v, ev, e->kids[0], env);
    if (st != ST_OK)
        return st;
    if (e->op == EX_TRANSPOSE) {
        v->is_flipped = !v->is_flipped;
        return ST_OK;
    }
    const struct expr *entry[] = {e->kids[1], e->kids[1], e->kids[2],
                                  e->kids[2]};
    return cut_both(v, e->op == EX_SLICE ? &e->kids[1] : entry, env);
}

/* The tensor of the view for this member, of the shape that was found. */
static enum status find(const struct tensor **out, const struct evaluation *ev,
                        const struct case_tensor *t, const struct env *env)
{
    LOCAL(env_clear) struct env own;
    size_t rows, cols;
    env_init(&own, env->count);
    memcpy(own.values, env->values, env->count * sizeof *own.values);
    memcpy(own.known, env->known, env->count * sizeof *own.known);
    LOCAL_BUFFER name = buffer_new();
    bool named = tensor_name(&name, t, ev->fill, &own, ev->indices, ev->reason);
    enum status st = named ? safetensors_find(out, &rows, &cols, t->file,
                                              name.text, ev->reason)
                           : ST_INPUT;
    if (st == ST_OK && (rows != t->rows || cols != t->cols)) {
        buffer_printf(ev->reason,
                      "tensor '%s' is %zu x %zu, but '%s' is %zu x %zu",
                      name.text, rows, cols, t->first, t->rows, t->cols);
        st = ST_INPUT;
    }
    return st;
}

/* `from` (cols x rows, by rows) turned over. */
static void transpose(double *out, const double *from, size_t rows, size_t cols)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            out[i * cols + j] = from[j * rows + i];
}

static enum status read_view(struct value *out, const struct evaluation *ev,
                             struct view *v, const struct env *env)
{
    const struct tensor *t;
    enum status st = find(&t, ev, v->tensor, env);
    if (st != ST_OK)
        return st;
    size_t rows = v->block.rows, cols = v->block.cols;
    value_set_doubles(out, v->is_flipped ? cols : rows,
                      v->is_flipped ? rows : cols);
    bool turn = v->is_flipped && rows > 1 && cols > 1;
    double *entries =
        turn ? xcalloc(rows * cols, sizeof *entries) : out->doubles;
    st = safetensors_read(entries, v->tensor->file, t, &v->block, ev->reason);
    if (turn) {
        if (st == ST_OK)
            transpose(out->doubles, entries, cols, rows);
        free(entries);
    }
    return st;
}

/* ---- computing ---- */

/* The leaves and selections of a larger expression; see closed_source. */
static enum status read_operand(struct rmatrix *out, void *context,
                                const struct expr *e, const struct env *env)
{
    struct evaluation *ev = context;
    struct view v;
    struct value part;
    if (ev->is_open || !is_selection(ev, e))
        return ST_UNABLE;
    enum status st = view_of(&v, ev, e, env);
    ev->is_open = st == ST_UNABLE; /* do not read the whole for nothing */
    if (st != ST_OK)
        return st;
    if (v.block.rows > SPEC_MAX_OPERAND / v.block.cols) {
        buffer_printf(ev->reason,
                      "%zu x %zu entries of a tensor are too many to compute "
                      "with, at most %d",
                      v.block.rows, v.block.cols, (int)SPEC_MAX_OPERAND);
        return ST_LIMIT;
    }
    value_init(&part);
    st = read_view(&part, ev, &v, env);
    if (st == ST_OK) {
        rmatrix_init(out, part.rows, part.cols);
        for (size_t k = 0; k < part.rows * part.cols; k++)
            rational_set_double(&out->entries[k], part.doubles[k]);
    }
    value_clear(&part);
    return st;
}

static enum status compute(struct value *out, struct evaluation *ev,
                           const struct env *env)
{
    const struct closed_source source = {.read = read_operand, .context = ev};
    struct rmatrix m;
    enum status st =
        closed_matrix_from(&m, ev->fill->value.expr, env, &source, NULL);
    if (st == ST_OK) {
        value_take(out, &m);
        value_simplify(out);
    }
    return st;
}

static void say_failure(struct buffer *reason, enum status st)
{
    if (reason->length == 0)
        buffer_add(reason, st == ST_DOMAIN  ? "this value is undefined"
                           : st == ST_LIMIT ? "this value is too large"
                           : st == ST_UNABLE
                               ? "this value is not rational"
                               : "this value has an impossible size or slice");
}

enum status tensor_evaluate(struct value *out, const struct spec *spec,
                            const struct fill *fill, struct env *env,
                            const int64_t *indices, struct buffer *reason)
{
    struct evaluation ev = {spec, fill, indices, reason, false};
    const struct expr *e = fill->value.expr;
    struct view v;
    enum status st;
    spec_set_names(env, fill, &fill->value, indices);
    if (is_selection(&ev, e)) {
        st = view_of(&v, &ev, e, env);
        if (st == ST_OK)
            st = read_view(out, &ev, &v, env);
    } else {
        st = compute(out, &ev, env);
    }
    if (st != ST_OK)
        say_failure(reason, st);
    return st;
}

enum status tensor_scan(struct spec *spec, const struct fill *fill,
                        struct env *env, const int64_t *indices,
                        struct buffer *reason)
{
    const struct evaluation ev = {spec, fill, indices, reason, false};
    enum status st = ST_OK;
    for (size_t k = 0; k < fill->ntensors && st == ST_OK; k++) {
        struct case_tensor *t = &spec->tensors[fill->first_tensor + k];
        const struct tensor *found;
        st = find(&found, &ev, t, env);
        if (st != ST_OK || t->scanned == found)
            continue;
        t->scanned = found;
        st = safetensors_scan(&spec->data_mark, t->file, found, reason);
    }
    return st;
}
