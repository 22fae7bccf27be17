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
#define ROTATED(N)                                                             \
    {                                                                          \
        "frame_keeps_" N, FRAME(", m") " given A : real[k, m];",               \
            N "(V * A) == " N "(A)"                                            \
    }
#define COMPRESSED(N)                                                          \
    {                                                                          \
        "frame_compresses_" N, FRAME(", m") " given A : real[m, n];",          \
            N "(A * V) <= " N "(A)"                                            \
    }
#define REST_RIGHT(N)                                                          \
    {                                                                          \
        "frame_rest_right_" N, FRAME(", m") " given A : real[m, n];",          \
            N "(A - A * V * V') <= " N "(A)"                                   \
    }
#define REST_LEFT(N)                                                           \
    {                                                                          \
        "frame_rest_left_" N, FRAME(", m") " given A : real[n, m];",           \
            N "(A - V * V' * A) <= " N "(A)"                                   \
    }
#define PROJECTED(N)                                                           \
    {                                                                          \
        "projection_" N, ONTO(", m") " given A : real[n, m];",                 \
            N "(P * A) <= " N "(A)"                                            \
    }
#define PROJECTION_REST(N)                                                     \
    {                                                                          \
        "projection_rest_" N, ONTO(", m") " given A : real[n, m];",            \
            N "(A - P * A) <= " N "(A)"                                        \
    }

/* clang-format off */
const struct catalogue_row catalogue_frames[] = {
    {"frame_norm2", FRAME(""), "norm2(V) == 1"},
    ROTATED("norm2"), ROTATED("normfro"), ROTATED("normnuc"),
    COMPRESSED("norm2"), COMPRESSED("normfro"), COMPRESSED("normnuc"),
    REST_RIGHT("norm2"), REST_RIGHT("normfro"), REST_RIGHT("normnuc"),
    REST_LEFT("norm2"), REST_LEFT("normfro"), REST_LEFT("normnuc"),
    {"frame_complement", FRAME(""), "norm2(eye(n) - V * V') <= 1"},
    {"projection_size", ONTO(""), "norm2(P) <= 1"},
    {"projection_complement", ONTO(""), "norm2(eye(n) - P) <= 1"},
    {"projection_rank", "dim n; given P : real[n, n]; assume idempotent: P * P == P;", "trace(P) == rank(P)"},
    PROJECTED("norm2"), PROJECTED("normfro"), PROJECTED("normnuc"),
    PROJECTION_REST("norm2"), PROJECTION_REST("normfro"), PROJECTION_REST("normnuc"),
    {"psd_from_multiple", "dim n; given H : psd[n]; given t : real; assume size: norm2(H) <= t;", "norm2(t * eye(n) - H) <= t"},
    {"psd_step", "dim n; given H : psd[n]; given t : nonneg; assume size: t * norm2(H) <= 2;", "norm2(eye(n) - t * H) <= 1"},
};
/* clang-format on */

const size_t catalogue_frames_count =
    sizeof catalogue_frames / sizeof catalogue_frames[0];
