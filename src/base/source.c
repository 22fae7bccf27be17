#include "base/source.h"

#include "base/file.h"

struct source *source_from_text(struct arena *arena, const char *path,
                                const char *text, size_t length)
{
    struct source *source = arena_alloc(arena, sizeof *source);
    source->path = arena_strdup(arena, path);
    source->text = arena_strndup(arena, text, length);
    source->length = length;
    return source;
}

enum status source_read(struct source **out, struct arena *arena,
                        const char *path, const char **reason)
{
    LOCAL_BUFFER text = buffer_new();
    enum status st = file_read(&text, path, SOURCE_MAX_BYTES, reason);
    if (st == ST_OK)
        *out = source_from_text(arena, path, text.text ? text.text : "",
                                text.length);
    return st;
}

struct place source_place(const struct source *source, size_t offset)
{
    struct place place = {1, 1};
    if (offset > source->length)
        offset = source->length;
    for (size_t i = 0; i < offset; i++) {
        unsigned char c = (unsigned char)source->text[i];
        if (c == '\n') {
            place.line++;
            place.column = 1;
        } else if ((c & 0xC0) != 0x80) {
            place.column++;
        }
    }
    return place;
}

struct span span_join(struct span a, struct span b)
{
    if (!a.source)
        return b;
    if (!b.source || a.source != b.source)
        return a;
    if (b.begin < a.begin)
        a.begin = b.begin;
    if (b.end > a.end)
        a.end = b.end;
    return a;
}
