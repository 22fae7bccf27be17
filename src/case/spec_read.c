/* The lines of a case. */
#include "case/spec_internal.h"

#include "case/tensor.h"

#include <string.h>

static bool at_target(struct spec_reader *r, const struct ast_target *t,
                      const char *problem)
{
    return diag_error(r->diag, t->span, "%s %s", t->name, problem);
}

/* The index of the dim of that name, or ndims. */
static size_t find_dim(const struct theorem *t, const char *name)
{
    size_t i = 0;
    while (i < t->ndims && strcmp(t->dims[i]->name, name) != 0)
        i++;
    return i;
}

static bool unknown_target(struct spec_reader *r, const struct ast_target *t)
{
    diag_error(r->diag, t->span, "%s has no dim or given named %s",
               r->spec->theorem->name, t->name);
    diag_note(r->diag, r->spec->theorem->span, "%s is stated here",
              r->spec->theorem->name);
    return false;
}

static bool check_dim(struct spec_reader *r, const struct ast_target *target,
                      struct span span, const struct symbol *dim, int64_t lo,
                      int64_t hi)
{
    int64_t least = dim->minimum > 1 ? dim->minimum : 1;
    if (target->npatterns)
        return at_target(r, target, "is a dim, not a family");
    if (lo > hi)
        return diag_error(r->diag, span, "the range %lld..%lld of %s is empty",
                          (long long)lo, (long long)hi, dim->name);
    if (lo < least || hi > LAYOUT_MAX_DIM)
        return diag_error(r->diag, span,
                          "%s = %lld, expected a size in %lld..%lld", dim->name,
                          (long long)(lo < least ? lo : hi), (long long)least,
                          (long long)LAYOUT_MAX_DIM);
    return true;
}

static bool set_dim(struct spec_reader *r, const struct ast_target *target,
                    struct span span, size_t i, int64_t lo, int64_t hi)
{
    struct dim_choice *choice = &r->spec->dims[i];
    const struct symbol *dim = r->spec->theorem->dims[i];
    if (!check_dim(r, target, span, dim, lo, hi))
        return false;
    if (choice->is_named) {
        diag_error(r->diag, target->span, "%s is given twice", dim->name);
        diag_note(r->diag, choice->span, "the first time here");
        return false;
    }
    *choice = (struct dim_choice){lo, hi, true, target->span};
    return true;
}

/* n, d in 2..8; */
static bool read_dim_line(struct spec_reader *r, const struct ast_line *line)
{
    const struct theorem *t = r->spec->theorem;
    int64_t lo, hi;
    if (!spec_read_int(r, &lo, line->lo) || !spec_read_int(r, &hi, line->hi))
        return false;
    struct span span = span_join(line->lo->span, line->hi->span);
    bool ok = true;
    for (size_t k = 0; k < line->ntargets; k++) {
        const struct ast_target *target = &line->targets[k];
        size_t i = find_dim(t, target->name);
        if (i < t->ndims)
            ok = set_dim(r, target, span, i, lo, hi) && ok;
        else if (theorem_given(t, target->name))
            ok = at_target(r, target,
                           "is no dim; its values are drawn with ~, for "
                           "example ~ uniform(a, b) or ~ integers(a, b)");
        else
            ok = unknown_target(r, target);
    }
    return ok;
}

static bool is_twice(const struct fill *a, const struct fill *b, size_t n)
{
    if (a->given != b->given)
        return false;
    for (size_t k = 0; k < n; k++) {
        const struct fill_pattern *p = &a->patterns[k], *q = &b->patterns[k];
        if (p->kind != q->kind || p->lo != q->lo || p->hi != q->hi)
            return false;
    }
    return true;
}

/* Adds a fill, unless the same members were given before. */
static bool add_fill(struct spec_reader *r, const struct fill *fill)
{
    struct spec *spec = r->spec;
    const struct given *given = &spec->theorem->givens[fill->given];
    for (size_t k = 0; k < spec->nfills; k++) {
        if (!is_twice(&spec->fills[k], fill, given->nindices))
            continue;
        diag_error(r->diag, fill->span, "%s is given twice", given->name);
        diag_note(r->diag, spec->fills[k].span, "the first time here");
        return false;
    }
    arena_push(spec->arena, &spec->fills, &spec->nfills, sizeof *fill, fill);
    return true;
}

/* n = 4; X = [1, 2]; WV[1, h] = eye(d); */
static bool read_value_line(struct spec_reader *r, const struct ast_line *line)
{
    const struct theorem *t = r->spec->theorem;
    const struct ast_target *target = &line->targets[0];
    size_t i = find_dim(t, target->name);
    if (i < t->ndims) {
        int64_t n;
        return spec_read_int(r, &n, line->value) &&
               set_dim(r, target, line->value->span, i, n, n);
    }
    if (!theorem_given(t, target->name))
        return unknown_target(r, target);
    struct fill fill = {0};
    if (!spec_read_target(r, &fill, target))
        return false;
    r->fill = &fill;
    bool ok = spec_read_value(r, &fill, line->value);
    r->fill = NULL;
    ok = ok && add_fill(r, &fill);
    if (!ok)
        value_clear(&fill.constant);
    return ok;
}

