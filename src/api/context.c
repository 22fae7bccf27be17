/* Contexts: limits, inputs, the last message; clients of sessions. */
#include "api/api_internal.h"

#include "verify/ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Longer names are no names of anything in a file. */
enum { NAME_MAX_BYTES = 4096 };

const char *majorant_version(void)
{
    return MAJORANT_VERSION;
}

/* ---- what a session says ---- */

static void say(void *context, enum session_tone tone, const char *text)
{
    if (tone == SESSION_ERROR)
        (void)api_fail(context, MAJORANT_INPUT, "%s", text);
}

static bool is_due(void *context)
{
    enum { EACH_SECOND = 5 };
    const struct api_listener *l =
        &((const struct majorant_context *)context)->listener;
    return l->tell && EACH_SECOND * (session_clock() - l->told) >= 1;
}

static void progress(void *context, const struct session_share *share,
                     const char *now)
{
    struct api_listener *l = &((struct majorant_context *)context)->listener;
    if (!now)
        return;
    l->told = session_clock();
    l->tell(l->tell_data, share ? share->done : -1, now);
}

static bool is_cancelled(void *context)
{
    const struct api_listener *l =
        &((const struct majorant_context *)context)->listener;
    return l->is_cancelled && l->is_cancelled(l->cancel_data);
}

enum majorant_status api_stopped(struct majorant_context *c)
{
    return is_cancelled(c)
               ? api_fail(c, MAJORANT_STOPPED, "it was cancelled")
               : api_fail(c, MAJORANT_STOPPED, "the time of %g seconds is over",
                          c->session.time);
}

void majorant_set_cancel(struct majorant_context *context,
                         int (*is_wanted)(void *data), void *data)
{
    if (!api_begin(context))
        return;
    context->listener.is_cancelled = is_wanted;
    context->listener.cancel_data = data;
}

void majorant_set_progress(struct majorant_context *context,
                           void (*tell)(void *data, double done,
                                        const char *now),
                           void *data)
{
    if (!api_begin(context))
        return;
    context->listener.tell = tell;
    context->listener.tell_data = data;
}

struct majorant_context *majorant_context_new(void)
{
    struct majorant_context *c = xcalloc(1, sizeof *c);
    buffer_init(&c->error);
    c->session.jobs = (struct option_number){true, 1};
    c->session.client = (struct session_client){.say = say,
                                                .is_due = is_due,
                                                .progress = progress,
                                                .stop = is_cancelled,
                                                .context = c};
    return c;
}

void majorant_context_free(struct majorant_context *context)
{
    if (!context)
        return;
    majorant_clear_inputs(context);
    buffer_clear(&context->error);
    free(context->library);
    free(context);
}

/* ---- messages ---- */

const char *majorant_error(const struct majorant_context *context)
{
    if (!context)
        return "majorant: error: there is no context\n";
    return context->error.length > 0 ? context->error.text : "";
}

bool api_begin(struct majorant_context *c)
{
    if (c)
        buffer_reset(&c->error);
    return c != NULL;
}

enum majorant_status api_place(struct majorant_context *c, const void *place)
{
    if (!api_begin(c))
        return MAJORANT_INPUT;
    return place ? MAJORANT_OK
                 : api_fail(c, MAJORANT_INPUT, "there is no place for it");
}

enum majorant_status api_fail(struct majorant_context *c,
                              enum majorant_status status, const char *format,
                              ...)
{
    va_list args;
    va_start(args, format);
    buffer_add(&c->error, "majorant: error: ");
    buffer_vprintf(&c->error, format, args);
    buffer_add_char(&c->error, '\n');
    va_end(args);
    return status;
}

enum majorant_status api_fail_diag(struct majorant_context *c,
                                   enum majorant_status status,
                                   const struct diag *diag)
{
    diag_print(diag, &c->error);
    return status;
}

/* ---- limits ---- */

enum majorant_status majorant_set_precision(struct majorant_context *context,
                                            long bits)
{
    if (!api_begin(context))
        return MAJORANT_INPUT;
    if (bits < 2 || bits > LADDER_MAX_CAP)
        return api_fail(context, MAJORANT_INPUT,
                        "a precision of %ld bits is not in 2..%d", bits,
                        (int)LADDER_MAX_CAP);
    context->session.prec_max = (struct option_number){true, (uint64_t)bits};
    return MAJORANT_OK;
}

enum majorant_status majorant_set_time(struct majorant_context *context,
                                       double seconds)
{
    if (!api_begin(context))
        return MAJORANT_INPUT;
    if (!isfinite(seconds) || seconds < 0)
        return api_fail(context, MAJORANT_INPUT,
                        "%g is not a number of seconds", seconds);
    context->session.time = seconds;
    return MAJORANT_OK;
}

