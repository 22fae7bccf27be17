/*
 * Sums of products as the language writes them: quotients, powers, entries and
 * the two sides of a relation; variables without names by kind and number.
 */
#include "draft/show.h"

#include "base/status.h"
#include "core/binder.h"
#include "core/function.h"
#include "core/relation.h"

#include <stdlib.h>
#include <string.h>

struct showing {
    struct buffer *out;
    struct names *names; /* or NULL */
};

static void show_form(struct showing *s, const struct form *f);
static void show_atom(struct showing *s, const struct atom *a);

/* ---- names ---- */

/* What has none is known by itself, a bound variable by its number. */
struct name {
    const struct atom *variable; /* or NULL */
    unsigned serial;
    char *text;
};

struct names {
    struct name *items;
    size_t count;
};

static bool is_taken(const struct names *n, const char *text)
{
    for (size_t i = 0; i < n->count; i++) {
        if (strcmp(n->items[i].text, text) == 0)
            return true;
    }
    return false;
}

static const char *add_name(struct names *n, const struct atom *variable,
                            unsigned serial, char *text)
{
    APPEND(n->items, n->count) = (struct name){variable, serial, text};
    return text;
}

struct names *names_new(const struct atom *const *taken, size_t count)
{
    struct names *n = xcalloc(1, sizeof *n);

    for (size_t i = 0; i < count; i++)
        add_name(n, taken[i], 0, xstrdup(taken[i]->name));
    return n;
}

void names_free(struct names *n)
{
    for (size_t i = 0; i < n->count; i++)
        free(n->items[i].text);
    free(n->items);
    free(n);
}

/* One of the letters that is free, with a number behind it if none is. */
static const char *find_name(struct names *n, const struct atom *variable,
                             unsigned serial, const char *letters)
{
    for (size_t i = 0; i < n->count; i++) {
        const struct name *item = &n->items[i];

        if (item->variable == variable && item->serial == serial)
            return item->text;
    }
    for (unsigned round = 1;; round++) {
        for (const char *l = letters; *l != '\0'; l++) {
            char *text = round == 1 ? buffer_text("%c", *l)
                                    : buffer_text("%c%u", *l, round);

            if (!is_taken(n, text))
                return add_name(n, variable, serial, text);
            free(text);
        }
    }
}

/* Of a bound variable, by its number. */
static void show_bound(struct showing *s, unsigned serial, bool is_integer)
{
    if (s->names == NULL)
        buffer_printf(s->out, "b%u", serial);
    else
        buffer_add(s->out, find_name(s->names, NULL, serial,
                                     is_integer ? "ijklpq" : "tuv"));
}

static void show_variable(struct showing *s, const struct atom *a)
{
    static const char letters[] = {'s', 'F', 'i', 'k', 'b', 'p'};

    if (a->name != NULL && a->name[0] != '\0')
        buffer_add(s->out, a->name);
    else if (a->variable == VARIABLE_BOUND)
        show_bound(s, a->serial, a->is_integer);
    else if (s->names == NULL)
        buffer_printf(s->out, "%c%u", letters[a->variable], a->serial);
    else
        buffer_add(s->out, find_name(s->names, a, 0,
                                     a->rows != NULL ? "wxyz"
                                     : a->is_integer ? "ijklpq"
                                                     : "tuv"));
}

/* ---- terms ---- */

static void show_args(struct showing *s, const struct atom *a,
                      const char *before, const char *between,
                      const char *after)
{
    buffer_add(s->out, before);
    for (size_t i = 0; i < a->count; i++) {
        buffer_add(s->out, i > 0 ? between : "");
        show_form(s, a->args[i]);
    }
    buffer_add(s->out, after);
}

/* The atom that a form is, with nothing before or behind it; or NULL. */
static const struct atom *bare_atom(const struct form *f)
{
    const struct term *t = f->count == 1 ? &f->terms[0] : NULL;
    const struct letters *l = t == NULL                 ? NULL
                              : t->word->count == 1     ? t->word
                              : t->monomial->count == 1 ? t->monomial
                                                        : NULL;
    const bool is_alone = l != NULL &&
                          t->word->count + t->monomial->count == 1 &&
                          l->items[0].power == (l == t->monomial ? 1 : 0) &&
                          mpq_cmp_ui(t->coefficient->value->q, 1, 1) == 0;

    return is_alone ? l->items[0].atom : NULL;
}

static bool is_fn(const struct atom *a, unsigned fn)
{
    return a != NULL && a->kind == ATOM_APPLY && a->function == fn;
}

