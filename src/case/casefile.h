/*
 * Cases: what a theorem leaves open, fixed or sampled, and the drawing of
 * instances from (seed, theorem, case, trial).
 */
#pragma once

#include "instance/instance.h"
#include "ir/lower.h"

enum { CASE_DEFAULT_TRIALS = 200, CASE_DEFAULT_SEED = 1, CASE_DEFAULT_DIM = 6 };

/* `expect claim[#link] word;` */
struct case_expect {
    const char *claim;
    size_t link; /* 0: the whole claim */
    enum verdict_word word;
    struct span span;
};

struct spec; /* one case of one theorem, ready to draw instances */

/* `--set weights=model.safetensors`: a name for a path in tensor and file. */
struct setting {
    const char *name, *path;
};

/* What the command line lays over a case. */
struct spec_options {
    bool has_seed;
    uint64_t seed;
    bool has_trials;
    uint64_t trials;
    /*
     * "n=2..8,d=4", or NULL; binds stronger than the case.  Dims that this
     * theorem does not have are passed over: they may be another theorem's.
     */
    const char *dims;
    bool allow_outside; /* data files outside the case file's folder */
    const struct setting *settings;
    size_t nsettings;
    /*
     * Faults of checkpoints and settings that were told, by lines; or NULL.
     * They are told once, not again for every line that names the same one.
     */
    struct buffer *told;
};

/*
 * The built-in campaign of a theorem: every dim in 1..6 (from its minimum), a
 * mixture of all samplers that fit each given.
 */
MUST_CHECK enum status spec_campaign(struct spec **out,
                                     const struct module *module,
                                     const struct theorem *theorem,
                                     const struct spec_options *options,
                                     struct diag *diag);
/* A case as written; its values and files are read and checked here. */
MUST_CHECK enum status spec_case(struct spec **out, const struct module *module,
                                 const struct case_item *item,
                                 const struct spec_options *options,
                                 struct diag *diag);
void spec_free(struct spec *spec);

const char *spec_name(const struct spec *spec); /* "campaign" if built in */
const struct theorem *spec_theorem(const struct spec *spec);
const struct module *spec_module(const struct spec *spec);
uint64_t spec_seed(const struct spec *spec);
/* How many trials are to be run; 1 where nothing is left to draw. */
uint64_t spec_trials(const struct spec *spec);
/*
 * How many instances there are, where they differ in sizes and in integers with
 * ranges alone; 0: infinitely many, or more than 2^20.
 */
uint64_t spec_domain(const struct spec *spec);
/* Whether values are literal throughout (such cases run first). */
bool spec_is_literal(const struct spec *spec);
/* Whether an impossible size is to be skipped (campaign), not an error. */
bool spec_is_campaign(const struct spec *spec);
/* Whether a value is adversarial(): the case asks for a search. */
bool spec_is_adversarial(const struct spec *spec);
/* A fingerprint of the data files that the case reads; 0: none. */
uint64_t spec_data_mark(const struct spec *spec);
/* The paths of those files. */
size_t spec_files(const struct spec *spec);
const char *spec_file(const struct spec *spec, size_t i);
/* Whether a claim is asked in it: another case's observation is not. */
bool spec_asks(const struct spec *spec, const struct claim *claim);
size_t spec_expects(const struct spec *spec);
const struct case_expect *spec_expect(const struct spec *spec, size_t i);
struct span spec_span(const struct spec *spec);

/* The sizes a dim is drawn from; is_named: somebody said so, no default. */
void spec_dim_range(const struct spec *spec, size_t dim, int64_t *lo,
                    int64_t *hi, bool *is_named);
/* Whether the case fixes the value of a slot of that layout. */
bool spec_is_fixed(const struct spec *spec, const struct layout *layout,
                   size_t slot);

/*
 * The closed expression by which the case fixes a slot of that layout; NULL:
 * there is none, or it depends on the indices of a family.
 */
const struct expr *spec_expression(const struct spec *spec,
                                   const struct layout *layout, size_t slot);

/* Whether every dim has one size only. */
bool spec_has_fixed_sizes(const struct spec *spec);
/*
 * The sizes of trial `trial`: one value for each of the theorem's dims.  Only
 * depends on (seed, theorem, case, trial).
 */
void spec_draw_dims(const struct spec *spec, uint64_t trial, int64_t *dims);

/*
 * Sets the values of int givens that sizes or indices depend on (SYM_INT) in
 * layout->env: to be called after layout_init, before a plan is built.
 * spec_draw draws the same values.  One that cannot be drawn stays unknown;
 * spec_draw then says why.
 */
void spec_draw_ints(const struct spec *spec, uint64_t trial,
                    struct layout *layout);

/*
 * Draws trial `trial` into `x` (whose layout has the sizes of spec_draw_dims).
 * ST_INPUT: a value of the case is impossible at these sizes or breaks a
 * declared property; *reason (free it) says what and *where where.  Exact:
 * stochastic rows sum to 1, orthogonal is orthogonal, symmetric is symmetric.
 * Safe to call from several threads at once.
 */
MUST_CHECK enum status spec_draw(const struct spec *spec, uint64_t trial,
                                 struct instance *x, struct span *where,
                                 char **reason);

/*
 * Changes values so that assumptions hold that are false (spec_repair.c), as
 * trials do of their draws: exactly, of slots that may change (by slot; false
 * afterwards where a value did).  `key` is that of a random stream; is_near:
 * as little as possible is changed, at the cost of longer fractions.  True: a
 * value changed.  Assumptions may be false still.
 */
bool spec_repair(const struct spec *spec, const struct env *env,
                 struct instance *x, bool *may_change, uint64_t key,
                 bool is_near);

/*
 * Many draws at the sizes of one layout, into `lanes` instances that are drawn
 * into by nobody else: what trials have in common is prepared once, and values
 * that a trial shares with the one before it in its instance (`reuse`, fixed
 * values) are left as they are.  The same values as spec_draw's.
 *
 * The layout (which must outlive the drawer) has its int givens set.  A drawer
 * belongs to one thread.
 */
struct drawer;

struct drawer *drawer_new(const struct spec *spec, const struct layout *layout,
                          size_t lanes);
void drawer_free(struct drawer *drawer);
/* As spec_draw. */
MUST_CHECK enum status drawer_draw(struct drawer *drawer, size_t lane,
                                   uint64_t trial, struct instance *x,
                                   struct span *where, char **reason);
