/*
 * forall(x : real[n], R) in a claim: x becomes a given of the theorem, since
 * for all sizes and givens, for all x, R is what a claim about x says.  In an
 * assumption it does not: there one x refutes, and none shows (is_for_all).
 *
 * (for all x, R) or (for all x, S) is no claim about one x; there it is a
 * fault.
 *
 * So a variable is of a kind that has a value at all sizes; else the theorem's
 * other claims would lose the instances at which it has none.
 */
#include "ir/lower_internal.h"

#include <string.h>

/* A sum of products of dims: a positive integer at all sizes. */
static bool is_size_everywhere(const struct dim *a)
{
    for (size_t i = 0; i < dim_terms(a); i++) {
        const rational_t *c = dim_coefficient(a, i);
        if (mpq_sgn(c->q) <= 0 || mpz_cmp_ui(mpq_denref(c->q), 1) != 0)
            return false;
        for (size_t k = 0; k < dim_factors(a, i); k++) {
            unsigned power;
            if (dim_factor(a, i, k, &power)->kind != SYM_DIM)
                return false;
        }
    }
    return dim_terms(a) > 0;
}

bool lower_variable_has_values(struct lowering *l, struct span span,
                               const struct given *g, bool has_range)
{
    const bool is_obtained = g->role == GIVEN_OBTAINED;
    const char *what =
        is_obtained ? "what is obtained" : "a variable of forall";
    if (g->kind == GIVEN_INT)
        diag_error(l->diag, span, "%s is no int (write %s)", what,
                   is_obtained ? "obtain x : real, and claim what it equals"
                               : "forall(i in a..b, R), or a given");
    else if (kind_has(g->kind, KIND_TALL) || has_range)
        diag_error(l->diag, span,
                   "%s has values at all sizes: no frame and no range (write "
                   "%s)",
                   what,
                   is_obtained ? "obtain x : real, and claim what it satisfies"
                               : "forall(x : real, not (a <= x <= b) or R)");
    else if (!is_size_everywhere(g->rows) || !is_size_everywhere(g->cols))
        diag_error(l->diag, span,
                   "the sizes of %s are dims, their sums and products "
                   "(declare a dim for another size)",
                   is_obtained ? what : "a variable");
    else
        return true;
    return false;
}

static bool is_alike(const struct given *a, const struct given *b)
{
    return a->role == b->role && a->kind == b->kind && a->rows == b->rows &&
           a->cols == b->cols;
}

bool lower_add_variable(struct lowering *l, size_t *index,
                        const struct given *wanted)
{
    struct theorem *t = l->theorem;
    const struct binding *old = lower_find(&l->scope, wanted->name);
    struct span place = old ? old->span : (struct span){0};
    size_t i = 0;
    while (i < t->ngivens && strcmp(t->givens[i].name, wanted->name) != 0)
        i++;
    *index = i;
    if (i < t->ngivens && is_alike(&t->givens[i], wanted))
        return true;
    if (i < t->ngivens)
        place = t->givens[i].span;
    for (size_t k = 0; k < t->nlets && !place.source; k++) /* of proofs */
        if (strcmp(t->lets[k].name, wanted->name) == 0)
            place = t->lets[k].span;
    if (place.source) {
        const bool other =
            i < t->ngivens && t->givens[i].role != GIVEN_DECLARED;
        diag_error(l->diag, wanted->span, "the name %s is taken%s",
                   wanted->name,
                   other ? " by a variable of another type (the variables of "
                           "a theorem differ in their names)"
                         : "");
        diag_note(l->diag, place, "%s is declared here", wanted->name);
        return false;
    }
    arena_push(l->arena, &t->givens, &t->ngivens, sizeof *wanted, wanted);
    return true;
}

static void note_use(struct lowering *l, size_t given)
{
    struct quantified *list = &l->variables;
    for (size_t i = 0; i < list->count; i++)
        if (list->givens[i] == given)
            return;
    arena_push(l->arena, &list->givens, &list->count, sizeof given, &given);
}

bool lower_variable(struct lowering *l, struct scope *scope,
                    const struct ast_range *range)
{
    struct given g = {
        .name = range->name, .span = range->span, .role = GIVEN_VARIABLE};
    if (!l->takes_variables)
        return diag_error(
            l->diag, range->span,
            "forall has a variable only in a claim, a step or an "
            "assumption, within nothing but forall, and, or (elsewhere: "
            "forall(i in a..b, R), or a given)");
    if (!lower_given_shape(l, range->type, scope, &g) ||
        !lower_variable_has_values(l, range->span, &g, range->type->lo != NULL))
        return false;
    struct binding *b =
        lower_bind(l, scope, range->name, range->span, BIND_GIVEN);
    if (!b || !lower_add_variable(l, &b->index, &g))
        return false;
    note_use(l, b->index);
    return true;
}

bool lower_join_variables(struct lowering *l, const struct quantified *before,
                          const struct quantified kids[2], bool is_or,
                          struct span span)
{
    bool fine = true;
    l->variables = *before;
    for (size_t i = 0; i < kids[0].count; i++)
        note_use(l, kids[0].givens[i]);
    for (size_t i = 0; i < kids[1].count; i++) {
        for (size_t k = 0; is_or && fine && k < kids[0].count; k++)
            fine = kids[0].givens[k] != kids[1].givens[i];
        if (!fine) {
            diag_error(l->diag, span,
                       "forall has the variable %s on both sides of an or "
                       "(give one of them another name)",
                       l->theorem->givens[kids[1].givens[i]].name);
            break;
        }
        note_use(l, kids[1].givens[i]);
    }
    return fine;
}

bool lower_bind_variables(struct lowering *l, struct scope *scope,
                          const struct quantified *variables)
{
    for (size_t i = 0; i < variables->count; i++) {
        const struct given *g = &l->theorem->givens[variables->givens[i]];
        struct binding *b = lower_bind(l, scope, g->name, g->span, BIND_GIVEN);
        if (!b)
            return false;
        b->index = variables->givens[i];
    }
    return true;
}
