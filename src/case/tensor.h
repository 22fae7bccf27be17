/*
 * tensor("file", "name") in the values of a case.
 *
 * In the expression of a value a tensor is a leaf: an EX_GIVEN whose `decl` is
 * the number of the theorem's givens + its place in spec->tensors.  Such
 * expressions never leave the case: instances hold the entries.  Shared by the
 * spec*.c files.
 */
#pragma once

#include "case/spec_internal.h"
#include "data/safetensors.h"

/* A piece of a name: text, then an integer expression (expr NULL: none). */
struct name_part {
    const char *text;
    struct case_expr value;
};

struct case_tensor {
    const struct ast_expr *call;
    const struct safetensors *file;
    struct name_part *parts;
    size_t nparts;
    const char *first;            /* the name for the first member */
    size_t rows, cols;            /* of that one; the others agree */
    bool is_row;                  /* a tensor of one axis, wanted as a row */
    const struct tensor *scanned; /* the last one that was looked through */
};

/* Whether tensor() is called somewhere in the value. */
bool tensor_stands_in(const struct ast_expr *value);
/*
 * Opens the checkpoints of a value's tensors and finds the shapes, for the
 * first member of the fill; sets fill->ntensors.  False: an error was told.
 */
bool tensor_read(struct spec_reader *r, struct fill *fill,
                 const struct ast_expr *value);
/* The leaf of a call that tensor_read has seen; NULL: an error was added. */
const struct expr *tensor_leaf(struct spec_reader *r,
                               const struct ast_expr *call);
/* The name of a tensor; false (said in `reason`): a part is no integer. */
bool tensor_name(struct buffer *out, const struct case_tensor *t,
                 const struct fill *fill, struct env *env,
                 const int64_t *indices, struct buffer *reason);

/*
 * The value of a fill with tensors for one member.  Not ST_OK: `reason` says
 * why, except for ST_UNABLE, where it may be empty: a size is not known yet.
 */
MUST_CHECK enum status tensor_evaluate(struct value *out,
                                       const struct spec *spec,
                                       const struct fill *fill, struct env *env,
                                       const int64_t *indices,
                                       struct buffer *reason);
/*
 * Looks through the tensors that the member at `indices` uses for entries that
 * are not finite, and mixes them into spec->data_mark.  ST_INPUT: said in
 * `reason`.
 */
MUST_CHECK enum status tensor_scan(struct spec *spec, const struct fill *fill,
                                   struct env *env, const int64_t *indices,
                                   struct buffer *reason);
/*
 * Reads the values of all members of a fill whose values depend on no draw,
 * once for all trials; each tensor is looked through for entries that are not
 * finite.  False: an error was added.
 */
bool tensor_load(struct spec_reader *r, struct fill *fill, struct env *env);
/* The value of a member among them; of no kind: it has none. */
const struct value *tensor_loaded(const struct loaded *loaded,
                                  const int64_t *indices);
/* Frees what the tensors of a spec own outside its arena. */
void tensor_free(struct spec *spec);
