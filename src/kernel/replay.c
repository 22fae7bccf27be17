#include "kernel/replay.h"

#include "kernel/existence.h"
#include "kernel/range_check.h"

#include <stdlib.h>

struct accepted {
    const struct theorem *theorem;
    size_t claim, link;
};

struct replayer {
    struct catalogue *catalogue;
    struct accepted *items;
    size_t count;
};

struct replayer *replayer_new(void)
{
    struct replayer *r = xcalloc(1, sizeof *r);
    r->catalogue = catalogue_new();
    return r;
}

void replayer_free(struct replayer *r)
{
    if (!r)
        return;
    catalogue_free(r->catalogue);
    free(r->items);
    free(r);
}

bool replayer_has(const struct replayer *r, const struct theorem *theorem,
                  size_t claim, size_t link)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->items[i].theorem == theorem && r->items[i].claim == claim &&
            r->items[i].link == link)
            return true;
    return false;
}

static bool is_proved(void *context, const struct theorem *theorem,
                      size_t claim, size_t link)
{
    return replayer_has(context, theorem, claim, link);
}

static bool check_range(void *context, const struct domain *domain,
                        const void *payload)
{
    char *reason = NULL;
    (void)context;
    bool ok = range_check(payload, domain, &reason) == RECHECK_ACCEPTED;
    free(reason);
    return ok;
}

static char *say(size_t line, const char *why)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "line %zu: %s", line + 1, why);
    return text.text;
}

static bool states(const struct derivation *d, size_t claim, size_t link)
{
    const struct theorem *t = d->theorem;
    if (d->count == 0 || claim >= t->nclaims ||
        link >= t->claims[claim].nlinks || t->claims[claim].has_hole)
        return false;
    const struct line *last = &d->lines[d->count - 1];
    return !last->scope &&
           last->conclusion == t->claims[claim].links[link].relation;
}

static bool replay(struct replayer *r, const struct derivation *d,
                   char **reason)
{
    struct rule_context rules = {.derivation = d,
                                 .normalizer = normal_new(d->theorem),
                                 .catalogue = r->catalogue,
                                 .is_proved = is_proved,
                                 .check_range = check_range,
                                 .context = r};
    size_t line = 0;
    char *why = NULL;
    normal_assume(rules.normalizer);
    while (line < d->count && rule_check(&rules, line, &why))
        line++;
    normal_free(rules.normalizer);
    if (line < d->count)
        *reason = say(line, why ? why : "rejected");
    free(why);
    return line == d->count;
}

/* Whether all that is integrated has an integral. */
static bool has_values(const struct derivation *d, char **reason)
{
    const char *why = NULL;
    struct existence *x = existence_new(d->theorem);
    bool ok = existence_shown(x, d, &why);
    existence_free(x);
    if (!ok)
        *reason = xstrdup(why);
    return ok;
}

enum recheck_answer replayer_accept(struct replayer *r,
                                    const struct derivation *d, size_t claim,
                                    size_t link, char **reason)
{
    *reason = NULL;
    if (d->count > DERIVATION_MAX_LINES || !states(d, claim, link)) {
        *reason = xstrdup("the last line does not state the claim");
        return RECHECK_REJECTED;
    }
    if (!replay(r, d, reason) || !has_values(d, reason))
        return RECHECK_REJECTED;
    r->items = xrealloc(r->items, r->count + 1, sizeof *r->items);
    r->items[r->count++] = (struct accepted){d->theorem, claim, link};
    return RECHECK_ACCEPTED;
}
