/*
 * Whether the equations of families define something, at all sizes: no two of
 * them say what the same member is, and what a member needs comes before it.
 *
 * Families are a graph whose edges are the members that their equations need.
 * Where some of them need each other, one index has to go one way: no need may
 * turn back, and those that certainly move on are done with.  What is left is
 * looked at again, until nothing needs itself.  As the members of an instance
 * are finitely many, each has then one value, if any.
 */
#include "ir/lower_internal.h"

#include <stdlib.h>

#define NOWHERE SIZE_MAX

enum step { UNKNOWN, LEVEL, BEFORE };

/* A member in an equation of family `from`. */
struct need {
    size_t from, to; /* families, from 0 */
    const struct clause *clause;
    const struct expr *member;
    enum step step; /* of the last attempt */
    bool is_done;
};

struct families {
    struct lowering *l;
    struct dim_pool *dims;
    size_t first, count;           /* of the theorem's lets */
    const struct expr *(*ends)[2]; /* of an index, by its id; or NULL */
    size_t nsymbols;
    size_t *seen;   /* by expr id: the last equation it was found in */
    size_t *starts; /* family i has the needs starts[i]..starts[i + 1] - 1 */
    struct need *needs;
    size_t nneeds;
    /* strongly connected parts (Tarjan), without recursion */
    size_t *number, *low, *parent, *cursor, *stack, *part, *queue;
    size_t height, numbered, nparts;
    size_t *at; /* the index that goes one way, by family */
};

/* ---- what is certain of sizes ---- */

static void find_last(void *context, const struct symbol *s)
{
    const struct symbol **last = context;
    if (!*last || s->id > (*last)->id)
        *last = s;
}

/* a = c*s + r for terms without s; false: it is not of that form. */
static bool split(struct dim_pool *dims, const struct dim *a,
                  const struct symbol *s, const struct dim **c,
                  const struct dim **r)
{
    *r = dim_substitute(dims, a, s, dim_constant(dims, 0));
    *c = dim_substitute(dims, a, s, dim_constant(dims, 1));
    *c = dim_sub(dims, *c, *r);
    return dim_add(dims, dim_mul(dims, *c, dim_of_symbol(dims, s)), *r) == a;
}

/* `a` is a number: its sign. */
static int sign_of(const struct dim *a)
{
    return dim_terms(a) == 0 ? 0 : mpq_sgn(dim_coefficient(a, 0)->q);
}

static bool is_number(const struct dim *a)
{
    return dim_terms(a) == 0 || (dim_terms(a) == 1 && dim_factors(a, 0) == 0);
}

static const struct dim *end_of(const struct families *f,
                                const struct symbol *s, bool upper)
{
    if (s->kind == SYM_DIM)
        return upper ? NULL : dim_constant(f->dims, s->minimum);
    if (s->kind != SYM_INDEX || s->id >= f->nsymbols || !f->ends[s->id][0])
        return NULL;
    return lower_dim_of(f->l, f->ends[s->id][upper]);
}

/*
 * A number that `a` is never less than; NULL: none is seen.  The ends of an
 * index depend on what was there before it, so each has its turn once.
 */
static const struct dim *least(const struct families *f, const struct dim *a)
{
    while (!is_number(a)) {
        const struct symbol *s = NULL;
        const struct dim *c, *r, *end;
        dim_visit(a, find_last, &s);
        if (!split(f->dims, a, s, &c, &r) || !is_number(c))
            return NULL;
        end = end_of(f, s, sign_of(c) < 0);
        if (!end)
            return NULL;
        a = dim_add(f->dims, dim_mul(f->dims, c, end), r);
    }
    return a;
}

/* ---- equations that meet ---- */

/*
 * `a` where the members of two equations are the same one: what they call
 * their indices before p is the same.  NULL: that cannot be put in.
 */
