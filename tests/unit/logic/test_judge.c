/*
 * What is seen of terms by their structure: everything in the tables of
 * certain facts, and nothing in those of open ones, each of which fails at
 * some instance.
 */
#include "ir/lower.h"
#include "logic/judge.h"
#include "logic/make.h"
#include "support/cmocka_all.h"

typedef bool question(struct judge *j, const struct expr *e);

struct row {
    const char *assumptions, *term;
};

struct fixture {
    struct diag *diag;
    struct module *module;
    const struct theorem *theorem;
    struct normalizer *normalizer;
    struct judge *judge;
    const struct expr *term;
};

static void open_row(struct fixture *f, const struct row *row)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(
        &text,
        "theorem t { dim n; dim k >= 2; given x, y, t : real; given "
        "a, b : nonneg; given r : real in [2, 3]; given S, T : "
        "real[n, n]; given N : nonneg[n, n]; given P : "
        "stochastic[n, n]; given v, w : real[k]; given G, H : psd[n]; "
        "given Y, Z : symmetric[n]; given u : nonneg[n]; %s claim c: (%s) "
        "== (%s); }",
        row->assumptions, row->term, row->term);
    f->diag = diag_new();
    if (module_load_text(&f->module, "t.bound", text.text, NULL, f->diag) !=
        ST_OK)
        assert_string_equal(text.text, "valid");
    f->theorem = module_theorem(f->module, 0);
    f->normalizer = normal_new(f->theorem);
    f->judge = judge_new(f->normalizer, f->theorem, NULL);
    for (size_t i = 0; i < f->theorem->nassumptions; i++)
        judge_root(f->judge, f->theorem->assumptions[i].relation);
    for (size_t i = 0; i < f->theorem->nassumptions; i++)
        judge_fact(f->judge, f->theorem->assumptions[i].relation);
    f->term = f->theorem->claims[0].links[0].relation->kids[0];
    buffer_clear(&text);
}

static void close_row(struct fixture *f)
{
    judge_free(f->judge);
    normal_free(f->normalizer);
    module_free(f->module);
    diag_free(f->diag);
}

/* The answer for every row; the first that is otherwise is named. */
static void answers(const struct row *rows, size_t count, question *ask,
                    bool expected)
{
    for (size_t i = 0; i < count; i++) {
        struct fixture f;
        open_row(&f, &rows[i]);
        if (ask(f.judge, f.term) != expected)
            assert_string_equal(rows[i].term, expected ? "seen" : "not seen");
        close_row(&f);
    }
}

#define CERTAIN(rows, ask) answers(rows, sizeof rows / sizeof *rows, ask, true)
#define OPEN(rows, ask) answers(rows, sizeof rows / sizeof *rows, ask, false)

static void test_definedness_is_seen(void **state)
{
    static const struct row rows[] = {
        {"", "x + S[1, 1]"},
        {"assume x != 0;", "1 / x"},
        {"assume x * y != 0;", "t / (3 * x)"},
        {"", "1 / n"},
        {"", "x / (k - 1)"},
        {"", "1 / exp(x)"},
        {"", "log(1 + a)"},
        {"", "sqrt(a)"},
        {"", "sqrt(N)"},
        {"", "softmax(S)"},
        {"", "x ^ 2"},
        {"", "x ^ 0"},
        {"", "S ^ n"},
        {"", "a ^ b"},
        {"", "exp(x) ^ y"},
        {"", "max(i in 1..n, S[i, i])"},
        {"", "sum(i in 1..n, 1 / i)"},
        {"", "v[2] + v[k]"},
        {"", "norm1(v[1..2, :])"},
        {"assume x > 0;", "1 / x"},
        {"assume x > 0;", "log(x)"},
        {"assume x >= 0;", "sqrt(x)"},
        {"assume 1 < x;", "log(x)"},
        {"assume log(x) > 0 and y > 0;", "log(x)"},
        {"assume log(x) > 0 and y > 0;", "1 / y"},
        {"assume y / x <= 1;", "1 / x"},
        {"", "if(x > 0, x, y)"},
    };
    (void)state;
    CERTAIN(rows, judge_defined);
}

