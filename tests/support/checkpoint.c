#include "support/checkpoint.h"

#include "base/buffer.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

static void put(FILE *file, const void *bytes, size_t length)
{
    if (fwrite(bytes, 1, length, file) != length) {
        perror("checkpoint");
        exit(1);
    }
}

static void put_length(FILE *file, uint64_t length)
{
    for (int k = 0; k < 8; k++) {
        unsigned char byte = (unsigned char)(length >> (8 * k) & 255);
        put(file, &byte, 1);
    }
}

void checkpoint_raw(const char *path, uint64_t claimed, const char *header,
                    const void *data, size_t length)
{
    FILE *file = create(path);
    put_length(file, claimed);
    put(file, header, strlen(header));
    if (length)
        put(file, data, length);
    fclose(file);
}

void checkpoint_write(const char *path, const char *header, const void *data,
                      size_t length)
{
    checkpoint_raw(path, strlen(header), header, data, length);
}

double checkpoint_entry(const char *name, uint64_t k)
{
    struct rng rng = rng_start(rng_key_number(rng_key(0, name), k));
    return ((double)rng_below(&rng, 129) - 64) / 64;
}

/* ---- models ---- */

struct axes {
    size_t count, size[3];
};

struct list {
    struct buffer header;
    struct item {
        char *name;
        size_t entries;
    } * items;
    size_t count, bytes;
};

static void add(struct list *l, const char *name, struct axes axes)
{
    size_t entries = 1;
    buffer_printf(&l->header, "%s\"%s\":{\"dtype\":\"F32\",\"shape\":[",
                  l->count ? "," : "", name);
    for (size_t k = 0; k < axes.count; k++) {
        buffer_printf(&l->header, "%s%zu", k ? "," : "", axes.size[k]);
        entries *= axes.size[k];
    }
    buffer_printf(&l->header, "],\"data_offsets\":[%zu,%zu]}", l->bytes,
                  l->bytes + 4 * entries);
    l->bytes += 4 * entries;
    l->items = xrealloc(l->items, l->count + 1, sizeof *l->items);
    l->items[l->count++] = (struct item){xstrdup(name), entries};
}

static void add_in(struct list *l, const char *prefix, const char *name,
                   struct axes axes)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s%s", prefix, name);
    add(l, whole, axes);
}

/* A linear layer that stores its weight as (out, in). */
static void add_linear(struct list *l, const char *prefix, const char *name,
                       size_t in, size_t out)
{
    char part[128];
    snprintf(part, sizeof part, "%s.weight", name);
    add_in(l, prefix, part, (struct axes){2, {out, in}});
    snprintf(part, sizeof part, "%s.bias", name);
    add_in(l, prefix, part, (struct axes){1, {out}});
}

static void add_norm(struct list *l, const char *prefix, const char *name,
                     size_t d)
{
    char part[128];
    snprintf(part, sizeof part, "%s.weight", name);
    add_in(l, prefix, part, (struct axes){1, {d}});
    snprintf(part, sizeof part, "%s.bias", name);
    add_in(l, prefix, part, (struct axes){1, {d}});
}

static void bert(struct list *l, const struct checkpoint_sizes *s)
{
    size_t d = s->heads * s->width;
    add(l, "bert.embeddings.LayerNorm.weight", (struct axes){1, {d}});
    for (size_t k = 0; k < s->layers; k++) {
        char p[64];
        snprintf(p, sizeof p, "bert.encoder.layer.%zu.", k);
        add_linear(l, p, "attention.self.query", d, d);
        add_linear(l, p, "attention.self.key", d, d);
        add_linear(l, p, "attention.self.value", d, d);
        add_linear(l, p, "attention.output.dense", d, d);
        add_linear(l, p, "intermediate.dense", d, 4 * d);
        add_linear(l, p, "output.dense", 4 * d, d);
        add_norm(l, p, "attention.output.LayerNorm", d);
        add_norm(l, p, "output.LayerNorm", d);
    }
}

