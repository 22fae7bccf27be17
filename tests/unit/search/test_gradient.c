/* Gradients against central differences, for every operation and function. */
#include "search/gradient.h"

#include "search_fixture.h"

#include "base/rng.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 64 };

struct bench {
    struct fixture f;
    struct stage *stage;
    struct gradient *g;
    plan_id root;
    plan_id *ids;
    size_t count;
};

/* The expression's sum, with weights so that no entries are alike. */
static void bench_init(struct bench *b, const char *expression)
{
    static const int64_t dims[] = {3, 4};
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text,
                  "dim m, n; given A : real[m, n]; given B : real[n, n];"
                  "given v : real[n]; given x : real;"
                  "let S = B + B'; let P = abs(A) + ones(m, n) / 10;"
                  "claim c: %s <= 1;",
                  expression);
    fixture_init(&b->f, text.text);
    buffer_clear(&text);
    b->stage = fixture_stage(&b->f, dims, 1);
    b->g = gradient_new(b->stage->plan);
    b->root = b->stage->links[0]->lhs;
    plan_cone(&b->ids, &b->count, b->stage->plan, &b->root, 1);
    struct rng rng = rng_start(rng_key(7, expression));
    for (size_t s = 0; s < b->stage->layout.nslots; s++) {
        const struct slot *slot = &b->stage->layout.slots[s];
        double entries[MOST];
        for (size_t k = 0; k < slot->rows * slot->cols; k++)
            entries[k] = rng_normal(&rng);
        fixture_set(b->stage, s, entries);
    }
}

static void bench_clear(struct bench *b)
{
    free(b->ids);
    gradient_free(b->g);
    stage_free(b->stage);
    fixture_clear(&b->f);
}

static double total(struct bench *b)
{
    const struct plan_instr *i = &b->stage->plan->instrs[b->root];
    double sum = 0;
    double_run_eval(b->stage->forward, &b->stage->x, b->ids, b->count);
    for (size_t k = 0; k < (size_t)i->rows * i->cols; k++)
        sum += cos((double)k) * double_run_value(b->stage->forward, b->root)[k];
    return sum;
}

static void differentiate(struct bench *b)
{
    const struct plan_instr *i = &b->stage->plan->instrs[b->root];
    total(b);
    gradient_reset(b->g, b->ids, b->count);
    for (size_t k = 0; k < (size_t)i->rows * i->cols; k++)
        gradient_seed(b->g, b->root, k, cos((double)k));
    gradient_back(b->g, b->stage->forward, b->ids, b->count);
}

static double difference(struct bench *b, size_t slot, size_t k)
{
    const double step = 1e-6;
    double *x = &b->stage->x.values[slot].doubles[k], middle = *x;
    *x = middle + step;
    double above = total(b);
    *x = middle - step;
    double below = total(b);
    *x = middle;
    return (above - below) / (2 * step);
}

static void check(const char *expression)
{
    struct bench b;
    double worst = 0, largest = 1e-3;
    bench_init(&b, expression);
    assert_true(isfinite(total(&b)));
    differentiate(&b);
    for (size_t c = 0; c < b.count; c++) {
        const struct plan_instr *i = &b.stage->plan->instrs[b.ids[c]];
        for (size_t k = 0; i->op == PL_INPUT && k < i->rows * i->cols; k++) {
            double expected = difference(&b, i->slot, k);
            double found = gradient_of(b.g, b.ids[c])[k];
            largest = fmax(largest, fabs(expected));
            worst = fmax(worst, fabs(expected - found));
        }
    }
    if (!(worst <= 2e-6 * largest))
        fail_msg("%s: off by %g of %g", expression, worst, largest);
    bench_clear(&b);
}

#define TEST(name, expression)                                                 \
    static void test_##name(void **state)                                      \
    {                                                                          \
        (void)state;                                                           \
        check(expression);                                                     \
    }

