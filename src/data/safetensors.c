#include "data/safetensors_internal.h"

#include "base/folder.h"
#include "data/file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- names ---- */

void tensor_print_name(struct buffer *out, const char *name)
{
    enum { MOST = 120 };
    size_t length = strlen(name), shown = length < MOST ? length : MOST;
    while (shown < length && shown > 0 &&
           ((unsigned char)name[shown] & 0xC0) == 0x80)
        shown--;         /* no half of a UTF-8 character */
    buffer_add(out, ""); /* an empty name is a text, too */
    for (size_t k = 0; k < shown; k++)
        buffer_add_char(
            out, (unsigned char)name[k] < 32 || name[k] == 127 ? '?' : name[k]);
    if (shown < length)
        buffer_add(out, "...");
}

static int by_name(const void *a, const void *b)
{
    const struct tensor *s = a, *t = b;
    return strcmp(s->name, t->name);
}

static const struct tensor *find_name(const struct safetensors *s,
                                      const char *name)
{
    struct tensor key = {.name = (char *)name}; /* only compared */
    return s->ntensors ? bsearch(&key, s->tensors, s->ntensors,
                                 sizeof *s->tensors, by_name)
                       : NULL;
}

/* ---- JSON ---- */

/*
 * A bound for the values of a JSON text before it is read: each takes far more
 * memory than its characters.
 */
static size_t count_values(const unsigned char *text, size_t length)
{
    size_t count = 0;
    for (size_t k = 0; k < length; k++)
        count += text[k] == '{' || text[k] == '[' || text[k] == ',';
    return count;
}

enum status safetensors_parse(json_t **out, const unsigned char *text,
                              size_t length, const struct data_file *file)
{
    json_error_t error;
    if (length == 0 || text[0] != '{')
        return data_fault(file, "the header does not begin with {");
    if (count_values(text, length) > SAFETENSORS_MAX_VALUES)
        return data_fault(file, "the header has more than %d values",
                          (int)SAFETENSORS_MAX_VALUES);
    *out =
        json_loadb((const char *)text, length, JSON_REJECT_DUPLICATES, &error);
    if (*out)
        return ST_OK;
    LOCAL_BUFFER why = buffer_new();
    tensor_print_name(&why, error.text);
    (void)data_fault(file, "the header is no JSON: %s", why.text);
    return ST_INPUT;
}

/* ---- an index ---- */

/* A plain name in the folder of the index. */
static bool is_inside(const char *name)
{
    return !strchr(name, '/') && strcmp(name, "..") != 0 &&
           strcmp(name, ".") != 0 && name[0] != '\0';
}

static char *beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash && name[0] != '/' ? (size_t)(slash - path) + 1 : 0;
    size_t length = strlen(name);
    char *joined = xmalloc(folder + length + 1);
    memcpy(joined, path, folder);
    memcpy(joined + folder, name, length + 1);
    return joined;
}

/* The shard at that path, added where it is new. */
static enum status add_shard(struct safetensors *s, const char *name,
                             size_t *shard, const struct data_file *file)
{
    char *path = beside(s->path, name);
    for (*shard = 0; *shard < s->nshards; ++*shard) {
        if (strcmp(s->shards[*shard].path, path) == 0) {
            free(path);
            return ST_OK;
        }
    }
    if (s->nshards == SAFETENSORS_MAX_SHARDS) {
        free(path);
        return data_fault(file, "more than %d shards",
                          (int)SAFETENSORS_MAX_SHARDS);
    }
    APPEND(s->shards, s->nshards) = (struct shard){.path = path};
    return ST_OK;
}

/* Whether the shard lies elsewhere than its index, be it by a link. */
static bool leads_out(const struct safetensors *s, const char *name)
{
    char *folder = folder_of(s->path), *path = beside(s->path, name);
    bool is_left = !is_inside(name) || folder_is_left(folder, path);
    free(folder);
    free(path);
    return is_left;
}

static enum status add_shards(struct safetensors *s, json_t *map, bool outside,
                              const struct data_file *file)
{
    const char *key;
    json_t *value;
    size_t shard;
    enum status st = ST_OK;
    json_object_foreach(map, key, value)
    {
        const char *name = json_string_value(value);
        if (!name)
            return data_fault(file, "weight_map names what is no file");
        if (!outside && leads_out(s, name))
            return data_fault(file, "a shard lies outside the folder of the "
                                    "index (--allow-outside permits it)");
        st = add_shard(s, name, &shard, file);
        if (st != ST_OK)
            return st;
    }
    return s->nshards ? ST_OK : data_fault(file, "weight_map names no shard");
}

static enum status fault_of(const struct data_file *file, const char *name,
                            const char *what)
{
    LOCAL_BUFFER text = buffer_new();
    tensor_print_name(&text, name);
    (void)data_fault(file, "tensor '%s' %s", text.text, what);
    return ST_INPUT;
}

/* Every tensor of the map is where the map says. */
static enum status check_map(struct safetensors *s, json_t *map,
                             const struct data_file *file)
{
    const char *key;
    json_t *value;
    size_t shard;
    json_object_foreach(map, key, value)
    {
        const struct tensor *t = find_name(s, key);
        enum status st = add_shard(s, json_string_value(value), &shard, file);
        if (st != ST_OK)
            return st;
        if (!t || t->shard != shard)
            return fault_of(file, key, "is not in the shard of weight_map");
    }
    return ST_OK;
}

/* ---- opening ---- */

