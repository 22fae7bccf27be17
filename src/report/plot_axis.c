#include "report/plot_axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LOG2_10 3.32192809488736

/* An integer in raised digits. */
static void raise(char *out, size_t room, int n)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴",
                                         "⁵", "⁶", "⁷", "⁸", "⁹"};
    char text[16];
    size_t length = 0;
    snprintf(text, sizeof text, "%d", n);
    out[0] = '\0';
    for (const char *c = text; *c; c++) {
        const char *glyph = *c == '-' ? "⁻" : digits[*c - '0'];
        if (length + strlen(glyph) + 1 > room)
            return;
        memcpy(out + length, glyph, strlen(glyph) + 1);
        length += strlen(glyph);
    }
}

void axis_number(char label[AXIS_LABEL], double log2_value)
{
    enum { SMALL = -4, LARGE = 6, ROOM = 24 };
    if (isinf(log2_value)) {
        snprintf(label, AXIS_LABEL, "%s", log2_value < 0 ? "0" : "∞");
        return;
    }
    double decades = log2_value / LOG2_10;
    if (decades > SMALL && decades < LARGE) {
        snprintf(label, AXIS_LABEL, "%.3g", exp2(log2_value));
        return;
    }
    char raised[ROOM], lead[16];
    double exponent = floor(decades + 1e-9);
    double front = pow(10, decades - exponent);
    raise(raised, sizeof raised, (int)exponent);
    snprintf(lead, sizeof lead, "%.3g", front);
    if (strcmp(lead, "1") == 0)
        snprintf(label, AXIS_LABEL, "10%s", raised);
    else
        snprintf(label, AXIS_LABEL, "%s·10%s", lead, raised);
}

size_t axis_ticks(const struct figure_axis *a, double ticks[FIGURE_MAX_TICKS])
{
    enum { MOST = 6 };
    double span = a->hi - a->lo;
    double step = span > 2 * LOG2_10 ? LOG2_10 : span > 1 ? 1 : 0.25;
    while (span / step > MOST)
        step *= 2;
    return figure_ticks(ticks, a, step);
}
