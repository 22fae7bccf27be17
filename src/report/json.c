#include "logic/catalogue.h"
#include "report/format.h"
#include "report/object.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *number(struct format_number n)
{
    if (n.text[0] == '\0')
        return json_null();
    if (n.is_number)
        return json_real(strtod(n.text, NULL));
    return json_string(n.text);
}

/* JSON integers of jansson are signed; counts stay far below 2^63. */
static json_t *count(uint64_t n)
{
    return json_integer((json_int_t)n);
}

static json_t *tightness(const struct tightness *t)
{
    if (t->min.kind == ENCLOSURE_NONE)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o}", "min",
                     number(format_min(t, FORMAT_DIGITS)), "median",
                     number(format_quantile(t, 0.5, FORMAT_DIGITS)), "p95",
                     number(format_quantile(t, 0.95, FORMAT_DIGITS)), "max",
                     number(format_max(t, FORMAT_DIGITS)));
}

/* A gap is no ratio: it stands in a field of its own. */
static void set_tightness(json_t *o, const struct result *r)
{
    const bool has_gap = r->has_gap;
    json_t *numbers = tightness(&r->tightness);
    object_set(o, "tightness", has_gap ? json_null() : numbers);
    if (has_gap)
        object_set(o, "gap", numbers);
}

static json_t *forward(const struct result *r)
{
    const struct forward *f = &r->forward;
    const double most = r->has_gap ? NAN : f->tightness_max;
    return json_pack("{s:o, s:o}", "max_rel_error",
                     number(format_double(f->max_rel_error, FORMAT_DIGITS)),
                     "tightness_max",
                     number(format_double(most, FORMAT_DIGITS)));
}

static json_t *precision(const struct result *r)
{
    return json_pack("{s:o, s:I}", "filter", count(r->decided_by_filter),
                     "max_bits", (json_int_t)r->max_bits);
}

static json_t *matrix(const struct counterexample_value *v)
{
    if (v->expression)
        return json_string(v->expression);
    if (!v->entries)
        return json_null();
    json_t *rows = json_array();
    for (size_t i = 0; i < v->rows; i++) {
        json_t *row = json_array();
        for (size_t j = 0; j < v->cols; j++)
            json_array_append_new(row,
                                  json_string(v->entries[i * v->cols + j]));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *side(const struct enclosure *a)
{
    if (a->kind == ENCLOSURE_NONE)
        return json_null();
    return json_pack("{s:o, s:o}", "lower", number(format_lower(a)), "upper",
                     number(format_upper(a)));
}

json_t *object_instance(const struct counterexample *c)
{
    json_t *sizes = json_object(), *values = json_object();
    for (size_t i = 0; i < c->nsizes; i++)
        object_set(sizes, c->sizes[i].name, json_integer(c->sizes[i].value));
    for (size_t i = 0; i < c->nvalues; i++)
        object_set(values, c->values[i].name, matrix(&c->values[i]));
    json_t *trial =
        c->trial >= COUNTEREXAMPLE_STORED ? json_null() : count(c->trial);
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "trial", trial, "sizes",
                     sizes, "values", values, "lhs", side(&c->lhs), "rhs",
                     side(&c->rhs));
}

/* No method proves an upper bound yet. */
static json_t *constant(const struct enclosure *a)
{
    return json_pack("{s:o, s:n}", "lower", number(format_lower(a)), "upper");
}

static json_t *lines(const char *text)
{
    json_t *out = json_array();
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        json_array_append_new(out, json_stringn(line, length));
        line += length + (line[length] == '\n');
    }
    return out;
}

/* Boxes that a search over ranges left open. */
static json_t *remaining(const struct result *r)
{
    return json_pack("{s:o, s:o}", "boxes", lines(r->remaining), "more",
                     count(r->more));
}

static void set_counts(json_t *o, const struct tally *t)
{
    object_set(o, "trials", count(t->trials));
    object_set(o, "true", count(t->is_true));
    object_set(o, "false", count(t->is_false));
    object_set(o, "unresolved", count(t->unresolved));
    object_set(o, "rejected", count(t->rejected));
    object_set(o, "undefined", count(t->undefined));
}

