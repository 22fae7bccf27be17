/* Texts of certificates are of strangers: each is made one harmless line. */
#include "recheck/words.h"

void words_of_link(struct buffer *out, const char *name,
                   const struct theorem *t, size_t claim, size_t link)
{
    buffer_add_line(out, name);
    buffer_printf(out, ": accepted: %s.%s", t->name, t->claims[claim].name);
    if (link > 0)
        buffer_printf(out, "#%zu", link + 1);
    buffer_add(out, " is proved");
}

void words_of_proof(struct buffer *out, const char *name,
                    const struct record_proof *p)
{
    const struct claim *c = &p->theorem->claims[p->claim];

    LOCAL_BUFFER relation = buffer_new();
    theorem_print_quantified(&relation, p->theorem, "for some ", &c->obtained,
                             ": ");
    theorem_print_quantified(&relation, p->theorem, "for all ", &c->variables,
                             ": ");
    expr_print(&relation, c->links[p->link].relation);
    words_of_link(out, name, p->theorem, p->claim, p->link);
    if (p->trusting != NULL)
        buffer_printf(out, " (trusting %s)", p->trusting);
    if (p->citing != NULL)
        buffer_printf(out, ", citing %s", p->citing);
    buffer_add(out, ": ");
    buffer_add_line(out, relation.text);
    buffer_add_char(out, '\n');
}

void words_of_rejection(struct buffer *out, const char *name,
                        const char *reason)
{
    buffer_add_line(out, name);
    buffer_add(out, ": rejected: ");
    buffer_add_line(out, reason ? reason : "no reason was given");
    buffer_add_char(out, '\n');
}

void words_of_violation(struct buffer *out, const struct certificate *c)
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
