/*
 * Random attention networks as statements: matrices of n rows made of tokens,
 * attention of every written shape, products, sums and blocks, under functions
 * that a common row does not change.
 */
#ifndef MAJORANT_TESTS_NETWORK_MAKER_H
#define MAJORANT_TESTS_NETWORK_MAKER_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/rng.h"

#include <string.h>

struct network {
    struct rng rng;
    struct arena *arena; /* of all texts */
    bool is_rational;    /* no softmax: stochastic matrices are given */
};

#define NETWORK_GIVENS                                                         \
    "given X, Z : real[3, 2]; given P, Q : stochastic[3, 3];\n"                \
    "given A, B : real[2, 2]; given b, c : real[2]; given u : real[3];\n"      \
    "given S : real[3, 3]; given s, t : real;\n"

static inline const char *network_tokens(struct network *k, unsigned depth);
static inline const char *network_logits(struct network *k, unsigned depth);

/* $y $z tokens, $s $t logits, $p a left factor. */
static inline const char *network_expand(struct network *k, const char *form,
                                         unsigned depth);

static inline const char *network_pick(struct network *k,
                                       const char *const *forms, size_t count,
                                       unsigned depth)
{
    const char *form = forms[rng_below(&k->rng, count)];
    return network_expand(k, form, depth ? depth - 1 : 0);
}

#define NETWORK_PICK(k, forms, depth)                                          \
    network_pick(k, forms, sizeof(forms) / sizeof *(forms), depth)

static inline const char *network_left(struct network *k, unsigned depth)
{
    static const char *const given[] = {
        "P", "Q", "(P * Q)", "(P^2)", "(ones(3, 3) / 3)", "(ones(3) * u')"};
    static const char *const soft[] = {
        "softmax($s)",
        "softmax($s)",
        "softmax($s)",
        "softmax($s, ones(3, 3))",
        "softmax($s, [1, 0, 0; 1, 1, 0; 0, 1, 1])",
        "(exp($s) ./ (rowsum(exp($s)) * ones(3)'))",
        "(exp($s) ./ (exp($s) * ones(3, 3)))"};
    return k->is_rational || depth == 0 || rng_below(&k->rng, 4) == 0
               ? NETWORK_PICK(k, given, depth)
               : NETWORK_PICK(k, soft, depth + 1); /* attention nests */
}

static inline const char *network_tokens(struct network *k, unsigned depth)
{
    static const char *const leaves[] = {
        "X",          "Z",           "X",         "(ones(3) * b')",
        "ones(3, 2)", "zeros(3, 2)", "S[:, 1..2]"};
    static const char *const forms[] = {
        "($p * $y)",
        "($p * $y)",
        "($p * $y * A)",
        "($p * ($y * B))",
        "(($y * A + ones(3) * b') * B)",
        "($y + $z)",
        "($y - $z)",
        "($y + $p * $z)",
        "(-$y)",
        "(s * $y)",
        "($y / 3)",
        "($y / (1 + s^2))",
        "(t .* $y)",
        "($y + ones(3) * c')",
        "hcat($y, $z)[:, 2..3]",
        "vcat($y, $z)[2..4, :]",
        "res($y)",
        "relu($y)",
        "($y .* $z)",
        "(S * $y)",
        "($y - ones(3) * colmean($z))",
        "(($p - ones(3) * u') * $y)",
        "if(s > t, $y, $z)",
        "if($y == $y, $y, $z)",
        "(($y)')'",
        "((eye(3) - ones(3) * ones(3)' / 3) * $y)",
        "($y - ones(3, 3) / 3 * $y)",
        "($y - ones(3) * (ones(3)' * $z / 3))",
        "(ones(3) * (ones(3)' * $y) / 3)",
        "(2 * ones(3, 3) * $y / s^0)",
        "((A' * ($y)' * ($p)')')",
        "((1 / sqrt(2) * $p) * (-2 * $y))",
        "(($p * $y) * ones(2) * ones(2)' / 2)",
        "($p * $y + $p * $z / 2)"};
    return depth == 0 ? NETWORK_PICK(k, leaves, depth)
                      : NETWORK_PICK(k, forms, depth);
}

