/*
 * Facts for all indices at members of families: clauses unfold, equations
 * replace, inequalities become facts.  A member F[e] meets what is said of F[i]
 * for all i of a range that e is in.
 */
#include "algebra/find_internal.h"

#include "base/status.h"
#include "core/ring.h"

/* MEMBER_SERIAL: numbers that no other generic variable of a proof has. */
enum { MEMBER_MAX_INDICES = 4, MEMBER_MAX_POINTS = 2, MEMBER_SERIAL = 20 };

struct opening {
    fact_t fact;
    const struct form *relation; /* the body, of generic variables */
    const struct atom *index[MEMBER_MAX_INDICES];
    const struct form *value[MEMBER_MAX_INDICES];
    size_t count;
};

static bool is_variable(const struct form *f, const struct atom *g)
{
    return f->count == 1 && f->terms[0].monomial->count == 1 &&
           f->terms[0].monomial->items[0].atom == g &&
           f->terms[0].monomial->items[0].power == 1 &&
           mpq_cmp_ui(f->terms[0].coefficient->value->q, 1, 1) == 0;
}

/* Whether `have` is `a` where its indices have values, which they get. */
static bool is_member(struct opening *o, const struct atom *have,
                      const struct atom *a)
{
    size_t found = 0;

    if (have->kind != ATOM_MEMBER || have->head != a->head)
        return false;
    for (size_t k = 0; k < a->count; k++) {
        size_t i = 0;

        while (i < o->count && !is_variable(have->args[k], o->index[i]))
            i++;
        if (i < o->count)
            o->value[i] = a->args[k];
        else if (have->args[k] != a->args[k])
            return false;
        found += i < o->count;
    }
    return found == o->count;
}

static bool has_member(struct opening *o, const struct form *f,
                       const struct atom *a);

static bool word_has(struct opening *o, const struct letters *l,
                     const struct atom *a)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct atom *b = l->items[i].atom;

        if (is_member(o, b, a) || (b->word && word_has(o, b->word, a)) ||
            (b->body && has_member(o, b->body, a)))
            return true;
        for (size_t k = 0; k < b->count; k++) {
            if (has_member(o, b->args[k], a))
                return true;
        }
    }
    return false;
}

static bool has_member(struct opening *o, const struct form *f,
                       const struct atom *a)
{
    for (size_t i = 0; i < f->count; i++) {
        if (word_has(o, f->terms[i].monomial, a) ||
            word_has(o, f->terms[i].word, a))
            return true;
    }
    return false;
}

/* The body of a fact for all indices, of variables of its own. */
static void open_body(struct find *s, struct opening *o, size_t most)
{
    while (o->relation && relation_kind(o->relation) == RELATION_FORALL &&
           o->count < most) {
        const struct atom *all = relation_atom(o->relation);
        struct atom model = {.kind = ATOM_VARIABLE,
                             .variable = VARIABLE_GENERIC,
                             .is_integer = true,
                             .serial = MEMBER_SERIAL + (unsigned)o->count,
                             .lo = all->lo,
                             .hi = all->hi};

        o->index[o->count] = pool_atom(s->pool, &model);
        o->relation =
            binder_open(s->pool, all, ring_atom(s->pool, o->index[o->count++]));
    }
}

/* The scope with the indices from i on. */
static bool scope_from(struct find *s, const struct opening *o,
                       struct variables scope, size_t i)
{
    for (; i < o->count; i++)
        scope =
            variables_join(s->pool, scope, variables_of(s->pool, o->index[i]));
    return find_scope(s, scope);
}

/* The fact at the values, or FACT_NONE. */
static fact_t fact_at(struct find *s, struct opening *o)
{
    struct variables scope = deduction_scope(s->deduction);
    fact_t out = o->fact, lo, hi;

    if (!scope_from(s, o, scope, 0))
        out = FACT_NONE;
    for (size_t i = 0; i < o->count && out != FACT_NONE; i++)
        out = draft_rule(s->draft, "open", "fv", out, o->index[i]);
    for (size_t i = 0; i < o->count && out != FACT_NONE; i++) {
        const struct atom *g = o->index[i];
        const struct form *e = o->value[i];

        if (!scope_from(s, o, scope, i + 1) ||
            !find_hypothesis(s, relation_between(s->pool, CORE_LE, g->lo, e),
                             &lo, false) ||
            !find_hypothesis(s, relation_between(s->pool, CORE_LE, e, g->hi),
                             &hi, false))
            out = FACT_NONE;
        else
            out = draft_rule(s->draft, "special", "fvtfff", out, g, e, lo, hi,
                             (fact_t)FACT_NONE);
    }
    find_scope(s, scope);
    return out;
}

/*
 * Fact k as an opening, of so many indices at most, if it is in sight and says
 * something for all of them.
 */
static bool open_some(struct find *s, struct opening *o, fact_t k, size_t most)
{
    *o = (struct opening){.fact = k, .relation = find_seen(s, k)};
    if (o->relation == NULL || relation_kind(o->relation) != RELATION_FORALL)
        return false;
    open_body(s, o, most);
    return o->relation != NULL;
}

static bool open_fact(struct find *s, struct opening *o, fact_t k)
{
    return open_some(s, o, k, MEMBER_MAX_INDICES);
}

fact_t find_at(struct find *s, fact_t fact, const struct form *const *values,
               size_t count)
{
    struct opening o;

    if (!open_fact(s, &o, fact) || o.count != count)
        return FACT_NONE;
    for (size_t i = 0; i < count; i++)
        o.value[i] = values[i];
    return fact_at(s, &o);
}

