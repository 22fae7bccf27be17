/*
 * The tables, and their texts evaluated over the syntax tree.
 */
#include "core/meaning.h"

#include "base/diag.h"
#include "base/status.h"
#include "core/ring.h"
#include "lang/parser.h"

#include <string.h>

static const struct meaning operations[] = {
    [EX_ADD] = {"a + b", NULL},
    [EX_SUB] = {"a - b", NULL},
    [EX_NEG] = {"-a", NULL},
    [EX_MATMUL] = {"a * b", NULL},
    [EX_SCALE] = {"a * b", NULL},
    [EX_DIVIDE] = {"a * recip(b)", "b != 0"},
    [EX_DOT_MUL] = {"a .* b", NULL},
    /* no entry of b is 0: each product with its recip is 1 */
    [EX_DOT_DIV] = {"a .* recip(b)", "b .* recip(b) == 1"},
    [EX_POW] = {"pow(a, b)", "0 < a or a == 0 and 0 <= b or "
                             "a < 0 and integer(b)"},
    [EX_DOT_POW] = {"pow(a, b)", NULL},
    [EX_MATPOW] = {"matpow(a, b)", "integer(b) and (0 <= b or det(a) != 0)"},
    [EX_TRANSPOSE] = {"a'", NULL},
    [EX_ENTRY] = {"sel(m, b, b) * a * sel(n, c, c)'",
                  "1 <= b <= m and 1 <= c <= n and integer(b) and integer(c)"},
    [EX_SLICE] = {"sel(m, b, c) * a * sel(n, d, e)'",
                  "1 <= b <= m and 1 <= c <= m and b <= c and "
                  "1 <= d <= n and 1 <= e <= n and d <= e and "
                  "integer(b) and integer(c) and integer(d) and integer(e)"},
    /* a relation is 1 where it is true, else 0 */
    [EX_IF] = {"a * b + (1 - a) * c", NULL},
};

static const struct meaning functions[FN_COUNT] = {
    [FN_ONES] = {"ones(a) * ones(b)'",
                 "integer(a) and 1 <= a and integer(b) and 1 <= b"},
    [FN_ZEROS] = {"zeros(a, b)",
                  "integer(a) and 1 <= a and integer(b) and 1 <= b"},
    [FN_EYE] = {"eye(a)", "integer(a) and 1 <= a"},
    [FN_UNIT] = {"sel(a, b, b)'",
                 "integer(a) and 1 <= a and integer(b) and 1 <= b <= a"},
    [FN_MAX2] = {"max(a, b)", NULL},
    [FN_MIN2] = {"min(a, b)", NULL},
    [FN_SUM] = {"ones(m)' * a * ones(n)", NULL},
    [FN_MEAN] = {"recip(m * n) * ones(m)' * a * ones(n)", NULL},
    [FN_ROWSUM] = {"a * ones(n)", NULL},
    [FN_ROWMEAN] = {"recip(n) * a * ones(n)", NULL},
    [FN_COLSUM] = {"ones(m)' * a", NULL},
    [FN_COLMEAN] = {"recip(m) * ones(m)' * a", NULL},
    [FN_SQRT] = {NULL, "0 <= a"},
    [FN_LOG] = {NULL, "0 < a"},
    [FN_INV] = {NULL, "det(a) != 0"},
    [FN_EIGMIN] = {NULL, "a == a'"},
    [FN_EIGMAX] = {NULL, "a == a'"},
    /* entries of the mask are 0 or 1, and a row allows something */
    [FN_SOFTMAX] = {NULL, "b .* b == b and ones(m) <= b * ones(n)"},
    [FN_NORMALISE] = {NULL, "0 <= a and 0 < a * ones(n)"},
    [FN_LAMBERTW] = {NULL, "-exp(-1) <= b and (a == 0 or a == -1 and b < 0)"},
};

#define ROWS_ONE "0 <= a and a * ones(n) == ones(m)"
#define COLS_ONE "0 <= a and a' * ones(m) == ones(n)"

