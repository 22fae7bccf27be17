/*
 * majorant-recheck: certificates and records from anywhere, checked by nothing
 * but the core, its intervals and the evaluator of instances.
 *
 * Exit status 0 only if every proof and every violation of every file was
 * accepted, and one at least was there.  Files are read from front to end, one
 * log or certificate in memory at a time.
 */
#include "base/ceiling.h"
#include "base/memory.h"
#include "certio/stream.h"
#include "ir/library.h"
#include "ir/lower.h"
#include "recheck/again.h"
#include "replay/whole.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Exit statuses; those of majorant (docs/language.md, section 8). */
enum {
    STATUS_ACCEPTED = 0,
    STATUS_REJECTED = 1,
    STATUS_UNREAD = 2,
    STATUS_STOPPED = 5
};

static const char usage[] =
    "majorant-recheck [OPTION...] FILE...\n"
    "\n"
    "Checks proofs (majorant.proof/2) and violations (majorant.certificate/1)\n"
    "again, packed by gzip or not; `-` is standard input.\n"
    "\n"
    "  --against FILE.bound  the statements must be those of that file\n"
    "  --whole               replay the library's proofs as well\n"
    "  --library FOLDER      which lie there, not where they are installed\n"
    "  --allow-outside       imports of that file from outside its folder\n"
    "  --mem SIZE            stop at that much memory (500M, 2G)\n"
    "  --help                this text\n"
    "  --version             the version of the program\n"
    "\n"
    "Exit status: 0 all accepted; 1 something is rejected; 2 a file is no\n"
    "certificate or states something else; 4 no memory; 5 stopped at --mem.\n";

struct options {
    const char *against, *library;
    bool whole, allow_outside;
    uint64_t mem; /* 0: no ceiling */
    char **files;
    int count;
};

struct counts {
    size_t proofs, violations, ties, rejected;
};

struct work {
    const struct options *options;
    struct counts counts;
    int status;
};

static void complain(const char *message)
{
    fprintf(stderr, "majorant-recheck: error: %s\n", message);
}

/* ---- options ---- */

/* "500M": K, M and G are powers of 1024; false: it is no size. */
static bool read_size(uint64_t *out, const char *text)
{
    static const char units[] = "KMG";
    char *end;

    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || errno != 0 || value == 0)
        return false;
    const char *unit = *end ? strchr(units, *end) : NULL;
    for (const char *u = units; unit && u <= unit; u++) {
        if (value > ULLONG_MAX / 1024)
            return false;
        value *= 1024;
    }
    if (*end != '\0' && (!unit || end[1] != '\0'))
        return false;
    *out = value;
    return true;
}

/* The argument behind one that needs it; NULL: a message was given. */
static const char *argument(int argc, char **argv, int *at)
{
    if (*at + 1 < argc)
        return argv[++*at];
    LOCAL_FREE char *message = buffer_text("%s needs an argument", argv[*at]);
    complain(message);
    return NULL;
}

/* argv[*at] and what belongs to it; false: a message was given. */
static bool read_option(struct options *o, int argc, char **argv, int *at)
{
    const char *word = argv[*at];

    if (strcmp(word, "--against") == 0)
        return (o->against = argument(argc, argv, at)) != NULL;
    if (strcmp(word, "--library") == 0)
        return (o->library = argument(argc, argv, at)) != NULL;
    if (strcmp(word, "--whole") == 0)
        return o->whole = true;
    if (strcmp(word, "--mem") == 0) {
        const char *text = argument(argc, argv, at);
        if (text && !read_size(&o->mem, text))
            complain("--mem: expected a size, like 500M or 2G");
        return text && o->mem > 0;
    }
    if (strcmp(word, "--allow-outside") == 0)
        return o->allow_outside = true;
    if (word[0] == '-' && word[1] != '\0') {
        LOCAL_FREE char *message = buffer_text("there is no option %s", word);
        complain(message);
        return false;
    }
    o->files[o->count++] = argv[*at];
    return true;
}

static bool read_options(struct options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!read_option(o, argc, argv, &i))
            return false;
    if (o->count == 0)
        complain("no file was named");
    return o->count > 0;
}

/* ---- output ---- */

/* What was said so far, made harmless; false: it cannot be written. */
static bool flush(struct buffer *out)
{
    if (out->length == 0)
        return true;
    buffer_make_text(out, false);
    const bool fine =
        fwrite(out->text, 1, out->length, stdout) == out->length &&
        fflush(stdout) == 0;
    if (!fine)
        complain("standard output cannot be written");
    buffer_reset(out);
    return fine;
}

static void add_status(struct work *w, int status)
{
    const bool is_worse = status == STATUS_UNREAD || w->status != STATUS_UNREAD;
    if (status != STATUS_ACCEPTED && is_worse)
        w->status = status;
}

