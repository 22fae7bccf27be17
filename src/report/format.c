#include "report/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct format_number none(void)
{
    return (struct format_number){.text = ""};
}

struct format_number format_double(double x, int digits)
{
    struct format_number n = none();
    if (isnan(x))
        return n;
    n.is_number = !isinf(x);
    snprintf(n.text, sizeof n.text, "%.*g", digits, x);
    return n;
}

struct format_number format_value(const struct enclosure *a, int digits)
{
    struct format_number n = none();
    LOCAL_BUFFER text = buffer_new();
    if (enclosure_print(&text, a, digits) && text.length < sizeof n.text) {
        memcpy(n.text, text.text, text.length + 1);
        n.is_number =
            a->kind == ENCLOSURE_FINITE && !enclosure_is_out_of_range(a);
    }
    return n;
}

/*
 * m * 2^exponent rounded to FORMAT_DIGITS towards `direction`: printed to the
 * nearest, and if that lies on the wrong side, printed again a little further
 * out (2^-36 is more than the distance of two numbers of 12 digits).
 */
static struct format_number format_end(double m, int64_t exponent,
                                       double direction)
{
    struct enclosure end = enclosure_point(m, exponent);
    double step = direction * fabs(m) * 0x1p-36;
    if (enclosure_is_out_of_range(&end)) {
        end = enclosure_point(m + step, exponent);
        return format_value(&end, FORMAT_DIGITS);
    }
    double exact = ldexp(end.lo, (int)end.exponent);
    struct format_number n = format_double(exact, FORMAT_DIGITS);
    if (direction * (strtod(n.text, NULL) - exact) < 0)
        n = format_double(exact + ldexp(step, (int)exponent), FORMAT_DIGITS);
    return n;
}

struct format_number format_lower(const struct enclosure *a)
{
    if (a->kind != ENCLOSURE_FINITE)
        return format_value(a, FORMAT_DIGITS);
    return format_end(a->lo, a->exponent, -1);
}

struct format_number format_upper(const struct enclosure *a)
{
    if (a->kind != ENCLOSURE_FINITE)
        return format_value(a, FORMAT_DIGITS);
    return format_end(a->hi, a->exponent, 1);
}

struct format_number format_min(const struct tightness *t, int digits)
{
    struct format_number n = format_value(&t->min, digits);
    return n.text[0] ? n : format_lower(&t->min);
}

struct format_number format_max(const struct tightness *t, int digits)
{
    struct format_number n = format_value(&t->max, digits);
    return n.text[0] ? n : format_upper(&t->max);
}

struct format_number format_quantile(const struct tightness *t, double q,
                                     int digits)
{
    double x = histogram_quantile(&t->histogram, q);
    if (isnan(x) || (x == 0 && t->min.lo < 0)) /* a negative gap */
        return none();
    if (x == 0 || x < enclosure_double(&t->min))
        return format_min(t, digits);
    if (isinf(x) || x > enclosure_double(&t->max))
        return format_max(t, digits);
    return format_double(x, digits);
}

void format_seconds(struct buffer *out, double seconds)
{
    if (seconds < 0.001)
        buffer_add(out, "<1 ms");
    else if (seconds < 0.9995)
        buffer_printf(out, "%.0f ms", seconds * 1000);
    else
        buffer_printf(out, "%.1f s", seconds);
}

void format_count(struct buffer *out, uint64_t count, const char *noun)
{
    buffer_printf(out, "%llu %s%s", (unsigned long long)count, noun,
                  count == 1 ? "" : "s");
}
