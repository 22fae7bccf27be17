/*
 * Wrong claims, each of which a single line would prove if algebra or the
 * judgements asked for one thing less.
 */
#include "rule_fixture.h"

static const char *const theorems[] = {
    "theorem numbers {\n"
    "  dim n;  given s, t : real in [0, 1];  given x, v, w : real[n];\n"
    "  given m : real[n] in [0, 1];  given h : real in [-5, 1];\n"
    "  given y, z, p, q : real;  assume apart: y != z;\n"
    "  assume no_three: 3 != p;  assume other: t != q;\n"
    "  claim no_sign: p >= 0;  claim no_side: q >= 0;\n"
    "  claim above: y <= z;  claim under: y >= z;  claim far: y < z;\n"
    "  claim spread: 0 <= t * max(x) - s * min(x);\n"
    "  claim spread_turned: 0 <= max(x) * t - min(x) * s;\n"
    "  claim spread_square: 0 <= max(x)^2 - min(x);\n"
    "  claim spread_sum: 0 <= sum(x) - min(x);\n"
    "  claim range: 0 <= 1 - h^2;\n"
    "  claim divisor: 0 <= -z - 1 / z;\n"
    "  claim counts: 0 <= n * t - s;\n"
    "  claim length: 0 < t + v' * v - 2 * v' * w + w' * w;\n"
    "  claim gram_small: 0 <= v' * v - 3 * v' * w + w' * w + x' * x;\n"
    "  claim gram_strict: 0 < v' * v - v' * w + w' * w + x' * x;\n"
    "  claim gram_signed:\n"
    "    0 <= z * (v' * v) - z * (v' * w) + z * (w' * w) + x' * x;\n"
    "  claim gram_mixed: 0 <= v' * v - 2 * z * (v' * w) + w' * w;\n"
    "  claim gram_rest: 0 <= v' * v - v' * w + w' * w + p;\n"
    "  claim roots_small: 0 <= p^2 - 3 * p * q + q^2;\n"
    "  claim roots_signed: 0 <= z * p^2 - 2 * z * p * q + z * q^2;\n"
    "  claim roots_product: 0 <= p^4 - 2 * p * q + q^2;\n"
    "  claim roots_strict: 0 < p^2 - 2 * p * q + q^2;\n"
    "  claim roots_divisor: 0 <= (p^2 - 2 * p * q + 2 * q^2) / z;\n"
    "  claim roots_missing: 0 <= t - (1 + s) * p^2;\n"
    "  claim roots_atoms: 0 <= s / (s + t) - t / (s + t);\n"
    "  claim roots_apart: 0 <= s * (p - 1)^2 - t * (p - 1)^2;\n"
    "  claim length_zero: 0 < v' * v;\n"
    "  claim falling: 0 <= prod(i in 1..n, i - 2);\n"
    "  claim cauchy_cube: 0 <= (v' * v) * (w' * w) - (v' * w)^3;\n"
    "  claim cauchy_plain: 0 <= (v' * v) * (w' * w) - v' * w;\n"
    "  claim cauchy_signed: 0 <= z * (v' * v) * (w' * w) - z * (v' * w)^2;\n"
    "  claim completed: 0 <= v' * v - 2 * (v' * w)^2 + w' * w;\n"
    "  claim mean: mean(x .^ 2) <= mean(x)^2;\n"
    "  claim cosine: 5e-41 <= 1 - cos(1e-20);\n"
    "  claim pell: 886731088897/627013566048 <= sqrt(2);\n"
    "  claim shares: sum(m .* (ones(n) - m)) <= 1 / 4;\n"
    "  claim strict: 0 < t;\n"
    "  claim squares: sum(i in 1..n, 1 / i^2) <= 2 - 1 / n - 1 / 10;\n"
    "  claim scales: normfro([1e300, 1e-300]) <= 1e300;\n"
    "}\n",
    "theorem matrices {\n"
    "  dim n; dim m; dim k;  given a : real in [0, 1];\n"
    "  given A, B, C, E, T : real[n, n];  given M, N : nonneg[n, n];\n"
    "  given z : real;  given s, t : real in [0, 1];\n"
    "  given S : symmetric[n];  given P, Q : psd[n];\n"
    "  given U, V : orthogonal[n];  given R : real[n, m];\n"
    "  given x, y : real[n];  given F : real[n, k];  given G : real[k, k];\n"
    "  given W : real[2, 2];  given g : real[2];  let L = [1, 0; 1, 1];\n"
    "  claim hadamard: psd(S .* P);\n"
    "  claim hadamard_turned: psd(P .* S);  claim square: psd(A^2);\n"
    "  claim halves: psd(A^k * A^k);  claim pair: psd(P * Q);\n"
    "  claim power: A^k >= 0;  claim strict_power: N^k > 0;\n"
    "  claim odd_power: z^k >= 0;\n"
    "  claim norms: 0 <= norm2(A)^2 - normfro(A)^2 + a;\n"
    "  claim product: psd(kron(P, S));\n"
    "  claim doubled: psd(norm1(S) * eye(n) + 2 * S);\n"
    "  claim inverse_power: N^(k - 2) >= 0;\n"
    "  claim identity: 2 * eye(n) > 0;  claim shifted: N + eye(n) > 0;\n"
    "  claim spread: max(x) * N - min(x) * M >= 0;\n"
    "  claim spread_factors: t * rowmax(A) - s * rowmin(A) >= 0;\n"
    "  claim spread_signed: z * rowmax(A) - z * rowmin(A) >= 0;\n"
    "  claim spread_letters: M * rowmax(B) - N * rowmin(B) >= 0;\n"
    "  claim spread_letter: A * rowmax(B) - A * rowmin(B) >= 0;\n"
    "  claim spread_twice:\n"
    "    rowmax(A) * colmax(B) - rowmin(A) * colmin(B) >= 0;\n"
    "  claim gram_turned: 0 <= x' * A * A' * x + y' * y - 2 * y' * A * x;\n"
    "  claim gram_order:\n"
    "    0 <= x' * A' * B' * B * A * x + y' * y - 2 * y' * A * B * x;\n"
    "  claim gram_rotated:\n"
    "    0 <= x' * A * A * x + y' * B * B * y - 2 * x' * A * B * y;\n"
    "  claim gram_traces:\n"
    "    0 <= trace(A * A) + trace(B * B) - 2 * trace(A * B);\n"
    "  claim soft: logsumexp(R) <= rowmax(R);\n"
    "  claim triangular: inv(vcat(hcat(E, F), hcat(zeros(k, n), G)))\n"
    "    == vcat(hcat(inv(E), inv(E) * F * inv(G)),\n"
    "            hcat(zeros(k, n), inv(G)));\n"
    "  claim gram: inv(A * A') * A == inv(A);\n"
    "  claim cayley: (eye(n) - U) * inv(eye(n) + U)\n"
    "    == ((eye(n) - U) * inv(eye(n) + U))';\n"
    "  claim mixed: norm2(a * T + 2 * (1 - a) * S) <= 1;\n"
    "  claim inverse: det(inv(A)) == det(A);\n"
    "  claim masked: softmax(W + ones(2) * g', L) == softmax(W, L);\n"
    "  claim turned: x' * y == sum(i in 1..n, x[i] * y[n + 1 - i]);\n"
    "}\n",
    "theorem blocks {\n"
    "  dim q;  dim n, p >= 2;  given r : real[q];\n"
    "  given B : real[p, p + 1];  let K = kron(ones(n) * r', B);\n"
    "  claim half: K[p / 2 + 1..p / 2 + p, :] == kron(r', B);\n"
    "  claim called: K[max(1 / 2, 1 / 2) * p + 1..max(1 / 2, 1 / 2) * p + p, "
    ":]\n"
    "    == kron(r', B);\n"
    "}\n"};