static void albert(struct list *l, const struct checkpoint_sizes *s)
{
    static const char p[] =
        "albert.encoder.albert_layer_groups.0.albert_layers.0.";
    size_t d = s->heads * s->width;
    add_linear(l, "albert.encoder.", "embedding_hidden_mapping_in", 2, d);
    add_linear(l, p, "attention.query", d, d);
    add_linear(l, p, "attention.key", d, d);
    add_linear(l, p, "attention.value", d, d);
    add_linear(l, p, "attention.dense", d, d);
    add_linear(l, p, "ffn", d, 4 * d);
    add_linear(l, p, "ffn_output", 4 * d, d);
}

static void xlnet(struct list *l, const struct checkpoint_sizes *s)
{
    static const char *const names[] = {"q", "k", "v", "o", "r"};
    static const char *const biases[] = {"r_w_bias", "r_r_bias", "r_s_bias"};
    size_t d = s->heads * s->width;
    for (size_t k = 0; k < s->layers; k++) {
        char p[64];
        snprintf(p, sizeof p, "transformer.layer.%zu.rel_attn.", k);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            add_in(l, p, names[i], (struct axes){3, {d, s->heads, s->width}});
        for (size_t i = 0; i < sizeof biases / sizeof *biases; i++)
            add_in(l, p, biases[i], (struct axes){2, {s->heads, s->width}});
        add_in(l, p, "seg_embed", (struct axes){3, {2, s->heads, s->width}});
    }
}

/* Conv1D stores its weight as (in, out). */
static void gpt2(struct list *l, const struct checkpoint_sizes *s)
{
    size_t d = s->heads * s->width;
    for (size_t k = 0; k < s->layers; k++) {
        char p[64];
        snprintf(p, sizeof p, "h.%zu.", k);
        add_in(l, p, "attn.bias", (struct axes){3, {1, 4, 4}});
        add_in(l, p, "attn.c_attn.weight", (struct axes){2, {d, 3 * d}});
        add_in(l, p, "attn.c_attn.bias", (struct axes){1, {3 * d}});
        add_in(l, p, "attn.c_proj.weight", (struct axes){2, {d, d}});
        add_in(l, p, "attn.c_proj.bias", (struct axes){1, {d}});
        add_in(l, p, "mlp.c_fc.weight", (struct axes){2, {d, 4 * d}});
    }
}

/* Machines are little endian, or the bytes are put in that order. */
static void put_float(FILE *file, double value)
{
    float f = (float)value;
    uint32_t bits;
    unsigned char bytes[4];
    memcpy(&bits, &f, sizeof bits);
    for (int k = 0; k < 4; k++)
        bytes[k] = (unsigned char)(bits >> (8 * k) & 255);
    put(file, bytes, sizeof bytes);
}

static void write_list(const char *path, struct list *l)
{
    FILE *file = create(path);
    while (l->header.length % 8)
        buffer_add_char(&l->header, ' '); /* as the usual writers do */
    put_length(file, l->header.length);
    put(file, l->header.text, l->header.length);
    for (size_t i = 0; i < l->count; i++) {
        for (uint64_t k = 0; k < l->items[i].entries; k++)
            put_float(file, checkpoint_entry(l->items[i].name, k));
        free(l->items[i].name);
    }
    free(l->items);
    buffer_clear(&l->header);
    fclose(file);
}

int checkpoint_model(const char *path, const char *layout,
                     const struct checkpoint_sizes *sizes)
{
    static const struct {
        const char *name;
        void (*add)(struct list *, const struct checkpoint_sizes *);
    } layouts[] = {
        {"bert", bert}, {"albert", albert}, {"xlnet", xlnet}, {"gpt2", gpt2}};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        if (strcmp(layouts[i].name, layout) != 0)
            continue;
        struct list l = {.count = 0};
        buffer_init(&l.header);
        buffer_add_char(&l.header, '{');
        layouts[i].add(&l, sizes);
        buffer_add(&l.header, ",\"__metadata__\":{\"format\":\"pt\"}}");
        write_list(path, &l);
        return 1;
    }
    return 0;
}
