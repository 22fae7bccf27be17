#include "cli/watch.h"

#include "cli/signals.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#define FIRST_SECONDS 1.0 /* nothing is said before */
#define TERMINAL_PAUSE 0.5
#define ASKED_PAUSE 1.0

void watch_start(struct watch *w, bool asked, double anyway)
{
    *w = (struct watch){.started = signals_clock(),
                        .is_terminal = isatty(STDERR_FILENO) == 1};
    w->is_wanted = w->is_terminal || asked || anyway > 0;
    w->pause = w->is_terminal ? TERMINAL_PAUSE : asked ? ASKED_PAUSE : anyway;
}

static double seconds_of(const struct watch *w)
{
    return signals_clock() - w->started;
}

bool watch_is_due(const struct watch *w)
{
    double now = signals_clock();
    return w->is_wanted && now - w->started >= FIRST_SECONDS &&
           now - (w->has_told ? w->told : w->started) >= w->pause;
}

void watch_tell(struct watch *w, const char *format, ...)
{
    va_list args;
    w->told = signals_clock();
    w->has_told = true;
    fputs(w->is_terminal ? "\r\033[K" : "", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputs(w->is_terminal ? "" : "\n", stderr);
    fflush(stderr);
}

void watch_end(struct watch *w)
{
    if (w->has_told && w->is_terminal)
        fputs("\r\033[K", stderr);
    w->has_told = false;
}

bool watch_is_stopped(void *context)
{
    struct deadline none = {0};
    (void)context;
    return signals_stop(&none);
}

void watch_step(void *context, const char *pass, int64_t index, size_t done,
                size_t all)
{
    struct watch *w = context;
    if (watch_is_due(w))
        watch_tell(w, "majorant: %s %" PRId64 ": %zu of %zu operations, %.0f s",
                   pass, index, done, all, seconds_of(w));
}
