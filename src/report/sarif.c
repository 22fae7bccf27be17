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
    return json_pack("{s:o}", "text", object_text(text));
}

static json_t *rule(const struct rule *rule)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:{s:s}}", "id", rule->id, "name",
                     rule->name, "shortDescription", message(rule->summary),
                     "help", message(rule->help), "defaultConfiguration",
                     "level", rule->level);
}

static json_t *tool(void)
{
    json_t *all = json_array();
    for (size_t i = 0; i < RULES; i++)
        json_array_append_new(all, rule(&rules[i]));
    return json_pack("{s:{s:s, s:s, s:s, s:o}}", "driver", "name", "majorant",
                     "version", MAJORANT_VERSION, "semanticVersion",
                     MAJORANT_VERSION, "rules", all);
}

static json_t *location(const char *uri, const struct result *r)
{
    const struct summary_place place = summary_place(r);
    LOCAL_FREE char *name = buffer_text("%s.%s", r->theorem->name, r->name);
    return json_pack(
        "{s:{s:{s:s}, s:{s:I, s:I}}, s:[{s:o}]}", "physicalLocation",
        "artifactLocation", "uri", uri, "region", "startLine",
        (json_int_t)place.line, "startColumn", (json_int_t)place.column,
        "logicalLocations", "fullyQualifiedName", object_text(name));
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
    LOCAL_FREE char *text =
        buffer_text("%0*llx", (int)HEX, (unsigned long long)key);
    return json_pack("{s:s}", "majorantClaim/v1", text);
}

static json_t *result(const struct result *r)
{
    const size_t which = rule_of(r);
    LOCAL_BUFFER text = buffer_new(), uri = buffer_new();
    escape_uri(&uri, summary_place(r).path);
    buffer_printf(&text, "%s.%s (case %s): ", r->theorem->name, r->name,
                  r->case_name);
    summary_remarks(&text, r, "; ");
    return json_pack("{s:s, s:I, s:s, s:o, s:[o], s:o}", "ruleId",
                     rules[which].id, "ruleIndex", (json_int_t)which, "level",
                     rules[which].level, "message", message(text.text),
                     "locations", location(uri.text, r), "partialFingerprints",
                     fingerprints(uri.text, r));
}

/* A run that was stopped is no success, whatever it had found by then. */
static json_t *invocation(const struct run *run)
{
    json_t *notes = json_array();
    if (run->stopped)
        json_array_append_new(
            notes, json_pack("{s:s, s:o}", "level", "error", "message",
                             message("stopped early: the trials are a "
                                     "prefix")));
    return json_pack("{s:b, s:o}", "executionSuccessful", !run->stopped,
                     "toolExecutionNotifications", notes);
}

static json_t *properties(const struct run *run)
{
    const struct summary s = summary_make(run);
    return json_pack("{s:I, s:I, s:I, s:I}", "claims", (json_int_t)s.claims,
                     "asExpected", (json_int_t)s.outcomes[OUTCOME_EXPECTED],
                     "trials", (json_int_t)s.trials, "seed",
                     (json_int_t)run->seed);
}

void report_sarif(struct buffer *out, const struct run *run)
{
    json_t *results = json_array();
    for (size_t i = 0; i < run->count; i++)
        if (summary_is_told(&run->results[i]))
            json_array_append_new(results, result(&run->results[i]));
    json_t *root =
        json_pack("{s:s, s:s, s:[{s:o, s:s, s:[o], s:o, s:o}]}", "$schema",
                  "https://json.schemastore.org/sarif-2.1.0.json", "version",
                  "2.1.0", "runs", "tool", tool(), "columnKind",
                  "unicodeCodePoints", "invocations", invocation(run),
                  "results", results, "properties", properties(run));
    object_print(out, root);
    json_decref(root);
}
