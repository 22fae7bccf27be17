/*
 * Soundness against the balls: what the normal form calls equal is never
 * refuted on an instance, for the tables and for random rewrites, right and
 * wrong, of random expressions.
 */
#include "normal_numeric.h"
#include "normal_tables.h"

#include "base/rng.h"
#include "support/eval_finish.h"

enum { TRIALS = 6, PAIRS = 1500, PAIR_TRIALS = 4 };

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- the tables ---- */

static void test_no_right_identity_is_refuted(void **state)
{
    (void)state;
    struct buffer wrong;
    buffer_init(&wrong);
    for (size_t i = 0; i < COUNT(right_identities); i++) {
        struct loaded l;
        load_identity(&l, &right_identities[i]);
        struct tally tally = compare_sides(&l, TRIALS);
        if (tally.refuted > 0 || tally.defined == 0)
            buffer_printf(&wrong, "\n%s == %s", right_identities[i].lhs,
                          right_identities[i].rhs);
        unload(&l);
    }
    if (wrong.length > 0)
        fail_msg("%s", wrong.text);
    buffer_clear(&wrong);
}

static void test_every_wrong_identity_is_refuted(void **state)
{
    (void)state;
    struct buffer right;
    buffer_init(&right);
    for (size_t i = 0; i < COUNT(wrong_identities); i++) {
        struct loaded l;
        load_identity(&l, &wrong_identities[i]);
        struct tally tally = {0};
        for (uint64_t trials = 8; trials <= 64 && !tally.refuted; trials *= 2)
            tally = compare_sides(&l, trials);
        if (tally.refuted == 0)
            buffer_printf(&right, "\n%s == %s", wrong_identities[i].lhs,
                          wrong_identities[i].rhs);
        unload(&l);
    }
    if (right.length > 0)
        fail_msg("%s", right.text);
    buffer_clear(&right);
}

/* ---- random pairs ---- */

#define PRELUDE                                                                \
    "dim n, k, L; given A, B : real[n, n]; given S : symmetric[n];"            \
    "given Q : orthogonal[n]; given P : stochastic[n, n];"                     \
    "given x, y : real[n]; given a : real; given t : real in [1, 2];"          \
    "given W[l in 1..L] : real[n, n];"

/*
 * A template: %1 and %2 stand for parts, made alike on both sides, @ for an
 * index of its own.
 */
struct rewrite {
    char kind, first, second; /* m matrix, c column, s scalar, - none */
    const char *lhs, *rhs;
};

