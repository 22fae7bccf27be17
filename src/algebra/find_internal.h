/*
 * What the parts of the finder share; nobody else includes it.
 */
#ifndef MAJORANT_ALGEBRA_FIND_INTERNAL_H
#define MAJORANT_ALGEBRA_FIND_INTERNAL_H

#include "algebra/find.h"

/* How deep the search for a hypothesis goes within another. */
enum { FIND_MAX_DEPTH = 3, FIND_MAX_LEVEL = 3 };

/* A term of a theorem's conclusion that has all of its givens. */
struct trigger {
    const struct core_theorem *theorem;
    const struct atom *atom;
};

/* An equation that is used from left to right. */
struct rewriter {
    const struct core_theorem *theorem;
    const struct form *left;    /* as it is written */
    const struct atom *trigger; /* in it, with all givens; NULL: it is a word */
    bool is_permutative;        /* the right side is such a left side, too */
};

/* 0 (fn) form of a theorem's conclusion, with all of its givens. */
struct target {
    const struct core_theorem *theorem;
    const struct form *form;
    unsigned fn;
};

struct finder {
    struct theory *theory;
    struct pool *pool;
    struct rewriter *rewriters;
    size_t nrewriters, rewriters_capacity;
    struct trigger *triggers;
    size_t ntriggers, capacity;
    struct trigger *signs; /* of those whose conclusion is a sign */
    size_t nsigns, signs_capacity;
    struct target *targets;
    size_t ntargets, targets_capacity;
};

/* An assumption, or a fixed integer, and what was known before it. */
struct opened {
    bool is_fixed;
    fact_t fact; /* the first in it */
    size_t nseen, done, ntried, npending;
};

/* An instance for which a hypothesis was missing. */
struct pending {
    const struct core_theorem *theorem;
    const struct form **values;
};

/* One proof that is being found; lists are of the pool's arena. */
struct find {
    struct finder *finder;
    struct pool *pool;
    struct draft *draft;
    struct deduction *deduction;
    const struct goal *goal;
    /* What stands for the indices of the goal, as far as they are fixed. */
    struct substitution *indices;
    size_t nindices;
    unsigned level; /* above 0: a hypothesis is being proved, not the goal */
    struct opened *opened; /* the contexts that are open */
    size_t nopened;
    size_t steps;  /* left */
    size_t nrules; /* how many equations were put in force */
    bool is_lost;  /* the equations in force do not come to an end */
    unsigned depth;
    const struct atom *used;   /* that a theorem is being used at, or NULL */
    const struct atom **seen;  /* terms that were looked at */
    size_t nseen, done;        /* of these, how many met all triggers */
    const struct form **tried; /* conclusions of instances */
    size_t ntried;
    struct pending *pending;
    size_t npending;
    /* Facts about atoms: 0 <= a, 0 <= a', 0 < a, 0 < a'. */
    struct memo signs[4];
    struct memo signless; /* atoms of which the sign was sought in vain */
    fact_t nsigned;       /* how many facts were looked at for that */
    struct memo reduced;  /* what forms reduce to; until equations change */
    struct memo failed; /* hypotheses that were sought; until the next round */
};

/* What equations make of it; NULL: too much, or there is none. */
const struct form *find_reduced(struct find *s, const struct form *f);
/* Equations, or the context, changed. */
void find_changed(struct find *s);
/* A rule with a fact and a term (core/steps.h). */
fact_t find_rule(struct find *s, const char *name, const char *format,
                 fact_t fact, const struct form *f);
/* Its terms meet the triggers in the next round. */
void find_see(struct find *s, const struct form *f);
/*
 * Puts an equation in force, takes a conjunction apart, says of what is
 * positive or not 0 that its inverse is one.
 */
void find_learn(struct find *s, fact_t fact);
/* The latest fact that gives the relation, or FACT_NONE. */
fact_t find_fact(struct find *s, const struct form *r);
/* 0 <= goal or 0 < goal as a combination of facts, or FACT_NONE. */
fact_t find_combination(struct find *s, const struct form *goal, bool strict);
/* Which term of 0 == f is to be replaced, or NULL. */
const struct form *find_head(struct find *s, const struct form *f);
/* A fact 0 <= a or 0 < a, transposed or not, or FACT_NONE. */
fact_t find_sign(struct find *s, const struct atom *a, bool is_transposed);
/* Signs are to be looked for again. */
void find_signs_changed(struct find *s);
/* All theorems at a whose conclusion is a sign. */
void find_sign_theorems(struct find *s, const struct atom *a);
/* All theorems at the terms that are new. */
void find_instances(struct find *s);
/*
 * Any relation, by its form; FACT_NONE, and all is as before but for what was
 * learnt in the present context.
 */
fact_t find_proof(struct find *s, const struct form *goal);
/*
 * Whether the goal is a fact, or reduces to true, after theorems of which it is
 * an instance; thorough: their hypotheses are goals.
 */
bool find_backwards(struct find *s, const struct form *goal, bool is_thorough);
/* The lemmas of the goal whose indices are fixed, as facts. */
void find_lemmas(struct find *s);
/* A fact for a hypothesis, FACT_NONE where it reduces to true. */
bool find_hypothesis(struct find *s, const struct form *h, fact_t *fact,
                     bool is_thorough);
/* not D or ... or C: the parts that facts deny are resolved away. */
fact_t find_discharged(struct find *s, fact_t fact, bool is_thorough);
/*
 * Facts that are made from here on lean on these generic variables, of which
 * the ranges are known.
 */
bool find_scope(struct find *s, struct variables scope);
/* What facts for all indices say of a member of a family. */
void find_members(struct find *s, const struct atom *a,
                  void (*found)(void *context, fact_t fact), void *context);
/* Equations at the terms of the form, until none applies. */
void find_rewrite(struct find *s, const struct form *f);

#endif
