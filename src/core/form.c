/*
 * Hash-consing of terms: each value is looked up by the hash of its contents
 * and compared in full; two values of one hash are refused, not merged.
 */
#include "core/form.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

enum { TAG_NUMBER, TAG_LETTERS, TAG_ATOM, TAG_FORM };

struct pool {
    struct arena *arena;
    struct table numbers, letters, atoms, forms;
    const struct form *one;
    struct letter *room;
    size_t room_size;
    const char *why;
    size_t fuel;
    size_t burnt;  /* all of it since the pool was made */
    unsigned open; /* binders */
};

static const char collision[] = "two terms have one hash";

/* The form 1, which shapes are compared with; made before any shape is. */
static const struct form *make_one(struct pool *pool)
{
    const struct letters *none = pool_letters(pool, 0, NULL);
    struct term term = {pool_integer(pool, 1), none, none};

    return pool_form(pool, NULL, NULL, &term, 1);
}

struct pool *pool_new(void)
{
    struct pool *pool = xcalloc(1, sizeof *pool);

    pool->arena = arena_new();
    pool->fuel = POOL_MAX_FUEL;
    pool->one = make_one(pool);
    return pool;
}

void pool_free(struct pool *pool)
{
    if (pool == NULL)
        return;
    table_clear(&pool->numbers);
    table_clear(&pool->letters);
    table_clear(&pool->atoms);
    table_clear(&pool->forms);
    free(pool->room);
    arena_free(pool->arena);
    free(pool);
}

struct arena *pool_arena(struct pool *pool)
{
    return pool->arena;
}

const char *pool_why(const struct pool *pool)
{
    return pool->why;
}

void pool_forgive(struct pool *pool)
{
    pool->why = NULL;
    pool->fuel = POOL_MAX_FUEL;
}

const void *pool_fail(struct pool *pool, const char *why)
{
    if (pool->why == NULL)
        pool->why = why;
    return NULL;
}

bool pool_burn(struct pool *pool)
{
    if (pool->fuel == 0) {
        pool_fail(pool, "the budget of a step is used up");
        return false;
    }
    pool->fuel--;
    pool->burnt++;
    return true;
}

size_t pool_burnt(const struct pool *pool)
{
    return pool->burnt;
}

unsigned pool_enter(struct pool *pool)
{
    return pool->open++;
}

void pool_leave(struct pool *pool)
{
    pool->open--;
}

void *pool_copy(struct pool *pool, const void *items, size_t count, size_t size)
{
    void *out;

    if (count == 0)
        return NULL;
    out = arena_array(pool->arena, count, size);
    memcpy(out, items, count * size);
    return out;
}

/* Numbers. */

static struct hash hash_integer(struct hash h, mpz_srcptr z)
{
    h = hash_add(h, (uint64_t)(mpz_sgn(z) + 1));
    h = hash_add(h, mpz_size(z));
    for (size_t i = 0; i < mpz_size(z); i++)
        h = hash_add(h, mpz_getlimbn(z, (mp_size_t)i));
    return h;
}

const struct number *pool_number(struct pool *pool, const mpq_t value)
{
    struct hash hash =
        hash_integer(hash_integer(hash_start(TAG_NUMBER), mpq_numref(value)),
                     mpq_denref(value));
    const struct number *found = table_find(&pool->numbers, hash);
    struct number *made;

    if (found != NULL)
        return mpq_equal(found->value->q, value) ? found
                                                 : pool_fail(pool, collision);
    made = arena_alloc(pool->arena, sizeof *made);
    made->hash = hash;
    made->value = rational_new(pool->arena);
    mpq_set(made->value->q, value);
    table_add(&pool->numbers, made);
    return made;
}

const struct number *pool_integer(struct pool *pool, int64_t value)
{
    LOCAL_RATIONAL q = rational_zero();
    rational_set_int(&q, value);
    return pool_number(pool, q.q);
}

