#include "bench/statements.h"

#define GIVENS                                                                 \
    "    dim n, d, dk;\n"                                                      \
    "    given X : real[n, d];\n"                                              \
    "    given WQK, WV : real[d, d];\n"                                        \
    "    let R = res(X);\n"                                                    \
    "    let E = R * WQK * R' / sqrt(dk);\n"                                   \
    "    let D = rowmax(E) - rowmin(E);\n"

#define LITERAL "    let P = softmax(X * WQK * X' / sqrt(dk));\n"

/* Shift invariance and P * ones == ones, written out by hand. */
#define RESIDUAL                                                               \
    "    let r = R * (WQK' * colmean(X)') / sqrt(dk);\n"                       \
    "    let P = softmax(E + ones(n) * r');\n"

#define CUBIC(value)                                                           \
    "    let gamma = sqrt(sum(D) / max(D));\n"                                 \
    "    claim cubic: norm1inf(res(P * " value " * WV))\n"                     \
    "        <= 4 * gamma * norm1(WQK) * norm1inf(WV)\n"                       \
    "           * norm1inf(R)^3 / sqrt(dk);\n"

/* A step of the proof without the quotient gamma, 0/0 where rows are equal. */
#define STEP                                                                   \
    "    claim step: norm1inf(res(P * X * WV))\n"                              \
    "        <= 2 * sqrt(sum(D) * max(D)) * norm1inf(R) * norm1inf(WV);\n"

#define DEEP                                                                   \
    "    dim n, d, dk, L;\n"                                                   \
    "    given X : real[n, d];\n"                                              \
    "    given WQK[l in 1..L], WV[l in 1..L] : real[d, d];\n"                  \
    "    let Y[0] = X;\n"                                                      \
    "    let Y[l in 1..L] = softmax(Y[l-1] * WQK[l] * Y[l-1]' / sqrt(dk))\n"   \
    "                       * Y[l-1] * WV[l];\n"                               \
    "    claim shrinks: norm1inf(res(Y[L])) <= norm1inf(res(X));\n"

#define UNIFORM "    X ~ uniform(-1, 1);  WQK, WV ~ uniform(-1/8, 1/8);\n"

#define MIXED(name, lines)                                                     \
    "case " name " for mixed {\n"                                              \
    "    n in 2..24;  d in 1..48;  dk in 1..16;\n"                             \
    "    WQK, WV ~ normal(0, 1/2);\n" lines "}\n"

const char BENCH_STATEMENTS[] = "theorem literal {\n" GIVENS LITERAL CUBIC(
    "X") "}\n"
         "theorem residual {\n" GIVENS RESIDUAL CUBIC(
             "R") "}\n"
                  "theorem mixed {\n" GIVENS LITERAL STEP "}\n"
                  "theorem deep {\n" DEEP "}\n"
                  "case fresh for literal {\n" UNIFORM "}\n"
                  "case reused for literal {\n" UNIFORM
                  "    reuse WQK, WV 16;\n}\n" MIXED("unit",
                                                     "    X ~ normal(0, 1);\n")
                      MIXED("saturated", "    X ~ normal(0, 8);\n") MIXED(
                          "residual",
                          "    X ~ mixture(normal(0, 1e-3), normal(0, 1e-6),\n"
                          "                normal(0, 1e-9), normal(0, "
                          "1e-12));\n") MIXED("tiny",
                                              "    X ~ mixture(normal(0, "
                                              "1e-16), normal(0, 1e-24),\n"
                                              "                normal(0, "
                                              "1e-32), normal(0, 1e-40));\n")
                          MIXED("offset",
                                "    X ~ mixture(near_equal_rows(1e-1),\n"
                                "                near_equal_rows(1e-6),\n"
                                "                near_equal_rows(1e-11));\n")
                              MIXED("equal",
                                    "    X ~ mixture(duplicate_rows(1), "
                                    "duplicate_rows(2));\n");
