/* Instances of the catalogue and of theorems already proved. */
#include "logic/instance.h"
#include "logic/rule_internal.h"

/* Every assumption holds, and its sides are defined. */
static bool assumptions_hold(struct checking *k, struct substitution *s,
                             const struct theorem *from)
{
    for (size_t i = 0; i < from->nassumptions; i++) {
        const struct expr *image =
            substitution_apply(s, from->assumptions[i].relation);
        if (!image || !rule_covers(k, image))
            return rule_fail(k, "an assumption of the rule is not covered");
    }
    return true;
}

static bool follows(struct checking *k, struct substitution *s,
                    const struct theorem *from, const struct expr *relation)
{
    const struct expr *image = substitution_apply(s, relation);
    struct relation r;
    if (!image || !relation_read(&r, k->pool, image))
        return rule_fail(k, "the claim has no instance of this form");
    if (!judge_defined(k->judge, r.lhs) || !judge_defined(k->judge, r.rhs))
        return rule_fail(k, "the instance is not seen to be defined");
    if (!substitution_is_admitted(s, k->judge, k->d->theorem))
        return rule_fail(k, "a term is not seen to be of the given's kind");
    if (!assumptions_hold(k, s, from))
        return false;
    return rule_implies(k, image, k->line->conclusion) ||
           rule_fail(k, "the instance says something else");
}

static bool check_instance(struct checking *k, const struct theorem *from,
                           const struct expr *relation)
{
    struct substitution *s = substitution_new(k->c->normalizer, k->pool, from,
                                              k->line->terms, k->line->nterms);
    if (!s)
        return rule_fail(k, "the shapes do not fit the rule");
    bool ok = follows(k, s, from, relation);
    substitution_free(s);
    return ok;
}

/* assumptions of rule `number` at `terms` |- its claim at `terms` */
bool rule_instance(struct checking *k)
{
    const struct theorem *from =
        k->c->catalogue ? catalogue_theorem(k->c->catalogue, k->line->number)
                        : NULL;
    if (!from)
        return rule_fail(k, "there is no such rule");
    return check_instance(k, from, from->claims[0].links[0].relation);
}

/* The same for a link of a claim of a theorem, proved before. */
bool rule_lemma(struct checking *k)
{
    const struct line *l = k->line;
    const struct theorem *from = l->lemma;
    if (!from || from == k->d->theorem || l->number >= from->nclaims ||
        l->link >= from->claims[l->number].nlinks ||
        from->claims[l->number].has_hole)
        return rule_fail(k, "there is no such claim");
    if (!k->c->is_proved ||
        !k->c->is_proved(k->c->context, from, l->number, l->link))
        return rule_fail(k, "the lemma is not proved");
    return check_instance(k, from,
                          from->claims[l->number].links[l->link].relation);
}