const struct number *pool_number_of(struct pool *pool, number_op *op,
                                    const struct number *a,
                                    const struct number *b)
{
    if (a == NULL || b == NULL)
        return NULL;
    LOCAL_MPQ(q);
    op(q, a->value->q, b->value->q);
    return pool_number(pool, q);
}

const struct number *pool_inverse(struct pool *pool, const struct number *a)
{
    return pool_number_of(pool, mpq_div, pool->one->terms[0].coefficient, a);
}

/* What the parts of a value have free, their greatest height and depth. */
struct measure {
    struct pool *pool;
    struct variables free;
    unsigned height, depth;
};

static void measure(struct measure *m, const struct variables *free,
                    unsigned height, unsigned depth)
{
    m->free = variables_join(m->pool, m->free, *free);
    m->height = height > m->height ? height : m->height;
    m->depth = depth > m->depth ? depth : m->depth;
}

static void measure_form(struct measure *m, const struct form *f)
{
    if (f != NULL)
        measure(m, &f->free, f->height, f->depth);
}

static void measure_letters(struct measure *m, const struct letters *l)
{
    measure(m, &l->free, l->height, l->depth);
}

/* Monomials and words. */

bool letters_have(const struct letters *whole, size_t place,
                  const struct letters *part)
{
    if (place + part->count > whole->count)
        return false;
    for (size_t i = 0; i < part->count; i++) {
        const struct letter *l = &whole->items[place + i];

        if (l->atom != part->items[i].atom || l->power != part->items[i].power)
            return false;
    }
    return true;
}

const struct letters *pool_letters(struct pool *pool, size_t count,
                                   const struct letter *items)
{
    struct letters model = {
        .hash = hash_start(TAG_LETTERS), .count = count, .items = items};
    struct measure m = {.pool = pool};
    const struct letters *found;

    for (size_t i = 0; i < count; i++)
        model.hash = hash_add(hash_join(model.hash, items[i].atom->hash),
                              items[i].power);
    found = table_find(&pool->letters, model.hash);
    if (found != NULL)
        return found->count == count && letters_have(found, 0, &model)
                   ? found
                   : pool_fail(pool, collision);
    for (size_t i = 0; i < count; i++)
        measure(&m, &items[i].atom->free, items[i].atom->height,
                items[i].atom->depth);
    model.items = pool_copy(pool, items, count, sizeof *items);
    model.free = m.free;
    model.height = m.height;
    model.depth = m.depth;
    found = pool_copy(pool, &model, 1, sizeof model);
    table_add(&pool->letters, found);
    return found;
}

struct letter *pool_room(struct pool *pool, size_t count)
{
    if (count > pool->room_size) {
        pool->room_size = 2 * count;
        pool->room = xrealloc(pool->room, pool->room_size, sizeof *pool->room);
    }
    return pool->room;
}

const struct letters *letters_transposed(struct pool *pool,
                                         const struct letters *word)
{
    struct letter *items = pool_room(pool, word->count);

    for (size_t i = 0; i < word->count; i++) {
        items[i] = word->items[word->count - 1 - i];
        items[i].power = !items[i].power;
    }
    return pool_letters(pool, word->count, items);
}

/* Both sizes are scalars, or there is none: the shape of a scalar. */
static bool is_shape(const struct form *rows, const struct form *cols)
{
    return rows == NULL ? cols == NULL
                        : cols != NULL && !rows->rows && !cols->rows;
}

/* Atoms. */

static struct hash hash_part(struct hash h, const struct form *f)
{
    return f == NULL ? hash_add(h, 0) : hash_join(hash_add(h, 1), f->hash);
}

static struct hash atom_hash(const struct atom *a)
{
    struct hash h = hash_start(TAG_ATOM);

    h = hash_add(h, a->kind);
    h = hash_part(hash_part(h, a->rows), a->cols);
    h = hash_add(hash_add(h, a->variable), a->is_integer);
    h = hash_text(hash_add(h, a->serial), a->name ? a->name : "");
    h = hash_part(hash_part(h, a->lo), a->hi);
    h = hash_add(h, a->function);
    if (a->head != NULL)
        h = hash_join(h, a->head->hash);
    h = hash_add(h, a->count);
    for (size_t i = 0; i < a->count; i++)
        h = hash_part(h, a->args[i]);
    h = hash_part(hash_add(h, a->binder), a->body);
    return a->word == NULL ? h : hash_join(h, a->word->hash);
}

