/* The two passes of the fast form; eval/plan_fast.h. */
#include "eval/plan_fast.h"

#include <stdlib.h>

/* A function for all roots of the plan: the place, and the literal id. */
typedef void root_fn(struct fast *f, plan_id *place, plan_id literal);

static void each_root(struct fast *f, struct plan *plan, root_fn *fn)
{
    const struct theorem *t = f->b->theorem;
    for (size_t k = 0; k < t->nassumptions; k++)
        fn(f, &plan->fast_assumptions[k], plan->assumptions[k]);
    for (size_t k = 0; k < plan->nroots; k++)
        fn(f, &plan->fast_roots[k], plan->roots[k]);
    for (size_t k = 0; k < t->nclaims; k++) {
        for (size_t l = 0; l < plan->claims[k].nlinks; l++) {
            struct plan_link *link = &plan->claims[k].links[l];
            fn(f, &link->fast_truth, link->truth);
            fn(f, &link->fast_lhs, link->lhs);
            fn(f, &link->fast_rhs, link->rhs);
        }
    }
}

static void want_this(struct fast *f, plan_id *place, plan_id literal)
{
    (void)place;
    if (literal != PLAN_NONE)
        f->wanted[f->spelling[literal]] |= WANT_FORM;
}

static void put_form(struct fast *f, plan_id *place, plan_id literal)
{
    *place = literal == PLAN_NONE ? literal : f->form[f->spelling[literal]];
}

static void put_literal(struct fast *f, plan_id *place, plan_id literal)
{
    (void)f;
    *place = literal;
}

/* From the end: an instruction's wishes are known before it is visited. */
static void want_all(struct fast *f)
{
    for (uint32_t id = f->count; id-- > 0;) {
        if (f->wanted[id] & WANT_SCORE)
            fast_want_score(f, id);
        if (f->wanted[id] & WANT_COPAIR)
            fast_want_copair(f, id);
        if (f->wanted[id] & WANT_PAIR)
            fast_want_pair(f, id);
        if (f->wanted[id] & WANT_FORM)
            fast_want_form(f, id);
    }
}

static void make_all(struct fast *f)
{
    for (uint32_t id = 0; id < f->count && f->b->status == ST_OK; id++) {
        f->b->span = f->b->instrs[id].span;
        if (f->wanted[id] & WANT_FORM)
            f->form[id] = fast_make_form(f, id);
        if (f->wanted[id] & WANT_PAIR)
            f->pair[id] = fast_make_pair(f, id);
        if (f->wanted[id] & WANT_COPAIR)
            f->copair[id] = fast_make_copair(f, id);
        if (f->wanted[id] & WANT_SCORE)
            f->score[id] = fast_make_score(f, id);
    }
}

/* How often each instruction is read by those below `count`. */
static void count_uses(struct fast *f, uint32_t count, const bool *needed)
{
    for (uint32_t id = 0; id < count; id++)
        for (uint32_t k = 0; k < f->b->instrs[id].nargs; k++)
            f->uses[f->b->instrs[id].args[k]] += !needed || needed[id];
}

/* Spells all literal instructions; f->uses: by one another. */
static void spell_all(struct fast *f)
{
    f->spelling = xcalloc(f->nliteral + 1UL, sizeof *f->spelling);
    f->uses = xcalloc(f->nliteral + 1UL, sizeof *f->uses);
    count_uses(f, f->nliteral, NULL);
    for (uint32_t id = 0; id < f->nliteral && f->b->status == ST_OK; id++) {
        f->b->span = f->b->instrs[id].span;
        f->spelling[id] = fast_spell(f, id);
    }
    free(f->uses);
    f->uses = NULL;
}

static void need_this(struct fast *f, plan_id *place, plan_id literal)
{
    (void)place;
    if (literal != PLAN_NONE)
        f->needed[f->spelling[literal]] = true;
}

/* Of the spellings those that the roots are made of, and their uses. */
static void find_uses(struct fast *f, struct plan *plan)
{
    f->needed = xcalloc(f->count + 1UL, sizeof *f->needed);
    f->uses = xcalloc(f->count + 1UL, sizeof *f->uses);
    each_root(f, plan, need_this);
    for (uint32_t id = f->count; id-- > 0;)
        for (uint32_t k = 0; k < f->b->instrs[id].nargs; k++)
            if (f->needed[id])
                f->needed[f->b->instrs[id].args[k]] = true;
    count_uses(f, f->count, f->needed);
}

static void start(struct fast *f, struct plan *plan)
{
    f->count = f->b->count;
    f->wanted = xcalloc(f->count + 1UL, sizeof *f->wanted);
    f->form = xcalloc(f->count + 1UL, sizeof *f->form);
    f->pair = xcalloc(f->count + 1UL, sizeof *f->pair);
    f->score = xcalloc(f->count + 1UL, sizeof *f->score);
    f->copair = xcalloc(f->count + 1UL, sizeof *f->copair);
    find_uses(f, plan);
}

static void finish(struct fast *f)
{
    free(f->spelling);
    free(f->needed);
    free(f->wanted);
    free(f->uses);
    free(f->form);
    free(f->pair);
    free(f->score);
    free(f->copair);
}

/* A plan is no worse for having no fast form. */
static void give_up(struct fast *f, struct plan *plan)
{
    struct builder *b = f->b;
    b->status = ST_OK;
    free(b->reason);
    b->reason = NULL;
    plan_forget(b, f->nliteral);
    each_root(f, plan, put_literal);
}

void plan_fast(struct builder *b, struct plan *plan)
{
    struct fast f = {.b = b, .nliteral = b->count};
    if (b->status != ST_OK || b->count > FAST_MAX_INSTRS)
        return; /* the links' fast ids are the literal ones */
    spell_all(&f);
    if (b->status == ST_OK) {
        start(&f, plan);
        each_root(&f, plan, want_this);
        want_all(&f);
        make_all(&f);
    }
    if (b->status == ST_OK)
        each_root(&f, plan, put_form);
    else
        give_up(&f, plan);
    finish(&f);
}
