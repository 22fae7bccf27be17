#include "case/spec_internal.h"

#include "case/tensor.h"

#include <stdlib.h>
#include <string.h>

static void set_default_dims(struct spec *spec)
{
    const struct theorem *t = spec->theorem;
    spec->dims = arena_array(spec->arena, t->ndims, sizeof *spec->dims);
    for (size_t i = 0; i < t->ndims; i++) {
        int64_t lo = t->dims[i]->minimum > 1 ? t->dims[i]->minimum : 1;
        int64_t hi = lo > CASE_DEFAULT_DIM ? lo : CASE_DEFAULT_DIM;
        spec->dims[i] = (struct dim_choice){.lo = lo, .hi = hi};
    }
    spec->reuse = arena_array(spec->arena, t->ngivens, sizeof *spec->reuse);
    for (size_t g = 0; g < t->ngivens; g++)
        spec->reuse[g] = 1;
}

static struct spec *new_spec(const struct module *module,
                             const struct theorem *theorem, const char *name,
                             struct span span)
{
    struct arena *arena = arena_new();
    struct spec *spec = arena_alloc(arena, sizeof *spec);
    *spec = (struct spec){.arena = arena,
                          .module = module,
                          .theorem = theorem,
                          .name = arena_strdup(arena, name),
                          .span = span,
                          .seed = CASE_DEFAULT_SEED};
    set_default_dims(spec);
    return spec;
}

/* One size each, and a value for every member of every given. */
static bool nothing_is_drawn(const struct spec *spec)
{
    const struct theorem *t = spec->theorem;
    LOCAL_FREE int64_t *sizes = xcalloc(t->ndims, sizeof *sizes);
    bool fixed = true;
    for (size_t i = 0; i < t->ndims; i++) {
        sizes[i] = spec->dims[i].lo;
        fixed = fixed && spec->dims[i].lo == spec->dims[i].hi;
    }
    struct layout layout;
    LOCAL_FREE char *reason = NULL;
    if (fixed && layout_init(&layout, t, sizes, &reason) == ST_OK) {
        for (size_t slot = 0; slot < layout.nslots && fixed; slot++)
            fixed = spec_is_fixed(spec, &layout, slot);
        layout_clear(&layout);
    } else {
        fixed = false; /* an impossible size is reported when it is drawn */
    }
    return fixed;
}

/*
 * What the command line says, the values of checkpoints (`item` NULL: there is
 * no case), and what follows from all that was read.
 */
static bool finish(struct spec_reader *r, const struct ast_item *item)
{
    struct spec *spec = r->spec;
    const struct spec_options *o = r->options;
    bool ok = !o->dims || spec_read_dims(r, o->dims);
    ok = ok && (!item || spec_read_tensors(r, item));
    if (o->has_seed)
        spec->seed = o->seed;
    ok = ok && spec_infer(r);
    ok = ok && spec_settle(r);
    if (ok && spec->is_campaign)
        spec_widen(spec);
    spec->is_literal = ok && nothing_is_drawn(spec);
    /* A case knows how many trials it is worth: fewer may be asked for. */
    if (o->has_trials && !(spec->has_trials && spec->trials < o->trials))
        spec->trials = o->trials;
    else if (!spec->has_trials)
        spec->trials = spec->is_literal ? 1 : CASE_DEFAULT_TRIALS;
    spec->key = rng_key_number(0, spec->seed);
    spec->key = rng_key(spec->key, spec->theorem->name);
    spec->key = rng_key(spec->key, spec->name);
    return ok;
}

static enum status deliver(struct spec **out, struct spec *spec, bool ok)
{
    *out = ok ? spec : NULL;
    if (!ok)
        spec_free(spec);
    return ok ? ST_OK : ST_INPUT;
}

enum status spec_campaign(struct spec **out, const struct module *module,
                          const struct theorem *theorem,
                          const struct spec_options *options, struct diag *diag)
{
    struct spec *spec = new_spec(module, theorem, "campaign", theorem->span);
    spec->is_campaign = true;
    struct spec_reader r = {.spec = spec, .options = options, .diag = diag};
    return deliver(out, spec, finish(&r, NULL));
}

enum status spec_case(struct spec **out, const struct module *module,
                      const struct case_item *item,
                      const struct spec_options *options, struct diag *diag)
{
    const struct theorem *t = module_theorem(module, item->theorem);
    struct spec *spec =
        new_spec(module, t, item->item->name, item->item->name_span);
    struct spec_reader r = {.spec = spec, .options = options, .diag = diag};
    bool ok = spec_read_lines(&r, item->item);
    return deliver(out, spec, ok && finish(&r, item->item));
}

void spec_free(struct spec *spec)
{
    if (!spec)
        return;
    for (size_t k = 0; k < spec->nfills; k++)
        value_clear(&spec->fills[k].constant);
    tensor_free(spec);
    arena_free(spec->arena); /* holds the spec itself */
}

const char *spec_name(const struct spec *spec)
{
    return spec->name;
}

const struct theorem *spec_theorem(const struct spec *spec)
{
    return spec->theorem;
}

const struct module *spec_module(const struct spec *spec)
{
    return spec->module;
}

uint64_t spec_seed(const struct spec *spec)
{
    return spec->seed;
}

uint64_t spec_trials(const struct spec *spec)
{
    return spec->trials;
}

bool spec_is_literal(const struct spec *spec)
{
    return spec->is_literal;
}

bool spec_is_campaign(const struct spec *spec)
{
    return spec->is_campaign;
}

void spec_dim_range(const struct spec *spec, size_t dim, int64_t *lo,
                    int64_t *hi, bool *is_named)
{
    *lo = spec->dims[dim].lo;
    *hi = spec->dims[dim].hi;
    *is_named = spec->dims[dim].is_named;
}

/* Nested at most SAMPLER_MAX_NESTING deep. */
static bool is_adversarial(const struct case_sampler *s)
{
    if (s->id == SAMPLER_ADVERSARIAL)
        return true;
    for (size_t k = 0; k < s->nsubs; k++)
        if (is_adversarial(&s->subs[k]))
            return true;
    return false;
}

uint64_t spec_data_mark(const struct spec *spec)
{
    return spec->data_mark;
}

void spec_note_file(struct spec *spec, const char *path)
{
    const char *copy = arena_strdup(spec->arena, path);
    arena_push(spec->arena, &spec->files, &spec->nfiles, sizeof copy, &copy);
}

size_t spec_files(const struct spec *spec)
{
    return spec->nfiles;
}

const char *spec_file(const struct spec *spec, size_t i)
{
    return spec->files[i];
}

bool spec_is_adversarial(const struct spec *spec)
{
    for (size_t k = 0; k < spec->nfills; k++)
        if (spec->fills[k].sampler && is_adversarial(spec->fills[k].sampler))
            return true;
    return false;
}

bool spec_asks(const struct spec *spec, const struct claim *claim)
{
    return !claim->of_case ||
           (!spec->is_campaign && strcmp(claim->of_case, spec->name) == 0);
}

size_t spec_expects(const struct spec *spec)
{
    return spec->nexpects;
}

const struct case_expect *spec_expect(const struct spec *spec, size_t i)
{
    return &spec->expects[i];
}

struct span spec_span(const struct spec *spec)
{
    return spec->span;
}