static const struct dim *at_common_indices(const struct families *f,
                                           const struct dim *a,
                                           const struct index_range *x,
                                           const struct index_range *y,
                                           size_t p)
{
    while (a && p-- > 0) {
        const bool swap = y[p].symbol == NULL;
        const struct symbol *s = swap ? x[p].symbol : y[p].symbol;
        const struct index_range *other = swap ? &y[p] : &x[p];
        const struct dim *c, *r, *by;
        if (!s || !dim_mentions(a, s))
            continue;
        by = other->symbol ? dim_of_symbol(f->dims, other->symbol)
                           : lower_dim_of(f->l, other->lo);
        a = split(f->dims, a, s, &c, &r)
                ? dim_add(f->dims, dim_mul(f->dims, c, by), r)
                : NULL;
    }
    return a;
}

/* Whether index p of x ends before that of y begins. */
static bool is_left_of(const struct families *f, const struct index_range *x,
                       const struct index_range *y, size_t p)
{
    const struct expr *end = x[p].hi, *begin = y[p].lo;
    const struct dim *gap;
    if (end->op == EX_NUMBER && begin->op == EX_NUMBER) /* of many equations */
        return mpq_cmp(end->number->q, begin->number->q) < 0;
    gap = dim_sub(f->dims, lower_dim_of(f->l, begin), lower_dim_of(f->l, end));
    gap = at_common_indices(f, gap, x, y, p);
    gap = gap ? least(f, gap) : NULL;
    return gap && sign_of(gap) > 0;
}

static bool are_apart(const struct families *f, const struct clause *x,
                      const struct clause *y, size_t nindices)
{
    for (size_t p = 0; p < nindices; p++)
        if (is_left_of(f, x->ranges, y->ranges, p) ||
            is_left_of(f, y->ranges, x->ranges, p))
            return true;
    return false;
}

/* An error for each equation that meets one before it. */
static void check_apart(const struct families *f, const struct let *let)
{
    for (size_t i = 1; i < let->nclauses; i++)
        for (size_t k = 0; k < i; k++) {
            if (are_apart(f, &let->clauses[k], &let->clauses[i], let->nindices))
                continue;
            diag_error(f->l->diag, let->clauses[i].span,
                       "another equation may say what the same %s is: their "
                       "indices are not apart at every size",
                       let->name);
            diag_note(f->l->diag, let->clauses[k].span,
                      "the other one is here");
            break;
        }
}

/* ---- what equations need ---- */

static void collect(struct families *f, size_t from, const struct clause *c,
                    size_t stamp, const struct expr *e)
{
    if (f->seen[e->id] == stamp)
        return;
    f->seen[e->id] = stamp;
    if (e->symbol && e->count == 3) {
        f->ends[e->symbol->id][0] = e->kids[0];
        f->ends[e->symbol->id][1] = e->kids[1];
    }
    if (e->op == EX_LET && e->decl >= f->first) {
        const struct need need = {
            .from = from, .to = e->decl - f->first, .clause = c, .member = e};
        APPEND(f->needs, f->nneeds) = need;
    }
    for (size_t i = 0; i < e->count; i++)
        collect(f, from, c, stamp, e->kids[i]);
}

static void collect_all(struct families *f)
{
    size_t stamp = 0;
    for (size_t i = 0; i < f->count; i++) {
        const struct let *let = &f->l->theorem->lets[f->first + i];
        f->starts[i] = f->nneeds;
        for (size_t k = 0; k < let->nclauses; k++) {
            const struct clause *c = &let->clauses[k];
            for (size_t p = 0; p < let->nindices; p++)
                if (c->ranges[p].symbol) {
                    f->ends[c->ranges[p].symbol->id][0] = c->ranges[p].lo;
                    f->ends[c->ranges[p].symbol->id][1] = c->ranges[p].hi;
                }
            collect(f, i, c, ++stamp, c->body);
        }
    }
    f->starts[f->count] = f->nneeds;
}

/* ---- one index that goes one way ---- */

static bool is_inside(const struct families *f, const struct need *need)
{
    return !need->is_done && f->part[need->from] == f->part[need->to];
}