/* What an operator may stand beside. */
static void show_operand(struct showing *s, const struct form *f)
{
    const bool is_number =
        f->count == 0 ||
        (f->count == 1 && f->rows == NULL && f->terms[0].monomial->count == 0 &&
         mpq_sgn(f->terms[0].coefficient->value->q) > 0 &&
         mpz_cmp_ui(mpq_denref(f->terms[0].coefficient->value->q), 1) == 0);
    const bool is_bare = is_number || bare_atom(f) != NULL;

    buffer_add(s->out, is_bare ? "" : "(");
    show_form(s, f);
    buffer_add(s->out, is_bare ? "" : ")");
}

/* a op b, in parentheses. */
static void show_infix(struct showing *s, const struct atom *a, const char *op)
{
    buffer_add(s->out, "(");
    show_operand(s, a->args[0]);
    buffer_add(s->out, op);
    show_operand(s, a->args[1]);
    buffer_add(s->out, ")");
}

/* Rows a..b, or columns, of what stands before; NULL: all, or the only one. */
static void show_index(struct showing *s, const struct atom *sel,
                       bool is_scalar)
{
    if (sel == NULL) {
        buffer_add(s->out, is_scalar ? "1" : ":");
        return;
    }
    show_form(s, sel->args[1]);
    if (sel->args[1] == sel->args[2])
        return;
    buffer_add(s->out, "..");
    show_form(s, sel->args[2]);
}

/* Letters with indices where the word begins or ends with rows of eye(n). */
struct entry {
    size_t first, end; /* of the letters that are indexed */
    const struct atom *row, *col;
};

static struct entry entry_of(const struct letters *word)
{
    const struct letter *l = word->items;
    struct entry e = {0, word->count, NULL, NULL};

    if (e.end > 1 && is_fn(l[0].atom, CORE_SEL) && l[0].power == 0)
        e.row = l[e.first++].atom;
    if (e.end - e.first > 1 && is_fn(l[e.end - 1].atom, CORE_SEL) &&
        l[e.end - 1].power != 0)
        e.col = l[--e.end].atom;
    return e;
}

/* A scalar is equal to its transpose: A'[j, i] is A[i, j]. */
static void show_word(struct showing *s, const struct letters *word,
                      bool is_scalar)
{
    const struct entry e = entry_of(word);
    const bool is_entry = e.row != NULL || e.col != NULL;
    const bool is_product = is_entry && e.end - e.first > 1;
    const bool is_turned =
        is_entry && is_scalar && !is_product && word->items[e.first].power != 0;

    buffer_add(s->out, is_product ? "(" : "");
    for (size_t i = e.first; i < e.end; i++) {
        buffer_add(s->out, i > e.first ? "*" : "");
        show_atom(s, word->items[i].atom);
        buffer_add(s->out, word->items[i].power && !is_turned ? "'" : "");
    }
    buffer_add(s->out, is_product ? ")" : "");
    if (!is_entry)
        return;
    buffer_add(s->out, "[");
    show_index(s, is_turned ? e.col : e.row, is_scalar);
    buffer_add(s->out, ", ");
    show_index(s, is_turned ? e.row : e.col, is_scalar);
    buffer_add(s->out, "]");
}

static void show_apply(struct showing *s, const struct atom *a)
{
    const bool is_matrix = a->rows != NULL;

    switch (a->function) {
    case CORE_RECIP:
        buffer_add(s->out, is_matrix ? "(1 ./ " : "1/");
        show_operand(s, a->args[0]);
        buffer_add(s->out, is_matrix ? ")" : "");
        break;
    case CORE_DOT:
        show_infix(s, a, " .* ");
        break;
    case CORE_POW:
        show_infix(s, a, is_matrix ? " .^ " : "^");
        break;
    case CORE_MATPOW:
        show_infix(s, a, "^");
        break;
    case CORE_SEL:
        buffer_add(s->out, "eye(");
        show_form(s, a->args[0]);
        buffer_add(s->out, ")[");
        show_index(s, a, false);
        buffer_add(s->out, ", :]");
        break;
    case CORE_PI:
        buffer_add(s->out, "pi");
        break;
    case CORE_EQ:
    case CORE_NE:
    case CORE_LE:
    case CORE_LT:
        buffer_add(s->out, "(");
        show_form(s, a->form);
        buffer_add(s->out, ")");
        break;
    case CORE_AND:
    case CORE_OR:
        show_args(s, a, "(", a->function == CORE_AND ? " and " : " or ", ")");
        break;
    default:
        buffer_add(s->out, core_function_name(a->function));
        show_args(s, a, "(", ", ", ")");
        break;
    }
}

static void show_binder(struct showing *s, const struct atom *a)
{
    buffer_printf(s->out, "%s(", binder_name(a->binder));
    show_bound(s, a->serial, a->binder != BINDER_INTEGRAL);
    buffer_add(s->out, " in ");
    show_form(s, a->lo);
    buffer_add(s->out, "..");
    show_form(s, a->hi);
    buffer_add(s->out, ", ");
    show_form(s, a->body);
    buffer_add(s->out, ")");
}

