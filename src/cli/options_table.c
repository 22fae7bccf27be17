/* The options and commands, and the help that lists them. */
#include "cli/options_table.h"

#include "search/ascent.h"
#include "trace/compare.h"
#include "trace/trials.h"
#include "trace/words.h"
#include "verify/ladder.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

_Static_assert(ASCENT_DEFAULT_EVALS == 20000000 &&
                   2 * ASCENT_BRIEF_EVALS == 120000,
               "the defaults that help and man tell of --evals");

#define BIT(command) (1u << (command))

enum {
    WITH_CHECK = BIT(COMMAND_CHECK),
    WITH_EVAL = BIT(COMMAND_EVAL),
    WITH_FMT = BIT(COMMAND_FMT),
    WITH_REFUTE = BIT(COMMAND_REFUTE),
    WITH_ABLATE = BIT(COMMAND_ABLATE),
    WITH_RECHECK = BIT(COMMAND_RECHECK),
    WITH_SEARCH = WITH_REFUTE | WITH_ABLATE,
    WITH_PROVE = BIT(COMMAND_PROVE),
    WITH_REPORT = BIT(COMMAND_REPORT),
    WITH_MERGE = BIT(COMMAND_MERGE),
    WITH_EXPLAIN = BIT(COMMAND_EXPLAIN),
    WITH_TRACE = BIT(COMMAND_TRACE),
    WITH_PATHS = BIT(COMMAND_PATHS),
    WITH_COMPARE = BIT(COMMAND_COMPARE),
    WITH_CURVES = WITH_TRACE | WITH_PATHS | WITH_COMPARE,
    WITH_CEILINGS = WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN |
                    WITH_EVAL | WITH_CURVES | WITH_REPORT | WITH_MERGE |
                    WITH_RECHECK,
    WITH_ALL = (BIT(COMMAND_COUNT) - 1)
};

#define AT(field) offsetof(struct options, field)

