#include "report/object.h"

#include "base/escape.h"

#include <stdlib.h>

/*
 * Reals are printed with 15 digits: those of reports have at most 12, and so
 * come out as they were.
 */
enum { OBJECT_DIGITS = 15 };

void object_set(json_t *object, const char *key, json_t *value)
{
    ENSURE(json_object_set_new(object, key, value) == 0,
           "json: a value cannot be stored");
}

json_t *object_text(const char *bytes)
{
    LOCAL_BUFFER text = buffer_new();
    escape_utf8(&text, bytes);
    return json_string(text.text ? text.text : "");
}

void object_print(struct buffer *out, const json_t *root)
{
    LOCAL_FREE char *dump =
        json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(OBJECT_DIGITS));
    ENSURE(dump, "json: the report cannot be written");
    buffer_add(out, dump);
    buffer_add_char(out, '\n');
}