static void test_definedness_is_not_invented(void **state)
{
    static const struct row rows[] = {
        {"", "1 / x"},
        {"", "x / a"},
        {"", "x / (x - y)"},
        {"", "1 / (n - 1)"},
        {"", "S ./ N"},
        {"", "log(x)"},
        {"", "log(a)"},
        {"", "log(N)"},
        {"", "sqrt(x)"},
        {"", "sqrt(a - b)"},
        {"", "x ^ y"},
        {"", "x ^ (1 / 2)"},
        {"", "a ^ x"},
        {"", "a ^ (-1)"},
        {"", "S ^ (n - 2)"},
        {"", "inv(S)"},
        {"", "rank(exp(S))"},
        {"", "softmax(S, N)"},
        {"", "normalise(N)"},
        {"", "unit(n, k)"},
        {"", "S[2, 2]"},
        {"", "v[3]"},
        {"", "S[k, 1]"},
        {"", "norm1(S[2..n, :])"},
        {"", "max(i in 2..n, S[i, i])"},
        {"", "min(i in 2..n, S[i, i])"},
        {"", "sum(i in 0..n, 1 / i)"},
        {"", "sum(i in 1..n, 1 / (i - 1))"},
        {"", "sum(i in 1..n, v[i])"},
        {"", "if(x > 0, 1 / x, 1)"},
        {"", "if(x > 0, 1, log(x))"},
        {"", "if(log(x) > 0, 1, 2)"},
        {"", "integral(z in 0..1, z)"},
        {"", "lambertw(0, x)"},
        {"assume x >= 0;", "1 / x"},
        {"assume x >= 0;", "log(x)"},
        {"assume x != 0;", "log(x)"},
        {"assume x != 0;", "sqrt(x)"},
        {"assume x > y;", "log(x)"},
        {"assume x < 0;", "log(x)"},
        {"assume log(x) > 0 or y > 0;", "log(x)"},
        {"assume x > 0 or y > 0;", "1 / x"},
        {"assume forall(i in 2..n, log(x) > i);", "log(x)"},
        {"assume sum(i in 2..n, 1 / x) <= 1;", "1 / x"},
        {"assume if(y > 0, 1 / x, 1) <= 1;", "1 / x"},
    };
    (void)state;
    OPEN(rows, judge_defined);
}

static void test_nonnegative_is_seen(void **state)
{
    static const struct row rows[] = {
        {"", "a"},
        {"", "N"},
        {"", "P"},
        {"", "N * P"},
        {"", "N + P"},
        {"", "N .* P"},
        {"", "a * b + 1"},
        {"", "x ^ 2"},
        {"", "x * x"},
        {"", "x ^ 2 + y ^ 2"},
        {"", "abs(x)"},
        {"", "exp(x)"},
        {"", "norm1(S)"},
        {"", "minresinf(S)"},
        {"", "sqrt(a)"},
        {"", "relu(x)"},
        {"", "max(a, x)"},
        {"", "min(a, b)"},
        {"", "softmax(S)"},
        {"", "eye(n)"},
        {"", "tanh(a)"},
        {"", "sum(N)"},
        {"", "max(v) - min(v)"},
        {"", "a * max(v) - a * min(v)"},
        {"", "n - 1"},
        {"", "k - 2"},
        {"", "1 / 2 - 1 / k"},
        {"", "3 * a - 2 * sqrt(2) * a"},
        {"", "1.414215 * a - sqrt(2) * a"},
        {"", "3 ^ n - 3"},
        {"", "sum(i in 2..n, a)"},
        {"", "prod(i in 2..n, a)"},
        {"", "r"},
        {"assume x <= y;", "y - x"},
        {"assume a <= x;", "x"},
        {"assume x >= y and y >= 0;", "x - y"},
    };
    (void)state;
    CERTAIN(rows, judge_nonnegative);
}