/* WQ, WK ~ normal(0, 0.1); */
static bool read_sampler_line(struct spec_reader *r,
                              const struct ast_line *line)
{
    const struct theorem *t = r->spec->theorem;
    bool ok = true;
    for (size_t k = 0; k < line->ntargets; k++) {
        const struct ast_target *target = &line->targets[k];
        if (find_dim(t, target->name) < t->ndims) {
            ok = at_target(r, target, "is a dim; write its range with `in`");
            continue;
        }
        if (!theorem_given(t, target->name)) {
            ok = unknown_target(r, target);
            continue;
        }
        struct fill fill = {0};
        struct case_sampler *s = arena_alloc(r->spec->arena, sizeof *s);
        bool fine = spec_read_target(r, &fill, target);
        r->fill = &fill;
        fine = fine && spec_read_sampler(r, s, line->value);
        r->fill = NULL;
        fill.sampler = s;
        fill.value_span = line->value->span;
        ok = fine && add_fill(r, &fill) && ok;
    }
    return ok;
}

static bool read_number_line(struct spec_reader *r, const struct ast_line *line)
{
    struct spec *spec = r->spec;
    bool is_trials = line->kind == LINE_TRIALS;
    bool *has = is_trials ? &spec->has_trials : &spec->has_seed;
    int64_t least = is_trials, n;
    int64_t most = is_trials ? SPEC_MAX_TRIALS : INT64_MAX;
    if (*has)
        return diag_error(r->diag, line->span, "%s is given twice",
                          is_trials ? "trials" : "seed");
    if (!spec_read_int(r, &n, line->value))
        return false;
    if (n < least || n > most)
        return diag_error(r->diag, line->value->span,
                          "expected a number in %lld..%lld", (long long)least,
                          (long long)most);
    *has = true;
    *(is_trials ? &spec->trials : &spec->seed) = (uint64_t)n;
    return true;
}

/* expect cubic violated; expect chain#2 holds; */
static bool read_expect_line(struct spec_reader *r, const struct ast_line *line)
{
    struct spec *spec = r->spec;
    const struct claim *claim = theorem_claim(spec->theorem, line->name);
    if (!claim) {
        diag_error(r->diag, line->span, "%s has no claim named %s",
                   spec->theorem->name, line->name);
        diag_note(r->diag, spec->theorem->span, "%s is stated here",
                  spec->theorem->name);
        return false;
    }
    if (!spec_asks(spec, claim))
        return diag_error(r->diag, line->span,
                          "%s is observed in the case %s alone", line->name,
                          claim->of_case);
    if (line->link > claim->nlinks) {
        diag_error(r->diag, line->span, "%s has %zu link%s, not %zu",
                   line->name, claim->nlinks, claim->nlinks == 1 ? "" : "s",
                   line->link);
        diag_note(r->diag, claim->span, "%s is claimed here", line->name);
        return false;
    }
    for (size_t i = 0; i < spec->nexpects; i++) {
        const struct case_expect *e = &spec->expects[i];
        if (strcmp(e->claim, line->name) != 0 || e->link != line->link)
            continue;
        diag_error(r->diag, line->span, "%s is expected twice", line->name);
        diag_note(r->diag, e->span, "the first time here");
        return false;
    }
    struct case_expect e = {arena_strdup(spec->arena, line->name), line->link,
                            line->expect, line->span};
    arena_push(spec->arena, &spec->expects, &spec->nexpects, sizeof e, &e);
    return true;
}

/* reuse W 16; */
static bool read_reuse_line(struct spec_reader *r, const struct ast_line *line)
{
    const struct theorem *t = r->spec->theorem;
    int64_t n;
    if (!spec_read_int(r, &n, line->value))
        return false;
    if (n < 1 || n > SPEC_MAX_REUSE)
        return diag_error(r->diag, line->value->span,
                          "expected a number in 1..%d", (int)SPEC_MAX_REUSE);
    bool ok = true;
    for (size_t k = 0; k < line->ntargets; k++) {
        const struct ast_target *target = &line->targets[k];
        const struct given *g = theorem_given(t, target->name);
        if (!g)
            ok = unknown_target(r, target);
        else if (target->npatterns)
            ok = at_target(r, target, "is reused as a whole, without indices");
        else
            r->spec->reuse[g - t->givens] = (uint64_t)n;
    }
    return ok;
}

static bool read_line(struct spec_reader *r, const struct ast_line *line)
{
    switch (line->kind) {
    case LINE_DIM:
        return read_dim_line(r, line);
    case LINE_VALUE:
        return read_value_line(r, line);
    case LINE_SAMPLER:
        return read_sampler_line(r, line);
    case LINE_TRIALS:
    case LINE_SEED:
        return read_number_line(r, line);
    case LINE_EXPECT:
        return read_expect_line(r, line);
    case LINE_REUSE:
        return read_reuse_line(r, line);
    case LINE_OBSERVE:
        return true; /* a claim of the theorem */
    }
    return false;
}

static bool read_lines(struct spec_reader *r, const struct ast_item *item,
                       bool with_tensors)
{
    bool ok = true;
    for (size_t i = 0; i < item->nlines; i++) {
        const struct ast_line *line = &item->lines[i];
        bool has = line->kind == LINE_VALUE && tensor_stands_in(line->value);
        if (has == with_tensors)
            ok = read_line(r, line) && ok;
    }
    return ok;
}

bool spec_read_lines(struct spec_reader *r, const struct ast_item *item)
{
    return read_lines(r, item, false);
}

bool spec_read_tensors(struct spec_reader *r, const struct ast_item *item)
{
    return read_lines(r, item, true);
}
