/*
 * One instance of a theorem: sizes and exact values of all givens.
 *
 * A layout fixes the sizes: which members each given has, and their shapes.
 * Values are indexed by slot: given g's members occupy the slots
 * first[g] .. first[g + 1] - 1, members in row-major order of their indices.
 */
#ifndef MAJORANT_INSTANCE_INSTANCE_H
#define MAJORANT_INSTANCE_INSTANCE_H

#include "base/diag.h"
#include "ir/closed.h"
#include "ir/theorem.h"

struct layout {
    const struct theorem *theorem;
    struct env env; /* dims known; also SYM_INT givens once they are set */
    size_t *first;  /* ngivens + 1 */
    size_t nslots;
    struct slot {
        size_t given;
        size_t rows, cols;
    } * slots;
    struct bounds { /* per given and index: lo and number of values */
        int64_t *lo, *count;
    } * bounds;
};

enum {
    LAYOUT_MAX_DIM = 1 << 20,
    LAYOUT_MAX_SLOTS = 1 << 20,
    LAYOUT_MAX_ENTRIES = 1 << 27
};

/*
 * `dims[i]` is the size of theorem->dims[i].  ST_INPUT: a size is impossible
 * (negative, fractional, beyond a limit); *reason then says which, owned by the
 * caller (free).
 */
MUST_CHECK enum status layout_init(struct layout *layout,
                                   const struct theorem *theorem,
                                   const int64_t *dims, char **reason);
void layout_clear(struct layout *layout);
/* The slot of a member; false: an index is outside. `indices` in order. */
bool layout_slot(size_t *slot, const struct layout *layout, size_t given,
                 const int64_t *indices);
/* "WV[2, 1]", or "X" for a given that is no family. */
void layout_print_slot(struct buffer *out, const struct layout *layout,
                       size_t slot);

/*
 * An exact matrix: doubles that are meant exactly, or rationals, or a closed
 * expression of the language whose value need not be rational.
 */
enum value_kind { VALUE_NONE, VALUE_DOUBLES, VALUE_RATIONALS, VALUE_EXPR };

struct value {
    enum value_kind kind;
    size_t rows, cols;
    double *doubles;         /* by rows, all finite */
    rational_t *rationals;   /* by rows */
    const struct expr *expr; /* not owned; closed in the dims */
};

void value_init(struct value *v); /* VALUE_NONE */
void value_clear(struct value *v);
/* Makes room for doubles (zeros), reusing memory where it suffices. */
void value_set_doubles(struct value *v, size_t rows, size_t cols);
void value_set_rationals(struct value *v, size_t rows, size_t cols);
/* Takes over the entries of `m` (which becomes empty). */
void value_take(struct value *v, struct rmatrix *m);
/* Its transpose, as rationals.  Not for VALUE_EXPR. */
void value_transpose(struct value *v);
/* The same entries by rows of another length; rows * cols stays. */
void value_reshape(struct value *v, size_t rows, size_t cols);
/* Not for VALUE_EXPR. */
void value_entry(rational_t *out, const struct value *v, size_t i, size_t j);
/* Rationals that are all doubles become doubles. */
void value_simplify(struct value *v);
/* False where `from` is VALUE_NONE (then `to` is too). */
bool value_copy(struct value *to, const struct value *from);

struct instance {
    const struct layout *layout; /* not owned */
    struct value *values;        /* nslots */
};

void instance_init(struct instance *x, const struct layout *layout);
void instance_clear(struct instance *x);
/*
 * A number that equal instances of a theorem share, however their values are
 * kept, and different ones but by a chance of about 2^-64: sizes and entries.
 * An expression counts as fixed by its place.
 */
uint64_t instance_fingerprint(const struct instance *x);
/* The same of sizes at which no instance can be made. */
uint64_t instance_sizes_fingerprint(const int64_t *dims, size_t ndims);

#endif
