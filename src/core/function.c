/*
 * Shapes of applications, by the shape rule of each function.
 */
#include "core/function.h"

#include "base/status.h"
#include "core/relation.h"
#include "core/binder.h"
#include "core/ring.h"

#include <string.h>

static const struct function_info own[] = {
#define X(id, name, arguments, rule)                                           \
    {name, arguments == CORE_MANY ? 0 : arguments, arguments, rule},
    MAJORANT_CORE_FUNCTIONS(X)
#undef X
};

static const struct function_info *info_of(unsigned fn)
{
    ENSURE(fn < CORE_COUNT, "no such function of the core");
    return fn < FN_COUNT ? function_info(fn) : &own[fn - FN_COUNT];
}

const char *core_function_name(unsigned fn)
{
    return info_of(fn)->name;
}

bool core_function_is_size(unsigned fn, size_t argument)
{
    return fn == FN_ONES || (fn == CORE_SEL && argument == 0);
}

/* Whether the shape of what is obtained depends on that argument. */
static bool sizes_have(struct pool *pool, const struct atom *head, size_t i)
{
    const struct atom *p = spare_parameter(pool, (unsigned)i, true);

    return head->rows != NULL && p != NULL &&
           (variables_have(&head->rows->free, p) ||
            variables_have(&head->cols->free, p));
}

static bool is_size(struct pool *pool, const struct atom *a, size_t i)
{
    if (a->kind == ATOM_APPLY)
        return core_function_is_size(a->function, i);
    return a->head->variable == VARIABLE_OBTAINED &&
           sizes_have(pool, a->head, i);
}

const struct form **atom_args(struct pool *pool, const struct atom *a,
                              bool sizes_stay, form_map *map, void *context)
{
    const struct form **args =
        arena_array(pool_arena(pool), a->count + 1, sizeof *args);

    for (size_t i = 0; i < a->count; i++) {
        args[i] = sizes_stay && is_size(pool, a, i) ? a->args[i]
                                                    : map(context, a->args[i]);
        if (args[i] == NULL)
            return NULL;
    }
    return args;
}

static bool takes(unsigned fn, size_t count)
{
    return info_of(fn)->least <= count && count <= info_of(fn)->most;
}

bool core_function_find(unsigned *fn, const char *name, size_t count)
{
    for (*fn = 0; *fn < CORE_COUNT; ++*fn) {
        if (strcmp(info_of(*fn)->name, name) == 0 && takes(*fn, count))
            return true;
    }
    return false;
}

static bool all_alike(const struct form **args, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (!form_same_shape(args[0], args[i]))
            return false;
    }
    return true;
}

static bool all_scalar(const struct form **args, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!form_scalar(args[i]))
            return false;
    }
    return true;
}

/* The shape of fn(args); false: they do not fit. */
static bool shape_of(struct pool *pool, const struct form **rows,
                     const struct form **cols, enum shape_rule rule,
                     unsigned fn, const struct form **args, size_t count)
{
    const struct form *one = pool_one(pool);
    const struct form *r = count ? form_rows(pool, args[0]) : one;
    const struct form *c = count ? form_cols(pool, args[0]) : one;

    *rows = *cols = one;
    switch (rule) {
    case SHAPE_SIZES:
        if (fn == FN_ONES && count == 1 && all_scalar(args, 1)) {
            *rows = args[0];
            return true;
        }
        if (fn != CORE_SEL || !all_scalar(args, count))
            return false;
        *rows = ring_add(pool, ring_sub(pool, args[2], args[1]), one);
        *cols = args[0];
        return true;
    case SHAPE_DIAG:
        *rows = *cols = c == one ? r : c;
        return r == one || c == one;
    case SHAPE_DIAGOF:
        *rows = r;
        return r == c;
    case SHAPE_KRON:
        *rows = ring_mul(pool, r, form_rows(pool, args[1]));
        *cols = ring_mul(pool, c, form_cols(pool, args[1]));
        return true;
    case SHAPE_HCAT:
        *rows = r;
        *cols = ring_add(pool, c, count == 2 ? form_cols(pool, args[1]) : NULL);
        return count == 2 && r == form_rows(pool, args[1]);
    case SHAPE_VCAT:
        *rows = ring_add(pool, r, count == 2 ? form_rows(pool, args[1]) : NULL);
        *cols = c;
        return count == 2 && c == form_cols(pool, args[1]);
    case SHAPE_SAME:
    case SHAPE_PAIR:
    case SHAPE_MASKED:
        *rows = r;
        *cols = c;
        return all_alike(args, count);
    case SHAPE_SCALAR:
        return true;
    case SHAPE_SQUARE_SCALAR:
        return r == c;
    case SHAPE_SQUARE:
        *rows = *cols = r;
        return r == c && all_scalar(args + 1, count - 1);
    case SHAPE_COLUMN:
        *rows = r;
        return true;
    case SHAPE_ROW:
        *cols = c;
        return true;
    case SHAPE_SCALARS:
        return all_scalar(args, count);
    }
    return false;
}

/*
 * Values that are built in: recip of a number, dot of scalars, ones(1), the
 * rows 1..n of eye(n).
 */
static const struct form *known_value(struct pool *pool, unsigned fn,
                                      const struct form **args)
{
    const struct number *number = form_as_number(pool, args[0]);

    if (fn == FN_ONES && args[0] == pool_one(pool))
        return args[0];
    if (fn == CORE_SEL && args[1] == pool_one(pool) && args[2] == args[0])
        return ring_eye(pool, args[0]);
    if (fn == CORE_DOT && form_scalar(args[0]))
        return ring_mul(pool, args[0], args[1]);
    if (fn != CORE_RECIP || number == NULL)
        return NULL;
    if (mpq_sgn(number->value->q) == 0)
        return args[0];
    return ring_number(pool, pool_inverse(pool, number)->value->q);
}

