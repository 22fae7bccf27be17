#include "cli/commands.h"

#include "base/file.h"
#include "cli/output.h"
#include "lang/parser.h"
#include "lang/unparse.h"

#include <string.h>
#include <unistd.h>

/* What became of one file. */
enum layout_state { LAYOUT_CANONICAL, LAYOUT_OTHERWISE, LAYOUT_FAILED };

static enum layout_state format_source(struct buffer *out, struct arena *arena,
                                       const struct source *source)
{
    struct diag *diag = diag_new();
    struct ast_file *file = NULL;
    enum status st = parser_file(&file, arena, source, diag);
    output_diag(diag);
    diag_free(diag);
    if (st != ST_OK)
        return LAYOUT_FAILED;
    unparse_file(out, file);
    bool same = out->length == source->length &&
                memcmp(out->text, source->text, out->length) == 0;
    return same ? LAYOUT_CANONICAL : LAYOUT_OTHERWISE;
}

static int format_file(const char *path, bool check)
{
    struct arena *arena = arena_new();
    struct source *source = NULL;
    enum layout_state state = LAYOUT_FAILED;
    int status = EXIT_EXPECTED;
    LOCAL_BUFFER text = buffer_new();
    const char *reason = NULL;
    if (source_read(&source, arena, path, &reason) == ST_OK)
        state = format_source(&text, arena, source);
    else
        output_error("%s cannot be read: %s", path, reason);
    if (state == LAYOUT_FAILED)
        status = EXIT_USAGE;
    else if (state == LAYOUT_OTHERWISE && check) {
        buffer_reset(&text);
        buffer_add_line(&text, path);
        buffer_add_char(&text, '\n');
        status = output_text(&text) ? EXIT_OTHERWISE : EXIT_USAGE;
    } else if (state == LAYOUT_OTHERWISE && !output_file(path, &text))
        status = EXIT_USAGE;
    arena_free(arena);
    return status;
}

static bool read_stdin(struct buffer *text)
{
    const char *reason = NULL;
    if (file_read_open(text, STDIN_FILENO, SOURCE_MAX_BYTES, &reason) == ST_OK)
        return true;
    return output_error("standard input cannot be read: %s", reason);
}

static int format_stdin(bool check)
{
    struct arena *arena = arena_new();
    int status = EXIT_USAGE;
    LOCAL_BUFFER input = buffer_new(), text = buffer_new();
    if (read_stdin(&input)) {
        enum layout_state state = format_source(
            &text, arena,
            source_from_text(arena, "<stdin>", input.text ? input.text : "",
                             input.length));
        if (state != LAYOUT_FAILED)
            status = check && state == LAYOUT_OTHERWISE ? EXIT_OTHERWISE
                                                        : EXIT_EXPECTED;
        if (state != LAYOUT_FAILED && !check && !output_stdout(&text))
            status = EXIT_USAGE;
    }
    arena_free(arena);
    return status;
}

/* The graver of two statuses; those of fmt are ordered so. */
static int worse(int a, int b)
{
    static const int order[] = {EXIT_USAGE, EXIT_OTHERWISE};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return EXIT_EXPECTED;
}

int command_fmt(const struct options *o)
{
    int status = EXIT_EXPECTED;
    if (o->count == 0)
        return output_refuse("fmt: no file was named");
    for (size_t i = 0; i < o->count; i++) {
        bool standard = strcmp(o->arguments[i], "-") == 0;
        int one = standard ? format_stdin(o->check)
                           : format_file(o->arguments[i], o->check);
        status = worse(status, one);
    }
    return status;
}
