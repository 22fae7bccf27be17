#include "search/shrink_internal.h"

#include "case/property.h"
#include "eval/plan_price.h"
#include "search/slices.h"

#include <math.h>
#include <stdlib.h>

static uint64_t total_cost(const struct shrink *s)
{
    uint64_t cost = 0;
    for (size_t k = 0; k < s->space->nblocks; k++)
        cost += simple_value_cost(shrink_value(s, &s->space->blocks[k]));
    return cost;
}

bool shrink_is_over(const struct shrink *s)
{
    const struct shrink_options *o = s->options;
    return s->stopped || s->result->decisions >= o->decisions ||
           (o->work > 0 && s->work >= o->work);
}

const struct value *shrink_value(const struct shrink *s, const struct block *b)
{
    return &s->stage->x.values[b->slot];
}

static bool has_property(const struct value *v, const struct block *b)
{
    LOCAL_BUFFER reason = buffer_new();
    enum status st = property_check(v, b->kind, &b->range, "it", &reason);
    return st == ST_OK;
}

static bool have_properties(const struct shrink *s)
{
    for (size_t k = 0; k < s->space->nblocks; k++)
        if (!has_property(shrink_value(s, &s->space->blocks[k]),
                          &s->space->blocks[k]))
            return false;
    return true;
}

/* Doubles that see it clearly true, or not admitted, save the ladder's time. */
static bool is_hopeless(struct shrink *s)
{
    const double clear = -1e-7, broken = 1e-6;
    struct merit m = objective_eval(s->objective);
    s->work += plan_price(s->stage->plan);
    if (m.score > -INFINITY && m.score < clear)
        return true;
    return m.breach > broken && m.breach < INFINITY;
}

bool shrink_violates(struct shrink *s)
{
    enum admission admission = ADMISSION_UNKNOWN;
    if (!have_properties(s) || is_hopeless(s))
        return false;
    s->result->decisions++;
    if (ladder_decide(&admission, s->outcomes, s->stage, &s->options->ladder) !=
        ST_OK) {
        s->stopped = true;
        return false;
    }
    s->work += ladder_price(s->stage, s->outcomes);
    return admission == ADMISSION_ADMITTED &&
           s->outcomes[s->link].truth == TRUTH_FALSE;
}

/* What the declared kind asks for, where that is easily had. */
static bool mend(struct value *v, const struct block *b)
{
    if (b->kind == GIVEN_STOCHASTIC)
        return simple_normalise(v);
    if (b->kind != GIVEN_REAL && b->kind != GIVEN_INT && b->kind != GIVEN_PSD &&
        b->kind != GIVEN_ORTHOGONAL) {
        property_map(v, b->kind, 0, &b->range);
        simple_make_rationals(v);
    }
    return true;
}

bool shrink_try(struct shrink *s, const struct block *b,
                struct value *candidate)
{
    const double copying = 64; /* an entry, with what it costs and has */
    struct value *place = &s->stage->x.values[b->slot], old = *place;
    bool taken = false;
    s->work += copying * (double)b->rows * (double)b->cols;
    if (!shrink_is_over(s) && mend(candidate, b) &&
        simple_value_cost(candidate) < simple_value_cost(&old) &&
        has_property(candidate, b)) {
        *place = *candidate;
        taken = shrink_violates(s);
        *candidate = taken ? old : *place;
        if (!taken)
            *place = old;
    }
    value_clear(candidate);
    return taken;
}

/* ---- sizes ---- */

static void begin(struct shrink *s, struct stage *stage)
{
    s->stage = stage;
    s->space = space_new(stage, s->spec);
    s->objective = objective_new(stage, s->link);
    for (size_t k = 0; k < s->space->nblocks; k++)
        simple_make_rationals(&stage->x.values[s->space->blocks[k].slot]);
}

static void end(struct shrink *s)
{
    space_free(s->space);
    objective_free(s->objective);
}

/* Goes over to a smaller stage if it violates too; else frees it. */
static bool try_stage(struct shrink *s, struct stage *next)
{
    const double building = 30;
    struct shrink old = *s;
    struct span where;
    char *reason = NULL;
    if (!next)
        return false;
    if (stage_build(next, s->wanted, s->options->dropped, &where, &reason) !=
        ST_OK) {
        free(reason);
        stage_free(next);
        return false;
    }
    begin(s, next);
    s->work += building * plan_price(next->plan);
    for (size_t k = 0; k < s->space->nblocks; k++) {
        const struct block *b = &s->space->blocks[k];
        struct value *v = &next->x.values[b->slot];
        if (!has_property(v, b) && mend(v, b) && !has_property(v, b)) {
            property_map(v, b->kind, 0, &b->range);
            simple_make_rationals(v);
        }
    }
    bool taken = shrink_violates(s);
    struct shrink *loser = taken ? &old : s;
    end(loser);
    stage_free(loser->stage);
    if (!taken) {
        s->stage = old.stage;
        s->space = old.space;
        s->objective = old.objective;
    }
    return taken;
}

static bool shrink_size(struct shrink *s, size_t dim)
{
    enum { MOST_PLACES = 16 };
    const struct theorem *t = s->stage->layout.theorem;
    int64_t now = s->stage->layout.env.values[t->dims[dim]->id], lo, hi;
    bool is_named;
    spec_dim_range(s->spec, dim, &lo, &hi, &is_named);
    int64_t room = now - lo;
    for (int64_t less = room; less > 1; less /= 2)
        if (!shrink_is_over(s) &&
            try_stage(s, slices_drop(s->stage, s->spec, dim, less, 1)))
            return true;
    for (size_t at = 0; room > 0 && at < (size_t)now && at < MOST_PLACES; at++)
        if (!shrink_is_over(s) &&
            try_stage(s, slices_drop(s->stage, s->spec, dim, 1, at)))
            return true;
    return false;
}