static bool atoms_equal(const struct atom *a, const struct atom *b)
{
    bool same = a->kind == b->kind && a->rows == b->rows &&
                a->cols == b->cols && a->variable == b->variable &&
                a->is_integer == b->is_integer && a->serial == b->serial &&
                strcmp(a->name, b->name ? b->name : "") == 0 &&
                a->lo == b->lo && a->hi == b->hi &&
                a->function == b->function && a->head == b->head &&
                a->count == b->count && a->binder == b->binder &&
                a->body == b->body && a->word == b->word;

    for (size_t i = 0; same && i < a->count; i++)
        same = a->args[i] == b->args[i];
    return same;
}

/* The variable that a binder binds, where its body has it. */
static const struct atom *bound_in(const struct atom *binder)
{
    const struct variables *free = &binder->body->free;

    for (size_t i = 0; i < free->count; i++) {
        if (free->items[i]->variable == VARIABLE_BOUND &&
            free->items[i]->serial == binder->serial)
            return free->items[i];
    }
    return NULL;
}

static struct measure atom_measure(struct pool *pool, const struct atom *a)
{
    const struct form *parts[] = {a->rows, a->cols, a->lo, a->hi};
    const struct atom *bound = a->kind == ATOM_BINDER ? bound_in(a) : NULL;
    struct measure m = {.pool = pool};

    measure_form(&m, a->body);
    if (bound != NULL)
        m.free = variables_without(pool, m.free, bound);
    if (a->kind == ATOM_BINDER)
        m.height = a->serial;
    for (size_t i = 0; i < 4; i++)
        measure_form(&m, parts[i]);
    for (size_t i = 0; i < a->count; i++)
        measure_form(&m, a->args[i]);
    if (a->head != NULL)
        measure(&m, &a->head->free, a->head->height, a->head->depth);
    if (a->word != NULL)
        measure_letters(&m, a->word);
    if (a->kind == ATOM_VARIABLE && a->variable == VARIABLE_OBTAINED)
        m.free = variables_of(pool, a);
    else if (a->kind == ATOM_VARIABLE)
        m.free = variables_join(pool, m.free, variables_of(pool, a));
    return m;
}

static const struct form *form_of(struct pool *pool, const struct atom *a)
{
    const struct letter letter = {a, a->rows == NULL};
    struct term term = pool->one->terms[0];

    *(a->rows ? &term.word : &term.monomial) = pool_letters(pool, 1, &letter);
    return pool_form(pool, a->rows, a->cols, &term, 1);
}

const struct atom *pool_atom(struct pool *pool, const struct atom *given)
{
    struct atom model = *given, *made;
    const struct atom *found;
    struct measure m;

    if (!is_shape(model.rows, model.cols))
        return pool_fail(pool, "a size is no scalar");
    if (model.rows == pool->one && model.cols == pool->one)
        model.rows = model.cols = NULL;
    model.hash = atom_hash(&model);
    found = table_find(&pool->atoms, model.hash);
    if (found != NULL)
        return atoms_equal(found, &model) ? found : pool_fail(pool, collision);
    model.name = arena_strdup(pool->arena, model.name ? model.name : "");
    model.args = pool_copy(pool, model.args, model.count, sizeof *model.args);
    made = pool_copy(pool, &model, 1, sizeof model);
    m = atom_measure(pool, made);
    made->free = m.free;
    made->height = m.height;
    made->depth = m.depth + 1;
    if (made->depth > POOL_MAX_DEPTH)
        return pool_fail(pool, "terms nested too deep");
    made->form = form_of(pool, made);
    if (made->form == NULL)
        return NULL;
    table_add(&pool->atoms, made);
    return made;
}

/* Forms. */

