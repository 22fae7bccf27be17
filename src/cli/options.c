#include "cli/options.h"

#include "trace/words.h"
#include "verify/ladder.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(command) (1u << (command))

enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_NUMBER,
    OPTION_SECONDS,
    OPTION_BYTES,
    OPTION_LIST,   /* may stand several times */
    OPTION_SETTING /* NAME=PATH; may stand several times */
};

struct option_row {
    const char *name;  /* --name or -n */
    const char *value; /* what follows, as the help shows it, or NULL */
    enum option_kind kind;
    size_t offset;        /* in struct options */
    uint64_t least, most; /* OPTION_NUMBER */
    unsigned commands;    /* BIT(...) of those that take it */
    const char *help;
};

enum {
    WITH_CHECK = BIT(COMMAND_CHECK),
    WITH_EVAL = BIT(COMMAND_EVAL),
    WITH_FMT = BIT(COMMAND_FMT),
    WITH_REFUTE = BIT(COMMAND_REFUTE),
    WITH_ABLATE = BIT(COMMAND_ABLATE),
    WITH_RECHECK = BIT(COMMAND_RECHECK),
    WITH_SEARCH = WITH_REFUTE | WITH_ABLATE,
    WITH_PROVE = BIT(COMMAND_PROVE),
    WITH_BENCH = BIT(COMMAND_BENCH),
    WITH_REPORT = BIT(COMMAND_REPORT),
    WITH_MERGE = BIT(COMMAND_MERGE),
    WITH_EXPLAIN = BIT(COMMAND_EXPLAIN),
    WITH_TRACE = BIT(COMMAND_TRACE),
    WITH_PATHS = BIT(COMMAND_PATHS),
    WITH_CURVES = WITH_TRACE | WITH_PATHS,
    WITH_CEILINGS = WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN |
                    WITH_EVAL | WITH_CURVES | WITH_REPORT | WITH_MERGE |
                    WITH_RECHECK,
    WITH_ALL = (BIT(COMMAND_COUNT) - 1)
};

#define AT(field) offsetof(struct options, field)

