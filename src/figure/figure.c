/* Elements of SVG 1.1, and ticks at round numbers (1, 2, 5 times 10^k). */
#include "figure/figure.h"

#include "base/escape.h"

#include <math.h>

double figure_at(const struct figure_axis *a, double value)
{
    const double share = (value - a->lo) / (a->hi - a->lo);
    return a->from + share * (a->to - a->from);
}

double figure_step(const struct figure_axis *a, double most)
{
    static const double fronts[] = {1, 2, 5};
    const double least = (a->hi - a->lo) / most * (1 - 1e-9);
    const double power = pow(10, floor(log10(least)));
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++)
        if (fronts[i] * power >= least)
            return fronts[i] * power;
    return 10 * power;
}

size_t figure_ticks(double ticks[FIGURE_MAX_TICKS], const struct figure_axis *a,
                    double step)
{
    size_t count = 0;
    for (double k = ceil(a->lo / step - 1e-9);
         k * step <= a->hi + 1e-9 * step && count < FIGURE_MAX_TICKS; k++)
        ticks[count++] = k == 0 ? 0 : k * step;
    return count;
}

void figure_line(struct buffer *out, const char *class_name, double x1,
                 double y1, double x2, double y2)
{
    buffer_printf(out,
                  "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
                  "y2=\"%.1f\"/>\n",
                  class_name, x1, y1, x2, y2);
}

void figure_label(struct buffer *out, const char *class_name, double x,
                  double y, const char *text)
{
    buffer_printf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class_name,
                  x, y);
    escape_markup(out, text);
    buffer_add(out, "</text>\n");
}
