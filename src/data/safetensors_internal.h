/* Shared by safetensors.c, safetensors_header.c and safetensors_read.c. */
#pragma once

#include "data/file.h"
#include "data/safetensors.h"

#include <jansson.h>

/* How the entries of a tensor are stored. */
struct tensor_type {
    const char *name;
    size_t width;                                /* bytes of an entry */
    double (*value)(const unsigned char *bytes); /* NULL: no float */
};

/* One file; its size when it was opened. */
struct shard {
    char *path;
    uint64_t length;
};

struct safetensors {
    char *path; /* as it was asked for */
    struct shard *shards;
    size_t nshards;
    struct tensor *tensors; /* sorted by name once all shards are read */
    size_t ntensors;
};

/*
 * The JSON object that a header or an index is; ST_INPUT: it is none, or a key
 * stands twice in it.
 */
MUST_CHECK enum status safetensors_parse(json_t **out,
                                         const unsigned char *text,
                                         size_t length,
                                         const struct data_file *file);
/* Adds a name to a message: cut off, without control characters. */
void tensor_print_name(struct buffer *out, const char *name);
uint64_t tensor_rows(const struct tensor *t);
uint64_t tensor_entries(const struct tensor *t);

/* Opens a regular file; *fd is to be closed. */
MUST_CHECK enum status safetensors_open_file(int *fd, uint64_t *length,
                                             const char *path,
                                             struct buffer *reason);
/* Reads exactly those bytes; ST_INPUT also where the file is too short. */
MUST_CHECK enum status safetensors_read_bytes(unsigned char *out, int fd,
                                              uint64_t offset, size_t length,
                                              const char *path,
                                              struct buffer *reason);
/* Appends the tensors of shard `shard` to s->tensors, checked. */
MUST_CHECK enum status safetensors_read_header(struct safetensors *s,
                                               size_t shard,
                                               struct buffer *reason);
