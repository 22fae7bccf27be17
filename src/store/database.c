#include "store/database.h"

#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- failures ---- */

static const char *name_of(const struct database *d)
{
    return d->name ? d->name : d->path;
}

enum status database_fault(struct database *d, const char *format, ...)
{
    if (d->reason)
        return ST_INPUT;
    va_list args;
    struct buffer text = buffer_new();
    buffer_printf(&text, "%s: ", name_of(d));
    va_start(args, format);
    buffer_vprintf(&text, format, args);
    va_end(args);
    buffer_make_line(&text); /* it may quote the file */
    d->reason = text.text;
    return ST_INPUT;
}

/* What is being made is sound: the damage is that of what it is made from. */
static enum status damaged(struct database *d, const char *what)
{
    const char *name = d->name;
    d->name = d->attached ? d->attached : name;
    (void)database_fault(d, "the store is damaged (%s)", what);
    d->name = name;
    return ST_INPUT;
}

/* The reason from what SQLite says; ST_INPUT. */
static enum status failed(struct database *d)
{
    int code = d->db ? sqlite3_errcode(d->db) : SQLITE_NOMEM;
    const char *what = d->db ? sqlite3_errmsg(d->db) : "out of memory";
    switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return database_fault(d, "the store is in use by another process");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return damaged(d, what);
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return database_fault(d, "the store cannot be written: %s", what);
    default:
        return database_fault(d, "the store cannot be used: %s", what);
    }
}

/* ---- statements ---- */

enum status database_run(struct database *d, const char *sql)
{
    if (sqlite3_exec(d->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return ST_OK;
    return failed(d);
}

sqlite3_stmt *database_prepare(struct database *d, const char *sql)
{
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(d->db, sql, -1, &s, NULL) == SQLITE_OK)
        return s;
    (void)failed(d);
    sqlite3_finalize(s);
    return NULL;
}

enum status database_step(struct database *d, sqlite3_stmt *s)
{
    int code = sqlite3_step(s);
    enum status st = code == SQLITE_DONE ? ST_OK : failed(d);
    sqlite3_reset(s);
    return st;
}

enum status database_next(struct database *d, sqlite3_stmt *s, bool *row)
{
    int code = sqlite3_step(s);
    *row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? ST_OK : failed(d);
}

/* Prepares a statement and binds its values. */
static sqlite3_stmt *prepare(struct database *d, const char *sql,
                             const char *kinds, va_list values)
{
    sqlite3_stmt *s = database_prepare(d, sql);
    for (int i = 0; s && kinds[i]; i++)
        if (kinds[i] == 't')
            database_bind_text(s, i + 1, va_arg(values, const char *));
        else
            sqlite3_bind_int64(s, i + 1, va_arg(values, int64_t));
    return s;
}

enum status database_do(struct database *d, const char *sql, const char *kinds,
                        ...)
{
    va_list values;
    va_start(values, kinds);
    sqlite3_stmt *s = prepare(d, sql, kinds, values);
    va_end(values);
    enum status st = s ? database_step(d, s) : ST_INPUT;
    sqlite3_finalize(s);
    return st;
}

enum status database_each(struct database *d, database_taker *take,
                          void *context, const char *sql, const char *kinds,
                          ...)
{
    va_list values;
    va_start(values, kinds);
    sqlite3_stmt *s = prepare(d, sql, kinds, values);
    va_end(values);
    bool more = s != NULL;
    enum status st = s ? ST_OK : ST_INPUT;
    while (more && st == ST_OK) {
        st = database_next(d, s, &more);
        if (st == ST_OK && more)
            st = take(context, d, s);
    }
    sqlite3_finalize(s);
    return st;
}

static enum status take_number(void *context, struct database *d,
                               sqlite3_stmt *row)
{
    (void)d;
    *(int64_t *)context = sqlite3_column_int64(row, 0);
    return ST_OK;
}

enum status database_number(struct database *d, int64_t *out, const char *sql)
{
    *out = 0;
    return database_each(d, take_number, out, sql, "");
}

const char *database_text(sqlite3_stmt *s, int column)
{
    const unsigned char *text = sqlite3_column_text(s, column);
    return text ? (const char *)text : "";
}

void database_bind_text(sqlite3_stmt *s, int place, const char *text)
{
    sqlite3_bind_text(s, place, text, -1, SQLITE_TRANSIENT);
}

/* ---- opening ---- */

static unsigned long big_endian(const unsigned char *p)
{
    return (unsigned long)p[0] << 24 | (unsigned long)p[1] << 16 |
           (unsigned long)p[2] << 8 | p[3];
}

/*
 * SQLite would change a file on opening it (recovery, another journal), so
 * the first bytes are looked at before it is asked.
 * [SQLite file format, section 1.3: the header.]
 */
static enum status check_header(struct database *d, int fd)
{
    enum { HEADER = 100, VERSION_AT = 60, APPLICATION_AT = 68 };
    static const char magic[] = "SQLite format 3";
    unsigned char bytes[HEADER];
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n < 0)
        return database_fault(d, "cannot be read: %s", strerror(errno));
    if (n < HEADER || memcmp(bytes, magic, sizeof magic) != 0 ||
        big_endian(bytes + APPLICATION_AT) != DATABASE_APPLICATION)
        return database_fault(d, "the file is no store of majorant");
    unsigned long version = big_endian(bytes + VERSION_AT);
    if (version > DATABASE_VERSION)
        return database_fault(d,
                              "the store was written by a newer majorant "
                              "(schema %lu; this one knows up to %d)",
                              version, (int)DATABASE_VERSION);
    if (version != DATABASE_VERSION)
        return database_fault(d, "the store has the unknown schema %lu",
                              version);
    return ST_OK;
}

