#include "cli/options.h"

#include "cli/options_table.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool fail(char **error, const char *format, ...) PRINTF_LIKE(2, 3);

static bool fail(char **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *error = buffer_vtext(format, args);
    va_end(args);
    return false;
}

/* Decimal digits only, within the limits of the row. */
static bool read_number(struct option_number *out, const struct option_row *row,
                        const char *text, char **error)
{
    size_t length = strlen(text);
    bool digits = length > 0 && strspn(text, "0123456789") == length;
    errno = 0;
    unsigned long long value = digits ? strtoull(text, NULL, 10) : 0;
    if (!digits || errno == ERANGE || value < row->least || value > row->most)
        return fail(error, "%s: '%s' is not a whole number from %llu to %llu",
                    row->name, text, (unsigned long long)row->least,
                    (unsigned long long)row->most);
    *out = (struct option_number){.given = true, .value = value};
    return true;
}

static bool read_seconds(double *out, const struct option_row *row,
                         const char *text, char **error)
{
    char *end = NULL;
    bool begins = isdigit((unsigned char)text[0]) || text[0] == '.';
    double value = begins ? strtod(text, &end) : 0;
    if (!begins || *end != '\0' || !isfinite(value) || value <= 0)
        return fail(error, "%s: '%s' is not a positive number of seconds",
                    row->name, text);
    *out = value;
    return true;
}

/* Bytes, or with K, M, G or T behind them the powers of 1024. */
static bool read_bytes(uint64_t *out, const struct option_row *row,
                       const char *text, char **error)
{
    static const char units[] = "KMGT";
    size_t length = strspn(text, "0123456789");
    const char *unit =
        text[length] ? strchr(units, toupper((unsigned char)text[length])) : "";
    errno = 0;
    uint64_t value = length > 0 ? strtoull(text, NULL, 10) : 0;
    bool ok = value > 0 && errno == 0 && unit;
    const char *end = text + length + (ok && *unit != '\0');
    for (const char *u = units; ok && *unit && u <= unit; u++) {
        ok = value <= UINT64_MAX / 1024;
        value *= 1024;
    }
    if (!ok || *end != '\0')
        return fail(error,
                    "%s: '%s' is not a size: expected bytes, or a number with "
                    "K, M, G or T",
                    row->name, text);
    *out = value;
    return true;
}

static bool read_setting(struct options *o, const struct option_row *row,
                         const char *text, char **error)
{
    size_t length = strcspn(text, "=");
    bool is_name = length > 0 && !isdigit((unsigned char)text[0]);
    for (size_t i = 0; i < length; i++)
        is_name =
            is_name && (isalnum((unsigned char)text[i]) || text[i] == '_');
    if (!is_name || text[length] == '\0' || text[length + 1] == '\0')
        return fail(error, "%s: '%s' is not NAME=PATH", row->name, text);
    for (size_t i = 0; i < o->session.nsettings; i++)
        if (strncmp(o->session.settings[i].name, text, length) == 0 &&
            o->session.settings[i].name[length] == '\0')
            return fail(error, "%s: %s is given twice", row->name,
                        o->session.settings[i].name);
    if (o->session.nsettings == OPTIONS_MAX_SETTINGS)
        return fail(error, "%s: more than %d names", row->name,
                    (int)OPTIONS_MAX_SETTINGS);
    char *name = xmalloc(length + 1);
    memcpy(name, text, length);
    name[length] = '\0';
    APPEND(o->session.settings, o->session.nsettings) =
        (struct setting){.name = name, .path = text + length + 1};
    return true;
}

static bool read_item(struct option_list *list, const struct option_row *row,
                      const char *text, char **error)
{
    if (text[0] == '\0')
        return fail(error, "%s: the value is empty", row->name);
    if (list->count == OPTIONS_MAX_LIST)
        return fail(error, "%s: given more than %d times", row->name,
                    (int)OPTIONS_MAX_LIST);
    APPEND(list->items, list->count) = text;
    return true;
}