static inline const char *network_logits(struct network *k, unsigned depth)
{
    static const char *const leaves[] = {
        "S",           "(X * X')",       "(X * A * Z')",
        "zeros(3, 3)", "(u * ones(3)')", "(ones(3) * u')"};
    static const char *const forms[] = {
        "($y * A * ($y)')",
        "($y * A * ($z)' / sqrt(2))",
        "(($y * A + ones(3) * b') * ($y * B + ones(3) * c')' / sqrt(3))",
        "(($y * A * ($y)' + ones(3) * b' * ($y)') / sqrt(2))",
        "($y * (A * ($z)'))",
        "(($y * A * ($z)')' / 2)",
        "(1 / sqrt(2) * $y * A * ($z)')",
        "($y * (A * B * ($z)'))",
        "((b * ones(3)' + A' * ($y)')' * ($z)')",
        "($y * ($z * B - $y)')",
        "($y * (s * (A * ($z)' - b * ones(3)')))",
        "($s + $t)",
        "($s - $t)",
        "(s * $s)",
        "(-$s)",
        "($s + u * ones(3)')",
        "($p * $s)",
        "($s / (1 + t^2))",
        "($y * ones(2, 3))",
        "abs($s)"};
    return depth == 0 ? NETWORK_PICK(k, leaves, depth)
                      : NETWORK_PICK(k, forms, depth);
}

static inline const char *network_expand(struct network *k, const char *form,
                                         unsigned depth)
{
    const char *letters[128] = {NULL};
    struct buffer text;
    buffer_init(&text);
    for (; *form; form++) {
        if (*form != '$') {
            buffer_add_char(&text, *form);
            continue;
        }
        const unsigned char letter = (unsigned char)*++form;
        if (!letters[letter])
            letters[letter] = letter == 'p' ? network_left(k, depth)
                              : letter == 's' || letter == 't'
                                  ? network_logits(k, depth)
                                  : network_tokens(k, depth);
        buffer_add(&text, letters[letter]);
    }
    const char *copy = arena_strdup(k->arena, text.text);
    buffer_clear(&text);
    return copy;
}

/* The body of a theorem with one claim. */
static inline const char *network_body(struct network *k, unsigned depth)
{
    static const char *const claims[] = {
        "res($y) <= res($z)",
        "norm1inf(res($y)) <= norm1inf(res($z)) * norm1(A)",
        "sqrt(norm1(res($y)) * norminf(res($y))) <= norm1($z)",
        "sqrt(norminf($z)) * sqrt(norm1($z)) <= norm1inf(res($y))",
        "diameter($y) <= diameter($z)",
        "minres1($y) < minresinf($z)",
        "normfro(res($y * A)) < normfro($y - ones(3) * colmean($y))",
        "$y[1, :] - $y[2, :] <= $y[2..2, :] - $z[1, :]",
        "sum(abs($y[1, :] - $y[3, :])) >= norm2(res($y))",
        "norm1(softmax($s) * res($y)) < 1 and minres1inf($z) > 0",
        "normmax(res($y)) / norm1(res($z)) < 1",
        "res($y / (s - t)) == res($y)",
        "psd($y * (A * A') * ($y)') or norm1(ones(3) * c' * ($z)') > 1",
        "ones(3) * b' * ($y)' * u <= ($p * $z) * c + $y * (b * c') * A * b",
        "$y[1, 1] - $y[3, 2] <= $z[1, 2] - $z[2, 2]",
        "norm1(vcat($y, A)) <= norm1(($y)')",
        "norm1(-($y * s)) > norm2($z * -3)",
        "norm1(u * b') + norm2(kron($y, A)) <= normnuc(u * ones(3)')",
        "norminf((s * $y)') <= norm1inf(hcat($y, $z)) + normmax(-$y / s)",
        "norm1(hcat($y, S)) < norminf(vcat($y, A)) + normfro(($y)' / (1 - t))",
        "norm1inf(u * b') <= normmax(kron(b, $y)) + norminf(s * (u * c'))",
        "softmax($s) - ones(3) * softmax(u') <= res($s)"};
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, NETWORK_GIVENS "claim c: ");
    const char *claim;
    do
        claim = claims[rng_below(&k->rng, sizeof claims / sizeof *claims)];
    while (k->is_rational && strstr(claim, "softmax"));
    buffer_add(&text, network_expand(k, claim, depth));
    buffer_add(&text, ";");
    const char *copy = arena_strdup(k->arena, text.text);
    buffer_clear(&text);
    return copy;
}

#endif
