/* Bounds of one term by one rule of the catalogue. */
#include "prove/search.h"

#include <string.h>

enum { BOUND_MAX_NESTED = 3 };

struct bounding {
    struct search *s;
    struct bounds *out;
    size_t rule;
    const struct theorem *theorem;
    const struct expr *from, *to; /* sides of its claim: pattern, result */
};

static void add(struct bounds *out, const struct search *s, size_t line)
{
    if (line == SEARCH_NONE || out->count == SEARCH_MAX_MATCHES)
        return;
    for (size_t i = 0; i < out->count; i++)
        if (search_conclusion(s, out->lines[i]) == search_conclusion(s, line))
            return;
    out->lines[out->count++] = line;
}

/* A product of sizes, their roots and numbers. */
static bool is_size(const struct expr *e)
{
    if (e->op == EX_SYMBOL || e->op == EX_NUMBER)
        return true;
    const bool plain =
        e->op == EX_SCALE || e->op == EX_POW || expr_is_call(e, FN_SQRT);
    for (size_t i = 0; plain && i < e->count; i++)
        if (!is_size(e->kids[i]))
            return false;
    return plain;
}

/* n N(A): larger than what has no size in it, as n may be large. */
static bool is_by_size(const struct expr *e)
{
    return e->op == EX_SCALE && e->kids[0]->op != EX_NUMBER &&
           is_size(e->kids[0]);
}

/* A spectral norm leads to a Frobenius norm. */
static bool leads_on(const struct search *s, enum function fn)
{
    return s->later && fn == FN_NORM2 && s->functions[FN_NORMFRO];
}

/* Whether all functions of the result occur in the goal. */
static bool is_relevant(const struct search *s, const struct expr *e,
                        const struct expr *x)
{
    bool own = x->op == EX_CALL && e->fn == x->fn;
    if (e->op == EX_CALL && !own && !s->functions[e->fn] && e->fn != FN_ONES &&
        e->fn != FN_ABS && !leads_on(s, e->fn))
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!is_relevant(s, e->kids[i], x))
            return false;
    return true;
}

/* Sums are written as products, norminf(A) as norm1(A'). */
static bool may_match(const struct catalogue_side *pattern,
                      const struct expr *x)
{
    if (pattern->op == EX_GIVEN)
        return x->op != EX_CALL || x->fn == FN_LOG || x->fn == FN_TANH ||
               x->fn == FN_SIN || x->fn == FN_COS || x->fn == FN_SOFTMAX;
    if (pattern->op != EX_CALL)
        return pattern->op != EX_NUMBER;
    if (pattern->fn == FN_SUM || pattern->fn == FN_ROWSUM ||
        pattern->fn == FN_COLSUM)
        return x->op == EX_MATMUL;
    return pattern->fn == FN_RES ||
           (x->op == EX_CALL &&
            (x->fn == pattern->fn ||
             (pattern->fn == FN_NORMINF && x->fn == FN_NORM1)));
}

static size_t open_givens(const struct bounding *b, const struct binding *args)
{
    size_t count = 0;
    for (size_t i = 0; i < b->theorem->ngivens; i++)
        count += !args->args[i];
    return count;
}

/* The exponent of a power within e, plus 1; NULL: there is none. */
static const struct expr *after_exponent(struct search *s, const struct expr *e)
{
    const struct expr *found = NULL;
    if (e->op == EX_MATPOW || e->op == EX_POW)
        return make_shift(s->pool, e->kids[1], 1);
    for (size_t i = 0; i < e->count && e->op == EX_CALL && !found; i++)
        found = after_exponent(s, e->kids[i]);
    return found;
}

/*
 * The rule at the terms.  A size that no shape fixes is that of an exponent:
 * such rules are of powers A^(k - 1), that is with all exponents from 0 on.
 */
