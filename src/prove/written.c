/*
 * Facts about the calls of a goal as they are written.
 *
 * Normal forms multiply out, and lose what a person meant: N(s*A + (1-s)*B) as
 * a sum of two, N(A*C - B*C) as a product.  The triangle inequality, scalar
 * factors and products of such arguments are said here as facts.
 */
#include "prove/spell.h"

#include <stdio.h>

enum { WRITTEN_MAX_DEPTH = 24, WRITTEN_MAX_FACTS = 24, WRITTEN_MAX_NAME = 64 };

struct written {
    struct search *s;
    size_t added;
};

/* The rule's claim at the terms, if there is such a rule; true: a fact. */
static bool add_instance(struct written *w, const char *rule,
                         const struct expr *a, const struct expr *b)
{
    struct search *s = w->s;
    size_t number = catalogue_find(rule);
    if (number == catalogue_count() || w->added == WRITTEN_MAX_FACTS ||
        !method_allows(s->method, rule, false))
        return false;
    const struct theorem *t = catalogue_theorem(s->catalogue, number);
    const struct expr *terms[] = {a, b};
    const struct line model = {
        .rule = RULE_INSTANCE, .number = number, .terms = terms, .nterms = 2};
    size_t line =
        goal_instance(s, &model, t, t->claims[0].links[0].relation, NULL);
    if (line == SEARCH_NONE)
        return false;
    search_fact(s, line);
    w->added++;
    return true;
}

static bool add_named(struct written *w, const char *kind, enum function fn,
                      const struct expr *a, const struct expr *b)
{
    char name[WRITTEN_MAX_NAME];
    int length =
        snprintf(name, sizeof name, "%s%s", kind, function_info(fn)->name);
    return length > 0 && (size_t)length < sizeof name &&
           add_instance(w, name, a, b);
}

static void add_scaled(struct written *w, enum function fn,
                       const struct expr *e)
{
    if (e->op == EX_NEG)
        e = e->kids[0];
    if (e->op == EX_SCALE && !expr_is_scalar(e) &&
        !add_named(w, "multiple_", fn, e->kids[0], e->kids[1]))
        (void)add_named(w, "homogeneous_", fn, e->kids[0], e->kids[1]);
}

/* N(a*b) for the norms that have such rules. */
static void add_product(struct written *w, enum function fn,
                        const struct expr *a, const struct expr *b)
{
    (void)add_named(w, "submultiplicative_", fn, a, b);
    if (fn == FN_NORMFRO) {
        (void)add_instance(w, "mixed_fro_left", a, b);
        (void)add_instance(w, "mixed_fro_right", a, b);
    } else if (fn == FN_NORMMAX) {
        (void)add_instance(w, "mixed_max_left", a, b);
        (void)add_instance(w, "mixed_max_right", a, b);
    } else if (fn == FN_NORMNUC) {
        (void)add_instance(w, "mixed_nuc_left", a, b);
        (void)add_instance(w, "mixed_nuc_right", a, b);
    }
}

/* a*c + b*c and c*a + c*b (or with minus) as one product. */
static void add_factored(struct written *w, enum function fn,
                         const struct expr *e)
{
    struct expr_pool *pool = w->s->pool;
    const struct expr *a = e->kids[0], *b = e->kids[1];
    bool minus = e->op == EX_SUB;
    if (a->op != EX_MATMUL || b->op != EX_MATMUL)
        return;
    for (size_t i = 0; i < 2; i++) {
        const struct expr *x = a->kids[i], *y = b->kids[i];
        if (a->kids[1 - i] != b->kids[1 - i] || x->rows != y->rows ||
            x->cols != y->cols)
            continue;
        const struct expr *sum =
            minus ? make_sub(pool, x, y) : make_add(pool, x, y);
        add_product(w, fn, i == 0 ? sum : a->kids[0],
                    i == 0 ? a->kids[1] : sum);
    }
}

/* N(c*w) where the multiple is a sum: normal forms multiply it out. */
static void add_gathered(struct written *w, enum function fn,
                         const struct expr *e)
{
    const struct expr *scale, *word;
    if (parts_of_multiple(&scale, &word, w->s, e))
        (void)add_named(w, "homogeneous_", fn, scale, word);
}