static bool store(struct options *o, const struct option_row *row,
                  const char *text, char **error)
{
    void *field = (char *)o + row->offset;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)field = true;
        return true;
    case OPTION_TEXT:
        if (text[0] == '\0')
            return fail(error, "%s: the value is empty", row->name);
        *(const char **)field = text;
        return true;
    case OPTION_NUMBER:
        return read_number(field, row, text, error);
    case OPTION_SECONDS:
        return read_seconds(field, row, text, error);
    case OPTION_BYTES:
        return read_bytes(field, row, text, error);
    case OPTION_LIST:
        return read_item(field, row, text, error);
    case OPTION_SETTING:
        return read_setting(o, row, text, error);
    }
    return false;
}

/* The option at argv[*i]; moves *i on to its value. */
static bool read_option(struct options *o, int argc, char **argv, int *i,
                        char **error)
{
    const char *word = argv[*i];
    const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const struct option_row *row = option_find(o->command, word, length);
    if (!row)
        return fail(error, "unknown option '%.*s'", (int)length, word);
    if (!option_is_of(row, o->command)) {
        if (o->command == COMMAND_NONE)
            return fail(error, "'%s' needs a command before it", row->name);
        return fail(error, "'%s' is no option of '%s'", row->name,
                    options_command_name(o->command));
    }
    if (row->kind == OPTION_FLAG) {
        if (equals)
            return fail(error, "%s takes no value", row->name);
        return store(o, row, "", error);
    }
    if (equals)
        return store(o, row, equals + 1, error);
    if (*i + 1 >= argc)
        return fail(error, "%s needs a value: %s", row->name, row->value);
    return store(o, row, argv[++*i], error);
}

static bool read_command(struct options *o, const char *word, char **error)
{
    if (strcmp(word, "help") == 0) { /* of what follows */
        o->help = true;
        return true;
    }
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++) {
        if (strcmp(word, options_command_name((enum command)c)) == 0) {
            o->command = (enum command)c;
            return true;
        }
    }
    return fail(error, "unknown command '%s' (see majorant --help)", word);
}

/* "-" alone is an argument (standard input), so is "-1" in an expression. */
static bool is_option(const char *word)
{
    return word[0] == '-' &&
           (word[1] == '-' || isalpha((unsigned char)word[1]));
}

/* `eval '-x'`: what an expression may begin with is not taken for an option. */
static bool is_operand(const struct options *o, const char *word)
{
    return !is_option(word) ||
           (o->command == COMMAND_EVAL && o->count == 0 &&
            !option_find(o->command, word, strcspn(word, "=")));
}

bool options_read(struct options *o, int argc, char **argv, char **error)
{
    bool plain = false; /* after `--` */
    *o = (struct options){0};
    *error = NULL;
    o->arguments = xcalloc((unsigned long)argc + 1, sizeof *o->arguments);
    for (int i = 1; i < argc; i++) {
        if (!plain && strcmp(argv[i], "--") == 0) {
            plain = true;
        } else if (o->command == COMMAND_NONE && !is_option(argv[i])) {
            if (!read_command(o, argv[i], error))
                return false;
        } else if (plain || is_operand(o, argv[i])) {
            o->arguments[o->count++] = argv[i];
        } else if (!read_option(o, argc, argv, &i, error)) {
            return false;
        }
    }
    if (o->command == COMMAND_NONE && !o->help && !o->version)
        return fail(error, "no command was given (see majorant --help)");
    o->session.files = o->arguments;
    o->session.nfiles = o->count;
    options_outputs(o);
    return true;
}

void options_clear(struct options *o)
{
    for (size_t i = 0; i < o->session.nsettings; i++)
        free((void *)o->session.settings[i].name); /* made by read_setting */
    free(o->session.settings);
    free(o->exprs.items);
    free(o->bounds.items);
    free(o->arguments);
    *o = (struct options){0};
}

void options_outputs(struct options *o)
{
    o->session.outputs[0] = o->output;
    o->session.outputs[1] = o->report;
    o->session.outputs[2] = o->store;
}
