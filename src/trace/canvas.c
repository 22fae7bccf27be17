#include "trace/canvas.h"

#include <inttypes.h>
#include <math.h>

/* In single quotes, doubled within; gnuplot reads nothing else in them. */
void canvas_quote(struct buffer *out, const char *text)
{
    buffer_add_char(out, '\'');
    for (; *text; text++) {
        bool is_plain = (unsigned char)*text >= ' ';
        if (*text == '\'')
            buffer_add_char(out, '\'');
        buffer_add_char(out, is_plain ? *text : ' ');
    }
    buffer_add_char(out, '\'');
}

void canvas_coordinate(struct buffer *out, double x)
{
    if (isfinite(x))
        buffer_printf(out, " %.10g", x);
    else
        buffer_add(out, " NaN");
}

void canvas_begin(struct buffer *out, const struct trace_origin *origin,
                  enum trace_picture picture)
{
    struct buffer title;
    buffer_init(&title);
    buffer_printf(&title, "%s, %s; seed %" PRIu64, origin->theorem,
                  origin->name, origin->seed);
    buffer_printf(out, "set terminal %s\n",
                  picture == TRACE_SVG
                      ? "svg noenhanced size 860,520 background rgb 'white'"
                      : "pngcairo noenhanced size 1290,780 fontscale 1.3");
    buffer_add(out, "set encoding utf8\nset grid lc rgb '#dddddd'\n"
                    "set key outside right top Left reverse samplen 2\n"
                    "set title ");
    canvas_quote(out, title.text);
    buffer_add_char(out, '\n');
    buffer_clear(&title);
}