/* The answer joins the status of the run; complains of what is unread. */
static void take(struct work *w, struct buffer *out, enum again_answer answer,
                 const char *reason)
{
    w->counts.rejected += answer == AGAIN_REJECTED;
    add_status(w, answer == AGAIN_ACCEPTED   ? STATUS_ACCEPTED
                  : answer == AGAIN_REJECTED ? STATUS_REJECTED
                                             : STATUS_UNREAD);
    if (!flush(out))
        add_status(w, STATUS_UNREAD);
    if (answer == AGAIN_UNREAD)
        complain(reason ? reason : "no reason was given");
}

/* ---- files ---- */

static size_t lines_of(const struct buffer *text)
{
    size_t lines = 0;
    for (size_t i = 0; i < text->length; i++)
        lines += text->text[i] == '\n';
    return lines;
}

/* The first fault of a record ends the file. */
static void recheck_records(struct work *w, struct feed *feed,
                            const struct again *how)
{
    const struct record_source from = {feed_line, feed};
    enum again_answer answer = AGAIN_ACCEPTED;

    LOCAL_BUFFER out = buffer_new();
    while (answer == AGAIN_ACCEPTED && feed_peek(feed) != FEED_END) {
        LOCAL_FREE char *reason = NULL;
        answer = again_record(&out, &from, how, &reason);
        if (answer == AGAIN_ACCEPTED)
            w->counts.proofs += lines_of(&out);
        take(w, &out, answer, reason);
    }
    if (feed_fault(feed)) {
        LOCAL_FREE char *message =
            buffer_text("%s: %s", how->name, feed_fault(feed));
        take(w, &out, AGAIN_UNREAD, message);
    }
}

/* What a text that is no certificate of a violation is; to be freed. */
static char *why_unread(const struct buffer *text, const char *name, char *why)
{
    if (!certio_has_schema(text->text, text->length, "majorant.proof"))
        return why;
    free(why);
    return buffer_text("%s: proofs of the kernel engine (majorant.proof/1) are "
                       "read by `majorant recheck`, not by this program",
                       name);
}

/* One object; false: it is no certificate, or of something else. */
static bool recheck_object(struct work *w, const struct buffer *text,
                           const char *place, const struct again *how)
{
    LOCAL_FREE struct certificate *list = NULL;
    struct violation_ties ties = {.link = false};
    size_t count = 0;
    LOCAL_FREE char *reason = NULL;
    enum again_answer answer = AGAIN_UNREAD;

    LOCAL_BUFFER out = buffer_new();
    if (certio_read_text(&list, &count, text->text, text->length, place,
                         &reason) != ST_OK)
        reason = why_unread(text, how->name, reason);
    else
        answer = again_violation(&out, &list[0], how, &ties, &reason);
    w->counts.violations += answer == AGAIN_ACCEPTED && !ties.link;
    w->counts.ties += answer == AGAIN_ACCEPTED && ties.link;
    take(w, &out, answer, reason);
    for (size_t i = 0; i < count; i++)
        certificate_clear(&list[i]);
    return answer != AGAIN_UNREAD;
}

static void recheck_objects(struct work *w, struct feed *feed,
                            const struct again *how)
{
    struct certio_stream s = {.feed = feed};
    enum certio_part part = CERTIO_OBJECT;
    LOCAL_BUFFER text = buffer_new();
    LOCAL_FREE char *reason = NULL;
    bool is_read = true;

    while (is_read && part == CERTIO_OBJECT) {
        buffer_reset(&text);
        part = certio_next(&s, &text, how->name, &reason);
        if (part != CERTIO_OBJECT)
            break;
        LOCAL_FREE char *place =
            buffer_text("%s: certificate %zu", how->name, s.count);
        is_read = recheck_object(w, &text, place, how);
    }
    buffer_reset(&text);
    if (is_read && part == CERTIO_FAULT)
        take(w, &text, AGAIN_UNREAD, reason);
}

static void recheck_file(struct work *w, const struct again *how)
{
    const bool is_input = strcmp(how->name, "-") == 0;
    const char *why = NULL;
    LOCAL_FREE char *reason = NULL;
    LOCAL_BUFFER none = buffer_new();
    struct feed *feed = feed_open(is_input ? "/dev/stdin" : how->name, &why);

    if (!feed)
        take(w, &none, AGAIN_UNREAD,
             reason = buffer_text("%s: %s", how->name, why));
    else if (feed_peek(feed) == 'm')
        recheck_records(w, feed, how);
    else
        recheck_objects(w, feed, how);
    feed_close(feed);
}

/* ---- the library ---- */

/* The folder that was installed with the program; to be freed. */
static char *installed_library(void)
{
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, PATH_MAX - 1);
    char *slash;

    program[length > 0 ? length : 0] = '\0';
    slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    return buffer_text("%s/" MAJORANT_LIBRARY, slash ? program : ".");
}