static int term_order(const void *x, const void *y)
{
    const struct term *a = x, *b = y;
    int order = hash_compare(&a->word->hash, &b->word->hash);

    return order != 0 ? order
                      : hash_compare(&a->monomial->hash, &b->monomial->hash);
}

/* Equal neighbours added, zeros dropped; how many are left. */
static size_t merge(struct pool *pool, struct term *terms, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0, j; i < count; i = j) {
        struct term sum = terms[i];

        for (j = i + 1; j < count && term_order(&sum, &terms[j]) == 0; j++)
            sum.coefficient = pool_number_of(pool, mpq_add, sum.coefficient,
                                             terms[j].coefficient);
        if (sum.coefficient && mpq_sgn(sum.coefficient->value->q) != 0)
            terms[kept++] = sum;
    }
    return kept;
}

static struct hash form_hash(const struct form *f)
{
    struct hash h =
        hash_part(hash_part(hash_start(TAG_FORM), f->rows), f->cols);

    for (size_t i = 0; i < f->count; i++) {
        h = hash_join(h, f->terms[i].coefficient->hash);
        h = hash_join(h, f->terms[i].monomial->hash);
        h = hash_join(h, f->terms[i].word->hash);
    }
    return h;
}

static bool forms_equal(const struct form *a, const struct form *b)
{
    return a->rows == b->rows && a->cols == b->cols && a->count == b->count &&
           (a->count == 0 ||
            memcmp(a->terms, b->terms, a->count * sizeof *a->terms) == 0);
}

const struct form *pool_form(struct pool *pool, const struct form *rows,
                             const struct form *cols, struct term *terms,
                             size_t count)
{
    struct form model = {.terms = terms};
    struct measure m = {.pool = pool};
    const struct form *found;

    if (!is_shape(rows, cols))
        return pool_fail(pool, "a size is no scalar");
    if (rows != pool->one || cols != pool->one) {
        model.rows = rows;
        model.cols = cols;
    }
    if (count > 1)
        qsort(terms, count, sizeof *terms, term_order);
    model.count = merge(pool, terms, count);
    if (pool->why != NULL)
        return NULL;
    model.hash = form_hash(&model);
    found = table_find(&pool->forms, model.hash);
    if (found != NULL)
        return forms_equal(found, &model) ? found : pool_fail(pool, collision);
    measure_form(&m, model.rows);
    measure_form(&m, model.cols);
    for (size_t i = 0; i < model.count; i++) {
        measure_letters(&m, terms[i].monomial);
        measure_letters(&m, terms[i].word);
    }
    model.free = m.free;
    model.height = m.height;
    model.depth = m.depth;
    model.terms = pool_copy(pool, terms, model.count, sizeof *terms);
    found = pool_copy(pool, &model, 1, sizeof model);
    table_add(&pool->forms, found);
    return found;
}

const struct form *pool_one(const struct pool *pool)
{
    return pool->one;
}

const struct form *form_rows(struct pool *pool, const struct form *f)
{
    return f == NULL ? NULL : f->rows == NULL ? pool->one : f->rows;
}

const struct form *form_cols(struct pool *pool, const struct form *f)
{
    return f == NULL ? NULL : f->cols == NULL ? pool->one : f->cols;
}

const struct form *form_letter_rows(struct pool *pool, struct letter l)
{
    const struct form *size = l.power ? l.atom->cols : l.atom->rows;

    return size == NULL ? pool->one : size;
}

const struct form *form_letter_cols(struct pool *pool, struct letter l)
{
    return form_letter_rows(pool, (struct letter){l.atom, !l.power});
}

bool form_scalar(const struct form *f)
{
    return f->rows == NULL;
}

bool form_is_nil(const struct form *f)
{
    return f != NULL && f->count == 0;
}

const struct number *form_as_number(struct pool *pool, const struct form *f)
{
    if (f == NULL || f->rows != NULL || f->count > 1)
        return NULL;
    if (f->count == 0)
        return pool_integer(pool, 0);
    return f->terms[0].monomial->count == 0 ? f->terms[0].coefficient : NULL;
}
