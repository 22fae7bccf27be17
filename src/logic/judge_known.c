/*
 * What is known of terms, for as long as it holds: what is learned of an
 * opened variable, or because it has a value, is forgotten with it.
 *
 * A defined binder has a defined body at each value of its range
 * (docs/rules.md, "Definedness").  So where a variable is opened whose values
 * are all in that range, the body at this variable is a root, until the
 * variable is closed: over an empty range it was never evaluated.
 */
#include "logic/judge_internal.h"

#include <stdlib.h>
#include <string.h>

bool judge_knows(const struct judge *j, const struct expr *e, unsigned what)
{
    return e->id < j->count && (j->known[e->id] & what) == what;
}

static bool is_opened(const struct judge *j, const struct symbol *symbol)
{
    for (size_t i = 0; i < j->nopened; i++)
        if (j->opened[i].symbol == symbol)
            return true;
    return false;
}

/* Whether what is learned of e now may not hold once a variable is closed. */
static bool is_passing(const struct judge *j, const struct expr *e)
{
    bool passing = j->nbodies > 0;
    for (size_t i = 0; i < e->nfree && !passing; i++)
        passing = is_opened(j, e->free[i]);
    return passing;
}

static void write_known(struct judge *j, const struct expr *e,
                        unsigned char known)
{
    if (is_passing(j, e)) {
        if (j->npassing == j->passing_size) {
            j->passing_size = 2 * j->passing_size + 64;
            j->passing =
                xrealloc(j->passing, j->passing_size, sizeof *j->passing);
        }
        j->passing[j->npassing++] = (struct passing){e, j->known[e->id]};
    }
    j->known[e->id] = known;
}

void judge_learn(struct judge *j, const struct expr *e, unsigned what)
{
    if (e->id >= j->count) {
        size_t count = 2 * (size_t)e->id + 64;
        j->known = xrealloc(j->known, count, 1);
        memset(j->known + j->count, 0, count - j->count);
        j->count = count;
    }
    if (what & KNOWN_POSITIVE)
        what |= KNOWN_NONZERO | KNOWN_NONNEGATIVE;
    if (judge_knows(j, e, what))
        return;
    write_known(j, e, (unsigned char)(j->known[e->id] | what));
    judge_forget_refusals(j);
}

void judge_forget_refusals(struct judge *j)
{
    j->era++;
}

/* ---- bodies ---- */

bool judge_is_range_binder(const struct expr *e)
{
    return e->op == EX_SUM || e->op == EX_PROD || e->op == EX_MAX ||
           e->op == EX_MIN || e->op == EX_FORALL;
}

void judge_keep_binder(struct judge *j, const struct expr *binder)
{
    if (j->nbinders < JUDGE_MAX_BINDERS)
        j->binders[j->nbinders++] = (struct kept_binder){binder, j->nopened};
}

/* Whether the names in the binder still mean what they meant. */
static bool is_meant(const struct judge *j, const struct kept_binder *kept)
{
    for (size_t i = kept->nopened; i < j->nopened; i++)
        if (expr_has_free(kept->e, j->opened[i].symbol))
            return false;
    return true;
}

/* The body at the variable just opened, a matter of the ranges in use. */
static const struct expr *body_here(struct judge *j, const struct expr *binder)
{
    struct normal_answer body = {0};
    if (normal_recall(j->n, NORMAL_BODY_HERE, binder, &body))
        return body.term;
    body.term = judge_body_at(j, binder, j->opened[j->nopened - 1].symbol);
    normal_retain(j->n, NORMAL_BODY_HERE, binder, body);
    return body.term;
}

/* The bodies of kept binders at the value of the variable just opened. */
static void learn_bodies(struct judge *j)
{
    struct opened *last = &j->opened[j->nopened - 1];
    const size_t count = j->nbinders;
    for (size_t i = 0; i < count; i++) {
        const struct expr *body =
            is_meant(j, &j->binders[i]) ? body_here(j, j->binders[i].e) : NULL;
        if (!body)
            continue;
        j->nbodies += !last->has_body;
        last->has_body = true;
        judge_root_within(j, body);
    }
}

/* ---- ranges ---- */

/* What is known of the same name is known of another variable. */
static void hide(struct judge *j, const struct symbol *symbol)
{
    const size_t count = j->npassing;
    for (size_t i = 0; i < count; i++) {
        const struct expr *e = j->passing[i].e;
        if (j->known[e->id] != 0 && expr_has_free(e, symbol))
            write_known(j, e, 0);
    }
}

bool judge_enter_range(struct judge *j, const struct symbol *symbol,
                       const struct expr *lo, const struct expr *hi)
{
    /* what is known of the scope's variable is known of that one value */
    for (const struct scope_entry *s = j->scope; s; s = s->outer)
        if (s->symbol == symbol)
            return false;
    if (j->nopened == JUDGE_MAX_OPENED ||
        !normal_push_range(j->n, symbol, lo, hi))
        return false;
    const struct opened opened = {symbol, j->npassing, j->nbinders, false};
    if (is_opened(j, symbol))
        hide(j, symbol);
    j->opened[j->nopened++] = opened;
    judge_forget_refusals(j);
    learn_bodies(j);
    return true;
}

void judge_leave_range(struct judge *j)
{
    const struct opened last = j->opened[--j->nopened];
    while (j->npassing > last.npassing) {
        const struct passing *p = &j->passing[--j->npassing];
        j->known[p->e->id] = p->before;
    }
    j->nbinders = last.nbinders;
    j->nbodies -= last.has_body;
    judge_forget_refusals(j);
    normal_pop_range(j->n);
}

bool judge_open(struct judge *j, const struct expr *binder)
{
    return binder->count == 3 &&
           judge_enter_range(j, binder->symbol, binder->kids[0],
                             binder->kids[1]);
}

void judge_close(struct judge *j)
{
    judge_leave_range(j);
}