/* clang-format off */
static const struct option_row rows[] = {
    {"--case", "NAME", OPTION_TEXT, AT(case_name), 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_CURVES,
     "only the cases of that name (CASE; trace, paths: or THEOREM.CASE)"},
    {"--claim", "NAME", OPTION_TEXT, AT(claim), 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN,
     "only the claims of that name (CLAIM or THEOREM.CLAIM)"},
    {"--trials", "N", OPTION_NUMBER, AT(trials), 1, OPTIONS_MAX_TRIALS,
     WITH_CHECK | WITH_PROVE | WITH_EXPLAIN, "trials of each case (default: the case's, or 200)"},
    {"--trial", "K", OPTION_NUMBER, AT(trial), 0, OPTIONS_MAX_TRIALS,
     WITH_CHECK | WITH_CURVES, "trial K alone (trials count from 0)"},
    {"--seed", "S", OPTION_NUMBER, AT(seed), 0, INT64_MAX,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_CURVES,
     "seed of all draws (default: the case's, or 1)"},
    {"--dims", "\"n=2..8,d=4\"", OPTION_TEXT, AT(dims), 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_CURVES,
     "sizes, stronger than the case's"},
    {"--prec-max", "BITS", OPTION_NUMBER, AT(prec_max), 2, LADDER_MAX_CAP,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_EVAL | WITH_CURVES, "highest precision (default 4096)"},
    {"--time", "SECONDS", OPTION_SECONDS, AT(time), 0, 0,
     WITH_CEILINGS, "stop after that time: exit status 5 (refute, ablate: budget)"},
    {"--mem", "SIZE", OPTION_BYTES, AT(mem), 0, 0,
     WITH_CEILINGS, "stop at that much memory (500M, 2G): exit status 5"},
    {"--evals", "N", OPTION_NUMBER, AT(evals), 1, OPTIONS_MAX_TRIALS,
     WITH_SEARCH, "evaluations of each claim (default 400000)"},
    {"--jobs", "N", OPTION_NUMBER, AT(jobs), 1, OPTIONS_MAX_JOBS, WITH_CHECK,
     "threads (default: one for each processor)"},
    {"--format", "FORMAT", OPTION_TEXT, AT(format), 0, 0, WITH_CHECK | WITH_PROVE | WITH_BENCH | WITH_REPORT | WITH_CURVES,
     "text (default), json, junit, tap, sarif or github; trace, paths: csv"},
    {"-o", "PATH", OPTION_TEXT, AT(output), 0, 0, WITH_CHECK | WITH_REFUTE | WITH_PROVE | WITH_BENCH | WITH_REPORT | WITH_MERGE | WITH_CURVES,
     "write the report (refute: certificates, merge: the store) to a file;\n"
     "                         trace, paths: .svg, .png, .csv or .json"},
    {"--store", "RUN.db", OPTION_TEXT, AT(store), 0, 0, WITH_CHECK,
     "keep every trial in a data base, and go on from what is there"},
    {"--shard", "i/N", OPTION_TEXT, AT(shard), 0, 0, WITH_CHECK,
     "only part i of N of the trials, into the store (see merge)"},
    {"--mpi", NULL, OPTION_FLAG, AT(mpi), 0, 0, WITH_CHECK,
     "one run on the processes that mpirun started"},
    {"--stored", "DIR", OPTION_TEXT, AT(stored), 0, 0, WITH_CHECK,
     "stored counterexamples (default: cases/violated beside bounds)"},
    {"--report", "FILE.md", OPTION_TEXT, AT(report), 0, 0, WITH_REFUTE,
     "the counterexamples for people, as Markdown or HTML (.html)"},
    {"--strict", NULL, OPTION_FLAG, AT(strict), 0, 0, WITH_CHECK | WITH_PROVE,
     "`consistent` satisfies `holds` only for =="},
    {"--no-filter", NULL, OPTION_FLAG, AT(no_filter), 0, 0,
     WITH_CHECK | WITH_REFUTE,
     "no trial decided by doubles with bounds: balls from the start"},
    {"--campaign", NULL, OPTION_FLAG, AT(campaign), 0, 0,
     WITH_CHECK | WITH_REFUTE | WITH_PROVE | WITH_EXPLAIN,
     "the built-in campaign beside the cases"},
    {"--allow-outside", NULL, OPTION_FLAG, AT(allow_outside), 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_CURVES,
     "data files and imports outside the folder of their .bound file"},
    {"--set", "NAME=PATH", OPTION_SETTING, 0, 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_EVAL | WITH_CURVES,
     "the file that tensor(NAME, ...) and file(NAME) read"},
    {"--against", "FILE.bound", OPTION_TEXT, AT(against), 0, 0, WITH_RECHECK,
     "the statement must be the one in that file"},
    {"--recheck", "SHARE", OPTION_TEXT, AT(recheck), 0, 0, WITH_CHECK,
     "true trials shown to the checker: all, sample (default) or none"},
    {"--digits", "N", OPTION_NUMBER, AT(digits), 1, OPTIONS_MAX_DIGITS,
     WITH_EVAL, "significant digits (default 20)"},
    {"--expr", "'E(l)'", OPTION_LIST, AT(exprs), 0, 0, WITH_CURVES,
     "what to follow (several times: several curves); paths: of `path`"},
    {"--over", "'l in 0..L'", OPTION_TEXT, AT(over), 0, 0, WITH_CURVES,
     "the index and its range (paths: default 'l in 1..L')"},
    {"--heads", "'h in 1..H'", OPTION_TEXT, AT(heads), 0, 0, WITH_PATHS,
     "the other index of the factors"},
    {"--left", "'P[l, h]'", OPTION_TEXT, AT(left), 0, 0, WITH_PATHS,
     "what stands before the state in a term"},
    {"--right", "'W[l, h]'", OPTION_TEXT, AT(right), 0, 0, WITH_PATHS,
     "what stands behind it"},
    {"--start", "X", OPTION_TEXT, AT(start), 0, 0, WITH_PATHS,
     "the state before the first layer"},
    {"--sample", "N", OPTION_NUMBER, AT(sample), 1, WORDS_MAX_EACH, WITH_PATHS,
     "most paths of each length (default 200); more are drawn from"},
    {"--bound", "'B(l)'", OPTION_LIST, AT(bounds), 0, 0, WITH_TRACE,
     "a bound to show beside; or a family, or a claim `forall(l in ...)`"},
    {"--double-only", NULL, OPTION_FLAG, AT(double_only), 0, 0, WITH_TRACE,
     "the plain double pass alone; nothing is certified"},
    {"--progress", NULL, OPTION_FLAG, AT(progress), 0, 0,
     WITH_CHECK | WITH_CURVES,
     "a line each second on stderr, also where that is no terminal"},
    {"--check", NULL, OPTION_FLAG, AT(check), 0, 0, WITH_FMT,
     "change nothing; list the files that are not canonical"},
    {"--quick", NULL, OPTION_FLAG, AT(quick), 0, 0, WITH_BENCH,
     "a few seconds: the small sizes, one round"},
    {"--help", NULL, OPTION_FLAG, AT(help), 0, 0, WITH_ALL, "this help"},
    {"--version", NULL, OPTION_FLAG, AT(version), 0, 0, BIT(COMMAND_NONE),
     "the version of the program"},
};