static bool shrink_sizes(struct shrink *s)
{
    for (size_t i = 0; i < s->stage->layout.theorem->ndims; i++) {
        if (!shrink_size(s, i))
            continue;
        s->tables_done = false;
        return true;
    }
    return false;
}

/* ---- integers that the plan depends on ---- */

static int64_t integer_of(const struct shrink *s, size_t given)
{
    const struct layout *layout = &s->stage->layout;
    return layout->env.values[layout->theorem->givens[given].symbol->id];
}

static bool shrink_integer(struct shrink *s, size_t given)
{
    enum { MOST_TRIED = 64 };
    const int64_t now = integer_of(s, given), most = now < 0 ? -now : now;
    for (int64_t size = 0; size <= most && size <= MOST_TRIED; size++)
        for (int64_t x = size; x >= -size; x -= size > 0 ? 2 * size : 1)
            if (!shrink_is_over(s) && (size < most || (x > now)) &&
                try_stage(s, slices_integer(s->stage, s->spec, given, x)))
                return true;
    return most > MOST_TRIED && !shrink_is_over(s) &&
           try_stage(s, slices_integer(s->stage, s->spec, given, now / 2));
}

static bool shrink_integers(struct shrink *s)
{
    const struct layout *layout = &s->stage->layout;
    const struct theorem *t = layout->theorem;
    for (size_t g = 0; g < t->ngivens; g++)
        if (t->givens[g].symbol &&
            !spec_is_fixed(s->spec, layout, layout->first[g]) &&
            shrink_integer(s, g))
            return true;
    return false;
}

/* ---- tables ---- */

/* ORDER: simplest first; a table of base b takes the first b. */
static const double digits[] = {0, 1, -1, 2, -2, 0.5, -0.5, 3, -3};

static void set_digits(struct shrink *s, size_t base, size_t code)
{
    for (size_t k = 0; k < s->space->nblocks; k++) {
        const struct block *b = &s->space->blocks[k];
        struct value *v = &s->stage->x.values[b->slot];
        value_set_rationals(v, b->rows, b->cols);
        for (size_t i = 0; i < b->rows * b->cols; i++, code /= base)
            rational_set_double(&v->rationals[i], digits[code % base]);
        if (b->kind != GIVEN_STOCHASTIC && b->kind != GIVEN_NONNEG)
            mend(v, b);
    }
}

static bool try_table(struct shrink *s, size_t base)
{
    enum { MOST = 20000 };
    size_t count = 1, best = 0;
    uint64_t least = total_cost(s);
    bool found = false;
    for (size_t k = 0; k < s->space->size && count <= MOST; k++)
        count *= base;
    if (count > MOST)
        return false;
    for (size_t code = 0; code < count && !shrink_is_over(s); code++) {
        set_digits(s, base, code);
        if (total_cost(s) < least && shrink_violates(s)) {
            least = total_cost(s);
            best = code;
            found = true;
        }
    }
    if (found)
        set_digits(s, base, best);
    return found;
}

/* The simplest instance of tiny numbers, where few are free. */
static bool shrink_tables(struct shrink *s)
{
    if (s->tables_done)
        return false;
    s->tables_done = true;
    LOCAL_FREE struct value *old = xcalloc(s->space->nblocks + 1, sizeof *old);
    for (size_t k = 0; k < s->space->nblocks; k++) {
        value_init(&old[k]);
        value_copy(&old[k], shrink_value(s, &s->space->blocks[k]));
    }
    bool found =
        s->space->size > 0 &&
        (try_table(s, 2) || try_table(s, 3) || try_table(s, 5) ||
         try_table(s, 7) || try_table(s, sizeof digits / sizeof *digits));
    for (size_t k = 0; k < s->space->nblocks; k++) {
        if (!found)
            value_copy(&s->stage->x.values[s->space->blocks[k].slot], &old[k]);
        value_clear(&old[k]);
    }
    return found;
}

/* ---- all together ---- */

static bool tactics(struct shrink *s)
{
    return shrink_sizes(s) || shrink_integers(s) || shrink_tables(s) ||
           shrink_wholes(s) || shrink_together(s) || shrink_lines(s) ||
           shrink_entries(s);
}

void shrink_run(struct stage **stage, const struct spec *spec, size_t claim,
                size_t link, const struct shrink_options *options,
                struct shrink_result *result)
{
    const struct theorem *t = spec_theorem(spec);
    struct shrink s = {.spec = spec,
                       .claim = claim,
                       .link = link,
                       .options = options,
                       .result = result};
    *result = (struct shrink_result){0};
    s.wanted = xcalloc(t->nclaims, sizeof *s.wanted);
    s.wanted[claim] = true;
    s.outcomes = xcalloc(t->claims[claim].nlinks, sizeof *s.outcomes);
    begin(&s, *stage);
    while (!shrink_is_over(&s) && tactics(&s))
        result->steps++;
    result->is_minimal = !shrink_is_over(&s);
    *stage = s.stage;
    end(&s);
    free(s.wanted);
    free(s.outcomes);
}
