/*
 * Least, median and most of certified numbers
 * (docs/error-analysis.md#order-statistics).
 *
 * Rounding to a number of digits keeps the order, so the k-th smallest of the
 * rounded values is the k-th smallest value, rounded.  What is left is to sort
 * rounded values whose enclosures may overlap: numbers are sorted by the lower
 * ends; where enclosures overlap in a row, the k-th smallest lies among them,
 * and has a text only if they all have the same.
 */
#include "trace/paths_internal.h"

#include <stdlib.h>
#include <string.h>

static struct enclosure end_of(const struct trace_number *n, bool upper)
{
    struct enclosure e = n->enclosure;
    e.lo = e.hi = upper ? e.hi : e.lo;
    return e;
}

static int compare(const void *a, const void *b)
{
    const struct trace_number *const *x = a, *const *y = b;
    struct enclosure lo = end_of(*x, false), other = end_of(*y, false);
    return enclosure_compare(&lo, &other);
}

/* Whether the enclosures of numbers k and k + 1, sorted, may meet. */
static bool meets_next(const struct trace_number **sorted,
                       const struct enclosure *highest, size_t k)
{
    return enclosure_compare(highest, &sorted[k + 1]->enclosure) >= 0;
}

/* The first and last of the numbers that may be the k-th smallest. */
static void find_group(size_t *first, size_t *last,
                       const struct trace_number **sorted, size_t count,
                       size_t k)
{
    struct enclosure highest = end_of(sorted[0], true);
    *first = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        if (!meets_next(sorted, &highest, i)) {
            if (i >= k) {
                *last = i;
                return;
            }
            *first = i + 1;
        }
        struct enclosure end = end_of(sorted[i + 1], true);
        if (enclosure_compare(&end, &highest) > 0)
            highest = end;
    }
    *last = count - 1;
}

static void take(struct trace_number *out, const struct trace_number **sorted,
                 size_t count, size_t k)
{
    size_t first, last;
    find_group(&first, &last, sorted, count, k);
    bool same = true;
    for (size_t i = first; i <= last; i++)
        same = same && sorted[i]->is_settled && sorted[i]->text &&
               strcmp(sorted[i]->text, sorted[first]->text) == 0;
    *out = (struct trace_number){.enclosure = sorted[k]->enclosure,
                                 .text = same ? xstrdup(sorted[k]->text) : NULL,
                                 .is_settled = same};
}

static bool is_known(const struct trace_number *n)
{
    return n->enclosure.kind == ENCLOSURE_FINITE && !n->is_undefined;
}

static void rank_row(struct paths *paths, size_t length)
{
    struct paths_row *row = &paths->rows[length];
    const struct trace_number **sorted =
        xcalloc(row->taken + 1, sizeof *sorted);
    size_t n = 0;
    bool known = row->taken > 0;
    for (size_t i = 0; i < paths->words.count; i++) {
        if (paths->words.lengths[i] != length)
            continue;
        known = known && is_known(&paths->values[i]);
        sorted[n++] = &paths->values[i];
    }
    if (known) {
        qsort(sorted, n, sizeof *sorted, compare);
        take(&row->least, sorted, n, 0);
        take(&row->median, sorted, n, (n - 1) / 2);
        take(&row->most, sorted, n, n - 1);
    }
    free(sorted);
}

void paths_rank(struct paths *paths)
{
    for (size_t k = 0; k < paths->nrows; k++)
        rank_row(paths, k);
}
