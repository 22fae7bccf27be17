/*
 * bench_speed [--quick] [--json]: the figures of bench/bench.h as tables, or as
 * one JSON object without the curves.  Status 1: the ways disagree, or nothing
 * can be written; 2: bad usage.
 */
#include "bench/bench.h"

#include "eval/evaluator.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- JSON ---- */

static void json_seconds(struct buffer *out, const char *name, double seconds)
{
    buffer_printf(out, ", \"%s\": ", name);
    if (isfinite(seconds))
        buffer_printf(out, "%.4g", seconds);
    else
        buffer_add(out, "null");
}

static void json_size(struct buffer *out, const struct bench_size *s)
{
    static const struct {
        const char *name;
        size_t way;
    } fields[] = {{"forward_s", WAY_FORWARD},
                  {"filter_s", WAY_FILTER},
                  {"filter_literal_s", WAY_FILTER_LITERAL},
                  {"batched_s", WAY_BATCHED},
                  {"ball128_s", WAY_BALL128},
                  {"ball_by_hand_s", WAY_HAND},
                  {"kernel_s", WAY_KERNEL},
                  {"end_to_end_s", BENCH_END_TO_END}};
    buffer_printf(out, "    {\"n\": %lld, \"d\": %lld, \"dk\": %lld",
                  (long long)s->size.n, (long long)s->size.d,
                  (long long)s->size.dk);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        json_seconds(out, fields[i].name, s->ways[fields[i].way].seconds);
    buffer_add(out, "}");
}

static void write_json(struct buffer *out, const struct bench *b)
{
    buffer_add(out, "{\n  \"schema\": \"majorant.bench/1\",\n  \"sizes\": [\n");
    for (size_t i = 0; i < b->nsizes; i++) {
        json_size(out, &b->sizes[i]);
        buffer_add(out, i + 1 < b->nsizes ? ",\n" : "\n");
    }
    buffer_printf(out,
                  "  ],\n  \"decided_before_ball\": %.6g,\n"
                  "  \"jobs2_speedup\": %.4g\n}\n",
                  b->decided_before_ball, b->jobs2_speedup);
}

/* ---- text ---- */

static void text_number(struct buffer *out, double x, const char *format)
{
    char cell[32] = "-";
    if (isfinite(x))
        snprintf(cell, sizeof cell, format, x);
    buffer_printf(out, " %14s", cell);
}

static void text_head(struct buffer *out, const struct bench *b)
{
    buffer_printf(out, "  %-16s", "n, d, dk");
    for (size_t i = 0; i < b->nsizes; i++) {
        char cell[80];
        const struct workload_size *s = &b->sizes[i].size;
        snprintf(cell, sizeof cell, "%lld, %lld, %lld", (long long)s->n,
                 (long long)s->d, (long long)s->dk);
        buffer_printf(out, " %14s", cell);
    }
    buffer_add_char(out, '\n');
}

static void text_sizes(struct buffer *out, const struct bench *b)
{
    buffer_add(out, "Microseconds a trial (medians, one thread)\n");
    text_head(out, b);
    for (size_t way = 0; way < BENCH_WAYS; way++) {
        buffer_printf(out, "  %-16s", bench_way_name(way));
        for (size_t i = 0; i < b->nsizes; i++)
            text_number(out, 1e6 * b->sizes[i].ways[way].seconds, "%.4g");
        buffer_add_char(out, '\n');
    }
    buffer_add(out, "\nTimes the forward pass (medians of paired ratios)\n");
    text_head(out, b);
    for (size_t way = 1; way < BENCH_WAYS; way++) {
        buffer_printf(out, "  %-16s", bench_way_name(way));
        for (size_t i = 0; i < b->nsizes; i++)
            text_number(out, b->sizes[i].ways[way].ratio, "%.3g");
        buffer_add_char(out, '\n');
    }
}

