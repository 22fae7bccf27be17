/*
 * Matrices with orthonormal columns (V' V = 1), orthogonal projections
 * (P = P', P P = P), positive semidefinite matrices taken from multiples of
 * the identity.
 */
#include "logic/catalogue_internal.h"

#define FRAME(SIZES)                                                           \
    "dim n, k" SIZES                                                           \
    "; given V : real[n, k]; assume orthonormal: V' * V == eye(k);"
#define ONTO(SIZES)                                                            \
    "dim n" SIZES "; given P : real[n, n]; assume symmetric: P == P'; "        \
    "assume idempotent: P * P == P;"
#define NORM(N, NAME, GIVEN, LEFT, RELATION, RIGHT)                            \
    {                                                                          \
        NAME N, GIVEN, N "(" LEFT ")" RELATION N "(" RIGHT ")"                 \
    }
#define NORMS(...)                                                             \
    NORM("norm2", __VA_ARGS__), NORM("normfro", __VA_ARGS__),                  \
        NORM("normnuc", __VA_ARGS__)

/* clang-format off */
const struct catalogue_row catalogue_frames[] = {
    {"frame_norm2", FRAME(""), "norm2(V) == 1"},
    NORMS("frame_keeps_", FRAME(", m") " given A : real[k, m];", "V * A", " == ", "A"),
    NORMS("frame_compresses_", FRAME(", m") " given A : real[m, n];", "A * V", " <= ", "A"),
    NORMS("frame_rest_right_", FRAME(", m") " given A : real[m, n];", "A - A * V * V'", " <= ", "A"),
    NORMS("frame_rest_left_", FRAME(", m") " given A : real[n, m];", "A - V * V' * A", " <= ", "A"),
    {"frame_complement", FRAME(""), "norm2(eye(n) - V * V') <= 1"},
    {"projection_size", ONTO(""), "norm2(P) <= 1"},
    {"projection_complement", ONTO(""), "norm2(eye(n) - P) <= 1"},
    {"projection_rank", "dim n; given P : real[n, n]; assume idempotent: P * P == P;", "trace(P) == rank(P)"},
    NORMS("projection_", ONTO(", m") " given A : real[n, m];", "P * A", " <= ", "A"),
    NORMS("projection_rest_", ONTO(", m") " given A : real[n, m];", "A - P * A", " <= ", "A"),
    {"psd_from_multiple", "dim n; given H : psd[n]; given t : real; assume size: norm2(H) <= t;", "norm2(t * eye(n) - H) <= t"},
    {"psd_step", "dim n; given H : psd[n]; given t : nonneg; assume size: t * norm2(H) <= 2;", "norm2(eye(n) - t * H) <= 1"},
};
/* clang-format on */

const size_t catalogue_frames_count =
    sizeof catalogue_frames / sizeof catalogue_frames[0];
