/*
 * Members of a struct as columns of a table, from one list for the table, the
 * writing and the reading.  Internal to the folder.
 */
#pragma once

#include "store/database.h"

#include <stddef.h>

enum field_kind {
    FIELD_INT, /* int, or an enum */
    FIELD_LONG,
    FIELD_INT64,
    FIELD_UINT64, /* kept as the int64 of the same bits */
    FIELD_BOOL,
    FIELD_DOUBLE /* bit for bit; NaN is NULL */
};

struct field {
    const char *name;
    enum field_kind kind;
    size_t offset;
};

#define FIELD(name, kind, type, member)                                        \
    {                                                                          \
        name, kind, offsetof(struct type, member)                              \
    }
/* The four members of a struct enclosure. */
#define FIELD_ENCLOSURE(name, type, member)                                    \
    FIELD(name "_kind", FIELD_INT, type, member.kind),                         \
        FIELD(name "_lo", FIELD_DOUBLE, type, member.lo),                      \
        FIELD(name "_hi", FIELD_DOUBLE, type, member.hi),                      \
        FIELD(name "_exponent", FIELD_INT64, type, member.exponent)

/* "name, name, …", without affinities: a double stays the one it is. */
void field_names(struct buffer *out, const struct field *fields, size_t count);
/* "?1, ?2, …" */
void field_places(struct buffer *out, size_t count);
/* Binds from place `first` on. */
void field_bind(sqlite3_stmt *s, int first, const struct field *fields,
                size_t count, const void *record);
/* Reads from column `first` on. */
void field_read(void *record, sqlite3_stmt *s, int first,
                const struct field *fields, size_t count);
/* Mixes the members into a fingerprint. */
uint64_t field_mark(uint64_t key, const struct field *fields, size_t count,
                    const void *record);
