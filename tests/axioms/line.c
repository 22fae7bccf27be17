#include "line.h"

#include "special.h"

struct line line_row(struct matrix m, size_t i)
{
    return (struct line){m.a + i * m.cols, m.cols, 1};
}

struct line line_column(struct matrix m, size_t j)
{
    return (struct line){m.a + j, m.rows, m.cols};
}

struct line line_whole(struct matrix m)
{
    return (struct line){m.a, m.rows * m.cols, 1};
}

struct real line_sum(struct work *w, struct line l)
{
    struct real out = real_int(w, 0);

    for (size_t i = 0; i < l.count; i++)
        out = real_add(w, out, l.a[i * l.step]);
    return out;
}

struct real line_mean(struct work *w, struct line l)
{
    return real_div(w, line_sum(w, l), real_int(w, (long)l.count));
}

/* 0 of nothing. */
struct real line_max(struct work *w, struct line l)
{
    struct real out;

    if (l.count == 0) {
        work_outside(w);
        return real_int(w, 0);
    }
    out = l.a[0];
    for (size_t i = 1; i < l.count; i++)
        out = real_max(w, out, l.a[i * l.step]);
    return out;
}

struct real line_min(struct work *w, struct line l)
{
    struct real out;

    if (l.count == 0) {
        work_outside(w);
        return real_int(w, 0);
    }
    out = l.a[0];
    for (size_t i = 1; i < l.count; i++)
        out = real_min(w, out, l.a[i * l.step]);
    return out;
}

struct real line_norm1(struct work *w, struct line l)
{
    struct real out = real_int(w, 0);

    for (size_t i = 0; i < l.count; i++)
        out = real_add(w, out, real_abs(w, l.a[i * l.step]));
    return out;
}

struct real line_norm2(struct work *w, struct line l)
{
    struct real out = real_int(w, 0);

    for (size_t i = 0; i < l.count; i++)
        out = real_add(w, out, real_mul(w, l.a[i * l.step], l.a[i * l.step]));
    return real_sqrt(w, out);
}

struct real line_normmax(struct work *w, struct line l)
{
    struct real out = real_int(w, 0);

    for (size_t i = 0; i < l.count; i++)
        out = real_max(w, out, real_abs(w, l.a[i * l.step]));
    return out;
}

struct real line_logsumexp(struct work *w, struct line l)
{
    struct real out = real_int(w, 0);

    for (size_t i = 0; i < l.count; i++)
        out = real_add(w, out, real_exp(w, l.a[i * l.step]));
    return real_log(w, out);
}