enum majorant_status majorant_set_library(struct majorant_context *context,
                                          const char *folders)
{
    if (!api_begin(context))
        return MAJORANT_INPUT;
    free(context->library);
    context->library = folders ? xstrdup(folders) : NULL;
    return MAJORANT_OK;
}

/* ---- inputs ---- */

/* A copy without blanks, to be freed. */
static char *without_blanks(const char *name)
{
    char *plain = xstrdup(name);
    size_t count = 0;
    for (size_t i = 0; name[i]; i++)
        if (name[i] != ' ')
            plain[count++] = name[i];
    plain[count] = '\0';
    return plain;
}

/* The name without blanks, to be freed; NULL: it is none. */
static char *read_name(struct majorant_context *c, const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                  "abcdefghijklmnopqrstuvwxyz"
                                  "0123456789[], -";
    size_t length = name ? strspn(name, allowed) : 0;
    if (length > 0 && length <= NAME_MAX_BYTES && name[length] == '\0' &&
        !strchr("0123456789[], -", name[0]))
        return without_blanks(name);
    api_fail(c, MAJORANT_INPUT, "'%.40s' is no name of a value",
             name ? name : "");
    return NULL;
}

static struct api_input *find(const struct majorant_context *c,
                              const char *plain)
{
    for (size_t i = 0; i < c->ninputs; i++)
        if (strcmp(c->inputs[i].name, plain) == 0)
            return &c->inputs[i];
    return NULL;
}

const struct api_input *api_input(const struct majorant_context *c,
                                  const char *name)
{
    LOCAL_FREE char *plain = without_blanks(name);
    const struct api_input *input = find(c, plain);
    return input && input->value.kind != VALUE_NONE ? input : NULL;
}

static enum majorant_status check_entries(struct majorant_context *c,
                                          const char *name, size_t rows,
                                          size_t cols, const double *entries)
{
    if (rows < 1 || cols < 1 || rows > LAYOUT_MAX_DIM || cols > LAYOUT_MAX_DIM)
        return api_fail(c, MAJORANT_LIMIT,
                        "%s: the sizes %zu x %zu are not in 1..%d", name, rows,
                        cols, (int)LAYOUT_MAX_DIM);
    if (rows * cols > LAYOUT_MAX_ENTRIES)
        return api_fail(c, MAJORANT_LIMIT, "%s has more than %d entries", name,
                        (int)LAYOUT_MAX_ENTRIES);
    if (!entries)
        return api_fail(c, MAJORANT_INPUT, "%s has no entries", name);
    for (size_t i = 0; i < rows * cols; i++)
        if (!isfinite(entries[i]))
            return api_fail(c, MAJORANT_INPUT,
                            "%s: entry [%zu, %zu] is not a finite number", name,
                            i / cols + 1, i % cols + 1);
    return MAJORANT_OK;
}

static struct api_input *room_for(struct majorant_context *c, const char *plain)
{
    struct api_input *input = find(c, plain);
    if (!input) {
        input = &APPEND(c->inputs, c->ninputs);
        *input = (struct api_input){.name = xstrdup(plain)};
        value_init(&input->value);
    }
    return input;
}

enum majorant_status majorant_set_matrix(struct majorant_context *context,
                                         const char *name, size_t rows,
                                         size_t cols, const double *entries)
{
    LOCAL_FREE char *plain = NULL;
    if (!api_begin(context) || !(plain = read_name(context, name)))
        return MAJORANT_INPUT;
    const enum majorant_status st =
        check_entries(context, plain, rows, cols, entries);
    if (st != MAJORANT_OK)
        return st;
    struct value *v = &room_for(context, plain)->value;
    value_set_doubles(v, rows, cols);
    memcpy(v->doubles, entries, rows * cols * sizeof *entries);
    return MAJORANT_OK;
}

enum majorant_status majorant_set_size(struct majorant_context *context,
                                       const char *name, long size)
{
    LOCAL_FREE char *plain = NULL;
    if (!api_begin(context) || !(plain = read_name(context, name)))
        return MAJORANT_INPUT;
    if (size < 1 || size > LAYOUT_MAX_DIM)
        return api_fail(context, MAJORANT_LIMIT, "%s = %ld is not in 1..%d",
                        name, size, (int)LAYOUT_MAX_DIM);
    room_for(context, plain)->size = size;
    return MAJORANT_OK;
}

void majorant_clear_inputs(struct majorant_context *context)
{
    if (!api_begin(context))
        return;
    for (size_t i = 0; i < context->ninputs; i++) {
        free(context->inputs[i].name);
        value_clear(&context->inputs[i].value);
    }
    free(context->inputs);
    context->inputs = NULL;
    context->ninputs = 0;
}