/* clang-format off */
static const struct option_row rows[] = {
    {"--case", "NAME", OPTION_TEXT, AT(session.case_name), 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN,
     "only the cases of that name"},
    {"--case", "NAME", OPTION_TEXT, AT(session.case_name), 0, 0, WITH_CURVES,
     "the case (CASE or THEOREM.CASE) that gives the matrices"},
    {"--claim", "NAME", OPTION_TEXT, AT(session.claim), 0, 0, WITH_COMPARE,
     "only the bounds of the left side of that claim"},
    {"--claim", "NAME", OPTION_TEXT, AT(session.claim), 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN,
     "only the claims of that name (CLAIM or THEOREM.CLAIM)"},
    {"--trials", "N", OPTION_NUMBER, AT(session.trials), 1, OPTIONS_MAX_TRIALS,
     WITH_CHECK | WITH_PROVE | WITH_EXPLAIN, "trials of each case (default: the case's, or 200; a case's own smaller count stays)"},
    {"--trials", "N", OPTION_NUMBER, AT(session.trials), 1, TRIALS_MAX, WITH_TRACE,
     "mean, deviation, median and extremes over N trials, from --trial on"},
    {"--trials", "N", OPTION_NUMBER, AT(session.trials), 1, COMPARE_MAX_TRIALS,
     WITH_COMPARE, "trials of the case, also more than it asks for"},
    {"--trial", "K", OPTION_NUMBER, AT(session.trial), 0, OPTIONS_MAX_TRIALS,
     WITH_CHECK | WITH_TRACE | WITH_PATHS, "trial K alone (trials count from 0)"},
    {"--seed", "S", OPTION_NUMBER, AT(session.seed), 0, INT64_MAX,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_CURVES,
     "seed of all draws (default: the case's, or 1)"},
    {"--dims", "\"n=2..8,d=4\"", OPTION_TEXT, AT(session.dims), 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_CURVES,
     "sizes, stronger than the case's"},
    {"--prec-max", "BITS", OPTION_NUMBER, AT(session.prec_max), 2, LADDER_MAX_CAP,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_EVAL | WITH_CURVES, "highest precision (default 4096)"},
    {"--time", "SECONDS", OPTION_SECONDS, AT(session.time), 0, 0,
     WITH_CEILINGS & ~WITH_SEARCH, "stop after that time: exit status 5"},
    {"--time", "SECONDS", OPTION_SECONDS, AT(session.time), 0, 0,
     WITH_SEARCH, "the budget of the search"},
    {"--mem", "SIZE", OPTION_BYTES, AT(mem), 0, 0,
     WITH_CEILINGS, "stop at that much memory (500M, 2G): exit status 5"},
    {"--evals", "N", OPTION_NUMBER, AT(evals), 1, OPTIONS_MAX_TRIALS,
     WITH_REFUTE, "evaluations of each claim (default 20000000, within a bound of work)"},
    {"--evals", "N", OPTION_NUMBER, AT(evals), 1, OPTIONS_MAX_TRIALS,
     WITH_ABLATE, "evaluations of each claim (default 120000)"},
    {"--jobs", "N", OPTION_NUMBER, AT(session.jobs), 1, OPTIONS_MAX_JOBS, WITH_CHECK | WITH_PROVE,
     "threads (default: one for each processor)"},
    {"--format", "FORMAT", OPTION_TEXT, AT(format), 0, 0, WITH_CHECK | WITH_PROVE,
     "text (default), json, junit, sarif or github"},
    {"--format", "FORMAT", OPTION_TEXT, AT(format), 0, 0, WITH_REPORT,
     "text (default), json, junit, html or md; or by the ending of -o"},
    {"--format", "FORMAT", OPTION_TEXT, AT(format), 0, 0, WITH_CURVES,
     "text (default), csv or json"},
    {"-o", "PATH", OPTION_TEXT, AT(output), 0, 0, WITH_CHECK | WITH_REPORT,
     "write the report to that file"},
    {"-o", "PATH", OPTION_TEXT, AT(output), 0, 0, WITH_PROVE,
     "write certificates of the proofs to that file"},
    {"-o", "PATH", OPTION_TEXT, AT(output), 0, 0, WITH_REFUTE,
     "write certificates of the counterexamples to that file"},
    {"-o", "PATH", OPTION_TEXT, AT(output), 0, 0, WITH_MERGE,
     "the store that is made of them"},
    {"-o", "PATH", OPTION_TEXT, AT(output), 0, 0, WITH_CURVES,
     "write a .svg, .csv or .json file besides"},
    {"--store", "RUN.db", OPTION_TEXT, AT(store), 0, 0, WITH_CHECK,
     "keep every trial in a data base, and go on from what is there"},
    {"--shard", "i/N", OPTION_TEXT, AT(shard), 0, 0, WITH_CHECK,
     "only part i of N of the trials, into the store (see merge)"},
    {"--mpi", NULL, OPTION_FLAG, AT(mpi), 0, 0, WITH_CHECK,
     "a shard for each process that mpirun started, then the whole (needs --store)"},
    {"--stored", "DIR", OPTION_TEXT, AT(session.stored), 0, 0, WITH_CHECK,
     "stored counterexamples and proofs (default: cases beside bounds)"},
    {"--stored", "DIR", OPTION_TEXT, AT(session.stored), 0, 0, WITH_PROVE,
     "stored proofs, for --update (default: cases/proved beside bounds)"},
    {"--engine", "ENGINE", OPTION_TEXT, AT(engine), 0, 0, WITH_PROVE,
     "kernel (default), core (the small core alone) or auto (core, else kernel)"},
    {"--explain", "CLAIM", OPTION_TEXT, AT(explain), 0, 0, WITH_PROVE,
     "that claim on the core: the proof in steps, or where the search ended"},
    {"--no-cache", NULL, OPTION_FLAG, AT(session.no_cache), 0, 0, WITH_CHECK,
     "no attempt at a proof is remembered, nor its failure"},
    {"--update", NULL, OPTION_FLAG, AT(session.update), 0, 0, WITH_PROVE,
     "replay what is stored, prove the rest, and store all that is proved"},
    {"--report", "FILE.md", OPTION_TEXT, AT(report), 0, 0, WITH_REFUTE,
     "the counterexamples for people, as Markdown or HTML (.html)"},
    {"--strict", NULL, OPTION_FLAG, AT(session.strict), 0, 0, WITH_CHECK | WITH_PROVE,
     "`consistent` satisfies `holds` only for =="},
    {"--no-filter", NULL, OPTION_FLAG, AT(session.no_filter), 0, 0,
     WITH_CHECK | WITH_REFUTE,
     "no trial decided by doubles with bounds: balls from the start"},
    {"--campaign", NULL, OPTION_FLAG, AT(session.campaign), 0, 0,
     WITH_CHECK | WITH_REFUTE | WITH_PROVE | WITH_EXPLAIN,
     "the built-in campaign beside the cases"},
    {"--allow-outside", NULL, OPTION_FLAG, AT(session.allow_outside), 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_CURVES,
     "data files and imports outside the folder of their .bound file"},
    {"--allow-outside", NULL, OPTION_FLAG, AT(session.allow_outside), 0, 0,
     WITH_REPORT | WITH_RECHECK,
     "imports of .bound files from outside their folder"},
    {"--set", "NAME=PATH", OPTION_SETTING, 0, 0, 0,
     WITH_CHECK | WITH_SEARCH | WITH_PROVE | WITH_EXPLAIN | WITH_EVAL | WITH_CURVES,
     "the file that tensor(NAME, ...) and file(NAME) read"},
    {"--against", "FILE.bound", OPTION_TEXT, AT(against), 0, 0, WITH_RECHECK,
     "the statement must be the one in that file"},
    {"--recheck", "SHARE", OPTION_TEXT, AT(recheck), 0, 0, WITH_CHECK,
     "true trials shown to the checker: all, sample (default) or none"},
    {"--digits", "N", OPTION_NUMBER, AT(digits), 1, OPTIONS_MAX_DIGITS,
     WITH_EVAL, "significant digits (default 20)"},
    {"--expr", "'E(l)'", OPTION_LIST, AT(exprs), 0, 0, WITH_TRACE,
     "what to follow (several times: several curves)"},
    {"--expr", "'E(path)'", OPTION_LIST, AT(exprs), 0, 0, WITH_PATHS,
     "what to measure of each term (default 'norm1inf(res(path))')"},
    {"--over", "'l in 0..L'", OPTION_TEXT, AT(over), 0, 0, WITH_TRACE,
     "the index and its range"},
    {"--over", "'l in 1..L'", OPTION_TEXT, AT(over), 0, 0, WITH_PATHS,
     "the index of the layers and its range (the default)"},
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
    {"--double-only", NULL, OPTION_FLAG, AT(double_only), 0, 0,
     WITH_TRACE | WITH_PATHS,
     "the plain double pass alone; nothing is certified"},
    {"-v", NULL, OPTION_FLAG, AT(verbose), 0, 0, WITH_CHECK,
     "the tables of every file, where several are checked"},
    {"-q", NULL, OPTION_FLAG, AT(silent), 0, 0, WITH_CHECK,
     "only what is not as expected"},
    {"-x", NULL, OPTION_FLAG, AT(session.fail_first), 0, 0, WITH_CHECK,
     "stop where something is not as expected"},
    {"--last-failed", NULL, OPTION_FLAG, AT(last_failed), 0, 0, WITH_CHECK,
     "only the claims that were not as expected last time"},
    {"--color", "WHEN", OPTION_TEXT, AT(colour), 0, 0, WITH_CHECK,
     "auto (default: on a terminal, unless NO_COLOR is set), always or never"},
    {"--progress", NULL, OPTION_FLAG, AT(progress), 0, 0,
     WITH_CHECK | WITH_PROVE | WITH_REFUTE | WITH_TRACE | WITH_PATHS,
     "a line each second on stderr, also where that is no terminal"},
    {"--check", NULL, OPTION_FLAG, AT(check), 0, 0, WITH_FMT,
     "change nothing; list the files that are not canonical"},
    {"--help", NULL, OPTION_FLAG, AT(help), 0, 0, WITH_ALL, "this help (also -h)"},
    {"-h", NULL, OPTION_FLAG, AT(help), 0, 0, WITH_ALL, NULL},
    {"--version", NULL, OPTION_FLAG, AT(version), 0, 0, BIT(COMMAND_NONE),
     "the version of the program (also -V)"},
    {"-V", NULL, OPTION_FLAG, AT(version), 0, 0, BIT(COMMAND_NONE), NULL},
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
    {"compare", "FILE", "bounds of the same side beside each other"},
    {"report", "RUN.db", "a stored run as a report"},
    {"merge", "A.db B.db...", "put the parts of a stored run together"},
    {"ablate", "FILE...", "drop each assumption in turn"},
    {"explain", "FILE...", "plans, and what decides them"},
    {"fmt", "FILE...", "canonical layout, in place (- filters stdin)"},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof rows[0] };

