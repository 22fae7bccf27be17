/*
 * Where an object ends: braces and brackets outside of strings are counted.
 * What it holds is left to the reader of JSON, which sees all of its bytes.
 */
#include "certio/stream.h"

#include "certio/json.h"

#include <string.h>

static enum certio_part fault(const struct certio_stream *s, const char *name,
                              const char *what, char **reason)
{
    const char *why = feed_fault(s->feed);
    (void)certio_reject(reason, name, why ? why : what);
    return CERTIO_FAULT;
}

/* The next byte that is no blank of JSON, which is still to be read. */
static int next_mark(struct feed *f)
{
    int byte = feed_peek(f);
    while (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r') {
        (void)feed_next(f);
        byte = feed_peek(f);
    }
    return byte;
}

/* Copies an object; false: it has no end, or none in CERTIO_MAX_BYTES. */
static bool copy_object(struct buffer *out, struct feed *f)
{
    size_t depth = 0;
    bool in_string = false, is_escaped = false;
    do {
        const int byte = feed_next(f);
        if (byte == FEED_END || out->length >= CERTIO_MAX_BYTES)
            return false;
        buffer_add_char(out, (char)byte);
        if (in_string) {
            in_string = is_escaped || byte != '"';
            is_escaped = !is_escaped && byte == '\\';
        } else if (byte == '"') {
            in_string = true;
        } else if (byte == '{' || byte == '[') {
            depth++;
        } else if (byte == '}' || byte == ']') {
            depth--;
        }
    } while (depth > 0);
    return true;
}

/* Goes before the next object; CERTIO_OBJECT: there is one. */
static enum certio_part find_object(struct certio_stream *s, const char *name,
                                    char **reason)
{
    int mark = next_mark(s->feed);
    if (s->count == 0 && mark == '[') {
        s->is_array = true;
        (void)feed_next(s->feed);
        mark = next_mark(s->feed);
    } else if (s->count > 0 && s->is_array) {
        if (mark == ']') {
            (void)feed_next(s->feed);
            return CERTIO_END;
        }
        if (mark != ',')
            return fault(s, name, "expected , or ] behind a certificate",
                         reason);
        (void)feed_next(s->feed);
        mark = next_mark(s->feed);
    } else if (s->count > 0) {
        return CERTIO_END;
    }
    return mark == '{' ? CERTIO_OBJECT
                       : fault(s, name, "expected a certificate", reason);
}

enum certio_part certio_next(struct certio_stream *s, struct buffer *out,
                             const char *name, char **reason)
{
    *reason = NULL;
    enum certio_part part = find_object(s, name, reason);
    if (part == CERTIO_END &&
        (next_mark(s->feed) != FEED_END || feed_fault(s->feed)))
        return fault(s, name, "something stands behind the certificates",
                     reason);
    if (part != CERTIO_OBJECT)
        return part;
    if (!copy_object(out, s->feed))
        return fault(s, name,
                     out->length >= CERTIO_MAX_BYTES
                         ? "a certificate is longer than 64 MiB"
                         : "a certificate is cut off",
                     reason);
    s->count++;
    return CERTIO_OBJECT;
}

bool certio_has_schema(const char *text, size_t length, const char *start)
{
    json_error_t error;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    const char *schema = json_string_value(json_object_get(root, "schema"));
    const bool has = schema && strncmp(schema, start, strlen(start)) == 0;
    json_decref(root);
    return has;
}