/* Sorts by name; shards may not share one. */
static enum status sort(struct safetensors *s, const struct data_file *file)
{
    if (s->ntensors)
        qsort(s->tensors, s->ntensors, sizeof *s->tensors, by_name);
    for (size_t i = 1; i < s->ntensors; i++)
        if (strcmp(s->tensors[i - 1].name, s->tensors[i].name) == 0)
            return fault_of(file, s->tensors[i].name, "is in two shards");
    return ST_OK;
}

static enum status read_headers(struct safetensors *s,
                                const struct data_file *file)
{
    enum status st = ST_OK;
    for (size_t k = 0; k < s->nshards && st == ST_OK; k++)
        st = safetensors_read_header(s, k, file->reason);
    return st == ST_OK ? sort(s, file) : st;
}

/* The text of an index; to be freed. */
static enum status read_index_text(unsigned char **text, size_t *length,
                                   const struct data_file *file)
{
    int fd;
    uint64_t size;
    enum status st =
        safetensors_open_file(&fd, &size, file->path, file->reason);
    if (st != ST_OK)
        return st;
    if (size > SAFETENSORS_MAX_HEADER) {
        st = data_fault(file, "is longer than %d bytes",
                        (int)SAFETENSORS_MAX_HEADER);
    } else {
        *length = (size_t)size;
        *text = xmalloc(*length + 1);
        st = safetensors_read_bytes(*text, fd, 0, *length, file->path,
                                    file->reason);
    }
    close(fd);
    return st;
}

static enum status open_index(struct safetensors *s, bool outside,
                              const struct data_file *file)
{
    unsigned char *text = NULL;
    size_t length = 0;
    json_t *root = NULL;
    enum status st = read_index_text(&text, &length, file);
    if (st == ST_OK)
        st = safetensors_parse(&root, text, length, file);
    free(text);
    json_t *map = st == ST_OK ? json_object_get(root, "weight_map") : NULL;
    if (st == ST_OK && !json_is_object(map))
        st = data_fault(file, "the index has no weight_map");
    if (st == ST_OK)
        st = add_shards(s, map, outside, file);
    if (st == ST_OK)
        st = read_headers(s, file);
    if (st == ST_OK)
        st = check_map(s, map, file);
    json_decref(root);
    return st;
}

static bool is_index(const char *path)
{
    size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

enum status safetensors_open(struct safetensors **out, const char *path,
                             bool outside, struct buffer *reason)
{
    struct safetensors *s = xcalloc(1, sizeof *s);
    struct data_file file = {.path = path, .reason = reason};
    enum status st;
    s->path = xstrdup(path);
    if (is_index(path)) {
        st = open_index(s, outside, &file);
    } else {
        s->shards = xcalloc(1, sizeof *s->shards);
        s->shards[s->nshards++] = (struct shard){.path = xstrdup(path)};
        st = read_headers(s, &file);
    }
    *out = st == ST_OK ? s : NULL;
    if (st != ST_OK)
        safetensors_close(s);
    return st;
}

size_t safetensors_files(const struct safetensors *s)
{
    return s->nshards;
}

const char *safetensors_file(const struct safetensors *s, size_t i)
{
    return s->shards[i].path;
}

void safetensors_close(struct safetensors *s)
{
    if (!s)
        return;
    for (size_t k = 0; k < s->nshards; k++)
        free(s->shards[k].path);
    for (size_t k = 0; k < s->ntensors; k++)
        free(s->tensors[k].name);
    free(s->shards);
    free(s->tensors);
    free(s->path);
    free(s);
}

/* ---- tensors ---- */

uint64_t tensor_entries(const struct tensor *t)
{
    return (t->end - t->begin) / t->type->width;
}

uint64_t tensor_rows(const struct tensor *t)
{
    return t->axes ? t->shape[0] : 1;
}

/* Checkpoints of one model differ in a prefix: names the tensor meant. */
static enum status not_found(const struct safetensors *s, const char *name,
                             const struct data_file *file)
{
    struct buffer text = buffer_new();
    buffer_add(&text, "there is no tensor '");
    tensor_print_name(&text, name);
    buffer_add_char(&text, '\'');
    for (size_t k = 0; k < s->ntensors; k++) {
        const char *other = s->tensors[k].name;
        if (other[0] == '\0' || (!folder_has_ending(name, other) &&
                                 !folder_has_ending(other, name)))
            continue;
        buffer_add(&text, "; there is '");
        tensor_print_name(&text, other);
        buffer_add_char(&text, '\'');
        break;
    }
    (void)data_fault(file, "%s", text.text);
    buffer_clear(&text);
    return ST_INPUT;
}

enum status safetensors_find(const struct tensor **out, size_t *rows,
                             size_t *cols, const struct safetensors *s,
                             const char *name, struct buffer *reason)
{
    struct data_file file = {.path = s->path, .reason = reason};
    const struct tensor *t = find_name(s, name);
    if (!t)
        return not_found(s, name, &file);
    char text[96];
    snprintf(text, sizeof text, "is %s, expected F64, F32, F16 or BF16",
             t->type->name);
    if (!t->type->value)
        return fault_of(&file, name, text);
    uint64_t n = tensor_entries(t);
    if (n == 0)
        return fault_of(&file, name, "has no entries");
    if (n > DATA_MAX_ENTRIES)
        return fault_of(&file, name, "has too many entries for a matrix");
    *out = t;
    *rows = (size_t)tensor_rows(t);
    *cols = (size_t)n / *rows;
    return ST_OK;
}
