#include "cli/record_file.h"

#include "cli/output.h"
#include "cli/proof_file.h"
#include "oracle/oracle.h"

#include <stdlib.h>
#include <string.h>

void record_file_line(struct buffer *out, const char *path,
                      const struct theorem *t, size_t claim, size_t link)
{
    buffer_add_line(out, path);
    buffer_printf(out, ": accepted: %s.%s", t->name, t->claims[claim].name);
    if (link > 0)
        buffer_printf(out, "#%zu", link + 1);
    buffer_add(out, " is proved");
}

static void print_accepted(struct buffer *out, const char *path,
                           const struct record_proof *p)
{
    const struct claim *c = &p->theorem->claims[p->claim];
    struct buffer relation;

    buffer_init(&relation);
    theorem_print_quantified(&relation, p->theorem, "for some ", &c->obtained,
                             ": ");
    theorem_print_quantified(&relation, p->theorem, "for all ", &c->variables,
                             ": ");
    expr_print(&relation, c->links[p->link].relation);
    record_file_line(out, path, p->theorem, p->claim, p->link);
    if (p->trusting != NULL)
        buffer_printf(out, " (trusting %s)", p->trusting);
    if (p->citing != NULL)
        buffer_printf(out, ", citing %s", p->citing);
    buffer_add(out, ": ");
    buffer_add_line(out, relation.text);
    buffer_add_char(out, '\n');
    buffer_clear(&relation);
}

static int recheck_one(struct buffer *out, const char *path,
                       struct record *record)
{
    const struct core_oracle oracle = oracle_range();
    char *reason = NULL;
    int status = EXIT_EXPECTED;

    if (!record_replay(record, &oracle, &reason)) {
        buffer_add_line(out, path);
        buffer_add(out, ": rejected: ");
        buffer_add_line(out, reason);
        buffer_add_char(out, '\n');
        status = EXIT_OTHERWISE;
    }
    for (size_t i = 0; i < record_count(record) && status == EXIT_EXPECTED; i++)
        print_accepted(out, path, record_proof(record, i));
    free(reason);
    return status;
}

/* The first fault of a file decides, and ends it. */
int record_file_recheck(struct buffer *out, const char *path,
                        const struct buffer *text, const struct module *against,
                        const char *against_path)
{
    const char *at = text->text;
    int status = EXIT_EXPECTED;

    if (strlen(at) != text->length) {
        output_error("%s: a record has no zero bytes", path);
        return EXIT_USAGE;
    }
    while (*at != '\0' && status == EXIT_EXPECTED) {
        char *reason = NULL;
        struct record *record = record_read(&at, &reason);

        if (record == NULL)
            output_error("%s: %s", path, reason);
        if (record == NULL ||
            (against != NULL &&
             !proof_file_is_stated(against, against_path, record_module(record),
                                   record_statement(record), path)))
            status = EXIT_USAGE;
        else
            status = recheck_one(out, path, record);
        record_free(record);
        free(reason);
    }
    return status;
}