static void instantiate(struct bounding *b, const struct binding *args,
                        const struct expr *x, bool upper)
{
    struct relation r;
    const struct expr *terms[SEARCH_MAX_ARGS + 1];
    struct line model = {.rule = RULE_INSTANCE,
                         .number = b->rule,
                         .terms = terms,
                         .nterms = b->theorem->ngivens};
    for (size_t i = 0; i < model.nterms; i++)
        terms[i] = args->args[i];
    if (theorem_open_dims(b->theorem) == 1)
        terms[model.nterms++] = after_exponent(b->s, x);
    if (model.nterms > 0 && !terms[model.nterms - 1])
        return;
    size_t line = goal_instance(b->s, &model, b->theorem,
                                b->theorem->claims[0].links[0].relation, NULL);
    if (line == SEARCH_NONE ||
        !relation_read(&r, b->s->pool, search_conclusion(b->s, line)))
        return;
    if (r.op == REL_EQ || upper ? search_is_equal(b->s, r.lhs, x)
                                : search_is_equal(b->s, r.rhs, x))
        add(b->out, b->s, line);
}

/* A call in the result that has an open given: softmax(B). */
static const struct expr *open_call(const struct expr *e,
                                    const struct binding *args, bool *open)
{
    bool inside = e->op == EX_GIVEN && !args->args[e->decl];
    for (size_t i = 0; i < e->count; i++) {
        bool kid = false;
        const struct expr *found = open_call(e->kids[i], args, &kid);
        if (found)
            return found;
        inside = inside || kid;
    }
    *open = inside;
    return inside && e->op == EX_CALL ? e : NULL;
}

/* The body with the scope's variable of that range; NULL: there is none. */
static const struct expr *body_in_scope(struct search *s,
                                        const struct expr *binder)
{
    const struct span nowhere = {0};
    for (const struct scope_entry *e = s->scope; e; e = e->outer)
        if (e->symbol && binder->count == 3 && e->lo == binder->kids[0] &&
            e->hi == binder->kids[1])
            return make_substitute(s->pool, binder->kids[2], binder->symbol,
                                   expr_symbol(s->pool, e->symbol, nowhere));
    return NULL;
}

/*
 * The call of c times what `other` is of, where a given stands for c times a
 * matrix: normal forms take n out of N(n A - ...).  NULL: there is none.
 */
static const struct expr *scaled_call(const struct bounding *b,
                                      const struct binding *args,
                                      const struct expr *other)
{
    struct expr_pool *pool = b->s->pool;
    for (size_t i = 0; match_is_homogeneous(other) && i < b->theorem->ngivens;
         i++)
        if (args->args[i] && args->args[i]->op == EX_SCALE)
            return make_call(
                pool, other->fn,
                make_mul(pool, args->args[i]->kids[0], other->kids[0]));
    return NULL;
}

/* norm2 or normnuc of a vector, which is its normfro */
static bool is_length(const struct search *s, const struct expr *e)
{
    const struct dim *one = dim_constant(expr_dims(s->pool), 1);
    return (expr_is_call(e, FN_NORM2) || expr_is_call(e, FN_NORMNUC)) &&
           (e->kids[0]->rows == one || e->kids[0]->cols == one);
}

/* Such a call of the result against the calls inside the goal. */
static void match_other(struct bounding *b, const struct binding *args,
                        const struct expr *x, bool upper,
                        const struct expr *other, const struct expr *call,
                        size_t depth)
{
    struct matches found;
    if (depth > 16 || search_is_exhausted(b->s))
        return;
    if (b->s->last && call->fn == FN_NORMFRO && is_length(b->s, other))
        other = make_call(b->s->pool, FN_NORMFRO, other->kids[0]);
    if (other->op == EX_CALL && other->fn == call->fn) {
        match_term(&found, b->s, b->theorem, call, other, args);
        const struct expr *scaled = scaled_call(b, args, other);
        if (found.count == 0 && scaled)
            match_term(&found, b->s, b->theorem, call, scaled, args);
        for (size_t i = 0; i < found.count; i++)
            if (open_givens(b, &found.items[i]) == 0)
                instantiate(b, &found.items[i], x, upper);
    }
    for (size_t i = 0; i < other->count; i++) {
        bool body = make_is_binder(other) && i + 1 == other->count;
        const struct expr *kid =
            body ? body_in_scope(b->s, other) : other->kids[i];
        if (kid)
            match_other(b, args, x, upper, kid, call, depth + 1);
    }
}