static void show_atom(struct showing *s, const struct atom *a)
{
    bool is_entry;

    switch (a->kind) {
    case ATOM_VARIABLE:
        show_variable(s, a);
        break;
    case ATOM_APPLY:
        show_apply(s, a);
        break;
    case ATOM_MEMBER:
        show_variable(s, a->head);
        show_args(s, a, "[", ", ", "]");
        break;
    case ATOM_BINDER:
        show_binder(s, a);
        break;
    case ATOM_WORD:
        is_entry = entry_of(a->word).row || entry_of(a->word).col;
        buffer_add(s->out, is_entry ? "" : "(");
        show_word(s, a->word, true);
        buffer_add(s->out, is_entry ? "" : ")");
        break;
    }
}

/* Its letters above or below the line; how many there are now. */
static size_t show_letters(struct showing *s, const struct letters *l,
                           bool is_below, size_t before)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct atom *a = l->items[i].atom;

        if (is_fn(a, CORE_RECIP) != is_below)
            continue;
        buffer_add(s->out, is_below ? "/" : before > 0 ? "*" : "");
        if (is_below)
            show_operand(s, a->args[0]);
        else
            show_atom(s, a);
        if (l->items[i].power > 1)
            buffer_printf(s->out, "^%u", l->items[i].power);
        before++;
    }
    return before;
}

/* The term times a number, without its sign. */
static void show_term(struct showing *s, const struct term *t,
                      const struct form *rows, mpq_srcptr scale)
{
    LOCAL_MPQ(coefficient);
    mpq_mul(coefficient, t->coefficient->value->q, scale);
    char *q = mpq_get_str(NULL, 10, coefficient);
    const char *size = q + (q[0] == '-');
    size_t above = size[0] != '1' || size[1] != '\0';
    void (*release)(void *, size_t);

    buffer_add(s->out, above ? size : "");
    above = show_letters(s, t->monomial, false, above);
    if (t->word->count > 0 || rows != NULL)
        buffer_add(s->out, above++ > 0 ? "*" : "");
    if (t->word->count > 0) {
        show_word(s, t->word, false);
    } else if (rows != NULL) {
        buffer_add(s->out, "eye(");
        show_form(s, rows);
        buffer_add(s->out, ")");
    }
    buffer_add(s->out, above == 0 ? "1" : "");
    (void)show_letters(s, t->monomial, true, above);
    mp_get_memory_functions(NULL, NULL, &release);
    release(q, 0);
}

/*
 * The terms of that sign times a number above 0, or, sign 0, all of them with
 * their signs.
 */
static void show_terms(struct showing *s, const struct form *f, int sign,
                       mpq_srcptr scale)
{
    bool is_first = true;

    for (size_t i = 0; i < f->count; i++) {
        const int own = mpq_sgn(f->terms[i].coefficient->value->q);

        if (sign != 0 && own != sign)
            continue;
        buffer_add(s->out, sign == 0 && own < 0 ? is_first ? "-" : " - "
                           : is_first           ? ""
                                                : " + ");
        show_term(s, &f->terms[i], f->rows, scale);
        is_first = false;
    }
    buffer_add(s->out, is_first ? "0" : "");
}

/* By which the coefficients are integers without a common factor. */
static void find_scale(mpq_t scale, const struct form *f)
{
    mpz_set_ui(mpq_numref(scale), 1);
    mpz_set_ui(mpq_denref(scale), 0);
    for (size_t i = 0; i < f->count; i++) {
        mpq_srcptr q = f->terms[i].coefficient->value->q;

        mpz_lcm(mpq_numref(scale), mpq_numref(scale), mpq_denref(q));
        mpz_gcd(mpq_denref(scale), mpq_denref(scale), mpq_numref(q));
    }
    if (f->count == 0)
        mpz_set_ui(mpq_denref(scale), 1);
    mpq_canonicalize(scale);
}

static void show_form(struct showing *s, const struct form *f)
{
    const struct atom *a = relation_atom(f);
    const char *sign = relation_kind(f) == CORE_EQ   ? " == "
                       : relation_kind(f) == CORE_NE ? " != "
                       : relation_kind(f) == CORE_LE ? " <= "
                       : relation_kind(f) == CORE_LT ? " < "
                                                     : NULL;

    LOCAL_MPQ(scale);
    mpq_set_ui(scale, 1, 1);
    if (a == NULL || sign == NULL) {
        show_terms(s, f, 0, scale);
        return;
    }
    find_scale(scale, a->args[0]);
    show_terms(s, a->args[0], -1, scale);
    buffer_add(s->out, sign);
    show_terms(s, a->args[0], 1, scale);
}

void form_show(struct buffer *out, const struct form *f, struct names *names)
{
    show_form(&(struct showing){out, names}, f);
}
