/*
 * Every rule of the catalogue, spoilt in each way that a slip could spoil it:
 * a hypothesis dropped, a given's kind dropped, the sides of <= exchanged, the
 * smaller side made half as large again.  The program must refute each by its
 * own numbers, or the mutation stands in the list below with the reason why
 * it is still true (or still says nothing).  An entry that falls is stale.
 */
#include "catalogue_trials.h"

#include "survivors.h"

#include <stdlib.h>

/* Mutations that stand were tried so often; the others fall much earlier. */
enum { FEW = 24, MANY = 4000 };

struct mutation {
    const char *rule, *kind;
    char *text;
};

struct tried {
    size_t count, fallen, listed;
    bool used[sizeof survivors / sizeof survivors[0]];
};

/* ---- texts ---- */

/* text with `length` bytes at `at` given way to `now`. */
static char *changed(const char *text, const char *at, size_t length,
                     const char *now)
{
    struct buffer out;
    buffer_init(&out);
    buffer_add_bytes(&out, text, (size_t)(at - text));
    buffer_add(&out, now);
    buffer_add(&out, at + length);
    return out.text;
}

/* The relation of the claim; its length in *length. */
static const char *relation_of(const char *text, size_t *length)
{
    static const char *const relations[] = {" <= ", " == ", " < "};
    const char *claim = strstr(text, "claim rule:");
    assert_non_null(claim);
    for (size_t i = 0; i < sizeof relations / sizeof relations[0]; i++) {
        const char *at = strstr(claim, relations[i]);
        *length = strlen(relations[i]);
        if (at)
            return at;
    }
    fail_msg("no relation in %s", text);
    return NULL;
}

/* ---- one mutation ---- */

static size_t listed_at(const struct mutation *m)
{
    size_t i = 0;
    while (i < sizeof survivors / sizeof survivors[0] &&
           (strcmp(survivors[i].rule, m->rule) != 0 ||
            strcmp(survivors[i].mutation, m->kind) != 0))
        i++;
    return i;
}

static void judge(struct tried *all, struct mutation m)
{
    size_t at = listed_at(&m);
    bool listed = at < sizeof survivors / sizeof survivors[0];
    bool falls = try_text(m.text, FEW).is_false > 0 ||
                 try_text(m.text, MANY).is_false > 0;
    all->count++;
    all->fallen += falls;
    if (listed) {
        all->listed++;
        all->used[at] = true;
    }
    if (falls == listed)
        fail_msg("%s: %s %s", m.rule, m.kind,
                 falls ? "falls, though it is listed" : "is not refuted");
    free(m.text);
}

/* ---- all mutations of a rule ---- */

static void spoil_relation(struct tried *all, const char *rule,
                           const char *text)
{
    size_t length;
    const char *at = relation_of(text, &length);
    const char *claim = strstr(text, "claim rule:") + strlen("claim rule:");
    if (at[1] == '<') {
        struct mutation m = {
            rule, "turned",
            changed(text, at, length, length == 4 ? " >= " : " > ")};
        judge(all, m);
    }
    struct buffer larger;
    buffer_init(&larger);
    buffer_printf(&larger, " (%.*s) + abs(%.*s) / 2", (int)(at - claim), claim,
                  (int)(at - claim), claim);
    struct mutation m = {
        rule, "constant",
        changed(text, claim, (size_t)(at - claim), larger.text)};
    buffer_clear(&larger);
    judge(all, m);
}

static void drop_hypotheses(struct tried *all, const char *rule,
                            const char *text)
{
    const char *at = strstr(text, "assume ");
    while (at) {
        size_t length = strcspn(at, ";") + 1;
        char kind[64] = "without ";
        size_t name = strcspn(at + 7, ":");
        assert_true(name < 40);
        strncat(kind, at + 7, name);
        struct mutation m = {rule, kind, changed(text, at, length, "")};
        judge(all, m);
        at = strstr(at + length, "assume ");
    }
}

static void drop_kinds(struct tried *all, const char *rule, const char *text)
{
    static const char *const kinds[][3] = {
        {": nonneg", ": real", "not nonneg"},
        {": stochastic", ": real", "not stochastic"},
        {": symmetric[n]", ": real[n, n]", "not symmetric"},
        {": psd[n]", ": real[n, n]", "not psd"},
        {": orthogonal[n]", ": real[n, n]", "not orthogonal"}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const char *at = strstr(text, kinds[k][0]);
        if (!at)
            continue;
        struct mutation m = {
            rule, kinds[k][2],
            changed(text, at, strlen(kinds[k][0]), kinds[k][1])};
        judge(all, m);
    }
}

static void test_spoilt_rules_are_refuted(void **state)
{
    struct tried all = {0};
    (void)state;
    for (size_t i = 0; i < catalogue_count(); i++) {
        const char *name = catalogue_name(i), *text = catalogue_text(i);
        spoil_relation(&all, name, text);
        drop_hypotheses(&all, name, text);
        drop_kinds(&all, name, text);
    }
    print_message("%zu mutations, %zu refuted, %zu listed\n", all.count,
                  all.fallen, all.listed);
    for (size_t i = 0; i < sizeof survivors / sizeof survivors[0]; i++)
        if (!all.used[i])
            fail_msg("%s: %s is no mutation", survivors[i].rule,
                     survivors[i].mutation);
    assert_int_equal(all.fallen + all.listed, all.count);
    assert_true(all.count > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spoilt_rules_are_refuted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