enum { BOUND_ASSUMPTION_LINES = 120 }; /* tried for one rule with open givens */

/* f(A) <= B with A known and B open: B is any bound of f(A). */
static void by_assumption(struct bounding *b, const struct binding *args,
                          const struct expr *x, bool upper)
{
    struct relation r;
    const struct theorem *t = b->theorem;
    for (size_t i = 0; i < t->nassumptions; i++) {
        if (!relation_read(&r, t->pool, t->assumptions[i].relation))
            continue;
        const struct expr *open = upper ? r.rhs : r.lhs;
        const struct expr *known = upper ? r.lhs : r.rhs;
        if (open->op != EX_GIVEN || args->args[open->decl] || r.op == REL_NE)
            continue;
        const struct expr *term = open_known_term(b->s, t, args, known);
        if (!term)
            return;
        struct bounds steps = {.count = 0};
        move_term(&steps, b->s, search_normal(b->s, term), upper);
        for (size_t k = 0; k < steps.count; k++) {
            struct relation step;
            struct binding next = *args;
            if (!relation_read(&step, b->s->pool,
                               search_conclusion(b->s, steps.lines[k])))
                continue;
            next.args[open->decl] = upper ? step.rhs : step.lhs;
            b->s->facts[b->s->nfacts++] = steps.lines[k];
            instantiate(b, &next, x, upper);
            b->s->nfacts--;
        }
        return;
    }
}

/*
 * x <= f(x) for any x: only for functions that the goal has.  N(A) against
 * N(f(A)) could go on for ever.
 */
static bool is_wild(const struct bounding *b, const struct expr *x)
{
    const struct expr *to = b->to;
    if (b->from->op != EX_GIVEN)
        return b->from->op == EX_CALL && b->from->kids[0]->op == EX_GIVEN &&
               to->op == EX_CALL && to->fn == b->from->fn &&
               to->kids[0]->op == EX_CALL && to->kids[0]->fn != FN_ABS;
    while (to->op == EX_MATMUL || to->op == EX_SCALE || to->op == EX_NEG)
        to = to->kids[to->count > 1 && to->kids[1]->op == EX_CALL &&
                      to->kids[1]->fn != FN_ONES];
    if (to->op != EX_CALL || !b->s->functions[to->fn])
        return true;
    bool entrywise = to->fn == FN_ABS || to->fn == FN_RELU ||
                     to->fn == FN_MAX2 || to->fn == FN_MIN2;
    return to->fn == FN_TANH || (expr_is_scalar(x) && !entrywise);
}

/*
 * Monotone functions of one number or matrix, and norms of powers, have nothing
 * else to offer.
 */
static bool is_entrywise(const struct expr *x)
{
    if (x->op == EX_POW ||
        (x->op == EX_CALL && x->count == 1 && x->kids[0]->op == EX_MATPOW))
        return true;
    return x->op == EX_CALL && (x->fn == FN_EXP || x->fn == FN_TANH ||
                                x->fn == FN_SQRT || x->fn == FN_LOG);
}

/* B * A == eye where A * B == eye: asked of every product it costs too much. */
static bool is_conditional_product(const struct bounding *b)
{
    struct relation r;
    const struct theorem *t = b->theorem;
    return b->from->op == EX_MATMUL && t->nassumptions == 1 &&
           relation_read(&r, t->pool, t->assumptions[0].relation) &&
           r.op == REL_EQ;
}