/* N(hcat(a, b)), N(vcat(a, b)): normal forms write these as sums. */
static void add_joined(struct written *w, enum function fn,
                       const struct expr *e)
{
    const bool beside = expr_is_call(e, FN_HCAT);
    if ((!beside && !expr_is_call(e, FN_VCAT)) || e->count != 2)
        return;
    (void)add_named(w, beside ? "joined_" : "stacked_", fn, e->kids[0],
                    e->kids[1]);
    if (fn == FN_NORM2)
        (void)add_instance(w, beside ? "norm2_of_joined" : "norm2_of_stacked",
                           e->kids[0], e->kids[1]);
}

static void look(struct written *w, const struct expr *e, size_t depth)
{
    if (depth > WRITTEN_MAX_DEPTH || make_is_binder(e) ||
        w->added == WRITTEN_MAX_FACTS)
        return;
    if (e->op == EX_CALL && e->count == 1 &&
        (e->kids[0]->op == EX_ADD || e->kids[0]->op == EX_SUB)) {
        const struct expr *sum = e->kids[0];
        const struct expr *second = sum->op == EX_SUB
                                        ? make_neg(w->s->pool, sum->kids[1])
                                        : sum->kids[1];
        (void)add_named(w, "triangle_", e->fn, sum->kids[0], second);
        add_scaled(w, e->fn, sum->kids[0]);
        add_scaled(w, e->fn, sum->kids[1]);
        add_factored(w, e->fn, sum);
        add_gathered(w, e->fn, sum);
    }
    if (e->op == EX_CALL && e->count == 1) {
        add_scaled(w, e->fn, e->kids[0]);
        add_joined(w, e->fn, e->kids[0]);
    }
    for (size_t i = 0; i < e->count; i++)
        look(w, e->kids[i], depth + 1);
}

/* ---- triangles ---- */

enum { TRIANGLE_CALLS = 8 };

struct calls {
    const struct expr *items[TRIANGLE_CALLS];
    size_t count;
};

/* Scalar functions of one matrix, each once. */
static void find_calls(struct calls *out, const struct expr *e, size_t depth)
{
    bool known = depth > WRITTEN_MAX_DEPTH || make_is_binder(e);
    for (size_t i = 0; i < out->count; i++)
        known = known || out->items[i] == e;
    if (known || out->count == TRIANGLE_CALLS)
        return;
    if (e->op == EX_CALL && e->count == 1 && expr_is_scalar(e) &&
        !expr_is_scalar(e->kids[0]))
        out->items[out->count++] = e;
    for (size_t i = 0; i < e->count; i++)
        find_calls(out, e->kids[i], depth + 1);
}

/* N(x) <= N(y) + N(z) and the like where x = y + z, signs aside. */
static void add_triangle(struct written *w, const struct expr *const calls[3])
{
    struct search *s = w->s;
    for (unsigned signs = 0; signs < 4; signs++) {
        const struct expr *x = calls[0]->kids[0], *kids[3] = {x};
        for (unsigned i = 1; i < 3; i++) {
            kids[i] = calls[i]->kids[0];
            if (signs >> (i - 1) & 1U)
                kids[i] = make_neg(s->pool, kids[i]);
        }
        const struct expr *sum = make_add(s->pool, kids[1], kids[2]);
        if (!search_is_equal(s, x, make_neg(s->pool, sum)))
            continue;
        for (size_t i = 0; i < 3; i++)
            (void)add_named(w, "triangle_", calls[0]->fn, kids[i],
                            kids[(i + 1) % 3]);
        return;
    }
}

/* Of the calls of the goal, where the arguments of three add up to 0. */
static void add_triangles(struct written *w, const struct expr *goal)
{
    struct calls c = {.count = 0};
    find_calls(&c, goal, 0);
    for (size_t i = 0; i < c.count; i++)
        for (size_t j = i + 1; j < c.count; j++)
            for (size_t k = j + 1; k < c.count; k++) {
                const struct expr *three[] = {c.items[i], c.items[j],
                                              c.items[k]};
                bool alike = true;
                for (size_t m = 1; m < 3; m++)
                    alike =
                        alike && three[m]->fn == three[0]->fn &&
                        three[m]->kids[0]->rows == three[0]->kids[0]->rows &&
                        three[m]->kids[0]->cols == three[0]->kids[0]->cols;
                if (alike)
                    add_triangle(w, three);
            }
}

