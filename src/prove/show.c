/* Derivations as people read them. */
#include "logic/catalogue.h"
#include "prove/prover.h"

#include <string.h>

static const char *name_of(const struct derivation *d, const struct line *line)
{
    if (line->rule == RULE_STEP)
        return d->theorem->claims[line->number].name;
    if (line->rule == RULE_INSTANCE)
        return catalogue_name(line->number);
    if (line->rule == RULE_LEMMA)
        return line->lemma->name;
    return rule_name(line->rule);
}

static bool is_first(const struct derivation *d, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (strcmp(name_of(d, &d->lines[i]), name_of(d, &d->lines[at])) == 0)
            return false;
    return true;
}

void prover_summary(struct buffer *out, const struct derivation *d)
{
    bool first = true;
    for (size_t i = 0; i < d->count; i++) {
        enum rule rule = d->lines[i].rule;
        bool plain = rule == RULE_LINEAR && d->count > 1;
        if (plain || !is_first(d, i))
            continue;
        buffer_printf(out, "%s%s%s", first ? "by " : ", ",
                      rule == RULE_LEMMA  ? "lemma "
                      : rule == RULE_STEP ? "step "
                                          : "",
                      name_of(d, &d->lines[i]));
        first = false;
    }
}
