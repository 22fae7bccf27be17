#include "report/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void curves_clear(struct curves *c)
{
    for (size_t i = 0; i < c->count; i++) {
        struct curve *curve = &c->items[i];
        for (size_t k = 0; k < curve->count; k++)
            histogram_clear(&curve->points[k].histogram);
        free(curve->points);
        free(curve->dim);
    }
    free(c->items);
    *c = (struct curves){0};
}

static struct curve *find_curve(struct curves *c, const char *dim,
                                size_t length)
{
    for (size_t i = 0; i < c->count; i++)
        if (strlen(c->items[i].dim) == length &&
            strncmp(c->items[i].dim, dim, length) == 0)
            return &c->items[i];
    struct curve *curve = &APPEND(c->items, c->count);
    *curve = (struct curve){.dim = xcalloc(length + 1, 1)};
    memcpy(curve->dim, dim, length);
    return curve;
}

/* NULL: there are too many sizes already. */
static struct curve_point *find_point(struct curve *curve, int64_t size)
{
    size_t at = 0;
    while (at < curve->count && curve->points[at].size < size)
        at++;
    if (at < curve->count && curve->points[at].size == size)
        return &curve->points[at];
    if (curve->count == CURVES_MAX_SIZES)
        return NULL;
    curve->points =
        xrealloc(curve->points, curve->count + 1, sizeof *curve->points);
    memmove(&curve->points[at + 1], &curve->points[at],
            (curve->count - at) * sizeof *curve->points);
    curve->count++;
    curve->points[at] = (struct curve_point){
        .size = size, .least = INFINITY, .most = -INFINITY};
    return &curve->points[at];
}

static void add_point(struct curve *curve, int64_t size, double log2_ratio)
{
    struct curve_point *p = find_point(curve, size);
    if (!p) {
        curve->left_out++;
        return;
    }
    p->least = fmin(p->least, log2_ratio);
    p->most = fmax(p->most, log2_ratio);
    histogram_add(&p->histogram, log2_ratio);
}

void curves_add(struct curves *c, const char *sizes,
                const struct enclosure *ratio)
{
    double middle = (ratio->lo + ratio->hi) / 2;
    if (ratio->kind != ENCLOSURE_FINITE)
        return;
    double log2_ratio =
        middle > 0 ? log2(middle) + (double)ratio->exponent : -INFINITY;
    while (*sizes) {
        size_t name = strcspn(sizes, "="), whole = strcspn(sizes, " ");
        if (name < whole)
            add_point(find_curve(c, sizes, name),
                      strtoll(sizes + name + 1, NULL, 10), log2_ratio);
        sizes += whole;
        sizes += strspn(sizes, " ");
    }
}

double curve_median(const struct curve_point *p)
{
    double median = log2(histogram_quantile(&p->histogram, 0.5));
    return fmin(fmax(median, p->least), p->most);
}