static void set_names(json_t *o, const char *key, const struct theorem *t,
                      struct quantified all)
{
    json_t *names = json_array();
    for (size_t i = 0; i < all.count; i++)
        json_array_append_new(names,
                              json_string(t->givens[all.givens[i]].name));
    if (all.count > 0)
        object_set(o, key, names);
    else
        json_decref(names);
}

/* The names of a list "a, b", or of none, that are wanted. */
static json_t *names(const char *list, bool (*is_wanted)(const char *name))
{
    json_t *all = json_array();
    for (const char *at = list; at && *at; at += strspn(at, ", ")) {
        const size_t length = strcspn(at, ",");
        LOCAL_FREE char *name = buffer_text("%.*s", (int)length, at);
        if (!is_wanted || is_wanted(name))
            json_array_append_new(all, object_text(name));
        at += length;
    }
    return all;
}

static bool is_cited(const char *name)
{
    return catalogue_find(name) < catalogue_count();
}

/* Of the core's all, of the kernel's rules those that are of cited/. */
static json_t *citing(const struct result *r)
{
    const char *rules = r->proof;
    if (rules && strncmp(rules, "by ", 3) == 0)
        rules += 3;
    return r->is_of_core ? names(r->citing, NULL) : names(rules, is_cited);
}

/* Who has accepted it, and what it takes on trust. */
static void set_proof(json_t *o, const struct result *r)
{
    object_set(o, "proof", object_text(r->proof));
    object_set(o, "engine", json_string(r->is_of_core ? "core" : "kernel"));
    object_set(o, "citing", citing(r));
    object_set(o, "oracles", names(r->trusting, NULL));
}

static json_t *claim(const struct result *r)
{
    json_t *o = json_object();
    object_set(o, "file", object_text(r->file));
    object_set(o, "theorem", json_string(r->theorem->name));
    object_set(o, "claim", json_string(r->name));
    object_set(o, "case", json_string(r->case_name));
    object_set(o, "verdict", json_string(ast_verdict_name(r->verdict)));
    object_set(o, "expected", json_string(ast_verdict_name(r->expected)));
    object_set(o, "ok", json_boolean(r->ok));
    if (result_is_observation(r))
        object_set(o, "observation", json_boolean(true));
    set_names(o, "variables", r->theorem, result_variables(r));
    set_names(o, "obtained", r->theorem, result_obtained(r));
    if (verdict_is_thin(r))
        object_set(o, "reason", json_string("thin"));
    set_counts(o, &r->tally);
    object_set(o, "admitted", count(r->coverage.admitted));
    object_set(o, "distinct", count(r->coverage.distinct));
    set_tightness(o, r);
    object_set(o, "forward", forward(r));
    object_set(o, "precision", precision(r));
    if (r->has_hole)
        object_set(o, "constant", constant(&r->constant));
    if (r->proof)
        set_proof(o, r);
    if (r->is_empty)
        object_set(o, "vacuous", json_boolean(true));
    if (r->remaining && r->verdict != WORD_VIOLATED)
        object_set(o, "remaining", remaining(r));
    if (r->account && r->verdict != WORD_VIOLATED)
        object_set(o, "account", lines(r->account));
    object_set(o, "counterexample",
               r->counterexample ? object_instance(r->counterexample)
                                 : json_null());
    return o;
}

void report_json(struct buffer *out, const struct run *run)
{
    json_t *root = json_object(), *claims = json_array();
    for (size_t i = 0; i < run->count; i++)
        json_array_append_new(claims, claim(&run->results[i]));
    object_set(root, "schema", json_string("majorant.run/1"));
    object_set(root, "seed", count(run->seed));
    if (run->part)
        object_set(root, "shard", json_string(run->part));
    object_set(root, "claims", claims);
    object_print(out, root);
    json_decref(root);
}
