/*
 * Relations: totally, as S (certainly true), as W (not false), and D, by the
 * table of docs/core.md.
 */
#include "core/read_internal.h"

static const struct form *both(struct reading *r, const struct form *a,
                               const struct form *b)
{
    return relation_and(r->pool, a, b);
}

/* D of each of the kids. */
static const struct form *kids_domain(struct reading *r, const struct expr *e,
                                      size_t count)
{
    const struct form *out = relation_true(r->pool);

    for (size_t i = 0; i < count; i++)
        out = both(r, out, read_domain(r, e->kids[i]));
    return out;
}

/* D(lo), D(hi), and integers: what a range of indices needs. */
static const struct form *range_domain(struct reading *r, const struct expr *e)
{
    const struct form *ends = kids_domain(r, e, 2);

    return both(r, ends,
                meaning_at2(r->pool, "integer(a) and integer(b)",
                            read_form(r, e->kids[0]),
                            read_form(r, e->kids[1])));
}

static enum reading_mode dual(enum reading_mode mode)
{
    return mode == READ_CERTAIN     ? READ_NOT_FALSE
           : mode == READ_NOT_FALSE ? READ_CERTAIN
                                    : READ_TOTAL;
}

/* The atomic relation and its domain, as the mode joins them. */
static const struct form *with_domain(struct reading *r,
                                      const struct form *atomic,
                                      const struct form *domain,
                                      enum reading_mode mode)
{
    return mode == READ_CERTAIN
               ? both(r, domain, atomic)
               : relation_or(r->pool, relation_not(r->pool, domain), atomic);
}

/* A relation that is no connective, as if all had values. */
static const struct form *read_atomic(struct reading *r, const struct expr *e,
                                      enum reading_mode mode)
{
    const struct form *a;

    if (e->op == EX_FORALL)
        return read_binder(r, e, BINDER_FORALL,
                           read_relation(r, e->kids[2], mode));
    a = read_form(r, e->kids[0]);
    if (e->op == EX_PSD)
        return form_apply1(r->pool, CORE_PSD, a);
    return meaning_compared(r->pool, e->rel, a, read_form(r, e->kids[1]));
}

const struct form *read_relation(struct reading *r, const struct expr *e,
                                 enum reading_mode mode)
{
    const struct form *a;

    switch ((int)e->op) {
    case EX_REL:
    case EX_PSD:
    case EX_FORALL:
        a = read_atomic(r, e, mode);
        if (mode == READ_TOTAL)
            return a;
        return with_domain(r, a,
                           e->op == EX_FORALL ? range_domain(r, e)
                                              : kids_domain(r, e, e->count),
                           mode);
    case EX_AND:
    case EX_OR:
        a = read_relation(r, e->kids[0], mode);
        return (e->op == EX_AND ? relation_and : relation_or)(
            r->pool, a, read_relation(r, e->kids[1], mode));
    case EX_NOT:
        return relation_not(r->pool, read_relation(r, e->kids[0], dual(mode)));
    default:
        return reading_fail(r, "a value in the place of a relation");
    }
}

/* Domains. */

/* What the operation itself asks for, its parts having values. */
static const struct form *own_domain(struct reading *r, const struct expr *e)
{
    const struct form **args = read_kids(r, e);
    const struct meaning *meaning = args ? meaning_of(e, args) : NULL;
    const char *text = meaning ? meaning->domain : NULL;

    if (args == NULL)
        return NULL;
    if ((e->op == EX_POW || e->op == EX_MATPOW || e->op == EX_DOT_POW) &&
        e->kids[1]->op == EX_NUMBER)
        text = meaning_of_literal_power(e, args[0]);
    return text ? meaning_at(r->pool, text, args) : relation_true(r->pool);
}

static const struct form *binder_domain(struct reading *r, const struct expr *e)
{
    const struct form *out;

    if (e->op == EX_INTEGRAL || e->op == EX_EXPECTATION)
        return relation_true(r->pool); /* forgotten */
    out = both(r, range_domain(r, e),
               read_binder(r, e, BINDER_FORALL, read_domain(r, e->kids[2])));
    if (e->op == EX_MAX || e->op == EX_MIN)
        out = both(r, out,
                   meaning_compared(r->pool, REL_LE, read_form(r, e->kids[0]),
                                    read_form(r, e->kids[1])));
    return out;
}

static const struct form *if_domain(struct reading *r, const struct expr *e)
{
    const struct form *yes = both(r, read_relation(r, e->kids[0], READ_CERTAIN),
                                  read_domain(r, e->kids[1]));
    const struct form *no =
        relation_not(r->pool, read_relation(r, e->kids[0], READ_NOT_FALSE));

    return relation_or(r->pool, yes, both(r, no, read_domain(r, e->kids[2])));
}

static const struct form *domain_of(struct reading *r, const struct expr *e)
{
    if (e->op >= EX_SUM && e->op <= EX_EXPECTATION)
        return binder_domain(r, e);
    if (e->op == EX_IF)
        return if_domain(r, e);
    return both(r, kids_domain(r, e, e->count), own_domain(r, e));
}

const struct form *read_domain(struct reading *r, const struct expr *e)
{
    if (r->domains[e->id] == NULL && reading_why(r) == NULL)
        r->domains[e->id] = domain_of(r, e);
    return r->domains[e->id];
}
