/*
 * A program of the build: writes statements as C, and the text that their
 * digests are of.
 *
 *     majorant_statements OUT.c TEXTS PROVED FILE.bound...
 *
 * The text of a file is that of its theorems as the program prints them, with
 * neither comments nor proofs: TEXTS/<folder>_<name>.txt.  Those of axioms/ and
 * library/ are rows of the table.  Each claim of the library has a line in the
 * file PROVED (standing.h), and that has no other.
 */
#include "base/buffer.h"
#include "ir/lower.h"
#include "replay/name.h"

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
    const char *is_axiom = strncmp(path, "axioms/", 7) == 0 ? "true" : "false";

    if (t->nclaims == 0 || t->claims[0].is_step)
        fail(t->name, "it claims nothing");
    LOCAL_BUFFER own = buffer_new();
    module_statement(&own, module, t, &t->claims[0]);
    buffer_add(text, own.text);
    if (strncmp(path, "cited/", 6) != 0) {
        buffer_printf(rows, "    {%s,\n", is_axiom);
        add_string(rows, own.text);
    }
}

/* ---- what is proved ---- */

struct line {
    char *name, *citing, *trusting;
    bool is_proved, is_used;
};

struct lines {
    struct buffer text; /* which they are parts of */
    struct line *items;
    size_t count;
};

/* What stands behind the word, which is cut off there; or NULL. */
static char *behind(char *text, const char *word)
{
    char *at = strstr(text, word);

    if (at == NULL)
        return NULL;
    *at = '\0';
    return at + strlen(word);
}

static void read_line(struct lines *lines, const char *path, char *text)
{
    struct line line = {.name = text};

    if (*text == '#')
        return;
    char *rest = behind(text, ": ");
    if (rest == NULL)
        fail(path, text);
    line.trusting = behind(rest, " trusting ");
    line.citing = behind(rest, " citing ");
    line.is_proved = strcmp(rest, "proved") == 0;
    if (!line.is_proved && (strcmp(rest, "cited") != 0 || line.citing != NULL ||
                            line.trusting != NULL))
        fail(path, text);
    lines->items =
        xrealloc(lines->items, lines->count + 1, sizeof *lines->items);
    lines->items[lines->count++] = line;
}

static void read_lines(struct lines *lines, const char *path)
{
    FILE *in = fopen(path, "rb");
    char *rest = NULL;

    if (in == NULL)
        fail(path, "it cannot be read");
    buffer_add_file(&lines->text, in);
    fclose(in);
    for (char *line = strtok_r(lines->text.text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        read_line(lines, path, line);
}

/* "text", or NULL. */
static void add_text(struct buffer *out, const char *text)
{
    if (text == NULL)
        buffer_add(out, ", NULL");
    else
        buffer_printf(out, ", \"%s\"", text);
}

/* The row of a claim, from its line. */
static void add_standing(struct buffer *out, struct lines *lines,
                         const char *path, const char *name)
{
    size_t i = 0;

    while (i < lines->count && strcmp(lines->items[i].name, name) != 0)
        i++;
    if (i == lines->count || lines->items[i].is_used)
        fail(path, buffer_text("it has no line, or another claim has it: as "
                               "long as there is no proof add\n%s: cited",
                               name));
    lines->items[i].is_used = true;
    buffer_printf(out, "    {\"%s\", %s", name,
                  lines->items[i].is_proved ? "true" : "false");
    add_text(out, lines->items[i].citing);
    add_text(out, lines->items[i].trusting);
    buffer_add(out, "},\n");
}

static void add_standings(struct buffer *out, struct lines *lines,
                          const char *path, const struct theorem *t)
{
    char name[LIBRARY_NAME];

    for (size_t i = 0; i < t->nclaims; i++) {
        if (t->claims[i].is_step)
            continue;
        library_name(name, t, &t->claims[i]);
        add_standing(out, lines, path, name);
    }
}

struct output {
    const char *texts, *proved; /* paths */
    struct buffer rows, standings;
    struct lines lines;
};

static void add_file(struct output *out, const char *path)
{
    const bool is_library = strncmp(path, "library/", 8) == 0;
    LOCAL_DIAG diag = diag_new();
    LOCAL(module_free_local) struct module *module = NULL;

    LOCAL_BUFFER text = buffer_new();
    LOCAL_BUFFER name = buffer_new();
    enum status st = module_load(&module, path, NULL, true, diag);
    diag_print(diag, &text);
    if (st != ST_OK || module_theorems(module) == 0)
        fail(path, text.text ? text.text : "there is no theorem");
    buffer_reset(&text);
    for (size_t i = 0; i < module_theorems(module); i++) {
        add_theorem(&text, &out->rows, path, module, module_theorem(module, i));
        if (is_library)
            add_standings(&out->standings, &out->lines, out->proved,
                          module_theorem(module, i));
    }
    buffer_printf(&name, "%s/%s.txt", out->texts, path);
    for (char *c = name.text + strlen(out->texts) + 1; *c; c++)
        if (*c == '/')
            *c = '_';
    write_file(name.text, &text);
}

int main(int argc, char **argv)
{
    struct output out = {.lines = {.items = NULL}};

    if (argc < 5)
        fail("majorant_statements", "OUT.c TEXTS PROVED FILE.bound...");
    out.texts = argv[2];
    out.proved = argv[3];
    buffer_init(&out.rows);
    buffer_init(&out.standings);
    buffer_init(&out.lines.text);
    read_lines(&out.lines, out.proved);
    buffer_add(&out.rows, "/* Written by statements_make.c. */\n"
                          "#include \"replay/statements.h\"\n\n"
                          "const struct statement statements[] = {\n");
    for (int i = 4; i < argc; i++)
        add_file(&out, argv[i]);
    for (size_t i = 0; i < out.lines.count; i++) {
        if (!out.lines.items[i].is_used)
            fail(out.proved,
                 buffer_text("%s is no claim of the library: its line goes",
                             out.lines.items[i].name));
    }
    buffer_printf(&out.rows,
                  "};\nconst size_t statements_count =\n"
                  "    sizeof statements / sizeof *statements;\n\n"
                  "const struct standing standings[] = {\n%s};\n"
                  "const size_t standings_count =\n"
                  "    sizeof standings / sizeof *standings;\n",
                  out.standings.text);
    write_file(argv[1], &out.rows);
    buffer_clear(&out.rows);
    buffer_clear(&out.standings);
    buffer_clear(&out.lines.text);
    free(out.lines.items);
    return EXIT_SUCCESS;
}
