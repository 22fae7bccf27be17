/*
 * What a case says, resolved; shared by the spec*.c files.
 *
 * A given is filled by the most specific `fill` whose patterns match its
 * member (of equally specific ones the later), else by the default sampler.
 */
#pragma once

#include "case/casefile.h"
#include "case/sampler.h"
#include "instance/range.h"

enum {
    SPEC_MAX_TRIALS = 1000000000,
    SPEC_MAX_REUSE = 1000000000,
    /* Entries of a file inside a larger expression. */
    SPEC_MAX_INLINE = 1 << 16,
    /* Entries of a tensor that computing takes; a selection may have more. */
    SPEC_MAX_OPERAND = 1 << 22,
    SPEC_MAX_TENSORS = 1 << 12, /* tensor(...) in one case */
    /* A campaign of fewer instances than these gets larger sizes. */
    SPEC_FEW_INSTANCES = 24
};

/*
 * A closed expression of a case line.  The index names of the line's target
 * stand in it as symbols: symbols[k] is that of fill->names[k].
 */
struct case_expr {
    const struct expr *expr;
    const struct symbol **symbols;
};

/* A sampler as written: its parameters may depend on dims and indices. */
struct case_sampler {
    enum sampler_id id;
    struct span span;
    struct case_expr numbers[2];
    size_t nnumbers;
    struct case_sampler *subs;
    size_t nsubs;
};

enum pattern_kind { PATTERN_ANY, PATTERN_RANGE, PATTERN_FIXED };

struct fill_pattern {
    enum pattern_kind kind;
    const struct expr *lo, *hi; /* closed in the dims; equal if FIXED */
};

/* Values of the members of a fill, read before the first trial. */
struct loaded {
    int64_t *lo, *count;  /* of each index of the given */
    struct value *values; /* by member; VALUE_NONE: another fill's */
    size_t nvalues, nindices;
    bool is_checked; /* they have their given's properties */
};

struct fill {
    size_t given;
    struct span span;              /* of the target */
    struct fill_pattern *patterns; /* one for each index of the given */
    unsigned specificity;
    const char **names; /* index names, and which index each is */
    size_t *positions, nnames;
    const struct case_sampler *sampler; /* or, where NULL: */
    struct case_expr value;
    struct span value_span;
    struct value constant;         /* the value where it depends on nothing */
    bool is_checked;               /* constant has its given's properties */
    size_t first_tensor, ntensors; /* leaves of value, in spec->tensors */
    struct loaded *loaded; /* such values, where they depend on no draw */
};

struct dim_choice {
    int64_t lo, hi;
    bool is_named;    /* the case or the command line says it */
    struct span span; /* of what says it; no source for the command line */
};

/* A checkpoint that a case names; file NULL: it could not be opened. */
struct checkpoint {
    const char *path;
    struct safetensors *file;
};

struct spec {
    struct arena *arena;
    const struct module *module;
    const struct theorem *theorem;
    const char *name;
    struct span span;
    bool is_campaign, is_literal;
    bool has_seed, has_trials;
    uint64_t seed, trials;
    uint64_t key;       /* of all streams: seed, theorem, case */
    uint64_t data_mark; /* of the data files read so far */
    const char **files; /* their paths */
    size_t nfiles;
    struct dim_choice *dims;
    struct fill *fills;
    size_t nfills;
    struct checkpoint *checkpoints;
    size_t ncheckpoints;
    struct case_tensor *tensors; /* see case/tensor.h */
    size_t ntensors;
    uint64_t *reuse; /* by given: trials that share its values, or 1 */
    struct case_expect *expects;
    size_t nexpects;
};

/* Adds the path of a data file to what the case reads. */
void spec_note_file(struct spec *spec, const char *path);

/* A case being read. */
struct spec_reader {
    struct spec *spec;
    const struct spec_options *options;
    struct diag *diag;
    const struct fill *fill; /* whose names may stand in expressions; or NULL */
};

/*
 * Reading functions add errors to r->diag and return false after one; they go
 * on with the next line, so that one run reports several.
 */
