/* A theorem given as text with its built-in campaign, and stages of it. */
#ifndef MAJORANT_TESTS_SEARCH_FIXTURE_H
#define MAJORANT_TESTS_SEARCH_FIXTURE_H

#include "verify/ladder.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

struct fixture {
    struct diag *diag;
    struct module *module;
    const struct theorem *theorem;
    struct spec *spec;
};

/* "theorem t { body }" */
static inline void fixture_init(struct fixture *f, const char *body)
{
    const struct spec_options options = {0};
    struct buffer text;
    *f = (struct fixture){.diag = diag_new()};
    buffer_init(&text);
    buffer_printf(&text, "theorem t {\n%s\n}\n", body);
    enum status st =
        module_load_text(&f->module, "t.bound", text.text, NULL, f->diag);
    buffer_reset(&text);
    diag_print(f->diag, &text);
    if (st != ST_OK)
        fail_msg("%s", text.text);
    buffer_clear(&text);
    f->theorem = module_theorem(f->module, 0);
    assert_int_equal(
        spec_campaign(&f->spec, f->module, f->theorem, &options, f->diag),
        ST_OK);
}

static inline void fixture_clear(struct fixture *f)
{
    spec_free(f->spec);
    module_free(f->module);
    diag_free(f->diag);
}

/* A stage at those sizes with draw `trial` in it; every claim is wanted. */
static inline struct stage *fixture_stage(const struct fixture *f,
                                          const int64_t *dims, uint64_t trial)
{
    struct stage *stage = NULL;
    struct span where;
    char *reason = NULL;
    bool *wanted = xcalloc(f->theorem->nclaims, sizeof *wanted);
    for (size_t i = 0; i < f->theorem->nclaims; i++)
        wanted[i] = true;
    assert_int_equal(stage_open(&stage, f->theorem, dims, &reason), ST_OK);
    assert_int_equal(spec_draw(f->spec, trial, &stage->x, &where, &reason),
                     ST_OK);
    assert_int_equal(
        stage_build(stage, wanted, STAGE_DROP_NONE, &where, &reason), ST_OK);
    free(wanted);
    return stage;
}

static inline void fixture_set(struct stage *stage, size_t slot,
                               const double *entries)
{
    const struct slot *s = &stage->layout.slots[slot];
    value_set_doubles(&stage->x.values[slot], s->rows, s->cols);
    memcpy(stage->x.values[slot].doubles, entries,
           s->rows * s->cols * sizeof *entries);
}

#endif