/* ---- sums of norms ---- */

/* Sums over a range of such functions. */
static void find_sums(struct calls *out, const struct expr *e, size_t depth)
{
    const struct expr *norm = e->op == EX_SUM ? e->kids[2] : NULL;
    if (depth > WRITTEN_MAX_DEPTH || out->count == TRIANGLE_CALLS)
        return;
    if (norm && norm->op == EX_CALL && norm->count == 1 && expr_is_scalar(norm))
        out->items[out->count++] = e;
    for (size_t i = 0; i < e->count && !make_is_binder(e); i++)
        find_sums(out, e->kids[i], depth + 1);
}

/* sum(i, f) for the sum of N(f); NULL where it is not of the shape of x. */
static const struct expr *sum_within(struct search *s, const struct expr *sum,
                                     const struct expr *x)
{
    struct expr model = *sum;
    const struct expr *kids[] = {sum->kids[0], sum->kids[1],
                                 sum->kids[2]->kids[0]};
    model.rows = kids[2]->rows;
    model.cols = kids[2]->cols;
    model.kids = kids;
    return x->rows == model.rows && x->cols == model.cols
               ? expr_intern(s->pool, &model)
               : NULL;
}

/*
 * count*N(x) <= sum(i, N(f)) where count*x (NULL: x) is sum(i, f), to which
 * that may telescope.
 */
static size_t add_sum(struct search *s, const struct expr *call,
                      const struct expr *sum, const struct expr *count)
{
    const struct expr *whole = sum_within(s, sum, call->kids[0]);
    if (!whole || call->fn != sum->kids[2]->fn)
        return SEARCH_NONE;
    const struct expr *x = spell_times(s, count, call->kids[0]);
    const size_t equation =
        search_algebra(s, relation_make(s->pool, REL_EQ, x, whole));
    if (equation == SEARCH_NONE)
        return equation;
    const struct expr *norm = make_call(s->pool, call->fn, whole);
    const struct line replaced = {
        .rule = RULE_REPLACE,
        .conclusion = relation_make(s->pool, REL_EQ,
                                    make_call(s->pool, call->fn, x), norm),
        .premises = &equation,
        .npremises = 1};
    const struct move moves[] = {{.line = search_line(s, &replaced)},
                                 {.line = bound_norm_of_sum(s, norm)}};
    if (moves[0].line == SEARCH_NONE || moves[1].line == SEARCH_NONE)
        return SEARCH_NONE;
    const struct expr *to =
        relation_make(s->pool, REL_LE, spell_times(s, count, call), sum);
    const size_t line = combine_line(s, to, moves, 2, NULL);
    if (line != SEARCH_NONE)
        search_fact(s, line);
    return line;
}

static void add_sums(struct search *s, const struct expr *goal)
{
    struct calls norms = {.count = 0}, sums = {.count = 0};
    find_calls(&norms, goal, 0);
    find_sums(&sums, goal, 0);
    for (size_t i = 0; i < norms.count; i++)
        for (size_t k = 0; k < sums.count; k++) {
            const struct expr *const *range = sums.items[k]->kids;
            const struct expr *count =
                make_add(s->pool, make_sub(s->pool, range[1], range[0]),
                         make_int(s->pool, 1));
            if (add_sum(s, norms.items[i], sums.items[k], NULL) == SEARCH_NONE)
                (void)add_sum(s, norms.items[i], sums.items[k], count);
        }
}

void written_facts(struct search *s, const struct expr *goal)
{
    struct written w = {.s = s};
    size_t steps = s->steps;
    look(&w, goal, 0);
    add_triangles(&w, goal);
    add_sums(s, goal);
    /* facts do not count as tried */
    s->steps = steps;
}
