/* What a client asks, and how it is spoken with. */
#include "session/session.h"

#include "verify/crew.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void say(const struct session *s, enum session_tone tone,
                const char *format, va_list args)
{
    LOCAL_BUFFER text = buffer_new();
    buffer_vprintf(&text, format, args);
    if (s->client.say)
        s->client.say(s->client.context, tone, text.text);
}

bool session_error(const struct session *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(s, SESSION_ERROR, format, args);
    va_end(args);
    return false;
}

void session_note(const struct session *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(s, SESSION_NOTE, format, args);
    va_end(args);
}

bool session_is_due(const struct session *s)
{
    return s->client.is_due && s->client.is_due(s->client.context);
}

void session_tell(const struct session *s, const struct session_share *share,
                  const char *format, ...)
{
    va_list args;
    LOCAL_BUFFER text = buffer_new();
    if (!session_is_due(s))
        return;
    va_start(args, format);
    buffer_vprintf(&text, format, args);
    va_end(args);
    s->client.progress(s->client.context, share, text.text);
}

void session_quiet(const struct session *s)
{
    if (s->client.progress)
        s->client.progress(s->client.context, NULL, NULL);
}

bool session_write(const struct session *s, const char *path,
                   const struct buffer *text)
{
    return s->client.write && s->client.write(s->client.context, path, text);
}

bool session_same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

double session_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

size_t session_jobs(const struct session *s)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (s->jobs.given)
        return (size_t)s->jobs.value;
    if (processors < 1)
        return 1;
    return processors > CREW_MAX_THREADS ? CREW_MAX_THREADS
                                         : (size_t)processors;
}

struct deadline session_deadline(const struct session *s)
{
    return (struct deadline){s->time > 0 ? session_clock() + s->time : 0, s};
}

bool deadline_stop(void *deadline)
{
    const struct deadline *d = deadline;
    const struct session_client *client = &d->session->client;
    return (client->stop && client->stop(client->context)) ||
           (d->at > 0 && session_clock() >= d->at);
}

struct ladder_options session_ladder(struct deadline *deadline)
{
    const struct session *s = deadline->session;
    const bool is_capped = s->prec_max.given;
    return (struct ladder_options){
        .no_filter = s->no_filter,
        .prec_max = is_capped ? (long)s->prec_max.value : LADDER_DEFAULT_CAP,
        .integral_max = is_capped ? 0 : LADDER_INTEGRAL_CAP,
        .stop = deadline_stop,
        .context = deadline};
}
