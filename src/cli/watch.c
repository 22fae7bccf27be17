#include "cli/watch.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#define FIRST_SECONDS 1.0 /* nothing is said before */
#define TERMINAL_PAUSE 0.5
#define ASKED_PAUSE 1.0

static void watch_tell(struct watch *w, const char *format, ...)
    PRINTF_LIKE(2, 3);

void watch_start(struct watch *w, bool asked, double anyway)
{
    const double now = session_clock();
    *w = (struct watch){
        .started = now, .told = now, .is_terminal = isatty(STDERR_FILENO) == 1};
    w->is_wanted = w->is_terminal || asked || anyway > 0;
    w->pause = w->is_terminal ? TERMINAL_PAUSE : asked ? ASKED_PAUSE : anyway;
}

static double seconds_of(const struct watch *w)
{
    return session_clock() - w->started;
}

/* Never before a run took a second or two. */
static bool is_due(void *context)
{
    const struct watch *w = context;
    double now = session_clock();
    return w->is_wanted && now - w->started >= FIRST_SECONDS &&
           now - w->told >= w->pause;
}

static void watch_tell(struct watch *w, const char *format, ...)
{
    va_list args;
    LOCAL_BUFFER line = buffer_new();
    w->told = session_clock();
    w->has_told = true;
    /* What is wider than the terminal is cut, as only one line is erased. */
    fputs(w->is_terminal ? "\r\033[K\033[?7l" : "", stderr);
    va_start(args, format);
    buffer_vprintf(&line, format, args);
    va_end(args);
    buffer_make_line(&line);
    fputs(line.text, stderr);
    fputs(w->is_terminal ? "\033[?7h" : "\n", stderr);
    fflush(stderr);
}

static void tell_share(struct watch *w, const struct session_share *share,
                       const char *now)
{
    const double least = 0.01; /* of which nothing can be foretold */
    LOCAL_BUFFER line = buffer_new();
    if (share->files > 1)
        buffer_printf(&line, "file %zu of %zu, ", share->file, share->files);
    buffer_printf(&line, "%zu of %zu claims, %.0f %%", share->claims, share->of,
                  floor(100 * share->done));
    double left = HUGE_VAL;
    if (share->done >= least)
        left = seconds_of(w) * (1 - share->done) / share->done;
    if (share->end > 0)
        left = fmin(left, fmax(0, share->end - session_clock()));
    if (left < HUGE_VAL)
        buffer_printf(&line, ", %.0f s left", left);
    watch_tell(w, "%s; %s", line.text, now);
}

void watch_end(struct watch *w)
{
    if (w->has_told && w->is_terminal)
        fputs("\r\033[K", stderr);
    w->has_told = false;
}

/* ---- for sessions ---- */

static void progress(void *context, const struct session_share *share,
                     const char *now)
{
    if (share)
        tell_share(context, share, now);
    else if (now)
        watch_tell(context, "%s", now);
    else
        watch_end(context);
}

void watch_session(struct watch *w, struct session *s, bool asked)
{
    watch_start(w, asked, 0);
    s->client.is_due = w->is_wanted ? is_due : NULL;
    s->client.progress = progress;
    s->client.context = w;
}

void watch_step(void *context, const char *pass, int64_t index, size_t done,
                size_t all)
{
    struct watch *w = context;
    if (is_due(w))
        watch_tell(w, "majorant: %s %" PRId64 ": %zu of %zu operations, %.0f s",
                   pass, index, done, all, seconds_of(w));
}
