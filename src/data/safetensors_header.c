/* The header of one safetensors file, checked; declared in the internals. */
#include "data/safetensors_internal.h"

#include "data/file.h"
#include "data/float.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- types ---- */

static double brain_float(const unsigned char *bytes)
{
    return float_brain(float_word(bytes, 2, false));
}

static double half_float(const unsigned char *bytes)
{
    return float_value(float_word(bytes, 2, false), 2);
}

static double single_float(const unsigned char *bytes)
{
    return float_value(float_word(bytes, 4, false), 4);
}

static double double_float(const unsigned char *bytes)
{
    return float_value(float_word(bytes, 8, false), 8);
}

/* The others may stand in a file, but not be asked for. */
static const struct tensor_type types[] = {
    {"F64", 8, double_float}, {"F32", 4, single_float}, {"F16", 2, half_float},
    {"BF16", 2, brain_float}, {"I64", 8, NULL},         {"U64", 8, NULL},
    {"I32", 4, NULL},         {"U32", 4, NULL},         {"I16", 2, NULL},
    {"U16", 2, NULL},         {"I8", 1, NULL},          {"U8", 1, NULL},
    {"BOOL", 1, NULL},        {"F8_E4M3", 1, NULL},     {"F8_E5M2", 1, NULL},
    {"F8_E8M0", 1, NULL},     {"C64", 8, NULL}};

static const struct tensor_type *find_type(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

/* ---- one tensor ---- */

/* A header being read. */
struct header {
    struct safetensors *s;
    size_t shard;
    uint64_t start, room; /* where the data begin, and their bytes */
    struct data_file file;
    const char *name; /* of the tensor being read */
};

static enum status fault(const struct header *h, const char *text)
{
    LOCAL_BUFFER name = buffer_new();
    tensor_print_name(&name, h->name);
    (void)data_fault(&h->file, "tensor '%s' %s", name.text, text);
    return ST_INPUT;
}

static enum status fault_numbers(const struct header *h, const char *format,
                                 unsigned long long a, unsigned long long b)
{
    char text[160];
    snprintf(text, sizeof text, format, a, b);
    return fault(h, text);
}

static enum status read_type(struct tensor *t, const struct header *h,
                             const json_t *value)
{
    if (!json_is_string(value))
        return fault(h, "has a dtype that is no text");
    t->type = find_type(json_string_value(value));
    return t->type ? ST_OK : fault(h, "has an unknown dtype");
}

/* A nonnegative integer. */
static bool read_count(uint64_t *out, const json_t *value)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *out = (uint64_t)json_integer_value(value);
    return true;
}

static enum status read_shape(struct tensor *t, const struct header *h,
                              const json_t *value)
{
    if (!json_is_array(value))
        return fault(h, "has a shape that is no list");
    t->axes = json_array_size(value);
    if (t->axes > SAFETENSORS_MAX_AXES)
        return fault_numbers(h, "has %llu axes, at most %llu are supported",
                             t->axes, SAFETENSORS_MAX_AXES);
    for (size_t k = 0; k < t->axes; k++)
        if (!read_count(&t->shape[k], json_array_get(value, k)))
            return fault(h, "has a shape with an entry that is no size");
    return ST_OK;
}

static enum status read_offsets(struct tensor *t, const struct header *h,
                                const json_t *value)
{
    if (!json_is_array(value) || json_array_size(value) != 2 ||
        !read_count(&t->begin, json_array_get(value, 0)) ||
        !read_count(&t->end, json_array_get(value, 1)))
        return fault(h, "has data_offsets that are no two positions");
    if (t->begin > t->end)
        return fault_numbers(h,
                             "has the data_offsets %llu, %llu, which run "
                             "backwards",
                             t->begin, t->end);
    if (t->end > h->room)
        return fault_numbers(h,
                             "ends at byte %llu of the data, of which there "
                             "are only %llu: is the file cut short?",
                             t->end, h->room);
    return ST_OK;
}

/* The bytes that dtype and shape ask for are those of the offsets. */
static enum status check_size(const struct tensor *t, const struct header *h)
{
    uint64_t size = t->type->width;
    bool is_empty = false;
    for (size_t k = 0; k < t->axes; k++)
        is_empty = is_empty || t->shape[k] == 0;
    for (size_t k = 0; k < t->axes && !is_empty; k++) {
        if (t->shape[k] > UINT64_MAX / size)
            return fault(h, "has a shape with too many entries");
        size *= t->shape[k];
    }
    if (is_empty)
        size = 0;
    if (size != t->end - t->begin)
        return fault_numbers(h,
                             "needs %llu bytes by its dtype and shape, but "
                             "its data_offsets hold %llu",
                             size, t->end - t->begin);
    return ST_OK;
}

static enum status read_tensor(struct tensor *t, const struct header *h,
                               const json_t *object)
{
    static const struct {
        const char *key;
        enum status (*read)(struct tensor *, const struct header *,
                            const json_t *);
    } fields[] = {{"dtype", read_type},
                  {"shape", read_shape},
                  {"data_offsets", read_offsets}};
    const size_t count = sizeof fields / sizeof *fields;
    if (!json_is_object(object))
        return fault(h, "is described by no JSON object");
    enum status st = ST_OK;
    for (size_t i = 0; i < count && st == ST_OK; i++) {
        const json_t *value = json_object_get(object, fields[i].key);
        char text[64];
        snprintf(text, sizeof text, "has no %s", fields[i].key);
        st = value ? fields[i].read(t, h, value) : fault(h, text);
    }
    if (st == ST_OK && json_object_size(object) != count)
        st = fault(h, "has a field besides dtype, shape and data_offsets");
    return st == ST_OK ? check_size(t, h) : st;
}