/* How far the member's index q lies before index p of what needs it. */
static const struct dim *distance(const struct families *f,
                                  const struct need *need, bool down, size_t p,
                                  size_t q)
{
    const struct index_range *own = &need->clause->ranges[p];
    const struct dim *here = own->symbol ? dim_of_symbol(f->dims, own->symbol)
                                         : lower_dim_of(f->l, own->lo);
    const struct dim *there = lower_dim_of(f->l, need->member->kids[q]);
    return down ? dim_sub(f->dims, here, there) : dim_sub(f->dims, there, here);
}

static enum step step_of(const struct families *f, const struct need *need,
                         bool down, size_t p, size_t q)
{
    const struct dim *a = least(f, distance(f, need, down, p, q));
    if (!a || sign_of(a) < 0)
        return UNKNOWN;
    return sign_of(a) > 0 ? BEFORE : LEVEL;
}

/* The member's index that goes with p: one at a constant distance, if any. */
static size_t choose(const struct families *f, const struct need *need,
                     bool down, size_t p)
{
    size_t found = NOWHERE;
    for (size_t q = need->member->count; q-- > 0;) {
        if (step_of(f, need, down, p, q) == UNKNOWN)
            continue;
        if (found == NOWHERE || is_number(distance(f, need, down, p, q)))
            found = q;
    }
    return found;
}

/* How one attempt ended. */
struct attempt {
    const struct need *fault; /* the need that turns back; NULL: none does */
    size_t passed;
    bool moves; /* some need moves on */
};

/* Index p of the first family, and what goes with it, one way. */
static struct attempt attempt(struct families *f, const size_t *members,
                              size_t count, bool down, size_t p)
{
    struct attempt a = {0};
    size_t queued = 1;
    for (size_t i = 0; i < count; i++)
        f->at[members[i]] = NOWHERE;
    f->queue[0] = members[0];
    f->at[members[0]] = p;
    for (size_t i = 0; i < queued; i++)
        for (size_t k = f->starts[f->queue[i]]; k < f->starts[f->queue[i] + 1];
             k++) {
            struct need *need = &f->needs[k];
            const size_t from = f->at[need->from];
            if (!is_inside(f, need))
                continue;
            a.fault = need;
            if (f->at[need->to] == NOWHERE) {
                f->at[need->to] = choose(f, need, down, from);
                f->queue[queued++] = need->to;
            }
            if (f->at[need->to] == NOWHERE)
                return a;
            need->step = step_of(f, need, down, from, f->at[need->to]);
            if (need->step == UNKNOWN)
                return a;
            a.fault = NULL;
            a.passed++;
            a.moves = a.moves || need->step == BEFORE;
        }
    return a;
}

static void report(const struct families *f, const struct need *fault,
                   const struct need *last)
{
    const struct need *need = fault ? fault : last;
    const struct let *let = &f->l->theorem->lets[f->first + need->from];
    LOCAL_BUFFER text = buffer_new();
    expr_print(&text, need->member);
    if (fault)
        diag_error(f->l->diag, need->clause->span,
                   "the definition of %s needs %s, which is not seen to come "
                   "before it: members that need each other go one way along "
                   "one index",
                   let->name, text.text);
    else
        diag_error(f->l->diag, need->clause->span,
                   "the definition of %s needs itself", let->name);
}

/* Ends the needs within a part that move on, or, with an error, all. */
static void end_needs(struct families *f, const size_t *members, size_t count,
                      bool all)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = f->starts[members[i]]; k < f->starts[members[i] + 1];
             k++)
            if (is_inside(f, &f->needs[k]))
                f->needs[k].is_done = all || f->needs[k].step == BEFORE;
}

static const struct need *last_inside(const struct families *f,
                                      const size_t *members, size_t count)
{
    const struct need *last = NULL;
    for (size_t i = 0; i < count; i++)
        for (size_t k = f->starts[members[i]]; k < f->starts[members[i] + 1];
             k++)
            if (is_inside(f, &f->needs[k]) && (!last || &f->needs[k] > last))
                last = &f->needs[k];
    return last;
}

