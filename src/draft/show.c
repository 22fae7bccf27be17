/*
 * Sums of products as the language writes them; variables without names by
 * kind and number.
 */
#include "draft/show.h"

#include "core/binder.h"
#include "core/function.h"
#include "core/relation.h"

static void show_variable(struct buffer *out, const struct atom *a)
{
    static const char letters[] = {'s', 'F', 'i', 'k', 'b', 'p'};

    if (a->name != NULL && a->name[0] != '\0')
        buffer_printf(out, "%s", a->name);
    else
        buffer_printf(out, "%c%u", letters[a->variable], a->serial);
}

static void show_args(struct buffer *out, const struct atom *a,
                      const char *before, const char *after)
{
    buffer_printf(out, "%s", before);
    for (size_t i = 0; i < a->count; i++) {
        buffer_printf(out, "%s", i > 0 ? ", " : "");
        form_show(out, a->args[i]);
    }
    buffer_printf(out, "%s", after);
}

static void show_atom(struct buffer *out, const struct atom *a);

static void show_word(struct buffer *out, const struct letters *word)
{
    for (size_t i = 0; i < word->count; i++) {
        buffer_printf(out, "%s", i > 0 ? "*" : "");
        show_atom(out, word->items[i].atom);
        buffer_printf(out, "%s", word->items[i].power ? "'" : "");
    }
}

static void show_atom(struct buffer *out, const struct atom *a)
{
    switch (a->kind) {
    case ATOM_VARIABLE:
        show_variable(out, a);
        break;
    case ATOM_APPLY:
        buffer_printf(out, "%s", core_function_name(a->function));
        show_args(out, a, "(", ")");
        break;
    case ATOM_MEMBER:
        show_variable(out, a->head);
        show_args(out, a, "[", "]");
        break;
    case ATOM_BINDER:
        buffer_printf(out, "%s(b%u in ", binder_name(a->binder), a->serial);
        form_show(out, a->lo);
        buffer_printf(out, "..");
        form_show(out, a->hi);
        buffer_printf(out, ", ");
        form_show(out, a->body);
        buffer_printf(out, ")");
        break;
    case ATOM_WORD:
        buffer_printf(out, "(");
        show_word(out, a->word);
        buffer_printf(out, ")");
        break;
    }
}

static void show_term(struct buffer *out, const struct term *t, bool is_first,
                      bool is_matrix)
{
    char *q = mpq_get_str(NULL, 10, t->coefficient->value->q);
    bool is_negative = q[0] == '-';
    const char *size = q + is_negative;
    bool is_bare = t->monomial->count == 0 && t->word->count == 0;
    bool has = is_bare || size[0] != '1' || size[1] != '\0';
    void (*release)(void *, size_t);

    buffer_printf(out, "%s",
                  is_first      ? is_negative ? "-" : ""
                  : is_negative ? " - "
                                : " + ");
    buffer_printf(out, "%s", has ? size : "");
    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter l = t->monomial->items[i];

        buffer_printf(out, "%s", has ? "*" : "");
        show_atom(out, l.atom);
        if (l.power > 1)
            buffer_printf(out, "^%u", l.power);
        has = true;
    }
    if (t->word->count > 0) {
        buffer_printf(out, "%s", has ? "*" : "");
        show_word(out, t->word);
    } else if (is_matrix) {
        buffer_printf(out, "*eye");
    }
    mp_get_memory_functions(NULL, NULL, &release);
    release(q, 0);
}

void form_show(struct buffer *out, const struct form *f)
{
    const struct atom *a = relation_atom(f);
    const char *sign = relation_kind(f) == CORE_EQ   ? "0 == "
                       : relation_kind(f) == CORE_NE ? "0 != "
                       : relation_kind(f) == CORE_LE ? "0 <= "
                       : relation_kind(f) == CORE_LT ? "0 < "
                                                     : NULL;

    if (a != NULL && sign != NULL) {
        buffer_printf(out, "%s", sign);
        form_show(out, a->args[0]);
        return;
    }
    if (f->count == 0)
        buffer_printf(out, "0");
    for (size_t i = 0; i < f->count; i++)
        show_term(out, &f->terms[i], i == 0, f->rows != NULL);
}
