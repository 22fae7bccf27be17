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
#include "trace/rank.h"

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
    const char *text = sorted[k]->text;
    bool same = text && (first == last || sorted[k]->is_settled);
    for (size_t i = first; same && i <= last; i++)
        same = i == k || (sorted[i]->is_settled && sorted[i]->text &&
                          strcmp(sorted[i]->text, text) == 0);
    *out = (struct trace_number){.enclosure = sorted[k]->enclosure,
                                 .text = same ? xstrdup(text) : NULL,
                                 .is_settled = same && sorted[k]->is_settled};
}

static bool is_known(const struct trace_number *n)
{
    return n->enclosure.kind == ENCLOSURE_FINITE && !n->is_undefined;
}

void rank_make(struct trace_rank *out, const struct trace_number **numbers,
               size_t count)
{
    *out = (struct trace_rank){.least.text = NULL};
    for (size_t i = 0; i < count; i++)
        if (!is_known(numbers[i]))
            return;
    if (count == 0)
        return;
    qsort(numbers, count, sizeof *numbers, compare);
    take(&out->least, numbers, count, 0);
    take(&out->median, numbers, count, (count - 1) / 2);
    take(&out->most, numbers, count, count - 1);
}

void rank_clear(struct trace_rank *rank)
{
    free(rank->least.text);
    free(rank->median.text);
    free(rank->most.text);
}
