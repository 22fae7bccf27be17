/* A run made by hand over a real theorem, with names that mean something. */
#ifndef MAJORANT_TESTS_RUN_FIXTURE_H
#define MAJORANT_TESTS_RUN_FIXTURE_H

#include "ir/lower.h"
#include "verify/verdict.h"

#include "support/cmocka_all.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIXTURE_FILE "odd, 50%:#TODO \"<b>\"\xff.bound"

static const char fixture_text[] =
    "theorem t \"A <script>alert(1)</script> & \\\"title\\\"\" {\n"
    "    cite \"x # SKIP ::error::%0A <img src=x onerror=alert(1)>\";\n"
    "    dim n;\n"
    "    given A : real[n, n];\n"
    "    let alpha = norm1(A);\n"
    "    claim good: norm2(A) <= normfro(A);\n"
    "    claim bad: norm2(A') < alpha;\n"
    "    claim open: normfro(A) >= norm2(A);\n"
    "}\n";

struct fixture {
    struct module *module;
    struct run run;
};

static inline struct module *fixture_module(const char *text)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    assert_int_equal(module_load_text(&module, FIXTURE_FILE, text, NULL, diag),
                     ST_OK);
    diag_free(diag);
    return module;
}

static inline struct result *fixture_add(struct fixture *f, size_t claim,
                                         enum verdict_word verdict)
{
    struct result *r = run_add(&f->run);
    r->theorem = module_theorem(f->module, 0);
    r->file = FIXTURE_FILE;
    r->claim = claim;
    r->name = xstrdup(r->theorem->claims[claim].name);
    r->case_name = "campaign";
    r->verdict = verdict;
    r->expected = WORD_HOLDS;
    r->ok = verdict == WORD_HOLDS;
    r->has_sides = true;
    r->agreement = -1;
    r->forward.max_rel_error = NAN;
    r->forward.tightness_max = NAN;
    r->tally = (struct tally){.trials = 10};
    return r;
}

static inline void fixture_add_ratios(struct result *r)
{
    r->tightness.min = (struct enclosure){
        .kind = ENCLOSURE_FINITE, .lo = 0.5, .hi = 0.5, .exponent = -3};
    r->tightness.max = (struct enclosure){
        .kind = ENCLOSURE_FINITE, .lo = 0.75, .hi = 0.75, .exponent = 0};
    for (int i = 0; i < 7; i++)
        histogram_add(&r->tightness.histogram, -4);
    for (int i = 0; i < 3; i++)
        histogram_add(&r->tightness.histogram, log2(0.75));
}

static inline struct fixture *fixture_new(const char *text)
{
    struct fixture *f = xcalloc(1, sizeof *f);
    f->module = fixture_module(text);
    f->run = (struct run){0};
    f->run.seed = 7;
    struct result *r = fixture_add(f, 0, WORD_HOLDS);
    r->tally.is_true = 10;
    fixture_add_ratios(r);
    r = fixture_add(f, 1, WORD_VIOLATED);
    r->tally.is_false = 10;
    fixture_add(f, 2, WORD_UNDECIDED)->tally.unresolved = 10;
    return f;
}

static inline void fixture_free(struct fixture *f)
{
    run_clear(&f->run);
    module_free(f->module);
    free(f);
}

#endif