bool spec_read_lines(struct spec_reader *r, const struct ast_item *item);
/*
 * The lines whose values have tensors, which spec_read_lines leaves out: they
 * want to know the sizes of the others.
 */
bool spec_read_tensors(struct spec_reader *r, const struct ast_item *item);
/* `n=2..8,d=4` of the command line. */
bool spec_read_dims(struct spec_reader *r, const char *text);
bool spec_read_sampler(struct spec_reader *r, struct case_sampler *out,
                       const struct ast_expr *call);
/* A target of `given` with its patterns; names and positions are set. */
bool spec_read_target(struct spec_reader *r, struct fill *out,
                      const struct ast_target *target);
/* The value of a fill: an expression, or a file alone as a constant. */
bool spec_read_value(struct spec_reader *r, struct fill *fill,
                     const struct ast_expr *value);
/* Any closed expression, with the names of r->fill. */
bool spec_read_expr(struct spec_reader *r, struct case_expr *out,
                    const struct ast_expr *value);
/*
 * The path that the argument of file() or tensor() means: a string, or the
 * name of a setting.  NULL: an error was added (or told before).
 */
const char *spec_read_path(struct spec_reader *r, const struct ast_expr *call,
                           const char *expected);
/* An error that is told once for all cases; see spec_options. */
void spec_tell_once(struct spec_reader *r, struct span span, const char *text);
/* A closed integer without dims. */
bool spec_read_int(struct spec_reader *r, int64_t *out,
                   const struct ast_expr *value);

/*
 * Raises the default sizes of a campaign that sizes alone tell apart until it
 * has SPEC_FEW_INSTANCES.
 */
void spec_widen(struct spec *spec);
/* Sizes that follow from the shapes of values. */
bool spec_infer(struct spec_reader *r);
/* Evaluates and checks the values that depend on nothing that is drawn. */
bool spec_settle(struct spec_reader *r);

/* An env for the theorem's symbols with the dims that have one value set. */
void spec_env(struct env *env, const struct spec *spec);
/* Sets the index names of a fill; `indices` are the member's. */
void spec_set_names(struct env *env, const struct fill *fill,
                    const struct case_expr *e, const int64_t *indices);

/*
 * The fill of a member, or NULL: the default sampler.  `env` knows the dims
 * that its patterns depend on.
 */
const struct fill *spec_find_fill(const struct spec *spec,
                                  const struct env *env, size_t given,
                                  const int64_t *indices);

/*
 * The value of a fill for a member of the shape rows x cols, with its
 * properties checked; `name` is the member's.  ST_INPUT: said in `reason`.
 */
MUST_CHECK enum status spec_evaluate(struct value *out, const struct spec *spec,
                                     const struct fill *fill,
                                     const struct given *given, struct env *env,
                                     const int64_t *indices, size_t rows,
                                     size_t cols, const char *name,
                                     struct buffer *reason);
/*
 * Whether a drawn value lies in its range, where no map keeps both the kind and
 * the range; ST_INPUT: it does not, said in `reason`.
 */
MUST_CHECK enum status spec_check_drawn(const struct value *v,
                                        const struct given *given,
                                        const struct range *range,
                                        struct buffer *reason);
/*
 * The recipe of a fill's sampler for a member, to be cleared whatever the
 * status; ST_INPUT: said in `reason`.
 */
MUST_CHECK enum status spec_recipe(struct recipe *out, const struct fill *fill,
                                   struct env *env, const int64_t *indices,
                                   struct buffer *reason);
void spec_recipe_clear(struct recipe *recipe);
/* A draw by a recipe, mapped to the given's properties and its range. */
MUST_CHECK enum status
spec_sample(struct value *out, const struct recipe *recipe,
            const struct given *given, const struct range *range, size_t rows,
            size_t cols, struct rng *rng, struct buffer *reason);

/*
 * Changes drawn values so that assumptions that are equations hold, where that
 * is simple; those of slots that may change, which then may not any more.
 */
void spec_meet(const struct spec *spec, const struct env *env,
               struct instance *x, bool *may_change);
