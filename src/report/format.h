/*
 * Numbers as reports show them.
 */
#pragma once

#include "verify/verdict.h"

enum { FORMAT_DIGITS = 12 };

/*
 * A number as text.  `is_number`: it is within the range of doubles, so that
 * JSON can show it as a number; else it stands as a string.  `text` is empty
 * where there is none.
 */
struct format_number {
    bool is_number;
    char text[40];
};

/* The digits (at most `digits`) of the value that the enclosure makes sure. */
struct format_number format_value(const struct enclosure *a, int digits);
/* The lower end rounded down; the upper end rounded up. */
struct format_number format_lower(const struct enclosure *a);
struct format_number format_upper(const struct enclosure *a);
/*
 * The extremes of the ratios: where no digit is certain, the outer end of the
 * enclosure, which bounds all ratios.
 */
struct format_number format_min(const struct tightness *t, int digits);
struct format_number format_max(const struct tightness *t, int digits);
/* A plain double; NaN: none, infinity: the string "inf". */
struct format_number format_double(double x, int digits);
/*
 * A quantile of the ratios, kept between the extremes; none where it is one of
 * gaps that are negative, whose histogram does not tell them apart.
 */
struct format_number format_quantile(const struct tightness *t, double q,
                                     int digits);

/* "3.2 s", "12 ms", "<1 ms"; for text, where < is no sign of a language. */
void format_seconds(struct buffer *out, double seconds);
/* "1 claim", "2 claims". */
void format_count(struct buffer *out, uint64_t count, const char *noun);
