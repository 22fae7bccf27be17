/* Theorems about numbers as equations of functions, in one table. */
#include "scalar/laws.h"

#include "core/meaning.h"
#include "core/ring.h"

#include "base/status.h"

#include <string.h>

/* Values by their names, and texts as in core/meaning.h. */
struct law {
    const char *theorem, *values, *left;
    unsigned fn; /* of the sides: CORE_EQ or CORE_LE */
    const char *right;
    const char *premises[EQUATION_PREMISES];
};

#define LAW(...)                                                               \
    {                                                                          \
        __VA_ARGS__                                                            \
    }

static const struct law laws[] = {
    LAW("exp_of_number_sum", "ab", "exp(a + b)", CORE_EQ, "exp(a) * exp(b)",
        {NULL}),
    LAW("inverse_of_exp", "a", "exp(-a)", CORE_EQ, "recip(exp(a))", {NULL}),
    LAW("root_of_exp", "a", "sqrt(exp(a))", CORE_EQ, "exp(recip(2) * a)",
        {NULL}),
    LAW("exp_doubles", "a", "exp(2 * a)", CORE_EQ, "exp(a) * exp(a)", {NULL}),
    LAW("exp_cancels", "a", "exp(a) * exp(-a)", CORE_EQ, "1", {NULL}),
    LAW("exp_log", "a", "exp(log(a))", CORE_EQ, "a", {"0 < a"}),
    LAW("log_exp", "a", "log(exp(a))", CORE_EQ, "a", {NULL}),
    LAW("exp_above_line_scalar", "a", "1 + a", CORE_LE, "exp(a)", {NULL}),
    LAW("log_below_tangent", "a", "log(a)", CORE_LE, "a - 1", {"0 < a"}),
    LAW("log_of_product", "ab", "log(a * b)", CORE_EQ, "log(a) + log(b)",
        {"0 < a", "0 < b"}),
    LAW("log_of_inverse", "a", "log(recip(a))", CORE_EQ, "-log(a)", {"0 < a"}),
    LAW("log_of_root", "a", "log(sqrt(a))", CORE_EQ, "recip(2) * log(a)",
        {"0 < a"}),
    LAW("sqrt_square", "a", "sqrt(a) * sqrt(a)", CORE_EQ, "a", {"0 <= a"}),
    LAW("root_of_product", "ab", "sqrt(a * b)", CORE_EQ, "sqrt(a) * sqrt(b)",
        {"0 <= a", "0 <= b"}),
    LAW("root_of_square_times", "ab", "sqrt(a * a * b)", CORE_EQ, "a * sqrt(b)",
        {"0 <= a", "0 <= b"}),
    LAW("root_of_inverse", "a", "sqrt(recip(a))", CORE_EQ, "recip(a) * sqrt(a)",
        {"0 < a"}),
    LAW("inverse_of_root", "a", "recip(sqrt(a))", CORE_EQ, "sqrt(a) * recip(a)",
        {NULL}),
    LAW("inverse_cancels", "a", "a * recip(a)", CORE_EQ, "1", {"a != 0"}),
    LAW("inverse_of_product", "ab", "recip(a * b)", CORE_EQ,
        "recip(a) * recip(b)", {NULL}),
    LAW("inverse_of_inverse", "a", "recip(recip(a))", CORE_EQ, "a", {NULL}),
    LAW("power_as_exp", "ab", "pow(a, b)", CORE_EQ, "exp(b * log(a))",
        {"0 < a"}),
    LAW("power_of_zero", "a", "pow(0, a)", CORE_EQ, "0", {"0 < a"}),
    LAW("zeroth_power", "ab", "pow(a, b)", CORE_EQ, "1", {"b == 0"}),
    LAW("next_power", "ab", "pow(a, b + 1)", CORE_EQ, "pow(a, b) * a",
        {"0 <= b"}),
    LAW("tanh_as_exp", "a", "tanh(a)", CORE_EQ,
        "(exp(a) - exp(-a)) * recip(exp(a) + exp(-a))", {NULL}),
    LAW("sin_sum", "ab", "sin(a + b)", CORE_EQ,
        "sin(a) * cos(b) + cos(a) * sin(b)", {NULL}),
    LAW("cos_sum", "ab", "cos(a + b)", CORE_EQ,
        "cos(a) * cos(b) - sin(a) * sin(b)", {NULL}),
    LAW("sin_odd", "a", "sin(-a)", CORE_EQ, "-sin(a)", {NULL}),
    LAW("cos_even", "a", "cos(-a)", CORE_EQ, "cos(a)", {NULL}),
    LAW("unit_circle", "a", "sin(a) * sin(a) + cos(a) * cos(a)", CORE_EQ, "1",
        {NULL}),
    LAW("map_of_negative_sin", "11a", "sin(-a)", CORE_EQ, "-sin(a)", {NULL}),
    LAW("map_of_negative_tanh", "11a", "tanh(-a)", CORE_EQ, "-tanh(a)", {NULL}),
    LAW("map_of_negative_erf", "11a", "erf(-a)", CORE_EQ, "-erf(a)", {NULL}),
    LAW("cos_of_negative", "11a", "cos(-a)", CORE_EQ, "cos(a)", {NULL}),
    LAW("abs_above", "a", "abs(a)", CORE_EQ, "a", {"0 <= a"}),
    LAW("abs_below", "a", "abs(a)", CORE_EQ, "-a", {"a <= 0"}),
    LAW("abs_of_square", "a", "abs(a) * abs(a)", CORE_EQ, "a * a", {NULL}),
    LAW("below_abs", "11a", "a", CORE_LE, "abs(a)", {NULL}),
    LAW("minus_below_abs", "a", "-a", CORE_LE, "abs(a)", {NULL}),
    LAW("relu_above_zero", "a", "relu(a)", CORE_EQ, "a", {"0 <= a"}),
    LAW("relu_below_zero", "a", "relu(a)", CORE_EQ, "0", {"a <= 0"}),
    LAW("relu_is_one", "a", "relu(a) * relu(a)", CORE_EQ, "a * relu(a)",
        {NULL}),
    LAW("relu_above", "11a", "a", CORE_LE, "relu(a)", {NULL}),
    LAW("sign_above", "a", "sign(a)", CORE_EQ, "1", {"0 < a"}),
    LAW("sign_below", "a", "sign(a)", CORE_EQ, "-1", {"a < 0"}),
    LAW("sign_at_zero", "a", "sign(a)", CORE_EQ, "0", {"a == 0"}),
    LAW("max_first", "ab", "max(a, b)", CORE_EQ, "a", {"b <= a"}),
    LAW("max_second", "ab", "max(a, b)", CORE_EQ, "b", {"a <= b"}),
    LAW("max_is_one", "ab", "(max(a, b) - a) * (max(a, b) - b)", CORE_EQ, "0",
        {NULL}),
    LAW("first_below_max", "11ab", "a", CORE_LE, "max(a, b)", {NULL}),
    LAW("second_below_max", "11ab", "b", CORE_LE, "max(a, b)", {NULL}),
    LAW("min_first", "ab", "min(a, b)", CORE_EQ, "a", {"a <= b"}),
    LAW("min_second", "ab", "min(a, b)", CORE_EQ, "b", {"b <= a"}),
    LAW("min_is_one", "ab", "(min(a, b) - a) * (min(a, b) - b)", CORE_EQ, "0",
        {NULL}),
    LAW("first_above_min", "11ab", "min(a, b)", CORE_LE, "a", {NULL}),
    LAW("second_above_min", "11ab", "min(a, b)", CORE_LE, "b", {NULL}),
    LAW("sin_of_pi", "", "sin(pi())", CORE_EQ, "0", {NULL}),
    LAW("cos_of_pi", "", "cos(pi())", CORE_EQ, "-1", {NULL}),
    LAW("sin_of_right_angle", "", "sin(recip(2) * pi())", CORE_EQ, "1", {NULL}),
    LAW("cos_of_right_angle", "", "cos(recip(2) * pi())", CORE_EQ, "0", {NULL}),
    LAW("sin_of_third", "", "sin(recip(3) * pi())", CORE_EQ,
        "recip(2) * sqrt(3)", {NULL}),
    LAW("cos_of_third", "", "cos(recip(3) * pi())", CORE_EQ, "recip(2)",
        {NULL}),
    LAW("sin_of_fourth", "", "sin(recip(4) * pi())", CORE_EQ,
        "recip(2) * sqrt(2)", {NULL}),
    LAW("cos_of_fourth", "", "cos(recip(4) * pi())", CORE_EQ,
        "recip(2) * sqrt(2)", {NULL}),
    LAW("sin_of_sixth", "", "sin(recip(6) * pi())", CORE_EQ, "recip(2)",
        {NULL}),
    LAW("cos_of_sixth", "", "cos(recip(6) * pi())", CORE_EQ,
        "recip(2) * sqrt(3)", {NULL}),
    LAW("lambertw_unique", "a", "lambertw(0, a * exp(a))", CORE_EQ, "a",
        {"-1 <= a"}),
    LAW("lambertw_inverse", "a", "lambertw(0, a) * exp(lambertw(0, a))",
        CORE_EQ, "a", {"0 <= a"}),
    LAW("lambertw_lower_unique", "a", "lambertw(-1, a * exp(a))", CORE_EQ, "a",
        {"a <= -1"}),
    LAW("lambertw_lower_at_exponential", "a", "lambertw(-1, -exp(a))", CORE_LE,
        "-1", {"a <= -1"}),
    LAW("log_of_lambertw_lower", "a", "log(-lambertw(-1, -exp(a)))", CORE_EQ,
        "a - lambertw(-1, -exp(a))", {"a <= -1"}),
};

