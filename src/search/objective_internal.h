/* What the parts of the objective share.  Internal to search/objective*. */
#pragma once

#include "search/objective.h"

/* A place where the values take one of two ways. */
struct junction {
    plan_id id;
    size_t entry;
};

/* One entry of lhs == rhs (PLAN_NONE: of lhs == 0). */
struct equation {
    plan_id lhs, rhs;
    size_t entry;
};

enum {
    MOST_JUNCTIONS = 64,
    MOST_ENTRIES = 4, /* of one instruction */
    MOST_EQUATIONS = 64
};

struct objective {
    struct stage *stage;
    const struct plan_link *link;
    struct gradient *gradient;
    struct cone cone;
    double *degrees;  /* by id, of truths */
    plan_id *inputs;  /* by slot, PLAN_NONE: not in the cone */
    plan_id breached; /* the worst assumption at the last evaluation */
    struct junction junctions[MOST_JUNCTIONS];
    size_t njunctions;
    const struct junction *focus; /* NULL: the link is what counts */
    double way;                   /* 1 or -1: where the focus is to go */
    struct equation equations[MOST_EQUATIONS]; /* the strict ones first */
    size_t nequations, nstrict;
};

/*
 * The relation below the truth `id` that settles it at the last evaluation;
 * *sign changes with every `not` on the way.  PLAN_NONE: there is none.
 */
plan_id objective_settling(const struct objective *o, plan_id id, double *sign);

/* Fills in the equations among the assumptions. */
void objective_find_equations(struct objective *o);