/* clang-format off */
#define CASES(X)                                                               \
    X(add, "A + 2 * A") X(sub, "B - B'") X(negation, "-A")                     \
    X(product, "A * B * A'") X(scale, "x * A") X(divide, "A / x")              \
    X(dot_mul, "A .* A") X(dot_mul_scalar, "x .* A") X(dot_div, "A ./ P")      \
    X(power, "(x^2 + 1)^x") X(dot_power, "P .^ x") X(matrix_power, "B ^ 4")    \
    X(transpose, "A' * A") X(slice, "A[1..2, 2..3]") X(entry, "A[2, 3]^2")     \
    X(literal, "[x, x^2; A[1, 1], 1] * [1, 2; 3, x]")                          \
    X(chosen, "if(x <= 100, x^3, x)") X(diag, "diag(v) * B")                   \
    X(diagof, "diagof(B * B)") X(kron, "kron(A, B)")                           \
    X(hcat, "hcat(A, A * B)") X(vcat, "vcat(A, B)") X(abs, "abs(A)")           \
    X(exp, "exp(A)") X(log, "log(P)") X(sqrt, "sqrt(P)") X(sin, "sin(A)")      \
    X(cos, "cos(A)") X(tanh, "tanh(A)") X(erf, "erf(A)") X(relu, "relu(A)")    \
    X(sign, "sign(A)") X(max2, "max(A, 0)") X(min2, "min(A, A .* A)")          \
    X(sum, "sum(A) * x") X(mean, "mean(A)^2") X(max, "max(A)")                 \
    X(min, "min(A)") X(trace, "trace(B * B)") X(det, "det(B)")                 \
    X(norm1, "norm1(A)") X(norminf, "norminf(A)") X(norm1inf, "norm1inf(A)")   \
    X(norm2, "norm2(A)") X(norm2_tall, "norm2(A')") X(normfro, "normfro(A)")   \
    X(normmax, "normmax(A)") X(normnuc, "normnuc(B)")                          \
    X(normnuc_tall, "normnuc(A')") X(normnuc_wide, "normnuc(A)")               \
    X(rownorm2, "rownorm2(A)") X(rowsum, "rowsum(A)") X(rowmean, "rowmean(A)") \
    X(rowmax, "rowmax(A)") X(rowmin, "rowmin(A)") X(colsum, "colsum(A)")       \
    X(colmean, "colmean(A)") X(colmax, "colmax(A)") X(colmin, "colmin(A)")     \
    X(softmax, "softmax(A)") X(logsumexp, "logsumexp(A)")                      \
    X(softmax_mask, "softmax(B, eye(n) + ones(n, n) .* (1 - 1))")              \
    X(diameter, "diameter(A)") X(res, "res(A) .* A")                           \
    X(minres1, "minres1(A)") X(minresinf, "minresinf(A)")                      \
    X(minresinf_tall, "minresinf(A')") X(minres1inf, "minres1inf(A)")          \
    X(minres1inf_tall, "minres1inf(A')") X(inv, "inv(B)")                      \
    X(rank, "rank(A) * x") X(eigmin, "eigmin(S)") X(eigmax, "eigmax(S)")       \
    X(normalise, "normalise(P)")
CASES(TEST)
/* clang-format on */

/* Functions that have no double value or no entries to differentiate. */
static bool is_exempt(enum function fn)
{
    return fn == FN_ONES || fn == FN_ZEROS || fn == FN_EYE || fn == FN_UNIT ||
           fn == FN_LAMBERTW;
}

static void test_every_function_is_checked(void **state)
{
#define TEXT(name, expression) expression " "
    static const char all[] = CASES(TEXT);
    (void)state;
    for (int fn = 0; fn < FN_COUNT; fn++) {
        char call[32];
        snprintf(call, sizeof call, "%s(",
                 function_info((enum function)fn)->name);
        if (!is_exempt((enum function)fn) && !strstr(all, call))
            fail_msg("%s is not checked", call);
    }
}

int main(void)
{
#define ENTRY(name, expression) cmocka_unit_test(test_##name),
    const struct CMUnitTest tests[] = {
        CASES(ENTRY) cmocka_unit_test(test_every_function_is_checked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