static const char *const kinds[] = {
    [GIVEN_STOCHASTIC] = ROWS_ONE,
    [GIVEN_SYMMETRIC] = "a == a'",
    [GIVEN_PSD] = "a == a' and psd(a)",
    [GIVEN_ORTHOGONAL] = "a' * a == eye(n) and a * a' == eye(n)",
    [GIVEN_NONNEG] = "0 <= a",
    [GIVEN_UNIT] = "a' * a == 1",
    [GIVEN_FRAME] = "a' * a == eye(n)",
    [GIVEN_SIMPLEX] = COLS_ONE,
    [GIVEN_PERMUTATION] = ROWS_ONE " and a .* a == a and a' * a == eye(n) and "
                                   "a * a' == eye(n)",
    [GIVEN_MASK] = "0 <= a and a .* a == a",
    [GIVEN_DOUBLY_STOCHASTIC] = ROWS_ONE " and " COLS_ONE,
    [GIVEN_SKEW] = "a' == -a",
    [GIVEN_DIAGONAL] = "a == a'",
    [GIVEN_LOWER] = NULL,
};

const struct meaning *meaning_of(const struct expr *e,
                                 const struct form *const *args)
{
    static const struct meaning unmasked = {NULL, NULL};
    enum expr_op op = e->op;

    if (op > EX_IF || (op != EX_CALL && operations[op].value == NULL))
        return NULL;
    if (op == EX_CALL && e->fn == FN_SOFTMAX && e->count == 1)
        return &unmasked;
    if (op == EX_CALL)
        return &functions[e->fn];
    if (op == EX_DOT_DIV && form_scalar(args[1]))
        op = EX_DIVIDE;
    if ((op == EX_MATPOW || op == EX_DOT_POW) && form_scalar(args[0]) &&
        form_scalar(args[1]))
        op = EX_POW;
    return &operations[op];
}

const char *meaning_of_literal_power(const struct expr *e,
                                     const struct form *base)
{
    const struct form *const args[] = {base, base};
    mpq_srcptr k = e->kids[1]->number->q;

    if (mpz_cmp_ui(mpq_denref(k), 1) != 0)
        return meaning_of(e, args)->domain;
    if (mpq_sgn(k) >= 0)
        return NULL;
    if (form_scalar(base))
        return "a != 0";
    return e->op == EX_MATPOW ? functions[FN_INV].domain : "a .* recip(a) == 1";
}

const char *meaning_of_kind(enum given_kind kind)
{
    return kind < sizeof kinds / sizeof kinds[0] ? kinds[kind] : NULL;
}

/* A scalar beside a matrix becomes constant, of the matrix's shape. */
static bool alike(struct pool *pool, const struct form **a,
                  const struct form **b)
{
    const struct form **scalar = a, *like = *b, *ones, *across;

    if (*a == NULL || *b == NULL || form_scalar(*a) == form_scalar(*b))
        return *a != NULL && *b != NULL;
    if (form_scalar(*b)) {
        scalar = b;
        like = *a;
    }
    ones = form_apply1(pool, FN_ONES, like->rows);
    across = ring_transpose(pool, form_apply1(pool, FN_ONES, like->cols));
    *scalar = ring_mul(pool, *scalar, ring_mul(pool, ones, across));
    return *scalar != NULL;
}

const struct form *meaning_compared(struct pool *pool, enum relop op,
                                    const struct form *a, const struct form *b)
{
    static const unsigned functions_of[] = {
        [REL_EQ] = CORE_EQ, [REL_NE] = CORE_NE, [REL_LE] = CORE_LE,
        [REL_LT] = CORE_LT, [REL_GE] = CORE_LE, [REL_GT] = CORE_LT};
    bool turned = op == REL_GE || op == REL_GT;

    if (!alike(pool, &a, &b))
        return NULL;
    return relation_between(pool, functions_of[op], turned ? b : a,
                            turned ? a : b);
}