static void test_nonnegative_is_not_invented(void **state)
{
    static const struct row rows[] = {
        {"", "x"},
        {"", "S"},
        {"", "-a"},
        {"", "x ^ 3"},
        {"", "x ^ 2 - 1"},
        {"", "x * y"},
        {"", "S * S"},
        {"", "a * x"},
        {"", "a + x"},
        {"", "a - b"},
        {"", "N - P"},
        {"", "-abs(x)"},
        {"", "log(1 + x ^ 2) - 1"},
        {"", "log(a)"},
        {"", "sin(a)"},
        {"", "cos(a)"},
        {"", "tanh(x)"},
        {"", "erf(x)"},
        {"", "sign(x)"},
        {"", "max(x, y)"},
        {"", "min(a, x)"},
        {"", "sum(S)"},
        {"", "trace(S)"},
        {"", "det(N)"},
        {"", "res(N)"},
        {"", "diag(v)"},
        {"", "kron(N, S)"},
        {"", "hcat(N, S)"},
        {"", "eigmin(S + S')"},
        {"", "max(v)"},
        {"", "min(v) - max(v)"},
        {"", "max(v) - min(w)"},
        {"", "x * max(v) - x * min(v)"},
        {"", "2 * max(v) - min(v)"},
        {"", "max(v) / 4 - min(v) / 2"},
        {"", "1 - n"},
        {"", "n - 2"},
        {"", "k - 3"},
        {"", "n - k"},
        {"", "1 / k - 1 / 2"},
        {"", "3 - k"},
        {"", "9 - a"},
        {"", "3 ^ n - 4"},
        {"", "1.414213 * a - sqrt(2) * a"},
        {"", "(1 / 3) ^ k - 1 / 9"},
        {"", "2 - a ^ 2"},
        {"", "sum(i in 1..n, x)"},
        {"", "prod(i in 1..n, x)"},
        {"", "if(x > 0, a, -a)"},
        {"", "if(x > 0, -a, a)"},
        {"assume x <= y;", "x - y"},
        {"assume x <= y;", "y"},
        {"assume x != y;", "y - x"},
        {"assume x <= y or a <= x;", "y - x"},
        {"assume not x <= y;", "y - x"},
        {"assume a >= x;", "x"},
    };
    (void)state;
    OPEN(rows, judge_nonnegative);
}

static void test_positive_is_seen(void **state)
{
    static const struct row rows[] = {
        {"", "1"},
        {"", "pi"},
        {"", "n"},
        {"", "k - 1"},
        {"", "1 / n"},
        {"", "r"},
        {"", "exp(x)"},
        {"", "1 + a"},
        {"", "x ^ 2 + 1"},
        {"", "sqrt(1 + a)"},
        {"", "softmax(S)"},
        {"", "ones(n, n) * softmax(S)"},
        {"", "ones(n, n)"},
        {"", "sum(ones(n, n))"},
        {"", "sum(i in 1..n, exp(x))"},
        {"", "prod(i in 2..n, exp(x))"},
        {"", "max(x, 1)"},
        {"assume x > 0;", "x ^ 3"},
        {"assume x > 0;", "abs(x)"},
        {"assume x < y;", "y - x"},
        {"assume 0 < x and x <= y;", "y"},
    };
    (void)state;
    CERTAIN(rows, judge_positive);
}

static void test_positive_is_not_invented(void **state)
{
    static const struct row rows[] = {
        {"", "0"},
        {"", "a"},
        {"", "N"},
        {"", "P"},
        {"", "a * r"},
        {"", "a + b"},
        {"", "x ^ 2"},
        {"", "x ^ 2 + y ^ 2"},
        {"", "x * x"},
        {"", "abs(x)"},
        {"", "relu(x)"},
        {"", "relu(a)"},
        {"", "sqrt(a)"},
        {"", "tanh(a)"},
        {"", "norm1(S)"},
        {"", "norminf(S)"},
        {"", "norm1inf(S)"},
        {"", "norm2(S)"},
        {"", "normfro(S)"},
        {"", "normmax(S)"},
        {"", "normnuc(S)"},
        {"", "rownorm2(S)"},
        {"", "diameter(S)"},
        {"", "minres1(S)"},
        {"", "minresinf(S)"},
        {"", "minres1inf(S)"},
        {"", "rank(S)"},
        {"", "rank(res(S) * colmean(N)')"},
        {"", "eye(n)"},
        {"", "zeros(n, n)"},
        {"", "unit(n, 1)"},
        {"", "softmax(S, N)"},
        {"", "diag(ones(n))"},
        {"", "kron(eye(n), ones(n, n))"},
        {"", "N * ones(n, n)"},
        {"", "sum(N)"},
        {"", "trace(N)"},
        {"", "min(a, 1)"},
        {"", "max(x, y)"},
        {"", "max(v) - min(v)"},
        {"", "n - 1"},
        {"", "k - 2"},
        {"", "3 ^ n - 3"},
        {"", "sum(i in 2..n, exp(x))"},
        {"", "prod(i in 1..n, a)"},
        {"", "if(x > 0, a, 1)"},
        {"assume x != 0;", "x"},
        {"assume x != 0;", "x ^ 3"},
        {"assume x <= y;", "y - x"},
        {"assume x != y;", "y - x"},
        {"assume 0 <= x and x <= y;", "y"},
        {"assume x > 0 or y > 0;", "x"},
    };
    (void)state;
    OPEN(rows, judge_positive);
}