static const struct rewrite rewrites[] = {
    /* the same on both sides */
    {'m', '-', '-', "A", "A"},
    {'m', '-', '-', "B'", "B'"},
    {'m', '-', '-', "P", "P"},
    {'m', '-', '-', "Q", "Q"},
    {'m', '-', '-', "sum(@ in 1..L, W[@])", "sum(@ in 1..L, W[@])"},
    {'c', '-', '-', "x", "x"},
    {'c', '-', '-', "ones(n)", "ones(n)"},
    {'s', '-', '-', "a", "a"},
    {'s', '-', '-', "sqrt(n)", "sqrt(n)"},
    {'m', 'm', 'm', "(%1)*(%2)", "(%1)*(%2)"},
    {'m', 'm', 'm', "(%1) .* (%2)", "(%1) .* (%2)"},
    {'m', 'm', '-', "abs(%1)", "abs(%1)"},
    {'m', 'm', '-', "softmax(%1)", "softmax(%1)"},
    {'m', 'm', '-', "inv(%1 + 9*eye(n))", "inv(%1 + 9*eye(n))"},
    /* right */
    {'m', '-', '-', "S", "S'"},
    {'m', 'm', 'm', "%1 + %2", "%2 + %1"},
    {'m', 'm', 'm', "(%1)*(%2)", "((%2)'*(%1)')'"},
    {'m', 'm', 'm', "(%1 + %2)^2", "(%1)^2 + (%1)*(%2) + (%2)*(%1) + (%2)^2"},
    {'m', 'm', 's', "(%2)*(%1)", "(%1)*(%2)"},
    {'m', 'm', 'm', "(%1) .* (%2)", "(%2) .* (%1)"},
    {'m', 'm', 'c', "diag(%2)*(%1)", "((%2)*ones(n)') .* (%1)"},
    {'m', 'c', 'c', "diag(%1)*diag(%2)", "diag(%2)*diag(%1)"},
    {'m', 'm', 'c', "softmax(%1)", "softmax(%1 + (%2)*ones(n)')"},
    {'m', 'm', '-', "abs(%1)", "(abs(-(%1)')')"},
    {'m', 'm', '-', "res(%1)", "%1 - ones(n)*colmean(%1)"},
    {'m', 'm', 'm', "(%1)*Q*Q'*(%2)", "(%1)*(%2)"},
    {'m', 'm', '-', "tanh(%1)'", "-tanh(-(%1)')"},
    {'m', 'm', '-', "sum(@ in 1..L, W[@])*(%1)", "sum(@ in 1..L, W[@]*(%1))"},
    {'m', 'm', '-', "(%1)^k*(%1)", "(%1)^(k+1)"},
    {'m', 'm', '-', "hcat(%1, B)*vcat(A, %1)", "(%1)*A + B*(%1)"},
    {'c', 'm', '-', "P*rowsum(%1)", "P*(%1)*ones(n)"},
    {'c', 'c', 'c', "(%1) .* (%2)", "diag(%2)*(%1)"},
    {'c', 'm', 'c', "(%1)*(%2)", "((%2)'*(%1)')'"},
    {'c', 'm', '-', "diagof(%1)", "diagof((%1)')"},
    {'s', 'm', '-', "trace(%1)", "sum(@ in 1..n, (%1)[@, @])"},
    {'s', 'c', 'c', "(%1)'*(%2)", "sum(@ in 1..n, (%2)[@]*(%1)[@])"},
    {'s', 'm', 'm', "trace((%1)*(%2))", "trace((%2)'*(%1)')"},
    {'s', 'm', '-', "normfro(%1)^2", "sum((%1) .* (%1))"},
    {'s', 's', 's', "exp(%1)*exp(%2)", "exp(%2 + %1)"},
    {'s', 's', 's', "(%1)/t + (%2)", "((%1) + t*(%2))/t"},
    {'s', 's', '-', "abs(%1)^2", "(%1)^2"},
    {'s', 'm', '-', "norm1(%1)", "norminf(-(%1)')"},
    /* wrong */
    {'m', '-', '-', "A", "A'"},
    {'m', '-', '-', "P", "P'"},
    {'m', 'm', 'm', "(%1)*(%2)", "(%2)*(%1)"},
    {'m', 'm', 'm', "((%1)*(%2))'", "(%1)'*(%2)'"},
    {'m', 'm', 'm', "(%1) .* (%2)", "(%1)*(%2)"},
    {'m', 'm', 'm', "abs(%1 + %2)", "abs(%1) + abs(%2)"},
    {'m', 'm', 'c', "softmax(%1)", "softmax(%1 + ones(n)*(%2)')"},
    {'m', 'm', 'c', "diag(%2)*(%1)", "(%1)*diag(%2)"},
    {'m', 'm', '-', "(%1)*Q", "Q*(%1)"},
    {'m', 'm', '-', "tanh(%1)", "tanh(-(%1))"},
    {'m', 'm', '-', "relu(%1)", "relu(-(%1))"},
    {'m', 'm', '-', "res(%1)", "%1 - rowmean(%1)*ones(n)'"},
    {'m', 'm', '-', "(%1)^k*(%1)", "(%1)^(2*k)"},
    {'m', 'm', '-', "sum(@ in 1..L, W[@])", "sum(@ in 2..L, W[@])"},
    {'m', 'm', '-', "hcat(%1, B)*vcat(A, %1)", "(%1)*B + A*(%1)"},
    {'c', 'm', '-', "rowsum(%1)", "colsum(%1)'"},
    {'c', '-', '-', "x", "y"},
    {'s', 's', '-', "abs(%1)", "%1"},
    {'s', 's', 's', "exp((%1)*(%2))", "exp(%1)*exp(%2)"},
    {'s', 'm', 'm', "trace((%1)*(%2))", "trace(%1)*trace(%2)"},
    {'s', 'm', '-', "norm1(%1)", "norm1((%1)')"},
    {'s', '-', '-', "ones(n)'*ones(n)", "n^2"},
};

