/* A trace as one JSON object. */
#include "trace/grid.h"
#include "trace/trace_internal.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

enum { DIGITS = 15 };

json_t *grid_json(const struct trace_number *n)
{
    if (!n->text)
        return json_null();
    if (enclosure_is_out_of_range(&n->enclosure) ||
        n->enclosure.kind == ENCLOSURE_NONE)
        return json_string(n->text);
    return json_real(strtod(n->text, NULL));
}

void grid_origin(json_t *object, const struct trace_origin *origin)
{
    json_object_set_new(object, "theorem", json_string(origin->theorem));
    json_object_set_new(object, "case", json_string(origin->name));
    json_object_set_new(object, "sizes", json_string(origin->sizes));
    json_object_set_new(object, "seed", json_integer((json_int_t)origin->seed));
    json_object_set_new(object, "trial",
                        json_integer((json_int_t)origin->trial));
}

void grid_object(struct buffer *out, json_t *object)
{
    LOCAL_FREE char *text =
        json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS));
    ENSURE(text != NULL, "json: a study cannot be written");
    buffer_add(out, text);
    buffer_add_char(out, '\n');
    json_decref(object);
}

static json_t *plain(double x)
{
    if (isinf(x))
        return json_string(x > 0 ? "inf" : "-inf");
    return isnan(x) ? json_null() : json_real(x);
}

static json_t *error_of(const struct enclosure *error)
{
    json_t *out = NULL;
    LOCAL_BUFFER text = buffer_new();
    if (enclosure_print(&text, error, 2))
        out = enclosure_is_out_of_range(error) ||
                      error->kind == ENCLOSURE_INFINITE
                  ? json_string(text.text)
                  : json_real(strtod(text.text, NULL));
    return out ? out : json_null();
}

static json_t *point(const struct trace *trace, size_t curve, size_t k)
{
    const struct trace_point *p = &trace->curves[curve].points[k];
    json_t *o = json_object();
    json_object_set_new(o, trace->index,
                        json_integer(trace->lo + (json_int_t)k));
    json_object_set_new(o, "value", grid_json(&p->value));
    json_object_set_new(o, "log10", grid_json(&p->log10));
    if (trace->curves[curve].bound) {
        json_object_set_new(o, "bound", grid_json(&p->bound));
        json_object_set_new(o, "bound_log10", grid_json(&p->bound_log10));
        json_object_set_new(o, "gap", grid_json(&p->gap));
    }
    json_object_set_new(o, "double", plain(p->forward));
    json_object_set_new(o, "double_error", error_of(&p->error));
    json_object_set_new(
        o, "noise", trace->bits > 0 ? json_boolean(p->is_noise) : json_null());
    json_object_set_new(o, "floor", plain(p->floor));
    return o;
}

static json_t *curve(const struct trace *trace, size_t c)
{
    json_t *points = json_array();
    size_t noise = trace_first_noise(trace, c);
    for (size_t k = 0; k < trace->npoints; k++)
        json_array_append_new(points, point(trace, c, k));
    json_t *from = noise < trace->npoints
                       ? json_integer(trace->lo + (json_int_t)noise)
                       : json_null();
    return json_pack("{s:s, s:s?, s:o, s:o}", "expr", trace->curves[c].name,
                     "bound", trace->curves[c].bound, "noise_from", from,
                     "points", points);
}

void trace_json(struct buffer *out, const struct trace *trace)
{
    json_t *o = json_object(), *curves = json_array();
    for (size_t c = 0; c < trace->ncurves; c++)
        json_array_append_new(curves, curve(trace, c));
    json_object_set_new(o, "schema", json_string("majorant.trace/1"));
    grid_origin(o, &trace->origin);
    json_object_set_new(o, "index", json_string(trace->index));
    json_object_set_new(
        o, "bits", trace->bits > 0 ? json_integer(trace->bits) : json_null());
    json_object_set_new(o, "all_digits_certain",
                        json_boolean(trace->bits > 0 && trace->is_settled));
    json_object_set_new(o, "curves", curves);
    grid_object(out, o);
}