/* By multiplying out denominators, and by squares. */
static void test_signs_of_fractions_and_roots(void **state)
{
    static const struct row signs[] = {
        {"", "1 - x ^ 2 / (x ^ 2 + 1)"},
        {"", "k - v' * v / (v' * v / k + 1)"},
        {"assume t > 0;", "1 - a / (a + t)"},
        {"", "a / (a + 1) - a / (a + b + 1)"},
        {"", "1 - normfro(v) / sqrt(v' * v + 1)"},
        {"", "normmax(w) - normmax(w) * normfro(v) / sqrt(v' * v + 1)"},
        {"", "sqrt(x ^ 2 + y ^ 2) - x"},
        {"", "sqrt(a) + sqrt(b) - sqrt(a + b)"},
        {"", "v' * v - 2 * v' * w + w' * w + a"},
        {"", "k * v' * v - sum(v) ^ 2"},
        {"", "k * a - 2 * a"},
        {"assume t > 0;", "v' * w + t / 2 * v' * v + w' * w / (2 * t)"},
        {"", "u' * G * u"},
        {"", "x ^ 2 * u' * G * u + a"},
    };
    static const struct row no_signs[] = {
        {"", "v' * v - 3 * v' * w + w' * w"},
        {"", "v' * v - 2 * v' * w + w' * w - a"},
        {"", "k * v' * v - 2 * sum(v) ^ 2"},
        {"", "k * a - 3 * a"},
        {"", "v' * w + t / 2 * v' * v + w' * w / (2 * t)"},
        {"assume t > 0;", "v' * w + t / 2 * v' * v + w' * w / (3 * t)"},
        {"assume t > 0;", "v' * w - t / 2 * v' * v + w' * w / (2 * t)"},
        {"", "u' * Y * u"},
        {"", "u' * G * H * u"},
        {"", "k * x - 2 * x"},
        {"", "n * a - k * a"},
        {"", "x * v' * v - 2 * x * v' * w + x * w' * w"},
        {"", "1 - x / (x ^ 2 - 1)"},
        {"", "1 - a / (x + a)"},
        {"", "1 - (a + 2) / (a + 1)"},
        {"", "y / (a + 1)"},
        {"", "x / (x + y) - x / (x + y + 1)"},
        {"", "1 / 2 - normfro(v) / sqrt(v' * v + 1)"},
        {"", "1 - normfro(v) / sqrt(v' * v - 1)"},
        {"", "x - sqrt(x ^ 2)"},
        {"", "x - sqrt(x ^ 2 - 1)"},
        {"", "sqrt(a + b) - sqrt(a) - sqrt(b)"},
    };
    static const struct row positive[] = {
        {"", "1 - a / (a + 1)"},
        {"", "1 - normfro(v) / sqrt(v' * v + 1)"},
    };
    static const struct row not_positive[] = {
        {"", "1 - a / (a + b)"},
        {"", "sqrt(a) + sqrt(b) - sqrt(a + b)"},
    };
    (void)state;
    CERTAIN(signs, judge_nonnegative);
    OPEN(no_signs, judge_nonnegative);
    CERTAIN(positive, judge_positive);
    OPEN(not_positive, judge_positive);
}

static void test_nonzero_is_seen_and_not_invented(void **state)
{
    static const struct row certain[] = {
        {"", "n"},
        {"", "x ^ 2 + 1"},
        {"assume x != 0;", "-x"},
        {"assume x != y;", "y - x"},
        {"assume x < y;", "y - x"},
        {"assume t / x <= y;", "x"},
        {"assume x * y != 0;", "x"},
        {"assume x * y != 0;", "x ^ 2 * norm1(S) ^ 0 * y"},
        {"assume t / (2 * norm1(S) * x) <= y;", "norm1(S) * 3"},
        {"assume x != 0; assume y != 0;", "x * y / 7"},
    };
    static const struct row open[] = {
        {"", "x"},
        {"assume x * y != 0;", "x + y"},
        {"assume x + y != 0;", "x"},
        {"assume x != 0;", "x * y"},
        {"", "a"},
        {"", "n - 1"},
        {"", "k - 2"},
        {"", "x - y"},
        {"", "norm1(S)"},
        {"", "x - x"},
        {"assume x != y;", "x"},
        {"assume x <= y;", "y - x"},
        {"assume x != 0 or y != 0;", "x"},
        {"assume x / t <= y;", "x"},
    };
    (void)state;
    CERTAIN(certain, judge_nonzero);
    OPEN(open, judge_nonzero);
}

