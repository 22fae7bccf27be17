/* The table of a variant's operations, and how instances are put in lanes. */
#include "eval/filter_vector.h"

#if FILTER_WIDTH > 1

#if defined(__AVX512F__) && defined(FILTER_HAS_VECTORS)

/* Every second entry, pair, or quartet of two vectors, from the first on. */
#define EVENS(x, y) __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14)
#define ODDS(x, y) __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15)
#define LOWS(x, y) __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13)
#define HIGHS(x, y) __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15)
#define FIRSTS(x, y) __builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11)
#define LASTS(x, y) __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15)

/* Eight entries of each lane, as the transpose of an 8 x 8 matrix. */
static size_t interleave_blocks(double *out, const double *const *from,
                                size_t count)
{
    size_t k = 0;
    for (; k + 8 <= count; k += 8) {
        filter_vec x[8], y[8];
        for (size_t l = 0; l < 8; l++)
            x[l] = *(const filter_vec *)(from[l] + k);
        for (size_t l = 0; l < 8; l += 2) {
            y[l] = EVENS(x[l], x[l + 1]);
            y[l + 1] = ODDS(x[l], x[l + 1]);
        }
        for (size_t l = 0; l < 8; l += 4) {
            x[l] = LOWS(y[l], y[l + 2]);
            x[l + 1] = LOWS(y[l + 1], y[l + 3]);
            x[l + 2] = HIGHS(y[l], y[l + 2]);
            x[l + 3] = HIGHS(y[l + 1], y[l + 3]);
        }
        for (size_t l = 0; l < 4; l++) {
            *(filter_vec *)(out + (k + l) * 8) = FIRSTS(x[l], x[l + 4]);
            *(filter_vec *)(out + (k + l + 4) * 8) = LASTS(x[l], x[l + 4]);
        }
    }
    return k;
}

#else

static size_t interleave_blocks(double *out, const double *const *from,
                                size_t count)
{
    (void)out, (void)from, (void)count;
    return 0;
}

#endif

static void put_in_lanes(double *out, const double *const *from, size_t count)
{
    for (size_t k = interleave_blocks(out, from, count); k < count; k++) {
        for (size_t l = 0; l < W; l++)
            out[k * W + l] = from[l][k];
    }
}

#else
#define put_in_lanes NULL
#endif

#define FILTER_TEXT(name) #name
#define FILTER_NAME(name) FILTER_TEXT(name)

const struct filter_operations FILTER_OP(operations) = {
    .name = FILTER_NAME(FILTER_VARIANT),
    .lanes = W,
    .interleave = put_in_lanes,
#define X(name) .name = FILTER_OP(name),
    FILTER_OPERATIONS(X)
#undef X
};
