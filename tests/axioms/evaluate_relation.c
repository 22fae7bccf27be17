#include "evaluate.h"

#include "base/status.h"

/* Equal up to so large an error, two numbers are not compared at all. */
static const long double vague = 1e-6L;

static enum answer compared(struct instance *x, unsigned kind, struct real a)
{
    const int sign = real_sign(a);
    bool is;

    if (sign == SIGN_UNCLEAR) {
        if (a.err > vague)
            work_unclear(x->work, "numbers known too roughly");
        return ANSWER_UNCLEAR;
    }
    is = kind == CORE_LE ? sign >= 0 : kind == CORE_LT ? sign > 0 : sign == 0;
    return is ? ANSWER_YES : ANSWER_NO;
}

/* EQ, LE, LT at every entry; NE as EQ. */
static enum answer entries_answer(struct instance *x, unsigned kind,
                                  const struct form *f)
{
    const struct matrix m = form_value(x, f);
    enum answer out = ANSWER_YES;

    for (size_t i = 0; i < m.rows * m.cols && x->work->unclear == NULL; i++) {
        const enum answer here = compared(x, kind, m.a[i]);

        if (here == ANSWER_NO)
            return ANSWER_NO;
        if (here == ANSWER_UNCLEAR)
            out = ANSWER_UNCLEAR;
    }
    return out;
}

static enum answer negated(enum answer a)
{
    return a == ANSWER_UNCLEAR ? a : a == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
}

/* Kleene's "and"; "or" by `until` YES. */
static enum answer parts_answer(struct instance *x, const struct atom *a,
                                enum answer until)
{
    enum answer out = negated(until);

    for (size_t i = 0; i < a->count; i++) {
        const enum answer here = relation_answer(x, a->args[i]);

        if (here == until)
            return until;
        if (here == ANSWER_UNCLEAR)
            out = ANSWER_UNCLEAR;
    }
    return out;
}

static enum answer forall_answer(struct instance *x, const struct atom *a)
{
    enum answer out = ANSWER_YES;
    struct real outer;
    long first, last;

    ENSURE(a->serial < MAX_BOUND, "binders are too deep");
    if (!instance_range(x, a->lo, a->hi, &first, &last))
        return ANSWER_YES;
    outer = x->bound[a->serial];
    for (long i = first; i <= last && out != ANSWER_NO; i++) {
        enum answer here;

        x->bound[a->serial] = real_int(x->work, i);
        here = relation_answer(x, a->body);
        if (here != ANSWER_YES)
            out = here;
    }
    x->bound[a->serial] = outer;
    return out;
}

enum answer relation_answer(struct instance *x, const struct form *r)
{
    const unsigned kind = relation_kind(r);
    const struct atom *a = relation_atom(r);

    if (a == NULL)
        return form_is_nil(r) ? ANSWER_NO : ANSWER_YES;
    switch (kind) {
    case CORE_EQ:
    case CORE_LE:
    case CORE_LT:
        return entries_answer(x, kind, a->args[0]);
    case CORE_NE:
        return negated(entries_answer(x, kind, a->args[0]));
    case CORE_INTEGER:
        return real_is_integer(form_real(x, a->args[0]));
    case CORE_PSD:
        return matrix_is_psd(x->work, form_value(x, a->args[0]));
    case CORE_AND:
        return parts_answer(x, a, ANSWER_NO);
    case CORE_OR:
        return parts_answer(x, a, ANSWER_YES);
    case CORE_NOT:
        return negated(relation_answer(x, a->args[0]));
    case RELATION_FORALL:
        return forall_answer(x, a);
    default:
        ENSURE(false, "a relation that has no truth here");
        return ANSWER_UNCLEAR;
    }
}