/* 1 / i is defined over 1..n; that says nothing of another range of i. */
static void test_bodies_are_judged_for_their_range(void **state)
{
    (void)state;
    struct fixture f;
    const struct row row = {"", "sum(i in 1..n, 1 / i)"};
    open_row(&f, &row);
    struct expr_pool *pool = f.theorem->pool;
    const struct expr *kids[] = {make_int(pool, 0), f.term->kids[1],
                                 f.term->kids[2]};
    struct expr model = *f.term;
    model.kids = kids;
    const struct expr *wider = expr_intern(pool, &model);
    assert_true(judge_defined(f.judge, f.term));
    assert_false(judge_defined(f.judge, wider));
    assert_false(judge_defined(f.judge, f.term->kids[2]));
    assert_true(judge_defined(f.judge, f.term));
    close_row(&f);
}

static void test_between_needs_both_ends(void **state)
{
    (void)state;
    struct fixture f;
    const struct row row = {"", "n + k"};
    open_row(&f, &row);
    struct expr_pool *pool = f.theorem->pool;
    const struct expr *one = make_int(pool, 1), *three = make_int(pool, 3);
    const struct expr *four = make_int(pool, 4);
    assert_true(judge_between(f.judge, one, three, f.term));
    assert_true(judge_between(f.judge, three, f.term, f.term));
    assert_false(judge_between(f.judge, four, f.term, f.term));
    assert_false(judge_between(f.judge, one, four, f.term));
    close_row(&f);
}

static void test_semidefinite_is_seen(void **state)
{
    static const struct row rows[] = {
        {"", "G"},
        {"", "G'"},
        {"", "eye(n)"},
        {"", "ones(n, n)"},
        {"", "0 * ones(n, n)"},
        {"", "diag(u)"},
        {"", "G + a * H"},
        {"", "x ^ 2 * G / 3"},
        {"", "S * S'"},
        {"", "v * v'"},
        {"", "S' * G * S"},
        {"", "(S + T)' * (G + eye(n)) * (S + T)"},
        {"", "(S * T)' * (S * T)"},
        {"", "a * (S * T)' * G * S * T"},
        {"", "S' * S + S' * T + T' * S + T' * T - S' * T - T' * S"},
        {"", "G .* H"},
        {"", "G .^ 3"},
        {"", "G .* 2"},
        {"", "exp(G)"},
        {"", "kron(G, S' * S)"},
        {"", "diag(rowsum(abs(Y))) - Y"},
        {"", "diag(rowsum(abs(Y))) + Y"},
        {"", "diag(rowsum(abs(S * S')) + u) - S * S'"},
        {"", "inv(G)"},
        {"", "G ^ n"},
        {"", "Y ^ 2"},
        {"", "Y * Y"},
        {"", "Y ^ 4"},
        {"", "eye(n) - ones(n, n) / n"},
        {"", "sum(i in 1..n, S[:, i] * S[:, i]')"},
        {"", "sum(i in 3..n, i * G)"},
        {"", "if(x > 0, G, H)"},
        {"", "norm2(Y) * eye(n) - Y"},
        {"", "norm2(Y) * eye(n) + Y"},
        {"", "Y + norminf(Y) * eye(n)"},
        {"", "(1 + eigmax(Y)) * eye(n) - Y"},
        {"", "trace(G) * eye(n) - G"},
        {"", "norm2(S)^2 * eye(n) - S' * S"},
        {"", "norm2(S * T)^2 * eye(n) - (S * T)' * (S * T)"},
        {"", "Y - eigmin(Y) * eye(n)"},
        {"assume norm2(Y) <= 1;", "eye(n) - Y"},
        {"assume psd(Y);", "Y"},
        {"assume psd(Y - Z);", "Y - Z"},
        {"assume psd(Y - Z);", "S * (Y - Z) * S'"},
        {"assume psd(Y - Z);", "Y - Z + G"},
        {"assume psd(Y - Z) and psd(Z - G);", "Y - G"},
        {"assume psd(Y - Z) and psd(Z - G);", "Y"},
        {"assume x >= 1;", "(x - 1) * G"},
        {"", "inv(G + eye(n)) - inv(G + H + eye(n))"},
        {"", "(Y ^ 2 + Z ^ 2) / 2 - ((Y + Z) / 2) ^ 2"},
        {"", "S' * S - S' * T - T' * S + T' * T"},
        {"", "Y ^ 2 - 2 * Y + eye(n)"},
    };
    (void)state;
    CERTAIN(rows, judge_definite);
}

