/*
 * A program of the build: writes the catalogue's rows as C.
 *
 *     majorant_catalogue ROWS.c FILE.bound... --later FILE.bound...
 *
 * The theorems of the files, in that order, are the rows.  Each has the single
 * claim `rule`.  A search tries those behind --later where the others led
 * nowhere.
 */
#include "base/buffer.h"
#include "ir/lower.h"
#include "logic/catalogue_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 2000 };

struct making {
    struct buffer rows;
    char *names[MOST_ROWS];
    size_t count;
    bool is_later;
};

static void fail(const char *where, const char *why)
{
    fprintf(stderr, "%s: %s\n", where, why);
    exit(EXIT_FAILURE);
}

static void add_string(struct buffer *out, const char *text)
{
    buffer_add(out, "     \"");
    for (; *text; text++)
        if (*text == '\n') {
            buffer_add(out, text[1] ? "\\n\"\n     \"" : "\\n");
        } else {
            if (*text == '"' || *text == '\\')
                buffer_add_char(out, '\\');
            buffer_add_char(out, *text);
        }
    buffer_add_char(out, '"');
}

static const struct claim *claim_of(const struct theorem *t)
{
    if (t->nclaims != 1 || strcmp(t->claims[0].name, "rule") != 0 ||
        t->claims[0].nlinks != 1 || t->claims[0].has_hole)
        fail(t->name, "it has not the single claim `rule`");
    return &t->claims[0];
}

static void add_row(struct making *m, const char *path,
                    const struct module *module, const struct theorem *t)
{
    struct buffer text;
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->names[i], t->name) == 0)
            fail(t->name, "there are two theorems of that name");
    if (m->count == MOST_ROWS)
        fail(path, "there are too many theorems");
    m->names[m->count++] = xstrdup(t->name);
    buffer_init(&text);
    module_statement(&text, module, t, claim_of(t));
    buffer_printf(&m->rows, "    {\"%s\", %s,\n", t->name,
                  m->is_later ? "true" : "false");
    add_string(&m->rows, text.text);
    buffer_add(&m->rows, "},\n");
    buffer_clear(&text);
}

static void add_file(struct making *m, const char *path)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    struct buffer messages;
    buffer_init(&messages);
    enum status st = module_load(&module, path, NULL, false, diag);
    diag_print(diag, &messages);
    if (st != ST_OK || module_theorems(module) == 0)
        fail(path, messages.text ? messages.text : "there is no theorem");
    for (size_t i = 0; i < module_theorems(module); i++)
        add_row(m, path, module, module_theorem(module, i));
    buffer_clear(&messages);
    module_free(module);
    diag_free(diag);
}

static void write_rows(const struct making *m, const char *path)
{
    FILE *out = fopen(path, "wb");
    if (!out ||
        fprintf(out,
                "/* Written by catalogue_make.c. */\n"
                "#include \"logic/catalogue_internal.h\"\n\n"
                "const size_t catalogue_rows_count = %zu;\n"
                "const struct catalogue_row catalogue_rows[] = {\n%s};\n",
                m->count, m->rows.text) < 0 ||
        fclose(out) != 0)
        fail(path, "it cannot be written");
}

int main(int argc, char **argv)
{
    static struct making m;
    if (argc < 3)
        fail("majorant_catalogue",
             "ROWS.c FILE.bound... --later FILE.bound...");
    buffer_init(&m.rows);
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], "--later") == 0)
            m.is_later = true;
        else
            add_file(&m, argv[i]);
    write_rows(&m, argv[1]);
    for (size_t i = 0; i < m.count; i++)
        free(m.names[i]);
    buffer_clear(&m.rows);
    return EXIT_SUCCESS;
}
