#include "store/field.h"

#include "base/rng.h"
#include "base/truth.h"
#include "eval/enclosure.h"

#include <math.h>
#include <string.h>

/* Enums are read and written as int. */
_Static_assert(sizeof(enum truth) == sizeof(int), "an enum is no int");
_Static_assert(sizeof(enum enclosure_kind) == sizeof(int), "an enum is no int");

void field_names(struct buffer *out, const struct field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        buffer_printf(out, "%s%s", i ? ", " : "", fields[i].name);
}

void field_places(struct buffer *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        buffer_printf(out, "%s?%zu", i ? ", " : "", i + 1);
}

static int64_t get_whole(const struct field *f, const char *at)
{
    int number;
    int64_t wide;
    long whole;
    bool flag;
    switch (f->kind) {
    case FIELD_INT:
        memcpy(&number, at, sizeof number);
        return number;
    case FIELD_LONG:
        memcpy(&whole, at, sizeof whole);
        return whole;
    case FIELD_BOOL:
        memcpy(&flag, at, sizeof flag);
        return flag;
    case FIELD_INT64:
    case FIELD_UINT64:
    case FIELD_DOUBLE: /* its bits */
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    return 0;
}

static void set_whole(char *at, const struct field *f, int64_t value)
{
    int number = (int)value;
    long whole = (long)value;
    bool flag = value != 0;
    switch (f->kind) {
    case FIELD_INT:
        memcpy(at, &number, sizeof number);
        break;
    case FIELD_LONG:
        memcpy(at, &whole, sizeof whole);
        break;
    case FIELD_BOOL:
        memcpy(at, &flag, sizeof flag);
        break;
    case FIELD_INT64:
    case FIELD_UINT64:
    case FIELD_DOUBLE:
        memcpy(at, &value, sizeof value);
        break;
    }
}

void field_bind(sqlite3_stmt *s, int first, const struct field *fields,
                size_t count, const void *record)
{
    for (size_t i = 0; i < count; i++) {
        const char *at = (const char *)record + fields[i].offset;
        int place = first + (int)i;
        double x;
        if (fields[i].kind == FIELD_DOUBLE) {
            memcpy(&x, at, sizeof x);
            sqlite3_bind_double(s, place, x); /* a NaN becomes NULL */
        } else {
            sqlite3_bind_int64(s, place, get_whole(&fields[i], at));
        }
    }
}

void field_read(void *record, sqlite3_stmt *s, int first,
                const struct field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *at = (char *)record + fields[i].offset;
        int column = first + (int)i;
        if (fields[i].kind == FIELD_DOUBLE) {
            bool none = sqlite3_column_type(s, column) == SQLITE_NULL;
            double x = none ? NAN : sqlite3_column_double(s, column);
            memcpy(at, &x, sizeof x);
        } else {
            set_whole(at, &fields[i], sqlite3_column_int64(s, column));
        }
    }
}

uint64_t field_mark(uint64_t key, const struct field *fields, size_t count,
                    const void *record)
{
    for (size_t i = 0; i < count; i++) {
        const char *at = (const char *)record + fields[i].offset;
        int64_t bits = get_whole(&fields[i], at);
        double x = 0;
        if (fields[i].kind == FIELD_DOUBLE)
            memcpy(&x, at, sizeof x);
        key = rng_key_number(key, isnan(x) ? 1 : (uint64_t)bits);
    }
    return key;
}
