/* A search of the links of a claim, shrinking, and the checker's word. */
#include "session/hunt.h"

#include "eval/evaluator.h"
#include "verify/ladder.h"

#include <stdlib.h>
#include <string.h>

static void confirm(struct hunt *h)
{
    LOCAL_BUFFER found = buffer_new();
    if (spec_is_literal(h->spec) && spec_is_campaign(h->spec))
        buffer_add(&found, "nothing is left open");
    else if (spec_is_literal(h->spec))
        buffer_printf(&found, "case %s, as written", spec_name(h->spec));
    else
        buffer_printf(&found, "search over case %s, %llu evaluations",
                      spec_name(h->spec), (unsigned long long)h->evals);
    if (h->shrunk.steps > 0)
        buffer_printf(&found, ", shrunk in %llu steps",
                      (unsigned long long)h->shrunk.steps);
    struct certify_question q = {.spec = h->spec,
                                 .claim = h->claim,
                                 .link = h->link,
                                 .dropped = h->dropped,
                                 .x = &h->search.stage->x,
                                 .found = found.text};
    h->answer = certify(&h->certificate, &q, &h->reason);
}

/* Numbers in closed form have no simpler ones nearby. */
static bool is_in_closed_form(const struct instance *x)
{
    for (size_t k = 0; k < x->layout->nslots; k++)
        if (x->values[k].kind == VALUE_EXPR)
            return true;
    return false;
}

static void shrink_and_confirm(struct hunt *h,
                               const struct ladder_options *ladder)
{
    const struct shrink_options shrink = {.decisions = SHRINK_DEFAULT_DECISIONS,
                                          .work = SHRINK_DEFAULT_WORK,
                                          .dropped = h->dropped,
                                          .ladder = *ladder};
    if (!spec_is_literal(h->spec) && !is_in_closed_form(&h->search.stage->x))
        shrink_run(&h->search.stage, h->spec, h->claim, h->link, &shrink,
                   &h->shrunk);
    confirm(h);
}

struct attempt {
    struct hunt *hunt;
    size_t only_link;
    struct ascent_options options; /* of one link */
};

static void try_links(void *context)
{
    const struct attempt *a = context;
    struct hunt *h = a->hunt;
    const size_t nlinks = spec_theorem(h->spec)->claims[h->claim].nlinks;
    for (size_t k = 0; k < nlinks; k++) {
        if (a->only_link != HUNT_ALL_LINKS && a->only_link != k)
            continue;
        ascent_result_clear(&h->search);
        h->link = k;
        ascent_run(&h->search, h->spec, h->claim, k, &a->options);
        h->evals += h->search.evals;
        h->decisions += h->search.decisions;
        if (h->search.stage || h->search.stopped)
            break;
    }
    if (h->search.stage)
        shrink_and_confirm(h, &a->options.ladder);
}

static bool is_number(const struct given *g)
{
    return g->nindices == 0 && dim_is_one(g->rows) && dim_is_one(g->cols) &&
           (g->kind == GIVEN_REAL || g->kind == GIVEN_INT ||
            g->kind == GIVEN_NONNEG);
}

bool hunt_is_cheap(const struct theorem *t, size_t claim)
{
    const struct claim *c = &t->claims[claim];
    bool cheap =
        !c->has_hole && !c->is_observation && t->ngivens + t->ndims > 0;
    for (size_t g = 0; g < t->ngivens && cheap; g++)
        cheap = is_number(&t->givens[g]);
    return cheap;
}

static void begin(struct hunt *h, const struct spec *spec, size_t claim,
                  size_t dropped)
{
    *h = (struct hunt){.spec = spec, .claim = claim, .dropped = dropped};
    certificate_init(&h->certificate);
}

void hunt_run(struct hunt *h, const struct spec *spec, size_t claim,
              size_t only_link, const struct ascent_options *options)
{
    const size_t nlinks = spec_theorem(spec)->claims[claim].nlinks;
    struct attempt attempt = {h, only_link, *options};
    attempt.options.checker = &certify_checker;
    attempt.options.evals /= nlinks;
    attempt.options.work /= (double)nlinks;
    begin(h, spec, claim, options->dropped);
    if (eval_try(try_links, &attempt))
        return;
    begin(h, spec, claim, options->dropped); /* it is out of reach */
    h->search.stopped = true;
}

void hunt_clear(struct hunt *h)
{
    ascent_result_clear(&h->search);
    certificate_clear(&h->certificate);
    free(h->reason);
    *h = (struct hunt){0};
}

bool hunt_has_fallen(const struct hunt *h)
{
    return h->search.stage && h->answer == CHECKER_AGREES;
}