/* The right side less the left, or the right side of 0 <= e, as what is left
   of no premises. */
static bool by_signs(struct rule_fixture *f, const struct expr *claim)
{
    struct relation r;
    if (!relation_read(&r, f->theorem->pool, claim))
        return false;
    const struct expr *rest[] = {make_sub(f->theorem->pool, r.rhs, r.lhs),
                                 r.rhs};
    struct line line = {.rule = RULE_LINEAR, .conclusion = claim, .nterms = 1};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        line.terms = &rest[i];
        if (fixture_add(f, &line))
            return true;
    }
    return false;
}

static bool by_rule(struct rule_fixture *f, enum rule rule,
                    const struct expr *claim)
{
    const struct line line = {.rule = rule, .conclusion = claim};
    return fixture_add(f, &line);
}

static void test_no_line_proves_what_is_wrong(void **state)
{
    (void)state;
    for (size_t t = 0; t < sizeof theorems / sizeof *theorems; t++) {
        struct rule_fixture f;
        fixture_open(&f, theorems[t], 0);
        for (size_t i = 0; i < f.theorem->nclaims; i++) {
            const struct claim *c = &f.theorem->claims[i];
            const struct expr *claim = c->links[0].relation;
            if (by_rule(&f, RULE_ALGEBRA, claim) || by_signs(&f, claim) ||
                by_rule(&f, RULE_DEFINITE, claim))
                fail_msg("%s", c->name);
        }
        fixture_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_line_proves_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
