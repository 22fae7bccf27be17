/* Files read once, in blocks; gzip by inflate, member after member. */
#include "certio/feed.h"

#include "base/file.h"
#include "certio/certio.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { BLOCK = 1 << 16 };

struct feed {
    int fd; /* -1: bytes in memory */
    bool is_packed, is_over;
    bool in_member; /* of gzip: its end was not met yet */
    const char *fault;
    unsigned char *raw, *plain; /* blocks; `plain` of what is packed alone */
    const unsigned char *at;    /* what comes next */
    size_t left;
    z_stream z;
};

static void fail(struct feed *f, const char *why)
{
    f->fault = why;
    f->is_over = true;
}

/* The next block of the file into `raw`; its length, 0 at the end. */
static size_t read_block(struct feed *f)
{
    size_t length = 0;
    ssize_t n = f->fd < 0 ? 0 : 1;
    while (length < BLOCK && n != 0) {
        n = read(f->fd, f->raw + length, BLOCK - length);
        if (n < 0 && errno != EINTR) {
            fail(f, strerror(errno));
            return 0;
        }
        length += n > 0 ? (size_t)n : 0;
    }
    return length;
}

/* More packed bytes, if there are none left; false: the file is at its end. */
static bool have_packed(struct feed *f)
{
    if (f->z.avail_in > 0)
        return true;
    f->z.next_in = f->raw;
    f->z.avail_in = (uInt)read_block(f);
    return f->z.avail_in > 0;
}

/* One step of inflate into the empty block `plain`. */
static void inflate_step(struct feed *f)
{
    if (!f->in_member && inflateReset(&f->z) != Z_OK)
        status_out_of_memory();
    f->in_member = true;
    f->z.next_out = f->plain;
    f->z.avail_out = BLOCK;
    const int code = inflate(&f->z, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR)
        status_out_of_memory();
    if (code == Z_STREAM_END)
        f->in_member = false;
    else if (code != Z_OK && code != Z_BUF_ERROR)
        fail(f, "it is compressed, and damaged");
    f->at = f->plain;
    f->left = f->fault ? 0 : BLOCK - f->z.avail_out;
}

/* A member ends with a sum, which is read behind all that it unpacks to. */
static void unpack(struct feed *f)
{
    while (f->left == 0 && !f->is_over) {
        if (have_packed(f)) {
            inflate_step(f);
        } else {
            if (f->in_member && !f->fault)
                fail(f, "it is compressed, and ends too early");
            f->is_over = true;
        }
    }
}

static void refill(struct feed *f)
{
    if (f->is_packed) {
        unpack(f);
        return;
    }
    f->at = f->raw;
    f->left = read_block(f);
    f->is_over = f->left == 0;
}

int feed_peek(struct feed *f)
{
    if (f->left == 0 && !f->is_over)
        refill(f);
    return f->left > 0 ? *f->at : FEED_END;
}

int feed_next(struct feed *f)
{
    const int byte = feed_peek(f);
    if (byte != FEED_END) {
        f->at++;
        f->left--;
    }
    return byte;
}

size_t feed_block(struct feed *f, struct buffer *out)
{
    if (feed_peek(f) == FEED_END)
        return 0;
    const size_t length = f->left;
    buffer_add_bytes(out, (const char *)f->at, length);
    f->at += length;
    f->left = 0;
    return length;
}

const char *feed_fault(const struct feed *f)
{
    return f->fault;
}

/* gzip's two first bytes, in the first block. */
static void look_for_gzip(struct feed *f)
{
    enum { GZIP = 16 + MAX_WBITS };
    refill(f);
    if (f->left < 2 || f->at[0] != 0x1f || f->at[1] != 0x8b)
        return;
    if (inflateInit2(&f->z, GZIP) != Z_OK)
        status_out_of_memory();
    f->plain = xmalloc(BLOCK);
    f->is_packed = true;
    f->in_member = true;
    f->z.next_in = f->raw;
    f->z.avail_in = (uInt)f->left;
    f->left = 0;
}

struct feed *feed_open(const char *path, const char **why)
{
    const int fd = file_open(path, why);
    if (fd < 0)
        return NULL;
    struct feed *f = xcalloc(1, sizeof *f);
    f->fd = fd;
    f->raw = xmalloc(BLOCK);
    look_for_gzip(f);
    return f;
}

struct feed *feed_of_text(const char *text, size_t length)
{
    struct feed *f = xcalloc(1, sizeof *f);
    f->fd = -1;
    f->at = (const unsigned char *)text;
    f->left = length;
    return f;
}

void feed_close(struct feed *f)
{
    if (!f)
        return;
    if (f->is_packed)
        (void)inflateEnd(&f->z);
    if (f->fd >= 0)
        close(f->fd);
    free(f->raw);
    free(f->plain);
    free(f);
}

bool feed_line(void *context, struct buffer *out)
{
    struct feed *f = context;
    size_t length = 0;
    while (feed_peek(f) != FEED_END && length <= CERTIO_MAX_BYTES) {
        const unsigned char *end = memchr(f->at, '\n', f->left);
        const size_t n = end ? (size_t)(end + 1 - f->at) : f->left;
        if (memchr(f->at, '\0', n)) {
            fail(f, "a record has no zero bytes");
            break;
        }
        buffer_add_bytes(out, (const char *)f->at, n);
        f->at += n;
        f->left -= n;
        length += n;
        if (end)
            return true;
    }
    if (length > CERTIO_MAX_BYTES)
        fail(f, "a line is longer than 64 MiB");
    f->left = f->fault ? 0 : f->left;
    return false;
}