void hunt_note(struct result *r, struct stage *stage, size_t link, long bits)
{
    enum { BITS = 256 };
    result_fall(r, COUNTEREXAMPLE_SEARCHED, bits);
    counterexample_free(r->counterexample);
    r->counterexample = counterexample_new(COUNTEREXAMPLE_SEARCHED, &stage->x);
    ladder_sides(&r->counterexample->lhs, &r->counterexample->rhs, stage, link,
                 BITS);
}

/* ---- text ---- */

bool hunt_print_open(struct buffer *out, const struct hunt *h)
{
    const bool disagrees = h->answer == CHECKER_DISAGREES;
    buffer_printf(out,
                  disagrees ? ": finder and checker disagree: %s\n"
                            : ": undecided, the checker could not confirm a "
                              "violation: %s\n",
                  h->reason ? h->reason : "no reason given");
    return disagrees;
}

static void print_instance(struct buffer *out, const struct hunt *h)
{
    enum { MOST_ENTRIES = 400, MOST_CHARS = 40 };
    struct counterexample *c = counterexample_new(0, &h->search.stage->x);
    for (size_t k = 0; k < h->certificate.nvalues; k++) {
        const char *expression = h->certificate.values[k].expr;
        if (expression && !c->values[k].expression)
            c->values[k].expression = xstrdup(expression);
    }
    buffer_add(out, "    ");
    counterexample_print(out, c, MOST_ENTRIES, MOST_CHARS);
    buffer_add_char(out, '\n');
    counterexample_free(c);
}

/*
 * One side at the certificate's entry (a side of one number: that one).  Where
 * balls do not decide the digits, the checker's enclosure stands.
 */
static void print_side(struct buffer *out, const char *name,
                       const struct stage *stage, plan_id side, size_t row,
                       size_t col, const char *lower, const char *upper)
{
    enum { DIGITS = 20 };
    const struct plan_instr *i = &stage->plan->instrs[side];
    bool whole = (size_t)i->rows * i->cols == 1;
    LOCAL_BUFFER radius = buffer_new();
    buffer_printf(out, "    %s ", name);
    if (!whole)
        buffer_printf(out, "at [%zu, %zu] ", row + 1, col + 1);
    buffer_add(out, "= ");
    size_t begin = out->length;
    if (!ball_run_digits(out, &radius, stage->ball, side, whole ? 0 : row,
                         whole ? 0 : col, DIGITS)) {
        out->length = begin;
        out->text[begin] = '\0';
        if (strcmp(lower, upper) == 0)
            buffer_add(out, lower);
        else
            buffer_printf(out, "[%s, %s]", lower, upper);
    }
    buffer_add_char(out, '\n');
}

static void print_sides(struct buffer *out, const struct hunt *h)
{
    enum { BITS = 512 };
    struct stage *stage = h->search.stage;
    const struct plan_link *link = stage->links[h->link];
    const struct cert_sides *sides = &h->certificate.sides;
    if (h->answer != CHECKER_AGREES || !h->certificate.has_sides ||
        link->lhs == PLAN_NONE)
        return;
    size_t row = sides->row > 0 ? sides->row - 1 : 0;
    size_t col = sides->col > 0 ? sides->col - 1 : 0;
    ball_run_eval(stage->ball, &stage->x, BITS, stage->whole.ids,
                  stage->whole.count);
    print_side(out, "left ", stage, link->lhs, row, col, sides->lhs_lower,
               sides->lhs_upper);
    print_side(out, "right", stage, link->rhs, row, col, sides->rhs_lower,
               sides->rhs_upper);
    buffer_printf(out, "    fails by at least %s\n", sides->margin);
}

void hunt_print(struct buffer *out, const struct hunt *h)
{
    print_instance(out, h);
    print_sides(out, h);
    if (spec_is_literal(h->spec)) {
        if (!spec_is_campaign(h->spec))
            buffer_printf(out, "    as case %s states it\n",
                          spec_name(h->spec));
        return;
    }
    if (is_in_closed_form(&h->search.stage->x)) {
        buffer_printf(out, "    found by search, %llu evaluations\n",
                      (unsigned long long)h->evals);
        return;
    }
    buffer_printf(
        out,
        "    found by search, %llu evaluations; %llu shrinking "
        "step%s%s\n",
        (unsigned long long)h->evals, (unsigned long long)h->shrunk.steps,
        h->shrunk.steps == 1 ? "" : "s",
        h->shrunk.is_minimal ? "; locally minimal" : "; not shrunk to the end");
}