static void test_semidefinite_is_not_invented(void **state)
{
    static const struct row rows[] = {
        {"", "Y"},
        {"", "S"},
        {"", "N"},
        {"", "P"},
        {"", "-G"},
        {"", "G - H"},
        {"", "x * G"},
        {"", "-a * G"},
        {"", "G / x"},
        {"", "G * H"},
        {"", "S * S"},
        {"", "S * T"},
        {"", "S' * Y * S"},
        {"", "S' * G * T"},
        {"", "S * G * S"},
        {"", "S' * S - G"},
        {"", "x * S' * S"},
        {"", "diag(x * u)"},
        {"", "diag(S * u)"},
        {"", "Y .* G"},
        {"", "Y .^ 2"},
        {"", "G .^ (-1)"},
        {"", "exp(Y)"},
        {"", "relu(G)"},
        {"", "G .^ x"},
        {"", "kron(Y, Y)"},
        {"", "diag(rowsum(abs(S))) - S"},
        {"", "diag(rowsum(Y)) - Y"},
        {"", "diag(rowsum(abs(Y))) - 2 * Y"},
        {"", "Y - diag(rowsum(abs(Y)))"},
        {"", "inv(Y)"},
        {"", "Y ^ 3"},
        {"", "Y ^ n"},
        {"", "ones(n, n) - eye(n)"},
        {"", "eye(n) - ones(n, n)"},
        {"", "P' + P"},
        {"", "sum(i in 1..n, x * G)"},
        {"", "sum(i in 1..n, (i - 2) * G)"},
        {"", "if(x > 0, G, Y)"},
        {"", "res(G)"},
        {"", "norm2(S) * eye(n) - S"},
        {"", "eigmin(Y) * eye(n) - Y"},
        {"", "trace(Y) * eye(n) - Y"},
        {"", "norm2(S) * eye(n) - S' * S"},
        {"", "norm2(S)^2 * eye(n) - 2 * S' * S"},
        {"", "normmax(Y) * eye(n) - Y"},
        {"", "Y - eigmax(Y) * eye(n)"},
        {"", "Y - norm2(Y) * eye(n)"},
        {"", "eye(n) - Y"},
        {"", "eye(n) + Y"},
        {"", "norm2(S) * eye(n) + S"},
        {"", "normmax(Y) * eye(n) + Y"},
        {"", "eigmax(Y) * eye(n) + Y"},
        {"assume norm2(S) <= 1;", "eye(n) - S"},
        {"assume psd(Y - Z);", "Z - Y"},
        {"assume psd(Y - Z);", "Y"},
        {"assume psd(Y) or psd(Z);", "Y"},
        {"assume not psd(Y);", "Y"},
        {"assume psd(Y - Z) and psd(Y - G);", "Z - G"},
        {"", "inv(G + H + eye(n)) - inv(G + eye(n))"},
        {"", "inv(Y) - inv(Y + G)"},
        {"", "Y * Y - Y * Z - Z * Y"},
        {"", "Y * Z + Z * Y"},
        {"", "S' * S - S * S'"},
        {"", "Y ^ 2 - 3 * Y + 2 * eye(n)"},
        {"", "S' * S - 2 * S' * T + T' * T"},
    };
    (void)state;
    OPEN(rows, judge_definite);
}

static void test_eigenvalues_of_definite_matrices(void **state)
{
    static const struct row whole[] = {
        {"", "eye(n)"},
        {"", "G + eye(n)"},
        {"", "S' * S + 2 * eye(n)"},
    };
    static const struct row open[] = {
        {"", "G"},          {"", "G + x * eye(n)"}, {"", "a * eye(n)"},
        {"", "Y + eye(n)"}, {"", "G - eye(n)"},     {"", "ones(n, n)"},
        {"", "S + eye(n)"},
    };
    static const struct row signs[] = {
        {"", "det(G)"},    {"", "eigmin(G)"},      {"", "trace(G)"},
        {"", "diagof(G)"}, {"", "eigmax(S' * S)"},
    };
    static const struct row no_signs[] = {
        {"", "det(Y)"}, {"", "eigmin(Y)"}, {"", "trace(Y)"}, {"", "diagof(Y)"}};
    (void)state;
    CERTAIN(whole, judge_positive_definite);
    OPEN(open, judge_positive_definite);
    CERTAIN(signs, judge_nonnegative);
    OPEN(signs, judge_positive);
    OPEN(no_signs, judge_nonnegative);
}

