/* Stored violations, counted once the checker has accepted them again. */
#include "session/stored.h"

#include "base/ceiling.h"
#include "cert/statement.h"
#include "certio/certio.h"
#include "kernel/ties.h"
#include "recheck/violation.h"
#include "session/stored_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- where ---- */

/* FOLDER/<file>.<theorem>.<claim>.json, or NULL; to be freed. */
static char *path_of(const struct result *r, const struct session *s)
{
    LOCAL_FREE char *place = stored_path(s, r->file, "cases/violated", false);
    if (!place)
        return NULL;
    char *path = buffer_text("%s.%s.%s.json", place, r->theorem->name,
                             r->theorem->claims[r->claim].name);
    for (char *p = path + strlen(place); *p; p++)
        *p = *p == '/' ? '.' : *p;
    return path;
}

/* ---- what one says of a result ---- */

/* The decimal as a double, and one step outward; false: out of range. */
static bool read_end(double *out, const char *text, double outward)
{
    LOCAL_RATIONAL x = rational_zero();
    bool negative = text[0] == '-';
    const char *digits = text + negative;
    bool ok = rational_parse(&x, digits, strlen(digits)) == ST_OK;
    double value = rational_to_double(&x);
    if (value != 0)
        value = nextafter(negative ? -value : value, outward);
    *out = value;
    return ok && isfinite(value) && (value == 0 || fabs(value) > 1e-300);
}

static struct enclosure enclosure_of(const char *lower, const char *upper)
{
    struct enclosure e = {0};
    double lo, hi;
    int exponent = 0;
    if (!read_end(&lo, lower, -INFINITY) || !read_end(&hi, upper, INFINITY))
        return e;
    (void)frexp(fmax(fabs(lo), fabs(hi)), &exponent);
    e.kind = ENCLOSURE_FINITE;
    e.lo = ldexp(lo, -exponent);
    e.hi = ldexp(hi, -exponent);
    e.exponent = exponent;
    return e;
}

static void set_counterexample(struct result *r, const struct certificate *c)
{
    LOCAL(statement_clear) struct statement s;
    LOCAL_FREE char *reason = NULL;
    if (statement_open(&s, c, &reason)) {
        const struct cert_sides *sides = &c->sides;
        r->counterexample = counterexample_new(COUNTEREXAMPLE_STORED, &s.x);
        if (c->has_sides) {
            r->counterexample->lhs =
                enclosure_of(sides->lhs_lower, sides->lhs_upper);
            r->counterexample->rhs =
                enclosure_of(sides->rhs_lower, sides->rhs_upper);
        }
    }
}

static void add_violation(struct result *r, const struct certificate *c)
{
    const bool is_first = r->tally.is_false == 0;
    result_fall(r, is_first ? COUNTEREXAMPLE_STORED : r->first_false,
                is_first ? c->precision : r->first_false_bits);
    if (!r->counterexample)
        set_counterexample(r, c);
}

/* ---- one file ---- */

struct stored {
    const struct session *session;
    struct run *run;
    const char *path;
    const struct module *module;
    const struct result *first; /* the claim's first result */
    enum status status;
};

static bool is_stated(const struct stored *s, const struct certificate *c)
{
    const struct theorem *t = s->first->theorem;
    const struct claim *claim = &t->claims[s->first->claim];
    LOCAL_BUFFER text = buffer_new();
    module_statement(&text, s->module, t, claim);
    return !c->dropped && strcmp(c->theorem, t->name) == 0 &&
           strcmp(c->claim, claim->name) == 0 &&
           strcmp(c->statement, text.text) == 0;
}

static enum status consider(const struct stored *s, const struct certificate *c)
{
    char *reason = NULL;
    if (!is_stated(s, c)) {
        session_note(s->session,
                     "%s: the statement is another one now; passed over",
                     s->path);
        return ST_OK;
    }
    if (violation_recheck(c, ties_algebra(), &reason) != RECHECK_ACCEPTED) {
        session_error(s->session,
                      "%s: the checker rejects this stored counterexample: %s",
                      s->path, reason ? reason : "no reason was given");
        free(reason);
        return ST_INPUT;
    }
    /* in the case of the first result */
    struct result *r =
        run_find(s->run, s->first->theorem, s->first->claim,
                 c->link > 0 ? c->link - 1 : 0, s->first->case_name);
    if (r)
        add_violation(r, c);
    return ST_OK;
}

static enum status read_file(const struct stored *s)
{
    LOCAL_FREE struct certificate *list = NULL;
    size_t count = 0;
    LOCAL_FREE char *reason = NULL;
    enum status st = certio_read(&list, &count, s->path, &reason);
    if (st != ST_OK)
        session_error(s->session, "%s", reason);
    for (size_t i = 0; i < count; i++) {
        if (st == ST_OK)
            st = consider(s, &list[i]);
        certificate_clear(&list[i]);
    }
    return st == ST_OK ? ST_OK : ST_INPUT;
}

static void try_file(void *context)
{
    struct stored *s = context;
    s->status = read_file(s);
}

/* ---- all claims ---- */

static bool is_wanted(const struct result *r)
{
    return r->expected == WORD_VIOLATED && !r->is_drop && !r->has_hole;
}

/* Whether no earlier result is of the same claim and wanted as well. */
static bool is_first(const struct run *run, size_t i)
{
    const struct result *r = &run->results[i];
    for (size_t k = 0; k < i; k++) {
        const struct result *other = &run->results[k];
        if (other->theorem == r->theorem && other->claim == r->claim &&
            is_wanted(other))
            return false;
    }
    return true;
}

enum status stored_run(struct run *run, const struct tasks *tasks,
                       const struct session *session)
{
    enum status result = ST_OK;
    for (size_t i = 0; i < run->count; i++) {
        const struct result *r = &run->results[i];
        if (!is_wanted(r) || !is_first(run, i))
            continue;
        LOCAL_FREE char *path = path_of(r, session);
        struct stored s = {.session = session,
                           .run = run,
                           .path = path,
                           .module = tasks->modules[0],
                           .first = r};
        if (path && access(path, F_OK) == 0 &&
            !ceiling_try_last(try_file, &s)) {
            run->stopped = true;
            violation_finish(); /* its constants may be half-made */
        }
        if (s.status != ST_OK)
            result = ST_INPUT;
    }
    violation_finish();
    return result;
}
