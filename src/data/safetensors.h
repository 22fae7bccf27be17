/*
 * Checkpoints in the safetensors format: one file, or the shards that an
 * index (model.safetensors.index.json) names.
 *
 * A file is the length of its header (8 bytes, little endian), the header
 * (JSON: name -> dtype, shape, data_offsets) and the data.  The whole header is
 * checked when the checkpoint is opened: the tensors fill the data without
 * overlap or hole, and each has the size that its dtype and shape say.  Of the
 * data nothing is kept in memory; reading takes what is asked for.
 *
 * A tensor is seen as a matrix: one axis is a column, three or more are
 * flattened behind the first, by rows.  Source: the format's description in
 * the repository huggingface/safetensors.
 */
#pragma once

#include "base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SAFETENSORS_MAX_HEADER = 1 << 24, /* bytes of a header or an index */
    SAFETENSORS_MAX_VALUES = 1 << 20, /* signs { [ and , in one */
    SAFETENSORS_MAX_TENSORS = 1 << 18,
    SAFETENSORS_MAX_SHARDS = 1024,
    SAFETENSORS_MAX_AXES = 8
};

struct safetensors;

struct tensor {
    char *name;
    const struct tensor_type *type;
    size_t shard;
    size_t axes;
    uint64_t shape[SAFETENSORS_MAX_AXES];
    uint64_t begin, end; /* in the file */
};

/* Entries first_row.. and first_col.. (from 0) of the matrix. */
struct tensor_block {
    size_t row, col, rows, cols;
};

/*
 * Opens a checkpoint; a name that ends with .json is an index, whose shards
 * lie in its folder unless `outside` is allowed.  ST_INPUT: it breaks a rule
 * of the format or a limit above; `reason` says which in one line,
 * "PATH: …", and *out is NULL.
 */
MUST_CHECK enum status safetensors_open(struct safetensors **out,
                                        const char *path, bool outside,
                                        struct buffer *reason);
/* The paths of its shards. */
size_t safetensors_files(const struct safetensors *s);
const char *safetensors_file(const struct safetensors *s, size_t i);
void safetensors_close(struct safetensors *s); /* NULL is allowed */

/*
 * The tensor of that name as a rows x cols matrix.  ST_INPUT (said in
 * `reason`): there is none, its entries are no floats, or it has none or more
 * than a matrix may have.
 */
MUST_CHECK enum status safetensors_find(const struct tensor **out, size_t *rows,
                                        size_t *cols,
                                        const struct safetensors *s,
                                        const char *name,
                                        struct buffer *reason);
/*
 * Reads a block, which lies inside the matrix, by rows and exactly.  ST_INPUT
 * (said in `reason`): an entry is not finite, or the file has changed.  Safe
 * from several threads at once.
 */
MUST_CHECK enum status safetensors_read(double *out,
                                        const struct safetensors *s,
                                        const struct tensor *t,
                                        const struct tensor_block *block,
                                        struct buffer *reason);
/*
 * Whether all entries are finite; as safetensors_read, keeping nothing.  Mixes
 * the entries and their shape into *mark, a fingerprint.
 */
MUST_CHECK enum status safetensors_scan(uint64_t *mark,
                                        const struct safetensors *s,
                                        const struct tensor *t,
                                        struct buffer *reason);