static const struct {
    const char *name, *arguments, *help;
} commands[COMMAND_COUNT] = { /* ORDER: enum command */
    {"", "COMMAND ...", ""},
    {"check", "FILE|DIR...", "try every claim on many exact instances"},
    {"prove", "FILE...", "prove claims and check proofs"},
    {"refute", "FILE...", "search for a counterexample"},
    {"recheck", "CERT.json...", "verify counterexamples and proofs"},
    {"eval", "'EXPR' [NAME=VALUE|NAME=FILE]...", "one certified value"},
    {"trace", "FILE", "a quantity along a family"},
    {"paths", "FILE", "the paths through a network, by length"},
    {"report", "RUN.db", "a stored run as a report"},
    {"merge", "A.db B.db...", "put the parts of a stored run together"},
    {"ablate", "FILE...", "drop each assumption in turn"},
    {"explain", "FILE...", "plans, their operations, what decides"},
    {"bench", "", "certified verdicts against doubles"},
    {"fmt", "FILE...", "canonical layout, in place (- filters stdin)"},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof rows[0] };

const char *options_command_name(enum command command)
{
    return commands[command].name;
}

static bool fail(char **error, const char *format, ...) PRINTF_LIKE(2, 3);

static bool fail(char **error, const char *format, ...)
{
    struct buffer text;
    va_list args;
    buffer_init(&text);
    va_start(args, format);
    buffer_vprintf(&text, format, args);
    va_end(args);
    *error = text.text;
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
    for (size_t i = 0; i < o->nsettings; i++)
        if (strncmp(o->settings[i].name, text, length) == 0 &&
            o->settings[i].name[length] == '\0')
            return fail(error, "%s: %s is given twice", row->name,
                        o->settings[i].name);
    if (o->nsettings == OPTIONS_MAX_SETTINGS)
        return fail(error, "%s: more than %d names", row->name,
                    (int)OPTIONS_MAX_SETTINGS);
    char *name = xmalloc(length + 1);
    memcpy(name, text, length);
    name[length] = '\0';
    o->settings = xrealloc(o->settings, o->nsettings + 1, sizeof *o->settings);
    o->settings[o->nsettings++] =
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
    list->items = xrealloc(list->items, list->count + 1, sizeof *list->items);
    list->items[list->count++] = text;
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

static const struct option_row *find_row(const char *name, size_t length)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strlen(rows[i].name) == length &&
            strncmp(rows[i].name, name, length) == 0)
            return &rows[i];
    return NULL;
}

static bool takes(enum command command, const struct option_row *row)
{
    return (row->commands & BIT(command)) != 0;
}

/* The option at argv[*i]; moves *i on to its value. */
static bool read_option(struct options *o, int argc, char **argv, int *i,
                        char **error)
{
    const char *word = argv[*i];
    const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const struct option_row *row = find_row(word, length);
    if (!row)
        return fail(error, "unknown option '%.*s'", (int)length, word);
    if (!takes(o->command, row)) {
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
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++) {
        if (strcmp(word, commands[c].name) == 0) {
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
    return !is_option(word) || (o->command == COMMAND_EVAL && o->count == 0 &&
                                !find_row(word, strcspn(word, "=")));
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
    return true;
}

void options_clear(struct options *o)
{
    for (size_t i = 0; i < o->nsettings; i++)
        free((void *)o->settings[i].name); /* made by read_setting */
    free(o->settings);
    free(o->exprs.items);
    free(o->bounds.items);
    free(o->arguments);
    *o = (struct options){0};
}

static void help_commands(struct buffer *out)
{
    buffer_add(out, "\nCommands:\n");
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
        buffer_printf(out, "  %-9s %s\n", commands[c].name, commands[c].help);
}

static void help_exit_statuses(struct buffer *out)
{
    buffer_add(
        out,
        "\nExit status, the first that applies:\n"
        "  4  internal error, or not available yet\n"
        "  2  bad usage, syntax, shape or input; nothing to check\n"
        "  1  a claim came out otherwise than expected\n"
        "  5  stopped early (signal, --time, --mem): a prefix is reported\n"
        "  3  something stayed undecided or vacuous unexpectedly\n"
        "  0  every verdict is as expected\n");
}

void options_help(struct buffer *out, enum command command)
{
    buffer_printf(out, "Usage: majorant %s%s%s [options]\n",
                  commands[command].name, commands[command].name[0] ? " " : "",
                  commands[command].arguments);
    if (command == COMMAND_NONE)
        help_commands(out);
    else
        buffer_printf(out, "  %s\n", commands[command].help);
    buffer_add(out, "\nOptions:\n");
    for (size_t i = 0; i < ROWS; i++) {
        char name[64];
        if (!takes(command, &rows[i]))
            continue;
        snprintf(name, sizeof name, "%s %s", rows[i].name,
                 rows[i].value ? rows[i].value : "");
        buffer_printf(out, "  %-22s %s\n", name, rows[i].help);
    }
    if (command == COMMAND_NONE)
        buffer_add(out, "\n`majorant COMMAND --help` tells more.\n");
    if (command == COMMAND_NONE || command == COMMAND_CHECK)
        help_exit_statuses(out);
}