/* The fact for all indices without what is denied for them. */
static void discharge(struct find *s, struct opening *o)
{
    struct variables scope = deduction_scope(s->deduction);
    fact_t out = scope_from(s, o, scope, 0) ? o->fact : FACT_NONE;
    const struct form *r;

    for (size_t i = 0; i < o->count && out != FACT_NONE; i++)
        out = draft_rule(s->draft, "open", "fv", out, o->index[i]);
    out = out == FACT_NONE ? out : find_discharged(s, out, false);
    r = deduction_fact(s->deduction, out, NULL);
    find_scope(s, scope);
    for (size_t i = o->count; r != NULL && r != o->relation && i-- > 0;)
        r = form_bind(s->pool, BINDER_FORALL, o->index[i]->lo, o->index[i]->hi,
                      r, o->index[i]);
    if (r != NULL && r != o->relation)
        find_rule(s, "restated", "ft", out, r);
}

void find_discharge_members(struct find *s)
{
    for (fact_t k = 0, n = deduction_facts(s->deduction); k < n; k++) {
        struct opening o;

        if (open_fact(s, &o, k) && relation_kind(o.relation) == CORE_OR)
            discharge(s, &o);
    }
}

void find_members(struct find *s, const struct atom *a,
                  void (*found)(void *context, fact_t fact), void *context)
{
    for (fact_t k = 0, n = deduction_facts(s->deduction); k < n; k++) {
        struct opening o;
        fact_t fact;

        if (!open_fact(s, &o, k) || !has_member(&o, o.relation, a))
            continue;
        fact = fact_at(s, &o);
        if (fact != FACT_NONE)
            found(context, fact);
    }
}

/* 0 == e says what a member is: it is used where that occurs. */
static bool is_of_member(const struct form *r)
{
    const struct form *e =
        relation_kind(r) == CORE_EQ ? relation_atom(r)->args[0] : NULL;

    for (size_t i = 0; e != NULL && i < e->count; i++) {
        const struct atom *a = find_letter(&e->terms[i]);

        if (a != NULL && a->kind == ATOM_MEMBER)
            return true;
    }
    return false;
}

static void learn_at_point(struct find *s, fact_t fact)
{
    fact_t now =
        fact == FACT_NONE ? FACT_NONE : find_discharged(s, fact, false);
    const struct form *r = deduction_fact(s->deduction, now, NULL);

    if (r != NULL && !is_of_member(r))
        find_learn(s, now, relation_kind(r) != CORE_EQ);
}

/* At all choices of points for the indices from `at` on. */
static void choose_points(struct find *s, struct opening *o, size_t at)
{
    if (at == o->count || at == MEMBER_MAX_POINTS) {
        learn_at_point(s, fact_at(s, o));
        return;
    }
    for (size_t i = 0; i < s->npoints; i++) {
        o->value[at] = s->points[i];
        choose_points(s, o, at + 1);
    }
}

/* What holds for all of a range holds at its ends, which may be all there is.
 */
static void at_ends(struct find *s, struct opening *o)
{
    const struct form *ends[] = {o->index[0]->lo, o->index[0]->hi};

    for (size_t i = 0; i < 2; i++) {
        o->value[0] = ends[i];
        learn_at_point(s, fact_at(s, o));
    }
}

void find_at_ends(struct find *s)
{
    for (fact_t k = 0, n = deduction_facts(s->deduction); k < n; k++) {
        struct opening o;

        if (open_some(s, &o, k, 1))
            at_ends(s, &o);
    }
    find_at_points(s);
}

void find_at_points(struct find *s)
{
    const struct sequent *q = &s->goal->sequent;
    const fact_t given = (fact_t)(q->nhypotheses + q->nclauses);
    const fact_t n = s->level > 0 ? given : deduction_facts(s->deduction);

    if (s->npoints == 0)
        return;
    for (fact_t k = 0; k < n; k++) {
        struct opening o;

        if (open_fact(s, &o, k) && o.count <= MEMBER_MAX_POINTS)
            choose_points(s, &o, 0);
        if (o.count > 1 && open_some(s, &o, k, 1))
            choose_points(s, &o, 0); /* for all of the inner ones */
    }
}

/* Once each. */
static void add_point(struct find *s, const struct form *x)
{
    size_t i = 0;

    while (i < s->npoints && s->points[i] != x)
        i++;
    if (i == s->npoints)
        arena_push(pool_arena(s->pool), &s->points, &s->npoints, sizeof x, &x);
}

/* Indices of a member that are no variables of binders around it. */
static void add_indices(struct find *s, const struct atom *a)
{
    const struct variables none = {0, NULL};

    for (size_t j = 0; j < a->count; j++) {
        if (form_scalar(a->args[j]) &&
            !variables_stray(&a->args[j]->free, &none))
            add_point(s, a->args[j]);
    }
}

static void index_points_of(struct find *s, const struct letters *l)
{
    enum { POINTS = 4 };

    for (size_t k = 0; k < l->count && s->npoints < POINTS; k++) {
        const struct atom *a = l->items[k].atom;

        if (a->kind == ATOM_WORD)
            index_points_of(s, a->word);
        else if (a->kind == ATOM_APPLY && a->function == CORE_SEL &&
                 a->args[1] == a->args[2])
            add_point(s, a->args[1]);
        else if (a->kind == ATOM_APPLY)
            for (size_t j = 0; j < a->count; j++)
                find_index_points(s, a->args[j]);
        else if (a->kind == ATOM_BINDER && a->binder != BINDER_FORALL)
            find_index_points(s, a->body);
        else if (a->kind == ATOM_MEMBER)
            add_indices(s, a);
    }
}

void find_index_points(struct find *s, const struct form *f)
{
    for (size_t i = 0; i < f->count; i++) {
        index_points_of(s, f->terms[i].monomial);
        index_points_of(s, f->terms[i].word);
    }
}