static void try_rule(struct bounding *b, const struct expr *x, bool upper)
{
    struct matches found;
    const struct binding nothing = {{NULL}};
    if (!is_relevant(b->s, b->to, x) || is_wild(b, x) ||
        is_conditional_product(b) || (!b->s->sizes && is_by_size(b->to)) ||
        (b->from->op == EX_GIVEN && !b->s->wide) ||
        b->theorem->ngivens > SEARCH_MAX_ARGS)
        return;
    match_term(&found, b->s, b->theorem, b->from, x, &nothing);
    for (size_t i = 0; i < found.count && !search_is_exhausted(b->s); i++) {
        if (open_givens(b, &found.items[i]) == 0) {
            instantiate(b, &found.items[i], x, upper);
            continue;
        }
        bool open = false;
        size_t before = b->out->count;
        const struct expr *call = open_call(b->to, &found.items[i], &open);
        if (b->s->other && call)
            match_other(b, &found.items[i], x, upper, b->s->other, call, 0);
        bool deep = b->s->nested > 1 && !is_entrywise(x);
        size_t limit = b->s->limit;
        struct matches named = {.count = 0};
        if (b->s->later)
            open_by_facts(&named, b->s, b->theorem, &found.items[i]);
        for (size_t k = 0; k < named.count; k++)
            instantiate(b, &named.items[k], x, upper);
        if (b->out->count > before || (!b->s->wide && !is_entrywise(x)) ||
            deep || b->s->nfacts == SEARCH_MAX_FACTS)
            continue;
        if (limit > b->s->steps + BOUND_ASSUMPTION_LINES)
            b->s->limit = b->s->steps + BOUND_ASSUMPTION_LINES;
        by_assumption(b, &found.items[i], x, upper);
        b->s->limit = limit;
    }
}

static void by_catalogue(struct bounds *out, struct search *s,
                         const struct expr *x, bool upper)
{
    const size_t count = catalogue_count();
    for (size_t i = 0; i < count; i++) {
        if (!s->later && catalogue_is_later(i))
            continue;
        const struct catalogue_rule *rule = catalogue_rule(s->catalogue, i);
        const bool forward = upper || rule->op == REL_EQ;
        const struct catalogue_side *from = forward ? &rule->lhs : &rule->rhs;
        const struct catalogue_side *to = forward ? &rule->rhs : &rule->lhs;
        struct bounding b = {.s = s,
                             .out = out,
                             .rule = i,
                             .theorem = rule->theorem,
                             .from = from->e,
                             .to = to->e};
        if (rule->is_relation && may_match(from, x) &&
            search_allows(s, i, rule->op == REL_EQ))
            try_rule(&b, x, upper);
    }
}

/* The same over a variable of its own: a bound may bind the old one again. */
static const struct expr *renamed(struct search *s, const struct expr *x)
{
    const struct span nowhere = {0};
    struct expr model = *x;
    model.symbol =
        dim_new_symbol(expr_dims(s->pool), SYM_INDEX, x->symbol->name);
    const struct expr *body =
        make_substitute(s->pool, x->kids[2], x->symbol,
                        expr_symbol(s->pool, model.symbol, nowhere));
    const struct expr *kids[] = {x->kids[0], x->kids[1], body};
    model.kids = kids;
    return body ? expr_intern(s->pool, &model) : x;
}

/* sum(i, f) <= sum(i, g) where f <= g; the same for max, min and prod. */
static void by_body(struct bounds *out, struct search *s, const struct expr *x,
                    bool upper)
{
    struct bounds steps = {.count = 0};
    const struct scope_entry *outer = s->scope;
    size_t nfacts = s->nfacts;
    const bool product = s->later && x->op == EX_PROD && expr_is_scalar(x);
    if ((x->op != EX_SUM && x->op != EX_MAX && x->op != EX_MIN && !product) ||
        x->reversed)
        return;
    x = renamed(s, x);
    s->scope =
        derivation_variable(s->d, outer, x->symbol, x->kids[0], x->kids[1]);
    if (normal_push_range(s->n, x->symbol, x->kids[0], x->kids[1])) {
        context_facts(s, x->kids[2]);
        move_term(&steps, s, x->kids[2], upper);
        if (product) /* 1 + x <= exp(x) bounds a whole factor */
            by_catalogue(&steps, s, x->kids[2], upper);
        normal_pop_range(s->n);
    }
    s->nfacts = nfacts;
    s->scope = outer;
    for (size_t i = 0; i < steps.count; i++) {
        struct relation r;
        if (!relation_read(&r, s->pool, search_conclusion(s, steps.lines[i])))
            continue;
        const struct expr *kids[2][3] = {{x->kids[0], x->kids[1], r.lhs},
                                         {x->kids[0], x->kids[1], r.rhs}};
        const struct expr *low = make_again(s->pool, x, kids[0]);
        const struct expr *high = make_again(s->pool, x, kids[1]);
        const struct line line = {
            .rule = RULE_BINDER,
            .conclusion = relation_make(
                s->pool, r.op == REL_EQ ? REL_EQ : REL_LE, low, high),
            .premises = &steps.lines[i],
            .npremises = 1};
        add(out, s, search_line(s, &line));
    }
}