/* Of two ways: the quotient of their medians. */
static void text_quotient(struct buffer *out, const struct bench *b,
                          const char *name, size_t way, size_t by)
{
    buffer_printf(out, "  %-16s", name);
    for (size_t i = 0; i < b->nsizes; i++)
        text_number(
            out, b->sizes[i].ways[way].seconds / b->sizes[i].ways[by].seconds,
            "%.3g");
    buffer_add_char(out, '\n');
}

static void text_balls(struct buffer *out, const struct bench *b)
{
    buffer_add(out,
               "\nTimes the filter, literal form (quotients of medians)\n");
    text_head(out, b);
    text_quotient(out, b, "ball 128", WAY_BALL128, WAY_FILTER_LITERAL);
    text_quotient(out, b, "Arb by hand 128", WAY_HAND, WAY_FILTER_LITERAL);
    buffer_add(out, "Times the calls of Arb by hand\n");
    text_quotient(out, b, "ball 128", WAY_BALL128, WAY_HAND);
}

static void text_mixed(struct buffer *out, const struct bench *b)
{
    buffer_add(out, "\nMixed campaign, end to end (n in 2..24, d in 1..48)\n"
                    "  class              trials/s   before the ball      "
                    "open\n");
    for (size_t i = 0; i < BENCH_MIXED; i++) {
        const struct bench_mixed *m = &b->mixed[i];
        buffer_printf(out, "  %-12s %14.0f %15.2f %% %9llu\n", m->name,
                      1 / m->seconds,
                      100 * (double)m->before_ball / (double)m->trials,
                      (unsigned long long)m->open);
    }
    buffer_printf(out, "  %-12s %14s %15.2f %%\n", "all", "",
                  100 * b->decided_before_ball);
    buffer_printf(out,
                  "\nTwo jobs against one at (16, 64, 16): %.2f by processor "
                  "time, %.2f by the wall clock\n",
                  b->jobs2_speedup, b->jobs2_wall);
}

static void text_curve(struct buffer *out, const struct bench_curve *curve)
{
    buffer_printf(out, "\nMicroseconds against %s\n  %-16s %14s %14s %14s\n",
                  curve->title, "", "doubles", "filter", "ball");
    for (size_t i = 0; i < curve->count; i++) {
        const struct bench_point *p = &curve->points[i];
        buffer_printf(out, "  %-16lld", (long long)p->x);
        text_number(out, 1e6 * p->forward, "%.4g");
        text_number(out, 1e6 * p->filter, "%.4g");
        text_number(out, 1e6 * p->ball, "%.4g");
        buffer_add_char(out, '\n');
    }
}

static void write_text(struct buffer *out, const struct bench *b)
{
    text_sizes(out, b);
    text_balls(out, b);
    text_mixed(out, b);
    for (size_t i = 0; i < b->ncurves; i++)
        text_curve(out, &b->curves[i]);
}

/* ---- the program ---- */

static bool report(const struct bench *b, bool is_json)
{
    struct buffer text;
    if (b->disagreement.length > 0) {
        fprintf(stderr, "the ways disagree: %s\n", b->disagreement.text);
        return false;
    }
    buffer_init(&text);
    if (is_json)
        write_json(&text, b);
    else
        write_text(&text, b);
    const bool is_written =
        fwrite(text.text, 1, text.length, stdout) == text.length &&
        fflush(stdout) == 0;
    buffer_clear(&text);
    return is_written;
}

int main(int argc, char **argv)
{
    bool is_quick = false, is_json = false;
    struct bench bench;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            is_quick = true;
        } else if (strcmp(argv[i], "--json") == 0) {
            is_json = true;
        } else {
            fprintf(stderr, "usage: bench_speed [--quick] [--json]\n");
            return 2;
        }
    }
    bench_init(&bench);
    bench_run(&bench,
              &(struct bench_options){.quick = is_quick, .curves = !is_json});
    const bool is_reported = report(&bench, is_json);
    bench_clear(&bench);
    eval_finish();
    return is_reported ? 0 : 1;
}
