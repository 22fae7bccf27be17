#include "data/npy.h"

#include <string.h>

/* A Python literal being read, and what was found in it. */
struct scan {
    const struct data_file *file;
    const char *at, *end;
    bool has_descr, has_order, has_shape;
};

static void skip_spaces(struct scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' ||
                              *s->at == '\t' || *s->at == '\r'))
        s->at++;
}

static bool accept(struct scan *s, char c)
{
    skip_spaces(s);
    if (s->at == s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

static bool accept_word(struct scan *s, const char *word)
{
    size_t n = strlen(word);
    skip_spaces(s);
    if ((size_t)(s->end - s->at) < n || memcmp(s->at, word, n) != 0)
        return false;
    s->at += n;
    return true;
}

static enum status malformed(const struct scan *s, const char *what)
{
    return data_fault(s->file, "malformed header: %s", what);
}

/* 'text' or "text", without escapes; into text[size]. */
static bool read_string(struct scan *s, char *text, size_t size)
{
    skip_spaces(s);
    if (s->at == s->end || (*s->at != '\'' && *s->at != '"'))
        return false;
    char quote = *s->at++;
    size_t n = 0;
    while (s->at < s->end && *s->at != quote && n + 1 < size)
        text[n++] = *s->at++;
    text[n] = '\0';
    return accept(s, quote);
}

static enum status read_descr(struct npy_header *h, struct scan *s)
{
    static const char *const known[] = {"f2", "f4", "f8", "i1", "i2", "i4",
                                        "i8", "u1", "u2", "u4", "u8", "b1"};
    char text[32];
    skip_spaces(s);
    if (s->at < s->end && *s->at == '[')
        return data_fault(s->file, "records are not supported");
    if (!read_string(s, text, sizeof text))
        return malformed(s, "descr is no text");
    bool has_order = text[0] && strchr("<>|", text[0]);
    const char *type = has_order ? text + 1 : text;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(type, known[i]) == 0) {
            h->kind = type[0];
            h->width = (size_t)(type[1] - '0');
        }
    /* A type of several bytes must say in which order they stand. */
    if (h->width == 0 || (h->width > 1 && (!has_order || text[0] == '|')))
        return data_fault(s->file, "entries of type '%s' are not supported",
                          text);
    h->big_endian = text[0] == '>';
    return ST_OK;
}

static bool read_axis(struct scan *s, size_t *value)
{
    skip_spaces(s);
    const char *begin = s->at;
    *value = 0;
    for (; s->at < s->end && *s->at >= '0' && *s->at <= '9'; s->at++)
        if (*value <= DATA_MAX_BYTES)
            *value = 10 * *value + (size_t)(*s->at - '0');
    bool found = s->at > begin;
    accept(s, 'L'); /* as Python 2 wrote it */
    return found;
}

static enum status read_shape(struct npy_header *h, struct scan *s)
{
    size_t axes = 0, size[2] = {1, 1}, value;
    if (!accept(s, '('))
        return malformed(s, "shape is no tuple");
    while (!accept(s, ')')) {
        if (!read_axis(s, &value))
            return malformed(s, "shape is no tuple of sizes");
        if (axes < 2)
            size[axes] = value;
        axes++;
        bool comma = accept(s, ',');
        skip_spaces(s);
        bool closes = s->at < s->end && *s->at == ')';
        if ((!comma && !closes) || (!comma && axes == 1))
            return malformed(s, "shape is no tuple of sizes");
    }
    if (axes > 2)
        return data_fault(s->file, "%zu axes, expected at most 2", axes);
    h->rows = size[0];
    h->cols = size[1];
    return ST_OK;
}

static enum status read_order(struct npy_header *h, struct scan *s)
{
    h->by_columns = accept_word(s, "True");
    if (!h->by_columns && !accept_word(s, "False"))
        return malformed(s, "fortran_order is neither True nor False");
    return ST_OK;
}

static enum status read_item(struct npy_header *h, struct scan *s)
{
    char key[32];
    if (!read_string(s, key, sizeof key) || !accept(s, ':'))
        return malformed(s, "expected 'name': value");
    bool *seen = strcmp(key, "descr") == 0           ? &s->has_descr
                 : strcmp(key, "fortran_order") == 0 ? &s->has_order
                 : strcmp(key, "shape") == 0         ? &s->has_shape
                                                     : NULL;
    if (!seen)
        return malformed(s, "an unknown name");
    if (*seen)
        return malformed(s, "a name stands twice");
    *seen = true;
    if (seen == &s->has_descr)
        return read_descr(h, s);
    return seen == &s->has_order ? read_order(h, s) : read_shape(h, s);
}

static enum status read_dict(struct npy_header *h, struct scan *s)
{
    if (!accept(s, '{'))
        return malformed(s, "expected {");
    while (!accept(s, '}')) {
        enum status st = read_item(h, s);
        if (st != ST_OK)
            return st;
        bool comma = accept(s, ',');
        skip_spaces(s);
        if (!comma && (s->at == s->end || *s->at != '}'))
            return malformed(s, "expected , or }");
    }
    skip_spaces(s);
    if (s->at != s->end)
        return malformed(s, "text after }");
    if (!s->has_descr || !s->has_order || !s->has_shape)
        return malformed(s, "descr, fortran_order or shape is missing");
    return ST_OK;
}

enum status npy_header_read(struct npy_header *out,
                            const struct data_file *file)
{
    enum { PREFIX = 8 };
    const unsigned char *b = file->bytes;
    if (file->length < PREFIX + 2 || memcmp(b, "\x93NUMPY", 6) != 0)
        return data_fault(file, "is not a .npy file");
    int version = b[6];
    if (version < 1 || version > 3 || b[7] != 0)
        return data_fault(file, "version %d.%d is not supported", b[6], b[7]);
    size_t begin = version == 1 ? PREFIX + 2 : PREFIX + 4, length = 0;
    if (file->length < begin)
        return data_fault(file, "the header is cut short");
    for (size_t k = begin; k-- > PREFIX;)
        length = length << 8 | b[k];
    if (length > NPY_MAX_HEADER)
        return data_fault(file, "the header is longer than %d bytes",
                          (int)NPY_MAX_HEADER);
    if (file->length - begin < length)
        return data_fault(file, "the header is cut short");
    *out = (struct npy_header){.offset = begin + length};
    const char *text = (const char *)b + begin;
    struct scan s = {.file = file, .at = text, .end = text + length};
    return read_dict(out, &s);
}
