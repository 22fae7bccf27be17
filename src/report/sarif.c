/*
 * SARIF 2.1.0 (OASIS): one result for each claim that did not come out as
 * expected.  Claims as expected are none, since readers make an alert of
 * every result; they are counted in the run's properties.
 */
#include "report/report.h"

#include "base/rng.h"
#include "base/escape.h"
#include "report/object.h"
#include "report/summary.h"

#include <stdlib.h>

static const struct rule {
    const char *id, *name, *level, *summary, *help;
} rules[] = {
    {"violated", "ClaimViolated", "error",
     "A claim is certainly false at an exact instance",
     "The message names the instance. `majorant refute` shrinks it and writes "
     "a certificate that `majorant recheck` verifies."},
    {"otherwise", "ClaimOtherwise", "error",
     "A claim came out otherwise than the file expects",
     "Either the claim or its `expect` is wrong."},
    {"undecided", "ClaimUndecided", "warning",
     "A claim was neither certainly true nor certainly false",
     "A higher --prec-max or a proof may decide it."},
    {"vacuous", "ClaimVacuous", "warning",
     "No instance was found that the assumptions admit and at which the claim "
     "is defined",
     "Nothing was checked. The assumptions may contradict each other or the "
     "case."}};

enum { RULES = sizeof rules / sizeof rules[0] };

static size_t rule_of(const struct result *r)
{
    switch (r->verdict) {
    case WORD_VIOLATED:
        return 0;
    case WORD_UNDECIDED:
        return 2;
    case WORD_VACUOUS:
        return 3;
    case WORD_NONE:
    case WORD_NOT_REACHED:
    case WORD_HOLDS:
    case WORD_PROVED:
    case WORD_CONSISTENT:
        return 1;
    }
    return 1;
}

static json_t *message(const char *text)
{
    json_t *o = json_object();
    object_set(o, "text", object_text(text));
    return o;
}

static json_t *rule(const struct rule *rule)
{
    json_t *o = json_object(), *configuration = json_object();
    object_set(o, "id", json_string(rule->id));
    object_set(o, "name", json_string(rule->name));
    object_set(o, "shortDescription", message(rule->summary));
    object_set(o, "help", message(rule->help));
    object_set(configuration, "level", json_string(rule->level));
    object_set(o, "defaultConfiguration", configuration);
    return o;
}

static json_t *tool(void)
{
    json_t *o = json_object(), *driver = json_object(), *all = json_array();
    for (size_t i = 0; i < RULES; i++)
        json_array_append_new(all, rule(&rules[i]));
    object_set(driver, "name", json_string("majorant"));
    object_set(driver, "version", json_string(MAJORANT_VERSION));
    object_set(driver, "semanticVersion", json_string(MAJORANT_VERSION));
    object_set(driver, "rules", all);
    object_set(o, "driver", driver);
    return o;
}

static json_t *location(const char *uri, const struct result *r)
{
    struct summary_place place = summary_place(r);
    json_t *o = json_object(), *physical = json_object();
    json_t *artifact = json_object(), *region = json_object();
    json_t *logical = json_object(), *names = json_array();
    LOCAL_BUFFER name = buffer_new();
    object_set(artifact, "uri", json_string(uri));
    object_set(region, "startLine", json_integer((json_int_t)place.line));
    object_set(region, "startColumn", json_integer((json_int_t)place.column));
    object_set(physical, "artifactLocation", artifact);
    object_set(physical, "region", region);
    buffer_printf(&name, "%s.%s", r->theorem->name, r->name);
    object_set(logical, "fullyQualifiedName", object_text(name.text));
    json_array_append_new(names, logical);
    object_set(o, "physicalLocation", physical);
    object_set(o, "logicalLocations", names);
    return o;
}

/*
 * Of the file, theorem, claim, case and rule, not of the place: an alert stays
 * the same one when lines move.
 */
static json_t *fingerprints(const char *uri, const struct result *r)
{
    enum { HEX = 2 * sizeof(uint64_t) };
    uint64_t key = rng_key(rng_key(0, uri), r->theorem->name);
    key = rng_key(rng_key(key, r->name), r->case_name);
    key = rng_key(key, rules[rule_of(r)].id);
    LOCAL_BUFFER text = buffer_new();
    buffer_printf(&text, "%0*llx", (int)HEX, (unsigned long long)key);
    json_t *o = json_object();
    object_set(o, "majorantClaim/v1", json_string(text.text));
    return o;
}

static json_t *result(const struct result *r)
{
    size_t which = rule_of(r);
    json_t *o = json_object(), *locations = json_array();
    LOCAL_BUFFER text = buffer_new(), uri = buffer_new();
    escape_uri(&uri, summary_place(r).path);
    buffer_printf(&text, "%s.%s (case %s): ", r->theorem->name, r->name,
                  r->case_name);
    summary_remarks(&text, r, "; ");
    json_array_append_new(locations, location(uri.text, r));
    object_set(o, "ruleId", json_string(rules[which].id));
    object_set(o, "ruleIndex", json_integer((json_int_t)which));
    object_set(o, "level", json_string(rules[which].level));
    object_set(o, "message", message(text.text));
    object_set(o, "locations", locations);
    object_set(o, "partialFingerprints", fingerprints(uri.text, r));
    return o;
}

/* A run that was stopped is no success, whatever it had found by then. */
static json_t *invocation(const struct run *run)
{
    json_t *o = json_object(), *notes = json_array();
    object_set(o, "executionSuccessful", json_boolean(!run->stopped));
    if (run->stopped) {
        json_t *note = json_object();
        object_set(note, "level", json_string("error"));
        object_set(note, "message",
                   message("stopped early: the trials are a prefix"));
        json_array_append_new(notes, note);
    }
    object_set(o, "toolExecutionNotifications", notes);
    return o;
}

static json_t *properties(const struct run *run)
{
    const struct summary s = summary_make(run);
    json_t *o = json_object();
    object_set(o, "claims", json_integer((json_int_t)s.claims));
    object_set(o, "asExpected",
               json_integer((json_int_t)s.outcomes[OUTCOME_EXPECTED]));
    object_set(o, "trials", json_integer((json_int_t)s.trials));
    object_set(o, "seed", json_integer((json_int_t)run->seed));
    return o;
}

void report_sarif(struct buffer *out, const struct run *run)
{
    json_t *root = json_object(), *runs = json_array(), *one = json_object();
    json_t *results = json_array(), *invocations = json_array();
    for (size_t i = 0; i < run->count; i++)
        if (summary_is_told(&run->results[i]))
            json_array_append_new(results, result(&run->results[i]));
    json_array_append_new(invocations, invocation(run));
    object_set(one, "tool", tool());
    object_set(one, "columnKind", json_string("unicodeCodePoints"));
    object_set(one, "invocations", invocations);
    object_set(one, "results", results);
    object_set(one, "properties", properties(run));
    json_array_append_new(runs, one);
    object_set(root, "$schema",
               json_string("https://json.schemastore.org/sarif-2.1.0.json"));
    object_set(root, "version", json_string("2.1.0"));
    object_set(root, "runs", runs);
    object_print(out, root);
    json_decref(root);
}
