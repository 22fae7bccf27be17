/* Files of certificates, as they are or compressed by gzip (RFC 1952). */
#include "certio/json.h"

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

enum status certio_reject(char **reason, const char *name, const char *what)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "%s: %s", name, what);
    buffer_make_line(&text); /* it may quote the file */
    *reason = text.text;
    return ST_INPUT;
}

/* What zlib says of a stream, or the system of its file. */
static const char *fault_of(int code)
{
    if (code == Z_MEM_ERROR)
        status_out_of_memory();
    return code == Z_ERRNO && errno ? strerror(errno)
           : code == Z_BUF_ERROR    ? "it is compressed, and ends too early"
                                    : "it is compressed, and damaged";
}

/* At most one byte over the limit; what zlib says at the end. */
static int read_bytes(struct buffer *out, gzFile file)
{
    enum { BLOCK = 1 << 16 };
    char *block = xmalloc(BLOCK);
    int n;
    while (out->length <= CERTIO_MAX_BYTES &&
           (n = gzread(file, block, BLOCK)) > 0)
        buffer_add_bytes(out, block, (size_t)n);
    free(block);
    int code;
    (void)gzerror(file, &code);
    return code;
}

enum status certio_load(struct buffer *out, const char *path, char **reason)
{
    const char *why = NULL;
    *reason = NULL;
    const int fd = file_open(path, &why);
    if (fd < 0)
        return certio_reject(reason, path, why);
    errno = 0;
    gzFile file = gzdopen(fd, "rb");
    if (!file)
        status_out_of_memory();
    const int code = read_bytes(out, file);
    const char *fault =
        code == Z_OK || code == Z_STREAM_END ? NULL : fault_of(code);
    const int closed = gzclose_r(file);
    if (!fault && closed != Z_OK)
        fault = fault_of(closed);
    return fault ? certio_reject(reason, path, fault) : ST_OK;
}

void certio_compress(struct buffer *out, const struct buffer *text)
{
    enum { GZIP = 16 + MAX_WBITS, MEMORY = 8, BLOCK = 1 << 16 };
    z_stream z = {.next_in = (Bytef *)text->text,
                  .avail_in = (uInt)text->length};
    ENSURE(text->length <= CERTIO_MAX_BYTES, "a text is too long for gzip");
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        status_out_of_memory();
    unsigned char *block = xmalloc(BLOCK);
    int code = Z_OK;
    while (code == Z_OK) {
        z.next_out = block;
        z.avail_out = BLOCK;
        code = deflate(&z, Z_FINISH);
        buffer_add_bytes(out, (const char *)block, BLOCK - z.avail_out);
    }
    free(block);
    ENSURE(deflateEnd(&z) == Z_OK && code == Z_STREAM_END,
           "a text cannot be compressed");
}