const struct form *form_plain(struct pool *pool, unsigned fn,
                              const struct form *rows, const struct form *cols,
                              const struct form **args, size_t count)
{
    struct atom model = {.kind = ATOM_APPLY,
                         .function = fn,
                         .args = args,
                         .count = count,
                         .rows = rows,
                         .cols = cols};

    return ring_atom(pool, pool_atom(pool, &model));
}

const struct form *form_apply(struct pool *pool, unsigned fn,
                              const struct form **args, size_t count)
{
    const struct form *rows, *cols, *known;

    for (size_t i = 0; i < count; i++) {
        if (args[i] == NULL)
            return NULL;
    }
    if (!takes(fn, count) ||
        !shape_of(pool, &rows, &cols, info_of(fn)->rule, fn, args, count))
        return pool_fail(pool, "the shapes of arguments do not fit");
    if (fn >= CORE_EQ)
        return relation_apply(pool, fn, args, count);
    if (rows == NULL || cols == NULL)
        return NULL;
    known = count > 0 ? known_value(pool, fn, args) : NULL;
    return known ? known : form_plain(pool, fn, rows, cols, args, count);
}

const struct form *form_apply1(struct pool *pool, unsigned fn,
                               const struct form *a)
{
    return form_apply(pool, fn, &a, 1);
}

const struct form *form_apply2(struct pool *pool, unsigned fn,
                               const struct form *a, const struct form *b)
{
    const struct form *args[] = {a, b};

    return form_apply(pool, fn, args, 2);
}

const struct form *form_sel(struct pool *pool, const struct form *n,
                            const struct form *a, const struct form *b)
{
    const struct form *args[] = {n, a, b};

    return form_apply(pool, CORE_SEL, args, 3);
}

const struct form *form_entry(struct pool *pool, const struct form *a,
                              const struct form *i, const struct form *j)
{
    const struct form *left, *right;

    if (a == NULL || i == NULL || j == NULL)
        return NULL;
    left = form_sel(pool, form_rows(pool, a), i, i);
    right = ring_transpose(pool, form_sel(pool, form_cols(pool, a), j, j));
    return ring_mul(pool, ring_mul(pool, left, a), right);
}

/* The shape of what is obtained, at these arguments. */
static bool sizes_at(struct pool *pool, struct atom *model)
{
    struct substitution *by =
        arena_array(pool_arena(pool), model->count + 1, sizeof *by);
    size_t count = 0;

    for (size_t i = 0; i < model->count; i++) {
        if (sizes_have(pool, model->head, i))
            by[count++] = (struct substitution){
                .variable = spare_parameter(pool, (unsigned)i, true),
                .value = model->args[i]};
    }
    for (size_t i = 0; i < count; i++) {
        if (!form_scalar(by[i].value))
            return false;
    }
    model->rows = form_substitute(pool, model->rows, by, count);
    model->cols = form_substitute(pool, model->cols, by, count);
    return count == 0 || (model->rows != NULL && model->cols != NULL);
}

const struct form *form_member(struct pool *pool, const struct atom *family,
                               const struct form **args, size_t count)
{
    struct atom model = {.kind = ATOM_MEMBER,
                         .head = family,
                         .args = args,
                         .count = count,
                         .rows = family->rows,
                         .cols = family->cols,
                         .is_integer = family->is_integer};

    if (family->kind != ATOM_VARIABLE || variable_is_value(family) ||
        count != family->serial)
        return pool_fail(pool, "no family of so many indices");
    for (size_t i = 0; i < count; i++) {
        if (args[i] == NULL)
            return NULL;
        if (family->variable == VARIABLE_FAMILY && !form_scalar(args[i]))
            return pool_fail(pool, "an index is no scalar");
    }
    if (family->variable == VARIABLE_OBTAINED && !sizes_at(pool, &model))
        return pool_fail(pool, "a size is no scalar");
    return ring_atom(pool, pool_atom(pool, &model));
}

static bool atom_is_integer(const struct atom *a)
{
    switch (a->kind) {
    case ATOM_VARIABLE:
    case ATOM_MEMBER:
        return a->is_integer;
    case ATOM_BINDER:
        return binder_is_over_index(a) && form_is_integer(a->body);
    case ATOM_APPLY:
        if (a->function >= CORE_EQ || a->function == FN_SIGN)
            return true;
        if (a->function != FN_ABS && a->function != FN_RELU &&
            a->function != FN_MAX2 && a->function != FN_MIN2)
            return false;
        for (size_t i = 0; i < a->count; i++) {
            if (!form_is_integer(a->args[i]))
                return false;
        }
        return true;
    case ATOM_WORD:
        return false;
    }
    return false;
}

bool form_is_integer(const struct form *f)
{
    if (f == NULL || !form_scalar(f))
        return false;
    for (size_t i = 0; i < f->count; i++) {
        const struct term *t = &f->terms[i];

        if (mpz_cmp_ui(mpq_denref(t->coefficient->value->q), 1) != 0)
            return false;
        for (size_t j = 0; j < t->monomial->count; j++) {
            if (!atom_is_integer(t->monomial->items[j].atom))
                return false;
        }
    }
    return true;
}
