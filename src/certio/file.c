/* Files of certificates, as they are or compressed by gzip (RFC 1952). */
#include "certio/json.h"

#include "certio/feed.h"

#include <stdlib.h>
#include <zlib.h>

enum status certio_reject(char **reason, const char *name, const char *what)
{
    struct buffer text = buffer_new();
    buffer_printf(&text, "%s: %s", name, what);
    buffer_make_line(&text); /* it may quote the file */
    *reason = text.text;
    return ST_INPUT;
}

enum status certio_load(struct buffer *out, const char *path, char **reason)
{
    const char *why = NULL;
    struct feed *feed = feed_open(path, &why);
    enum status st = ST_OK;
    *reason = NULL;
    if (!feed)
        return certio_reject(reason, path, why);
    while (out->length <= CERTIO_MAX_BYTES && feed_block(feed, out) > 0) {
    }
    if (feed_fault(feed))
        st = certio_reject(reason, path, feed_fault(feed));
    feed_close(feed);
    return st;
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
    LOCAL_FREE unsigned char *block = xmalloc(BLOCK);
    int code = Z_OK;
    while (code == Z_OK) {
        z.next_out = block;
        z.avail_out = BLOCK;
        code = deflate(&z, Z_FINISH);
        buffer_add_bytes(out, (const char *)block, BLOCK - z.avail_out);
    }
    ENSURE(deflateEnd(&z) == Z_OK && code == Z_STREAM_END,
           "a text cannot be compressed");
}