/* Families that need each other; false: they do not. */
static bool settle(struct families *f, const size_t *members, size_t count)
{
    const struct need *last = last_inside(f, members, count);
    const struct let *let = &f->l->theorem->lets[f->first + members[0]];
    struct attempt best = {0};
    if (!last)
        return false;
    for (size_t p = 0; p < 2 * let->nindices; p++) {
        const struct attempt a = attempt(f, members, count, p % 2 == 0, p / 2);
        if (!a.fault && a.moves) {
            end_needs(f, members, count, false);
            return true;
        }
        if (a.passed > best.passed || p == 0)
            best = a;
    }
    report(f, best.fault, last);
    end_needs(f, members, count, true);
    return true;
}

/* ---- parts ---- */

static void enter(struct families *f, size_t i, size_t parent)
{
    f->number[i] = f->low[i] = ++f->numbered;
    f->parent[i] = parent;
    f->cursor[i] = f->starts[i];
    f->stack[f->height++] = i;
}

/* The part that begins at i in the stack is complete; see settle. */
static bool leave(struct families *f, size_t i)
{
    size_t begin = f->height;
    do
        f->part[f->stack[--begin]] = f->nparts;
    while (f->stack[begin] != i);
    f->nparts++;
    const bool settled = settle(f, f->stack + begin, f->height - begin);
    f->height = begin;
    return settled;
}

static void lower_to(size_t *low, size_t number)
{
    *low = number < *low ? number : *low;
}

/* The next need of family i that is not done; NULL: there is none. */
static const struct need *next_need(struct families *f, size_t i)
{
    while (f->cursor[i] < f->starts[i + 1]) {
        const struct need *need = &f->needs[f->cursor[i]++];
        if (!need->is_done)
            return need;
    }
    return NULL;
}

/* All that is reached from family i; whether some need each other. */
static bool walk(struct families *f, size_t i)
{
    bool found = false;
    enter(f, i, NOWHERE);
    while (i != NOWHERE) {
        const size_t parent = f->parent[i];
        const struct need *need = next_need(f, i);
        if (need && f->number[need->to] == 0) {
            enter(f, need->to, i);
            i = need->to;
        } else if (need && f->part[need->to] == NOWHERE) {
            lower_to(&f->low[i], f->number[need->to]);
        } else if (!need) {
            if (f->low[i] == f->number[i])
                found = leave(f, i) || found;
            if (parent != NOWHERE)
                lower_to(&f->low[parent], f->low[i]);
            i = parent;
        }
    }
    return found;
}

/* Whether some families still need each other. */
static bool look(struct families *f)
{
    bool found = false;
    f->height = f->numbered = f->nparts = 0;
    for (size_t i = 0; i < f->count; i++) {
        f->number[i] = 0;
        f->part[i] = NOWHERE;
    }
    for (size_t i = 0; i < f->count; i++)
        if (f->number[i] == 0)
            found = walk(f, i) || found;
    return found;
}

void lower_check_families(struct lowering *l, size_t first)
{
    enum { ARRAYS = 9 };
    const size_t n = l->theorem->nlets - first;
    struct families f = {.l = l,
                         .dims = expr_dims(l->pool),
                         .first = first,
                         .count = n,
                         .nsymbols = dim_symbols(expr_dims(l->pool))};
    LOCAL_FREE size_t *all = xcalloc(ARRAYS * (n + 1), sizeof *all);
    size_t **const arrays[ARRAYS] = {&f.starts, &f.number, &f.low,
                                     &f.parent, &f.cursor, &f.stack,
                                     &f.part,   &f.queue,  &f.at};
    for (size_t i = 0; i < ARRAYS; i++)
        *arrays[i] = all + i * (n + 1);
    f.ends = xcalloc(f.nsymbols, sizeof *f.ends);
    f.seen = xcalloc(expr_count(l->pool), sizeof *f.seen);
    collect_all(&f);
    for (size_t i = 0; i < n; i++)
        check_apart(&f, &l->theorem->lets[first + i]);
    while (look(&f))
        ;
    free(f.needs);
    free(f.seen);
    free(f.ends);
}