bool option_is_of(const struct option_row *row, enum command command)
{
    return (row->commands & BIT(command)) != 0;
}

static bool has_name(const struct option_row *row, const char *name,
                     size_t length)
{
    return strlen(row->name) == length && strncmp(row->name, name, length) == 0;
}

const struct option_row *option_find(enum command command, const char *name,
                                     size_t length)
{
    const struct option_row *other = NULL;
    for (size_t i = 0; i < ROWS; i++) {
        if (!has_name(&rows[i], name, length))
            continue;
        if (option_is_of(&rows[i], command))
            return &rows[i];
        other = &rows[i];
    }
    return other;
}

const char *options_command_name(enum command command)
{
    return commands[command].name;
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
        "  4  internal error, or finder and checker disagree\n"
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
        if (!option_is_of(&rows[i], command) || !rows[i].help)
            continue;
        snprintf(name, sizeof name, "%s %s", rows[i].name,
                 rows[i].value ? rows[i].value : "");
        buffer_printf(out, "  %-22s %s\n", name, rows[i].help);
    }
    if (command == COMMAND_NONE)
        buffer_add(out, "\n`majorant help COMMAND` tells more.\n");
    if (command == COMMAND_NONE || command == COMMAND_CHECK)
        help_exit_statuses(out);
}
