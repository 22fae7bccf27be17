#include "direct.h"

static enum answer negated(enum answer a)
{
    return a == ANSWER_UNCLEAR ? a : a == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
}

static enum answer both(enum answer a, enum answer b)
{
    if (a == ANSWER_NO || b == ANSWER_NO)
        return ANSWER_NO;
    return a == ANSWER_YES ? b : a;
}

/* By the sign of left - right. */
static enum answer holds(enum relop op, int sign)
{
    bool is = false;

    if (sign == SIGN_UNCLEAR)
        return ANSWER_UNCLEAR;
    switch (op) {
    case REL_EQ:
    case REL_NE: /* negated as a whole */
        is = sign == 0;
        break;
    case REL_LE:
        is = sign <= 0;
        break;
    case REL_LT:
        is = sign < 0;
        break;
    case REL_GE:
        is = sign >= 0;
        break;
    case REL_GT:
        is = sign > 0;
        break;
    }
    return is ? ANSWER_YES : ANSWER_NO;
}

enum answer direct_compared(struct direct *d, enum relop op, struct matrix a,
                            struct matrix b)
{
    const size_t na = a.rows * a.cols, nb = b.rows * b.cols;
    enum answer out = ANSWER_YES;

    /* a scalar beside a matrix, empty ones too */
    for (size_t i = 0; i < (na == 1 ? nb : na); i++) {
        const struct real gap =
            real_sub(d->x->work, a.a[na == 1 ? 0 : i], b.a[nb == 1 ? 0 : i]);

        out = both(out, holds(op, real_sign(gap)));
    }
    return op == REL_NE ? negated(out) : out;
}

static enum answer forall(struct direct *d, const struct expr *e)
{
    enum answer out = ANSWER_YES;
    long first, last;

    if (!direct_range(d, e, &first, &last))
        return out;
    for (long i = first; i <= last; i++) {
        direct_push(d, e->symbol, real_int(d->x->work, i));
        out = both(out, direct_answer(d, e->kids[2]));
        direct_pop(d);
    }
    return out;
}

enum answer direct_answer(struct direct *d, const struct expr *e)
{
    struct matrix a;
    enum answer first;

    switch ((int)e->op) {
    case EX_REL:
        a = direct_value(d, e->kids[0]);
        return direct_compared(d, e->rel, a, direct_value(d, e->kids[1]));
    case EX_PSD:
        return matrix_is_psd(d->x->work, direct_value(d, e->kids[0]));
    case EX_AND:
        first = direct_answer(d, e->kids[0]);
        return both(first, direct_answer(d, e->kids[1]));
    case EX_OR:
        first = negated(direct_answer(d, e->kids[0]));
        return negated(both(first, negated(direct_answer(d, e->kids[1]))));
    case EX_NOT:
        return negated(direct_answer(d, e->kids[0]));
    case EX_FORALL:
        return forall(d, e);
    default:
        return ANSWER_UNCLEAR;
    }
}
