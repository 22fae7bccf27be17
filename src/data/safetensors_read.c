/* Bytes of safetensors files: opening, reading, decoding. */
#include "data/safetensors_internal.h"

#include "base/ceiling.h"
#include "base/rng.h"
#include "data/file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK_BYTES = 1 << 16 };

static enum status fault(const char *path, struct buffer *reason,
                         const char *text)
{
    struct data_file file = {.path = path, .reason = reason};
    return data_fault(&file, "%s", text);
}

static enum status system_fault(const char *path, struct buffer *reason,
                                int error)
{
    struct data_file file = {.path = path, .reason = reason};
    char text[128];
    if (strerror_r(error, text, sizeof text) != 0)
        snprintf(text, sizeof text, "error %d", error);
    return data_fault(&file, "cannot be read: %s", text);
}

enum status safetensors_open_file(int *fd, uint64_t *length, const char *path,
                                  struct buffer *reason)
{
    struct stat info;
    /* Before it is opened: to open a pipe is to wait for its other end. */
    if (stat(path, &info) != 0)
        return system_fault(path, reason, errno);
    if (!S_ISREG(info.st_mode))
        return fault(path, reason, "is not a regular file");
    *fd = open(path, O_RDONLY | O_CLOEXEC);
    if (*fd < 0)
        return system_fault(path, reason, errno);
    if (fstat(*fd, &info) != 0 || info.st_size < 0) {
        int error = errno;
        close(*fd);
        return system_fault(path, reason, error);
    }
    *length = (uint64_t)info.st_size;
    return ST_OK;
}

enum status safetensors_read_bytes(unsigned char *out, int fd, uint64_t offset,
                                   size_t length, const char *path,
                                   struct buffer *reason)
{
    while (length > 0) {
        ssize_t n = pread(fd, out, length, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return system_fault(path, reason, errno);
        if (n == 0)
            return fault(path, reason, "changed while it was read");
        out += n;
        offset += (uint64_t)n;
        length -= (size_t)n;
    }
    return ST_OK;
}

/* ---- entries ---- */

/* A tensor being read. */
struct reading {
    const struct tensor *t;
    const char *path;
    int fd;
    struct buffer *reason;
    unsigned char *bytes; /* CHUNK_BYTES */
};

static enum status not_finite(const struct reading *r, uint64_t entry)
{
    const struct tensor *t = r->t;
    uint64_t index[SAFETENSORS_MAX_AXES] = {0};
    LOCAL_BUFFER text = buffer_new();
    buffer_add(&text, "tensor '");
    tensor_print_name(&text, t->name);
    buffer_add(&text, "': entry [");
    for (size_t k = t->axes; k-- > 0; entry /= t->shape[k])
        index[k] = entry % t->shape[k];
    for (size_t k = 0; k < t->axes; k++)
        buffer_printf(&text, "%s%llu", k ? ", " : "",
                      (unsigned long long)index[k] + 1);
    buffer_add(&text, "] is not a finite number");
    return fault(r->path, r->reason, text.text);
}

/* `count` entries from `first` on, one after the other. */
static enum status read_run(double *out, const struct reading *r,
                            uint64_t first, uint64_t count)
{
    const size_t width = r->t->type->width, most = CHUNK_BYTES / width;
    while (count > 0) {
        size_t n = count < most ? (size_t)count : most;
        ceiling_pass();
        enum status st =
            safetensors_read_bytes(r->bytes, r->fd, r->t->begin + first * width,
                                   n * width, r->path, r->reason);
        for (size_t k = 0; k < n && st == ST_OK; k++) {
            double x = r->t->type->value(r->bytes + k * width);
            if (!isfinite(x))
                st = not_finite(r, first + k);
            else
                *out++ = x + 0.0; /* no negative zero */
        }
        if (st != ST_OK)
            return st;
        first += n;
        count -= n;
    }
    return ST_OK;
}

static enum status start(struct reading *r, const struct safetensors *s,
                         const struct tensor *t, struct buffer *reason)
{
    const struct shard *shard = &s->shards[t->shard];
    uint64_t length = 0;
    *r = (struct reading){.t = t, .path = shard->path, .reason = reason};
    enum status st =
        safetensors_open_file(&r->fd, &length, shard->path, reason);
    if (st != ST_OK)
        return st;
    if (length != shard->length) {
        close(r->fd);
        return fault(shard->path, reason, "changed while it was read");
    }
    r->bytes = xmalloc(CHUNK_BYTES);
    return ST_OK;
}

static void finish(struct reading *r)
{
    free(r->bytes);
    close(r->fd);
}

enum status safetensors_read(double *out, const struct safetensors *s,
                             const struct tensor *t,
                             const struct tensor_block *block,
                             struct buffer *reason)
{
    struct reading r;
    uint64_t rows = tensor_rows(t), cols = tensor_entries(t) / rows;
    ENSURE(block->row + block->rows <= rows && block->col + block->cols <= cols,
           "safetensors_read: a block outside its tensor");
    enum status st = start(&r, s, t, reason);
    if (st != ST_OK)
        return st;
    if (block->cols == cols) {
        st = read_run(out, &r, block->row * cols, block->rows * cols);
    } else {
        for (size_t i = 0; i < block->rows && st == ST_OK; i++)
            st = read_run(out + i * block->cols, &r,
                          (block->row + i) * cols + block->col, block->cols);
    }
    finish(&r);
    return st;
}

enum status safetensors_scan(uint64_t *mark, const struct safetensors *s,
                             const struct tensor *t, struct buffer *reason)
{
    enum { PIECE = 4096 };
    struct reading r;
    uint64_t count = tensor_entries(t);
    enum status st = start(&r, s, t, reason);
    if (st != ST_OK)
        return st;
    LOCAL_FREE double *piece = xcalloc(PIECE, sizeof *piece);
    *mark = rng_key_number(*mark, tensor_rows(t));
    for (uint64_t at = 0; at < count && st == ST_OK; at += PIECE) {
        uint64_t n = count - at < PIECE ? count - at : PIECE, bits;
        st = read_run(piece, &r, at, n);
        for (uint64_t k = 0; k < n && st == ST_OK; k++) {
            memcpy(&bits, &piece[k], sizeof bits);
            *mark = rng_key_number(*mark, bits);
        }
    }
    finish(&r);
    return st;
}
