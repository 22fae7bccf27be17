/*
 * A program of the build: writes statements as C, and the text that their
 * digests are of.
 *
 *     majorant_statements OUT.c TEXTS FILE.bound...
 *
 * The text of a file is that of its theorems as the program prints them, with
 * neither comments nor proofs: TEXTS/<folder>_<name>.txt.  Those of axioms/ and
 * library/ are rows of the table.
 */
#include "base/buffer.h"
#include "ir/lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *where, const char *why)
{
    fprintf(stderr, "%s: %s\n", where, why);
    exit(EXIT_FAILURE);
}

static void write_file(const char *path, const struct buffer *text)
{
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(text->text, 1, text->length, out) != text->length ||
        fclose(out) != 0)
        fail(path, "it cannot be written");
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
    buffer_add(out, "\"},\n");
}

/* Its text; a row for the table too, unless it is cited. */
static void add_theorem(struct buffer *text, struct buffer *rows,
                        const char *path, const struct module *module,
                        const struct theorem *t)
{
    struct buffer own;
    const char *is_axiom = strncmp(path, "axioms/", 7) == 0 ? "true" : "false";

    if (t->nclaims == 0 || t->claims[0].is_step)
        fail(t->name, "it claims nothing");
    buffer_init(&own);
    module_statement(&own, module, t, &t->claims[0]);
    buffer_add(text, own.text);
    if (strncmp(path, "cited/", 6) != 0) {
        buffer_printf(rows, "    {%s,\n", is_axiom);
        add_string(rows, own.text);
    }
    buffer_clear(&own);
}

static void add_file(struct buffer *rows, const char *texts, const char *path)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    struct buffer text, name;
    enum status st;

    buffer_init(&text);
    buffer_init(&name);
    st = module_load(&module, path, NULL, true, diag);
    diag_print(diag, &text);
    if (st != ST_OK || module_theorems(module) == 0)
        fail(path, text.text ? text.text : "there is no theorem");
    buffer_reset(&text);
    for (size_t i = 0; i < module_theorems(module); i++)
        add_theorem(&text, rows, path, module, module_theorem(module, i));
    buffer_printf(&name, "%s/%s.txt", texts, path);
    for (char *c = name.text + strlen(texts) + 1; *c; c++)
        if (*c == '/')
            *c = '_';
    write_file(name.text, &text);
    buffer_clear(&name);
    buffer_clear(&text);
    module_free(module);
    diag_free(diag);
}

int main(int argc, char **argv)
{
    struct buffer rows;

    if (argc < 4)
        fail("majorant_statements", "OUT.c TEXTS FILE.bound...");
    buffer_init(&rows);
    buffer_add(&rows, "/* Written by statements_make.c. */\n"
                      "#include \"replay/statements.h\"\n\n"
                      "const struct statement statements[] = {\n");
    for (int i = 3; i < argc; i++)
        add_file(&rows, argv[2], argv[i]);
    buffer_add(&rows, "};\nconst size_t statements_count =\n"
                      "    sizeof statements / sizeof *statements;\n");
    write_file(argv[1], &rows);
    buffer_clear(&rows);
    return EXIT_SUCCESS;
}
