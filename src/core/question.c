/*
 * Terms written down with their conditions, one walk for both.
 */
#include "core/question.h"

#include "base/status.h"
#include "core/meaning.h"

/*
 * The functions that an oracle sees, as the language writes them, with the
 * condition for a value; all others are letters.
 */
static const struct seen {
    unsigned fn;
    const char *before, *between, *condition; /* of a, b; or NULL */
} table[] = {
    {CORE_PI, "pi", NULL, NULL},
    {CORE_RECIP, "(1/", NULL, "a != 0"},
    {FN_SQRT, "sqrt(", NULL, "0 <= a"},
    {FN_LOG, "log(", NULL, "0 < a"},
    {FN_EXP, "exp(", NULL, NULL},
    {FN_SIN, "sin(", NULL, NULL},
    {FN_COS, "cos(", NULL, NULL},
    {FN_TANH, "tanh(", NULL, NULL},
    {FN_ERF, "erf(", NULL, NULL},
    {FN_ABS, "abs(", NULL, NULL},
    {FN_RELU, "relu(", NULL, NULL},
    {FN_SIGN, "sign(", NULL, NULL},
    {FN_MAX2, "max(", ", ", NULL},
    {FN_MIN2, "min(", ", ", NULL},
    /* more than is needed; 0 <= a will do for a number b > 0 */
    {CORE_POW, "(", "^", "0 < a"},
};

static const struct seen *seen_as(const struct atom *a)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (a->kind == ATOM_APPLY && a->function == table[i].fn)
            return &table[i];
    }
    return NULL;
}

void question_init(struct question *q, struct pool *pool)
{
    *q = (struct question){.pool = pool};
    buffer_init(&q->text);
}

void question_clear(struct question *q)
{
    buffer_clear(&q->text);
}

/* Its place in a list of the question's, to which it is added. */
static size_t place_of(struct question *q, const void *item, void *list,
                       size_t *count)
{
    const void **items = *(const void ***)list;
    size_t i = 0;

    while (i < *count && items[i] != item)
        i++;
    if (i == *count)
        arena_push(pool_arena(q->pool), list, count, sizeof item, &item);
    return i;
}

static void put_form(struct question *q, const struct form *f);

/* Whether it is x^b for a number b > 0. */
static bool is_root(struct pool *pool, const struct atom *a)
{
    const struct number *b =
        a->function == CORE_POW ? form_as_number(pool, a->args[1]) : NULL;

    return b != NULL && mpq_sgn(b->value->q) > 0;
}

/* What the language asks for: nothing where that is certain. */
static void put_condition(struct question *q, const char *text,
                          const struct atom *a)
{
    const struct form *r = meaning_at2(q->pool, text, a->args[0], a->args[0]);

    q->failed = q->failed || r == NULL;
    if (r != NULL && r != relation_true(q->pool))
        place_of(q, r, &q->conditions, &q->nconditions);
}

static void put_atom(struct question *q, const struct atom *a)
{
    const struct seen *seen = seen_as(a);

    if (seen == NULL) {
        buffer_printf(&q->text, "x%zu",
                      place_of(q, a, &q->letters, &q->nletters));
        return;
    }
    buffer_add(&q->text, seen->before);
    for (size_t i = 0; i < a->count; i++) {
        buffer_add(&q->text, i > 0 ? seen->between : "");
        buffer_add_char(&q->text, '(');
        put_form(q, a->args[i]);
        buffer_add_char(&q->text, ')');
    }
    buffer_add(&q->text, a->count > 0 ? ")" : "");
    if (seen->condition != NULL && !q->failed)
        put_condition(q, is_root(q->pool, a) ? "0 <= a" : seen->condition, a);
}

static void put_term(struct question *q, const struct term *t)
{
    LOCAL_FREE char *number = mpq_get_str(NULL, 10, t->coefficient->value->q);

    buffer_printf(&q->text, "(%s)", number);
    for (size_t i = 0; i < t->monomial->count && !q->failed; i++) {
        buffer_add_char(&q->text, '*');
        put_atom(q, t->monomial->items[i].atom);
        if (t->monomial->items[i].power > 1)
            buffer_printf(&q->text, "^%u", t->monomial->items[i].power);
    }
    q->failed = q->failed || q->text.length > QUESTION_MAX_TEXT;
}

static void put_form(struct question *q, const struct form *f)
{
    q->failed = q->failed || !form_scalar(f);
    buffer_add(&q->text, f->count == 0 ? "0" : "");
    for (size_t i = 0; i < f->count && !q->failed; i++) {
        buffer_add(&q->text, i > 0 ? " + " : "");
        put_term(q, &f->terms[i]);
    }
}

static void put_relation(struct question *q, const struct form *r)
{
    static const char *const signs[] = {"==", "!=", "<=", "<"}; /* ORDER */
    unsigned fn = relation_kind(r);

    if (fn >= CORE_EQ && fn <= CORE_LT) {
        buffer_printf(&q->text, "0 %s ", signs[fn - CORE_EQ]);
        put_form(q, relation_atom(r)->args[0]);
        return;
    }
    q->failed = q->failed || (fn != CORE_AND && fn != CORE_OR);
    for (size_t i = 0; !q->failed && i < relation_parts(r, fn); i++) {
        buffer_add(&q->text, i == 0           ? "("
                             : fn == CORE_AND ? " and ("
                                              : " or (");
        put_relation(q, relation_part(r, fn, i));
        buffer_add_char(&q->text, ')');
    }
}

static bool put_line(struct question *q, const char *start,
                     const struct form *r)
{
    buffer_add(&q->text, start);
    put_relation(q, r);
    buffer_add(&q->text, ";\n");
    return !q->failed;
}

bool question_assume(struct question *q, const struct form *r)
{
    return put_line(q, "    assume ", r);
}

bool question_claim(struct question *q, const struct form *r)
{
    return put_line(q, "    claim holds: ", r);
}

char *question_statement(const struct question *q)
{
    struct buffer out;

    buffer_init(&out);
    buffer_add(&out, "theorem question {\n");
    for (size_t i = 0; i < q->nletters; i++)
        buffer_printf(&out, "    given x%zu : %s;\n", i,
                      form_is_integer(q->letters[i]->form) ? "int" : "real");
    buffer_add(&out, q->text.text ? q->text.text : "");
    buffer_add(&out, "}\n");
    return out.text;
}