/* *is_new: there is no file, or an empty one. */
static enum status look(struct database *d, bool may_create, bool *is_new)
{
    struct stat info;
    int fd = open(d->path, O_RDONLY | O_NONBLOCK); /* a pipe: without waiting */
    *is_new = fd < 0 && errno == ENOENT && d->path[0] != '\0';
    if (*is_new && may_create)
        return ST_OK;
    if (fd < 0)
        return database_fault(d, "cannot be read: %s", strerror(errno));
    enum status st = ST_OK;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
        st = database_fault(d, "not a regular file");
    else if (info.st_size == 0 && may_create)
        *is_new = true;
    else
        st = check_header(d, fd);
    close(fd);
    return st;
}

/* Whether a file with that ending beside it holds something. */
static bool has_companion(const char *path, const char *ending)
{
    struct stat info;
    LOCAL_BUFFER name = buffer_new();
    buffer_printf(&name, "%s%s", path, ending);
    return stat(name.text, &info) == 0 && info.st_size > 0;
}

/* The file and its folder: SQLite puts others beside it. */
static bool is_writable(const char *path)
{
    LOCAL_FREE char *folder = folder_of(path);
    return access(path, W_OK) == 0 && access(folder, W_OK) == 0;
}

/*
 * Whether the store can only be looked at: then without locks, and as it lies
 * there.  ST_INPUT: it is not whole.
 */
static enum status settle_access(struct database *d)
{
    LOCAL_FREE char *target =
        folder_target(d->path); /* SQLite follows links as well */
    const char *path = target ? target : d->path;
    enum status st = ST_OK;
    d->is_fixed = !is_writable(path);
    if (d->is_fixed &&
        (has_companion(path, "-wal") || has_companion(path, "-journal")))
        st = database_fault(d, "the store is in use, or its run did not end: "
                               "it can be read only where it can be written");
    return st;
}

/*
 * [SQLite, URI filenames: an absolute path stands behind an empty authority;
 * `immutable` is a file that nobody can change.]
 */
static void set_uri(struct database *d)
{
    struct buffer uri = buffer_new();
    buffer_add(&uri, d->path[0] == '/' ? "file://" : "file:");
    for (const char *c = d->path; *c; c++)
        buffer_printf(&uri, strchr("%?#", *c) ? "%%%02X" : "%c", *c);
    buffer_add(&uri, d->is_fixed ? "?immutable=1" : "");
    d->uri = uri.text;
}

/*
 * The lock is taken by the first read.  `create`: the data base is new; NULL:
 * it is to be one of majorant.
 */
static enum status lock_and_check(struct database *d, database_creator *create)
{
    int64_t ignored;
    enum status st = database_run(d, "PRAGMA locking_mode = EXCLUSIVE;"
                                     "PRAGMA synchronous = NORMAL;"
                                     "PRAGMA wal_autocheckpoint = 8192;");
    if (st != ST_OK)
        return st;
    if (create)
        st = create(d);
    else
        st = database_number(d, &ignored, "SELECT count(*) FROM identity");
    if (st == ST_OK && !d->is_fixed)
        st = database_run(d, "PRAGMA journal_mode = WAL");
    return st;
}

enum status database_open(struct database *d, const char *path,
                          database_creator *create)
{
    return database_open_as(d, path, NULL, create);
}

enum status database_open_as(struct database *d, const char *path,
                             const char *name, database_creator *create)
{
    bool is_new = true;
    *d = (struct database){.path = xstrdup(path), .name = name};
    enum status st = look(d, create != NULL, &is_new);
    if (st != ST_OK)
        return st;
    if (!create && settle_access(d) != ST_OK)
        return ST_INPUT;
    set_uri(d);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI |
                SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(d->uri, &d->db, flags, NULL) != SQLITE_OK)
        return failed(d);
    return lock_and_check(d, is_new ? create : NULL);
}

void database_close(struct database *d)
{
    if (d->db)
        ENSURE(sqlite3_close(d->db) == SQLITE_OK,
               "store: a statement was left open");
    free(d->path);
    free(d->uri);
    free(d->reason);
    *d = (struct database){0};
}