static const struct law *law_named(const char *theorem)
{
    size_t i = 0;

    while (strcmp(laws[i].theorem, theorem) != 0) {
        i++;
        ENSURE(i < sizeof laws / sizeof laws[0], "laws: no such theorem");
    }
    return &laws[i];
}

static const struct form *text_at(struct pool *pool, const char *text,
                                  const struct form *a, const struct form *b)
{
    return meaning_at2(pool, text, a, b ? b : pool_one(pool));
}

/* The values of the theorem: so many. */
static size_t values_at(struct pool *pool, const struct law *law,
                        const struct form *a, const struct form *b,
                        const struct form **out)
{
    size_t count = 0;

    for (const char *v = law->values; *v != '\0'; v++)
        out[count++] = *v == 'a' ? a : *v == 'b' ? b : pool_one(pool);
    return count;
}

struct equation law_at(struct pool *pool, const char *theorem,
                       const struct form *a, const struct form *b)
{
    const struct law *law = law_named(theorem);
    struct equation out = {.theorem = law->theorem,
                           .head = text_at(pool, law->left, a, b),
                           .by = text_at(pool, law->right, a, b)};

    values_at(pool, law, a, b, out.values);
    while (out.npremises < EQUATION_PREMISES &&
           law->premises[out.npremises] != NULL) {
        out.premises[out.npremises] =
            text_at(pool, law->premises[out.npremises], a, b);
        out.npremises++;
    }
    return out;
}