#define INVERTED "assume norm2(inv(S - T)) <= 1; assume det(inv(S * Y)) > 0;"

static void test_inverses_are_defined_however_written(void **state)
{
    static const struct row rows[] = {
        {INVERTED, "inv(S - T)"}, {INVERTED, "inv(S + (-1) * T)"},
        {INVERTED, "inv(S)"},     {INVERTED, "inv(Y) * inv(S)"},
        {INVERTED, "inv(Y')"},
    };
    static const struct row open[] = {
        {INVERTED, "inv(T)"},     {INVERTED, "inv(S + T)"},
        {INVERTED, "inv(Y + S)"}, {"assume norm2(inv(S * S')) <= 1;", "inv(T)"},
        {"", "inv(S)"},
    };
    (void)state;
    CERTAIN(rows, judge_defined);
    OPEN(open, judge_defined);
}

static void test_masks_are_defined_however_written(void **state)
{
#define MASKED "assume norm2(softmax(S, T)) <= 1;"
    static const struct row rows[] = {
        {MASKED, "softmax(S + T, T)"},
        {MASKED, "softmax(S, 2 * T - T)"},
    };
    static const struct row open[] = {
        {"", "softmax(S, T)"},
        {MASKED, "softmax(S, S)"},
        {MASKED, "softmax(S, 2 * T)"},
        {MASKED, "softmax(S, T')"},
    };
    (void)state;
    CERTAIN(rows, judge_defined);
    OPEN(open, judge_defined);
}

static void test_squares_joined_are_semidefinite(void **state)
{
    static const struct row rows[] = {
        {"", "vcat(hcat(eye(n), S), hcat(S', S' * S))"},
        {"", "vcat(hcat(S' * S, S' * T), hcat(T' * S, T' * T))"},
        {"", "vcat(hcat(2 * eye(n), S), hcat(S', S' * S))"},
    };
    static const struct row open[] = {
        {"", "vcat(hcat(eye(n), S), hcat(S', S * S'))"},
        {"", "vcat(hcat(eye(n), 2 * S), hcat(2 * S', S' * S))"},
        {"", "vcat(hcat(eye(n), S), hcat(S', T' * T))"},
        {"", "vcat(hcat(eye(n), S), hcat(S, S' * S))"},
    };
    (void)state;
    CERTAIN(rows, judge_definite);
    OPEN(open, judge_definite);
}

static void test_values_of_symmetric_matrices_are_defined(void **state)
{
    static const struct row rows[] = {
        {"", "eigmax(Y)"}, {"", "eigmin(S + S')"}, {"", "inv(G + eye(n))"}};
    static const struct row open[] = {
        {"", "eigmax(S)"}, {"", "inv(G)"}, {"", "inv(Y + eye(n))"}};
    (void)state;
    CERTAIN(rows, judge_defined);
    OPEN(open, judge_defined);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definedness_is_seen),
        cmocka_unit_test(test_definedness_is_not_invented),
        cmocka_unit_test(test_nonnegative_is_seen),
        cmocka_unit_test(test_nonnegative_is_not_invented),
        cmocka_unit_test(test_positive_is_seen),
        cmocka_unit_test(test_positive_is_not_invented),
        cmocka_unit_test(test_signs_of_fractions_and_roots),
        cmocka_unit_test(test_nonzero_is_seen_and_not_invented),
        cmocka_unit_test(test_bodies_are_judged_for_their_range),
        cmocka_unit_test(test_between_needs_both_ends),
        cmocka_unit_test(test_semidefinite_is_seen),
        cmocka_unit_test(test_semidefinite_is_not_invented),
        cmocka_unit_test(test_eigenvalues_of_definite_matrices),
        cmocka_unit_test(test_values_of_symmetric_matrices_are_defined),
        cmocka_unit_test(test_inverses_are_defined_however_written),
        cmocka_unit_test(test_masks_are_defined_however_written),
        cmocka_unit_test(test_squares_joined_are_semidefinite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
