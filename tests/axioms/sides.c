#include "sides.h"

#include "draw.h"

static bool print_first(struct buffer *out, struct direct *d,
                        const struct expr *e);

static void print_side(struct buffer *out, const char *name, struct matrix m)
{
    buffer_printf(out, "    %s ", name);
    matrix_print(m, out);
    buffer_add(out, "\n");
}

static bool print_comparison(struct buffer *out, struct direct *d,
                             const struct expr *e)
{
    const struct matrix a = direct_value(d, e->kids[0]);
    const struct matrix b = direct_value(d, e->kids[1]);

    if (direct_compared(d, e->rel, a, b) != ANSWER_NO)
        return false;
    print_side(out, "left: ", a);
    print_side(out, "right:", b);
    return true;
}

static bool print_forall(struct buffer *out, struct direct *d,
                         const struct expr *e)
{
    long first, last;

    if (!direct_range(d, e, &first, &last))
        return false;
    for (long i = first; i <= last; i++) {
        bool found;

        direct_push(d, e->symbol, real_int(d->x->work, i));
        found = print_first(out, d, e->kids[2]);
        direct_pop(d);
        if (found) {
            buffer_printf(out, "    where %s = %ld\n", e->symbol->name, i);
            return true;
        }
    }
    return false;
}

/* The first comparison that is false, if it is in sight. */
static bool print_first(struct buffer *out, struct direct *d,
                        const struct expr *e)
{
    switch ((int)e->op) {
    case EX_REL:
        return print_comparison(out, d, e);
    case EX_AND:
        return print_first(out, d, e->kids[0]) ||
               print_first(out, d, e->kids[1]);
    case EX_FORALL:
        return print_forall(out, d, e);
    default:
        return false;
    }
}

void sides_print(struct buffer *out, struct direct *d, const struct expr *e)
{
    d->x->work->unclear = NULL;
    print_first(out, d, e);
}