struct equation law_back(struct pool *pool, const char *theorem,
                         const struct form *a, const struct form *b)
{
    struct equation out = law_at(pool, theorem, a, b);
    const struct form *left = out.head;

    out.head = out.by;
    out.by = left;
    return out;
}

struct squares_fact law_fact(struct pool *pool, const char *theorem,
                             const struct form *a, const struct form *b,
                             const struct form **premise)
{
    const struct law *law = law_named(theorem);
    const struct equation e = law_at(pool, theorem, a, b);
    struct squares_fact out = {.theorem = law->theorem};

    out.nvalues = values_at(pool, law, a, b, out.values);
    out.relation = relation_between(pool, law->fn, e.head, e.by);
    *premise = e.npremises > 0 ? e.premises[0] : NULL;
    return out;
}

struct equation law_of_inverse(struct pool *pool, const struct form *u,
                               const struct term *t)
{
    struct equation out = law_at(pool, "inverse_cancels", u, NULL);
    const struct form *inverse = form_apply1(pool, CORE_RECIP, u);
    struct term letter = *t;

    letter.coefficient = pool_integer(pool, 1);
    out.head = ring_mul(pool, ring_term(pool, NULL, NULL, &letter), inverse);
    out.by = ring_sub(pool, u, ring_term(pool, NULL, NULL, t));
    out.by = ring_sub(pool, out.by != NULL ? pool_one(pool) : NULL,
                      ring_mul(pool, out.by, inverse));
    out.by =
        ring_scale(pool, pool_inverse(pool, t->coefficient)->value->q, out.by);
    return out;
}

bool law_holds(struct enclosure *e, const struct equation *equation)
{
    bool out = equation->head != NULL && equation->by != NULL;

    for (size_t i = 0; i < equation->npremises && out; i++)
        out = enclosure_sign(e, equation->premises[i]) > 0;
    return out;
}