static size_t proved_in(const struct standings *found)
{
    size_t proved = 0;
    for (size_t i = 0; i < found->count; i++)
        proved += found->items[i].is_proved;
    return proved;
}

/* Its proofs, from the axioms on; false: they are not what they should be. */
static bool recheck_library(struct work *w, struct standings *found)
{
    LOCAL_FREE char *folder = w->options->library ? xstrdup(w->options->library)
                                                  : installed_library();
    LOCAL_FREE char *reason = NULL;
    enum again_answer answer = AGAIN_UNREAD;

    LOCAL_BUFFER out = buffer_new();
    LOCAL_BUFFER refused = buffer_new();
    if (whole_replay(found, &refused, folder, NULL, &reason)) {
        const char *lack = whole_lacks(found);
        if (lack)
            buffer_add(&out, refused.text ? refused.text : "");
        buffer_printf(&out, "%s: %s%s: %zu of %zu claims of the library\n",
                      folder, lack ? "rejected: no proof of " : "accepted",
                      lack ? lack : "", proved_in(found), found->count);
        answer = lack ? AGAIN_REJECTED : AGAIN_ACCEPTED;
    }
    take(w, &out, answer, reason);
    return answer == AGAIN_ACCEPTED;
}

/* ---- the run ---- */

/* The file of --against; NULL: messages were given. */
static struct module *load_against(const struct options *o)
{
    LOCAL_DIAG diag = diag_new();
    struct module *module = NULL;
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, PATH_MAX - 1);

    program[length > 0 ? length : 0] = '\0';
    LOCAL_FREE char *library = library_path(length > 0 ? program : NULL);
    if (module_load(&module, o->against, library, o->allow_outside, diag) !=
        ST_OK) {
        LOCAL_BUFFER text = buffer_new();
        diag_print(diag, &text);
        if (text.length > 0)
            buffer_make_text(&text, false);
        fputs(text.text ? text.text : "", stderr);
    }
    return module;
}

static void print_counts(struct work *w)
{
    const struct counts *n = &w->counts;

    LOCAL_BUFFER out = buffer_new();
    buffer_printf(&out,
                  "accepted: %zu proofs, %zu violations by intervals, %zu by "
                  "exact ties; rejected: %zu\n",
                  n->proofs, n->violations, n->ties, n->rejected);
    if (!flush(&out))
        w->status = STATUS_UNREAD;
}

static void recheck_files(struct work *w, struct again *how)
{
    LOCAL(standings_clear) struct standings found = {NULL, 0};
    bool fine = true;

    if (w->options->whole) {
        how->known = &found;
        fine = recheck_library(w, &found);
    }
    for (int i = 0; i < w->options->count && fine; i++) {
        how->name = w->options->files[i];
        recheck_file(w, how);
    }
}

static void run(void *context)
{
    struct work *w = context;
    const struct options *o = w->options;
    struct against against = {NULL, o->against};
    struct again how = {.against = o->against ? &against : NULL};

    ceiling_pass(); /* is looked at once, however small the files are */
    w->status = STATUS_ACCEPTED;
    if (o->against) {
        struct module *module = load_against(o);
        against.module = module;
        if (!module)
            w->status = STATUS_UNREAD;
    }
    if (w->status == STATUS_ACCEPTED)
        recheck_files(w, &how);
    print_counts(w);
    if (w->status == STATUS_ACCEPTED &&
        w->counts.proofs + w->counts.violations + w->counts.ties == 0) {
        complain("nothing was there to be checked");
        w->status = STATUS_UNREAD;
    }
    module_free((struct module *)against.module);
    violation_finish();
}

/* Statements nest; as the command line gives its threads. */
static void want_stack(void)
{
    enum { BYTES = 8 << 20 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 ||
        limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= BYTES)
        return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= BYTES
                         ? BYTES
                         : limit.rlim_max;
    (void)setrlimit(RLIMIT_STACK, &limit);
}

int main(int argc, char **argv)
{
    struct options options = {.files =
                                  xcalloc((size_t)argc + 1, sizeof(char *))};
    struct work work = {.options = &options, .status = STATUS_UNREAD};

    for (int i = 1; i < argc; i++) {
        const bool helps = strcmp(argv[i], "--help") == 0;
        if (!helps && strcmp(argv[i], "--version") != 0)
            continue;
        fputs(helps ? usage : "majorant-recheck " MAJORANT_VERSION "\n",
              stdout);
        return fflush(stdout) == 0 ? 0 : STATUS_UNREAD;
    }
    want_stack();
    memory_guard();
    certio_guard();
    if (read_options(&options, argc, argv)) {
        ceiling_set(options.mem, 0);
        if (!ceiling_try(run, &work)) {
            complain("stopped at the ceiling of --mem");
            work.status = STATUS_STOPPED;
        }
    }
    free(options.files);
    return work.status;
}