/* Evaluation. */

struct evaluation {
    struct pool *pool;
    const struct form *const *args;
};

static const struct form *named(const struct evaluation *ev, const char *name)
{
    size_t place = (size_t)(*name - 'a');

    if (strcmp(name, "m") == 0)
        return form_rows(ev->pool, ev->args[0]);
    if (strcmp(name, "n") == 0)
        return form_cols(ev->pool, ev->args[0]);
    ENSURE(place < MEANING_ARGUMENTS && name[1] == '\0', "meaning: no name");
    return ev->args[place];
}

static const struct form *combined(struct pool *pool, enum ast_op op,
                                   const struct form *a, const struct form *b)
{
    switch ((int)op) {
    case AST_ADD:
        return ring_add(pool, a, b);
    case AST_SUB:
        return ring_sub(pool, a, b);
    case AST_DOT_MUL:
        if (a != NULL && b != NULL && !form_scalar(a) && !form_scalar(b))
            return form_apply2(pool, CORE_DOT, a, b);
        return ring_mul(pool, a, b);
    default:
        ENSURE(op == AST_MUL, "meaning: no operator");
        return ring_mul(pool, a, b);
    }
}

static const struct form *called(struct pool *pool, const char *name,
                                 const struct form **args, size_t count)
{
    unsigned fn;

    if (strcmp(name, "zeros") == 0)
        return ring_zero(pool, args[0], args[1]);
    if (strcmp(name, "eye") == 0)
        return ring_eye(pool, args[0]);
    ENSURE(core_function_find(&fn, name, count), "meaning: no function");
    if ((fn == CORE_POW || fn == FN_MAX2 || fn == FN_MIN2) &&
        !alike(pool, &args[0], &args[1]))
        return NULL;
    return form_apply(pool, fn, args, count);
}

static const struct form *evaluated(const struct evaluation *ev,
                                    const struct ast_expr *e)
{
    const struct form *kids[MEANING_ARGUMENTS], *all = pool_one(ev->pool);

    for (size_t i = 0; i < e->count; i++)
        kids[i] = evaluated(ev, e->kids[i]);
    switch ((int)e->kind) {
    case AST_NUMBER:
        return ring_number(ev->pool, e->number->q);
    case AST_NAME:
        return named(ev, e->text);
    case AST_CALL:
        return called(ev->pool, e->text, kids, e->count);
    case AST_NEGATE:
        return ring_neg(ev->pool, kids[0]);
    case AST_TRANSPOSE:
        return ring_transpose(ev->pool, kids[0]);
    case AST_BINARY:
        return combined(ev->pool, e->op, kids[0], kids[1]);
    case AST_AND:
        return relation_and(ev->pool, kids[0], kids[1]);
    case AST_OR:
        return relation_or(ev->pool, kids[0], kids[1]);
    default:
        ENSURE(e->kind == AST_CHAIN, "meaning: no expression");
        for (size_t i = 0; i + 1 < e->count; i++)
            all = relation_and(
                ev->pool, all,
                meaning_compared(ev->pool, e->rels[i], kids[i], kids[i + 1]));
        return all;
    }
}

const struct form *meaning_at(struct pool *pool, const char *text,
                              const struct form *const *args)
{
    const struct evaluation ev = {pool, args};
    struct arena *arena = arena_new();
    LOCAL_DIAG diag = diag_new();
    struct ast_expr *e;

    ENSURE(parser_expression(&e, arena,
                             source_from_text(arena, "", text, strlen(text)),
                             diag) == ST_OK,
           "meaning: no text");
    const struct form *out = evaluated(&ev, e);
    arena_free(arena);
    return out;
}

const struct form *meaning_at2(struct pool *pool, const char *text,
                               const struct form *a, const struct form *b)
{
    const struct form *const args[MEANING_ARGUMENTS] = {a, b};

    return a && b ? meaning_at(pool, text, args) : NULL;
}