/* x, or N(sum(i, f')) for N(sum(i, f)'), as norminf is written. */
static const struct expr *norm_of_flipped(struct search *s,
                                          const struct expr *x)
{
    if (x->count != 1 || x->kids[0]->op != EX_TRANSPOSE ||
        x->kids[0]->kids[0]->op != EX_SUM)
        return x;
    const struct expr *sum = x->kids[0]->kids[0];
    const struct expr *body = make_transpose(s->pool, sum->kids[2]);
    const struct expr *kids[] = {sum->kids[0], sum->kids[1], body};
    struct expr model = *sum;
    model.rows = body->rows;
    model.cols = body->cols;
    model.kids = kids;
    return make_call(s->pool, x->fn, expr_intern(s->pool, &model));
}

size_t bound_norm_of_sum(struct search *s, const struct expr *x)
{
    enum shape_rule rule =
        x->op == EX_CALL ? function_info(x->fn)->rule : SHAPE_SIZES;
    if (rule != SHAPE_SCALAR && rule != SHAPE_COLUMN && rule != SHAPE_SAME)
        return SEARCH_NONE;
    x = norm_of_flipped(s, x);
    if (x->count != 1 || x->kids[0]->op != EX_SUM)
        return SEARCH_NONE;
    const struct expr *sum = x->kids[0];
    const struct expr *body = make_call(s->pool, x->fn, sum->kids[2]);
    const struct expr *kids[] = {sum->kids[0], sum->kids[1], body};
    struct expr model = *sum;
    model.rows = body->rows;
    model.cols = body->cols;
    model.kids = kids;
    const struct line line = {
        .rule = RULE_NORM_OF_SUM,
        .conclusion =
            relation_make(s->pool, REL_LE, x, expr_intern(s->pool, &model))};
    return search_line(s, &line);
}

/* N((A*B)') for N(A*B), where that is the same number; NULL: it is not. */
static const struct expr *norm_of_transpose(struct search *s,
                                            const struct expr *x)
{
    if (x->op != EX_CALL || x->count != 1 || x->kids[0]->op != EX_MATMUL ||
        (x->fn != FN_NORM2 && x->fn != FN_NORMFRO && x->fn != FN_NORMNUC &&
         x->fn != FN_NORMMAX))
        return NULL;
    return make_call(s->pool, x->fn,
                     search_normal(s, make_transpose(s->pool, x->kids[0])));
}

const struct bounds *bound_term(struct search *s, const struct expr *x,
                                bool upper)
{
    for (struct bounds *b = s->known; b; b = b->next)
        if (b->x == x && b->upper == upper && b->wide == s->wide &&
            b->later == s->later && b->last == s->last && b->scope == s->scope)
            return b;
    struct bounds found = {.count = 0};
    if (s->nested < BOUND_MAX_NESTED) {
        s->nested++;
        if (upper && method_allows(s->method, "triangle_", false))
            add(&found, s, bound_norm_of_sum(s, x));
        by_catalogue(&found, s, x, upper);
        const struct expr *turned = s->last ? norm_of_transpose(s, x) : NULL;
        if (turned)
            by_catalogue(&found, s, turned, upper);
        by_body(&found, s, x, upper);
        s->nested--;
    }
    struct bounds *kept = arena_alloc(s->d->arena, sizeof *kept);
    *kept = found;
    kept->x = x;
    kept->scope = s->scope;
    kept->upper = upper;
    kept->wide = s->wide;
    kept->later = s->later;
    kept->last = s->last;
    if (s->later && search_is_exhausted(s))
        return kept; /* some may be missing: to be found again */
    kept->next = s->known;
    s->known = kept;
    return kept;
}