/* ---- all of them ---- */

static enum status check_metadata(const struct header *h, json_t *object)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return data_fault(&h->file, "__metadata__ is no JSON object");
    json_object_foreach(object, key, value)
    {
        if (!json_is_string(value))
            return data_fault(&h->file, "__metadata__ holds what is no text");
    }
    return ST_OK;
}

static enum status read_entry(struct header *h, const char *key, json_t *value)
{
    struct safetensors *s = h->s;
    struct tensor t = {.shard = h->shard};
    if (strcmp(key, "__metadata__") == 0)
        return check_metadata(h, value);
    if (s->ntensors == SAFETENSORS_MAX_TENSORS)
        return data_fault(&h->file, "more than %d tensors",
                          (int)SAFETENSORS_MAX_TENSORS);
    h->name = key;
    enum status st = read_tensor(&t, h, value);
    if (st != ST_OK)
        return st;
    t.name = xstrdup(key);
    t.begin += h->start;
    t.end += h->start;
    size_t n = s->ntensors;
    if ((n & (n - 1)) == 0)
        s->tensors = xrealloc(s->tensors, n ? 2 * n : 1, sizeof *s->tensors);
    s->tensors[s->ntensors++] = t;
    return ST_OK;
}

static int by_place(const void *a, const void *b)
{
    const struct tensor *s = a, *t = b;
    if (s->begin != t->begin)
        return s->begin < t->begin ? -1 : 1;
    return s->end < t->end ? -1 : s->end > t->end;
}

/* The tensors from `first` on, sorted by place, cover the data once. */
static enum status check_cover(struct header *h, size_t first)
{
    const struct safetensors *s = h->s;
    uint64_t end = h->start;
    for (size_t i = first; i < s->ntensors; i++) {
        const struct tensor *t = &s->tensors[i];
        h->name = t->name;
        if (t->begin < end)
            return fault_numbers(h,
                                 "begins at byte %llu of the data, inside "
                                 "another one, which ends at %llu",
                                 t->begin - h->start, end - h->start);
        if (t->begin > end)
            return fault_numbers(h,
                                 "begins at byte %llu of the data, but the "
                                 "tensor before it ends at %llu",
                                 t->begin - h->start, end - h->start);
        end = t->end;
    }
    if (end - h->start != h->room)
        return data_fault(&h->file,
                          "%llu bytes of the data belong to no tensor",
                          (unsigned long long)(h->room - (end - h->start)));
    return ST_OK;
}

static enum status read_object(struct header *h, json_t *root)
{
    const char *key;
    json_t *value;
    size_t first = h->s->ntensors;
    json_object_foreach(root, key, value)
    {
        enum status st = read_entry(h, key, value);
        if (st != ST_OK)
            return st;
    }
    if (h->s->ntensors == first)
        return h->room == 0 ? ST_OK
                            : data_fault(&h->file, "data without any tensor");
    qsort(h->s->tensors + first, h->s->ntensors - first, sizeof *h->s->tensors,
          by_place);
    return check_cover(h, first);
}

static enum status read_text(struct header *h, const unsigned char *text,
                             size_t length)
{
    json_t *root = NULL;
    enum status st = safetensors_parse(&root, text, length, &h->file);
    if (st == ST_OK)
        st = read_object(h, root);
    json_decref(root);
    return st;
}

/* The length that the file gives its header, and whether it can be. */
static enum status read_length(size_t *length, struct header *h, int fd,
                               uint64_t size)
{
    unsigned char bytes[8];
    if (size < sizeof bytes)
        return data_fault(&h->file, "is too short for a safetensors file");
    enum status st = safetensors_read_bytes(bytes, fd, 0, sizeof bytes,
                                            h->file.path, h->file.reason);
    if (st != ST_OK)
        return st;
    uint64_t n = float_word(bytes, sizeof bytes, false);
    if (n > SAFETENSORS_MAX_HEADER)
        return data_fault(&h->file,
                          "claims a header of %llu bytes, at most %d are read",
                          (unsigned long long)n, (int)SAFETENSORS_MAX_HEADER);
    if (n > size - sizeof bytes)
        return data_fault(
            &h->file, "claims a header of %llu bytes, but only %llu follow",
            (unsigned long long)n, (unsigned long long)(size - sizeof bytes));
    h->start = sizeof bytes + n;
    h->room = size - h->start;
    *length = (size_t)n;
    return ST_OK;
}

enum status safetensors_read_header(struct safetensors *s, size_t shard,
                                    struct buffer *reason)
{
    struct shard *at = &s->shards[shard];
    struct header h = {
        .s = s, .shard = shard, .file = {.path = at->path, .reason = reason}};
    int fd;
    size_t length = 0;
    enum status st = safetensors_open_file(&fd, &at->length, at->path, reason);
    if (st != ST_OK)
        return st;
    st = read_length(&length, &h, fd, at->length);
    if (st == ST_OK) {
        LOCAL_FREE unsigned char *text = xmalloc(length + 1);
        st = safetensors_read_bytes(text, fd, 8, length, at->path, reason);
        if (st == ST_OK)
            st = read_text(&h, text, length);
    }
    close(fd);
    return st;
}
