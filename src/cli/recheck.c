/*
 * `majorant recheck`: the kernel alone, or the core, on certificates from
 * anywhere.
 *
 * Exit status 0 only if every violation and every proof is certified again; 1
 * if it rejects one; 2 if a file is no certificate or states something
 * else than
 * --against.
 */
#include "cli/commands.h"

#include "certio/certio.h"
#include "cli/output.h"
#include "cli/proof_file.h"
#include "cli/record_file.h"
#include "cli/tasks.h"
#include "ir/lower.h"
#include "kernel/proof_json.h"
#include "kernel/ties.h"
#include "recheck/violation.h"

#include <stdlib.h>
#include <string.h>

/* ---- --against FILE.bound ---- */

/* The statement as the file makes it; false: a message was given. */
static bool statement_of(struct buffer *out, const struct module *module,
                         const char *path, const struct certificate *c)
{
    for (size_t i = 0; i < module_theorems(module); i++) {
        const struct theorem *t = module_theorem(module, i);
        if (strcmp(t->name, c->theorem) != 0)
            continue;
        const struct claim *claim = theorem_claim(t, c->claim);
        if (!claim)
            break;
        module_statement(out, module, t, claim);
        return true;
    }
    output_error("%s states no claim %s.%s", path, c->theorem, c->claim);
    return false;
}

static bool is_stated(const struct module *module, const char *path,
                      const struct certificate *c, const char *name)
{
    struct buffer text;
    buffer_init(&text);
    bool same = statement_of(&text, module, path, c);
    if (same && strcmp(text.text, c->statement) != 0) {
        output_error("%s: the statement is not that of %s", name, path);
        same = false;
    }
    buffer_clear(&text);
    return same;
}

/* ---- one certificate ---- */

static void describe(struct buffer *out, const struct certificate *c)
{
    buffer_printf(out, "%s.%s is violated: ", c->theorem, c->claim);
    buffer_add_line(out, c->relation);
    buffer_add_char(out, '\n');
    if (c->dropped)
        buffer_printf(out, "    without the assumption %s\n", c->dropped);
    for (size_t i = 0; i < c->nsizes; i++)
        buffer_printf(out, "%s%s = %lld", i ? ", " : "    ", c->sizes[i].name,
                      (long long)c->sizes[i].value);
    if (c->nsizes > 0)
        buffer_add_char(out, '\n');
    if (!c->has_sides)
        return;
    const struct cert_sides *s = &c->sides;
    buffer_printf(out,
                  "    left in [%s, %s]\n    right in [%s, %s]\n"
                  "    margin at least %s, certified at %ld bits\n",
                  s->lhs_lower, s->lhs_upper, s->rhs_lower, s->rhs_upper,
                  s->margin, c->precision);
}

static int recheck_one(struct buffer *out, const char *name,
                       const struct certificate *c)
{
    char *reason = NULL;
    int status = EXIT_EXPECTED;
    buffer_add_line(out, name);
    if (violation_recheck(c, ties_algebra(), &reason) == RECHECK_ACCEPTED) {
        buffer_add(out, ": accepted: ");
        describe(out, c);
    } else {
        buffer_add(out, ": rejected: ");
        buffer_add_line(out, reason ? reason : "no reason was given");
        buffer_add_char(out, '\n');
        status = EXIT_OTHERWISE;
    }
    free(reason);
    return status;
}

static int worse(int a, int b)
{
    if (a == EXIT_USAGE || b == EXIT_USAGE)
        return EXIT_USAGE;
    return a > b ? a : b;
}

/* Certificates of violations. */
static int recheck_violations(struct buffer *out, const char *path,
                              const struct buffer *text,
                              const struct module *against,
                              const char *against_path)
{
    struct certificate *list = NULL;
    size_t count = 0;
    char *reason = NULL;
    int status = EXIT_EXPECTED;
    if (certio_read_text(&list, &count, text->text ? text->text : "",
                         text->length, path, &reason) != ST_OK) {
        output_error("%s", reason);
        status = EXIT_USAGE;
    } else if (count == 0) {
        output_error("%s: there is no certificate in it", path);
        status = EXIT_USAGE;
    }
    for (size_t i = 0; i < count; i++) {
        if (against && !is_stated(against, against_path, &list[i], path))
            status = EXIT_USAGE;
        else
            status = worse(status, recheck_one(out, path, &list[i]));
        certificate_clear(&list[i]);
    }
    free(list);
    free(reason);
    return status;
}

static int recheck_file(struct buffer *out, const char *path,
                        const struct module *against, const char *against_path)
{
    struct buffer text;
    char *reason = NULL;
    int status = EXIT_USAGE;
    buffer_init(&text);
    if (certio_load(&text, path, &reason) != ST_OK)
        output_error("%s", reason);
    else if (text.text && record_is(text.text))
        status = record_file_recheck(out, path, &text, against, against_path);
    else if (text.text && proof_json_is(text.text, text.length))
        status = proof_file_recheck(out, path, &text, against, against_path);
    else
        status = recheck_violations(out, path, &text, against, against_path);
    buffer_clear(&text);
    free(reason);
    return status;
}

static struct module *load_against(const struct options *o)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    char *library = tasks_library();
    enum status st =
        module_load(&module, o->against, library, o->allow_outside, diag);
    if (st != ST_OK)
        output_diag(diag);
    free(library);
    diag_free(diag);
    return module;
}

int command_recheck(const struct options *o)
{
    struct module *against = NULL;
    int status = EXIT_EXPECTED;
    if (o->count == 0) {
        output_error("recheck: no file was named");
        return EXIT_USAGE;
    }
    if (o->against) {
        against = load_against(o);
        if (!against)
            return EXIT_USAGE;
    }
    struct buffer out;
    buffer_init(&out);
    for (size_t i = 0; i < o->count; i++)
        status = worse(
            status, recheck_file(&out, o->arguments[i], against, o->against));
    if (!output_text(&out))
        status = EXIT_USAGE;
    buffer_clear(&out);
    module_free(against);
    violation_finish();
    return status;
}
