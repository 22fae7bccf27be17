/* Rules of algebra: identities, combinations, replacing equals. */
#include "logic/rule_internal.h"

/* |- a == b or a <= b where both have one normal form */
bool rule_algebra(struct checking *k)
{
    struct relation r;
    if (!relation_read(&r, k->pool, k->line->conclusion) ||
        (r.op != REL_EQ && r.op != REL_LE))
        return rule_fail(k, "algebra proves == and <= only");
    return rule_same(k, r.lhs, r.rhs) ||
           rule_fail(k, "the two sides are not seen to be equal");
}

/* a * b, or NULL where the shapes do not fit */
static const struct expr *product(struct checking *k, const struct expr *a,
                                  const struct expr *b)
{
    if (!a || !b)
        return a ? a : b;
    if (a->is_relation || b->is_relation ||
        (!expr_is_scalar(a) && !expr_is_scalar(b) && a->cols != b->rows))
        return NULL;
    return make_mul(k->pool, a, b);
}

struct part {
    const struct expr *left, *right; /* NULL: 1 */
    struct relation r;
    const struct expr *value; /* left * (r.rhs - r.lhs) * right */
};

static bool is_nonnegative(struct checking *k, const struct expr *e)
{
    return !e || judge_nonnegative(k->judge, e);
}

static bool is_positive_number(struct checking *k, const struct expr *e)
{
    return !e || (expr_is_scalar(e) && judge_positive(k->judge, e));
}

static bool is_defined(struct checking *k, const struct expr *e)
{
    return !e || judge_defined(k->judge, e);
}

static bool read_part(struct checking *k, struct part *p, size_t i)
{
    p->left = k->line->terms[2 * i];
    p->right = k->line->terms[2 * i + 1];
    if (!relation_read(&p->r, k->pool, rule_premise(k, i)->conclusion) ||
        p->r.op == REL_NE)
        return rule_fail(k, "a premise is no equation or inequality");
    const struct expr *difference = make_sub(k->pool, p->r.rhs, p->r.lhs);
    const struct expr *half = product(k, p->left, difference);
    p->value = half ? product(k, half, p->right) : NULL;
    if (!p->value)
        return rule_fail(k, "the shapes of a product do not fit");
    if (p->r.op != REL_EQ &&
        (!is_nonnegative(k, p->left) || !is_nonnegative(k, p->right)))
        return rule_fail(k, "a factor is not seen to be nonnegative");
    if (!is_defined(k, p->left) || !is_defined(k, p->right) ||
        !is_defined(k, p->r.lhs) || !is_defined(k, p->r.rhs))
        return rule_fail(k, "a term is not seen to be defined");
    return true;
}

/* Whether what is known of the parts gives the relation `op`. */
static bool parts_give(struct checking *k, enum relop op,
                       const struct part *part, bool *strict)
{
    if (op == REL_EQ && part->r.op != REL_EQ)
        return rule_fail(k, "an equation follows from equations only");
    if (part->r.op == REL_LT && is_positive_number(k, part->left) &&
        is_positive_number(k, part->right))
        *strict = true;
    return true;
}

static const struct expr *add(struct checking *k, const struct expr *sum,
                              const struct expr *e)
{
    if (!e || (sum && (sum->rows != e->rows || sum->cols != e->cols)))
        return NULL;
    return sum ? make_add(k->pool, sum, e) : e;
}

/*
 * u_i R_i v_i |- a R b where b - a = sum_i L_i (v_i - u_i) M_i + s.  L_i and
 * M_i are nonnegative unless R_i is ==; s (the last term, may be NULL) is
 * nonnegative, and NULL for R = ==.  a < b needs one strict part with positive
 * factors, or a positive s.  All terms are defined where a and b are.
 */
bool rule_linear(struct checking *k)
{
    struct relation r;
    const struct line *l = k->line;
    bool strict = false;
    const struct expr *sum = NULL;
    if (!relation_read(&r, k->pool, l->conclusion) || r.op == REL_NE ||
        l->nterms != 2 * l->npremises + 1)
        return rule_fail(k, "the line is malformed");
    for (size_t i = 0; i < l->npremises; i++) {
        struct part part;
        if (!read_part(k, &part, i) || !parts_give(k, r.op, &part, &strict))
            return false;
        sum = add(k, sum, part.value);
        if (!sum)
            return rule_fail(k, "the shapes of a sum do not fit");
    }
    const struct expr *rest = l->terms[l->nterms - 1];
    if (rest) {
        if (r.op == REL_EQ || !judge_defined(k->judge, rest) ||
            !judge_nonnegative(k->judge, rest))
            return rule_fail(k, "the rest is not seen to be nonnegative");
        strict = strict || judge_positive(k->judge, rest);
        sum = add(k, sum, rest);
    }
    if (r.op == REL_LT && !strict)
        return rule_fail(k, "nothing makes it strict");
    if (!sum || !rule_same(k, make_sub(k->pool, r.rhs, r.lhs), sum))
        return rule_fail(k, "the parts do not add up");
    return true;
}

/* a with the u_i replaced by the v_i; NULL: refused. */
static const struct expr *replaced(struct checking *k, const struct expr *a)
{
    for (size_t i = 0; i < k->line->npremises; i++) {
        struct relation p;
        if (!relation_read(&p, k->pool, rule_premise(k, i)->conclusion) ||
            p.op != REL_EQ) {
            rule_fail(k, "a premise is no equation");
            return NULL;
        }
        a = make_replace(k->pool, a, p.lhs, p.rhs);
        if (!a) {
            rule_fail(k, "a variable would be caught");
            return NULL;
        }
        if (!judge_defined(k->judge, p.rhs) || !judge_defined(k->judge, a)) {
            rule_fail(k, "a term is not seen to be defined");
            return NULL;
        }
    }
    return a;
}

/* The term is the side, written otherwise, and defined. */
static bool is_rewritten(struct checking *k, const struct expr *term,
                         const struct expr *side)
{
    return term && rule_same(k, side, term) && judge_defined(k->judge, term);
}

/*
 * u_i == v_i |- a == b where b is a with the u_i replaced by v_i in turn, as
 * seen by algebra; with terms a', b', which algebra says are a and b, both
 * have the u_i replaced.  The v_i are defined where a and b are.
 */
bool rule_replace(struct checking *k)
{
    struct relation r;
    const struct line *l = k->line;
    if (!relation_read(&r, k->pool, l->conclusion) ||
        (r.op != REL_EQ && r.op != REL_LE) ||
        (l->nterms != 0 && l->nterms != 2))
        return rule_fail(k, "the line is malformed");
    if (l->nterms == 2 && (!is_rewritten(k, l->terms[0], r.lhs) ||
                           !is_rewritten(k, l->terms[1], r.rhs)))
        return rule_fail(k, "a term is not seen to be its side");
    const struct expr *a = replaced(k, l->nterms == 2 ? l->terms[0] : r.lhs);
    const struct expr *b =
        a && l->nterms == 2 ? replaced(k, l->terms[1]) : r.rhs;
    if (!a || !b)
        return false;
    return rule_same(k, a, b) ||
           rule_fail(k, "the sides differ after replacing");
}