static void make_pair(struct rng *rng, char kind, int depth,
                      struct buffer sides[2]);

/* Writes a template with its parts made by further templates. */
static void fill(struct rng *rng, const struct rewrite *r, int depth,
                 struct buffer sides[2])
{
    struct buffer parts[2][2];
    const char kinds[2] = {r->first, r->second};
    for (size_t p = 0; p < 2; p++) {
        buffer_init(&parts[p][0]);
        buffer_init(&parts[p][1]);
        if (kinds[p] != '-')
            make_pair(rng, kinds[p], depth - 1, parts[p]);
    }
    for (size_t side = 0; side < 2; side++)
        for (const char *c = side ? r->rhs : r->lhs; *c; c++) {
            if (*c == '@')
                buffer_printf(&sides[side], "i%d", depth);
            else if (*c == '%')
                buffer_add(&sides[side], parts[*++c - '1'][side].text);
            else
                buffer_add_char(&sides[side], *c);
        }
    for (size_t p = 0; p < 2; p++) {
        buffer_clear(&parts[p][0]);
        buffer_clear(&parts[p][1]);
    }
}

static void make_pair(struct rng *rng, char kind, int depth,
                      struct buffer sides[2])
{
    for (;;) {
        const struct rewrite *r = &rewrites[rng_below(rng, COUNT(rewrites))];
        if (r->kind != kind || (depth <= 0 && r->first != '-'))
            continue;
        fill(rng, r, depth, sides);
        return;
    }
}

enum outcome { OPEN, EQUAL, EQUAL_AND_DEFINED, REFUTED };

static enum outcome judge(const struct identity *id)
{
    struct loaded l;
    load_identity(&l, id);
    struct normalizer *n = normal_new(l.theorem);
    enum outcome result = OPEN;
    if (normal_equal(n, l.lhs, l.rhs) == TRUTH_TRUE) {
        const struct tally tally = compare_sides(&l, PAIR_TRIALS);
        result = tally.refuted   ? REFUTED
                 : tally.defined ? EQUAL_AND_DEFINED
                                 : EQUAL;
    }
    normal_free(n);
    unload(&l);
    return result;
}

static void test_random_pairs_called_equal_are_not_refuted(void **state)
{
    (void)state;
    size_t equal = 0;
    for (uint64_t i = 0; i < PAIRS; i++) {
        struct rng rng = rng_start(rng_key_number(20261121, i));
        struct buffer sides[2];
        buffer_init(&sides[0]);
        buffer_init(&sides[1]);
        make_pair(&rng, i % 3 ? 'm' : 's', 2, sides);
        const struct identity id = {PRELUDE, sides[0].text, sides[1].text};
        const enum outcome result = judge(&id);
        equal += result == EQUAL_AND_DEFINED;
        if (result == REFUTED)
            fail_msg("pair %u: %s == %s", (unsigned)i, id.lhs, id.rhs);
        buffer_clear(&sides[0]);
        buffer_clear(&sides[1]);
    }
    assert_true(equal > PAIRS / 10);
    assert_true(equal < PAIRS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_right_identity_is_refuted),
        cmocka_unit_test(test_every_wrong_identity_is_refuted),
        cmocka_unit_test(test_random_pairs_called_equal_are_not_refuted),
    };
    return cmocka_run_group_tests(tests, NULL, eval_finish_group);
}
