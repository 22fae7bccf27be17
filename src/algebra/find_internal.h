/*
 * What the parts of the finder share; nobody else includes it.
 */
#ifndef MAJORANT_ALGEBRA_FIND_INTERNAL_H
#define MAJORANT_ALGEBRA_FIND_INTERNAL_H

#include "algebra/find.h"
#include "scalar/problem.h"

#include <stdint.h>

/* How deep the search for a hypothesis goes within another. */
enum { FIND_MAX_DEPTH = 3, FIND_MAX_LEVEL = 3 };

/*
 * What facts are wanted about a letter: those that have it with a positive
 * coefficient, as the goal has it, or with a negative one; equations, as it is
 * inside of another.
 */
enum { WANT_MORE = 1, WANT_LESS = 2, WANT_INSIDE = 4, WANT_ANY = 7 };

struct wanted {
    const struct atom *atom;
    uint64_t heads;      /* find_all_heads of it */
    unsigned signs, met; /* met: of these, theorems were looked for */
    unsigned far;        /* how many facts led from the goal to it */
    bool is_new;         /* there are others now */
};

/*
 * A term of a theorem's conclusion that has all of its givens, or together
 * with another one; signs say for what it is of use.
 */
struct trigger {
    const struct core_theorem *theorem;
    const struct atom *atom, *other; /* other: or NULL */
    unsigned signs, other_signs;
    uint64_t heads; /* find_all_heads of atom */
    /* Another trigger of the theorem has more functions: all such have these.
     */
    bool is_weak;
    uint64_t needs;
};

/* An equation that is used from left to right. */
struct rewriter {
    const struct core_theorem *theorem;
    /*
     * Its sequent; of an equation for all indices its body, where the indices
     * are symbols behind the theorem's.
     */
    const struct sequent *pattern;
    size_t nindices;
    const struct form *left;    /* as it is written */
    uint64_t heads;             /* find_all_heads of the trigger, or word */
    const struct atom *trigger; /* in it, with all givens; NULL: it is a word */
    bool is_permutative;        /* the right side is such a left side, too */
    bool is_explicit;           /* it writes out what has few entries */
    bool is_last; /* of a sum or product up to b + 1 it says the last */
    /* A word that it puts in the place of a letter, where it names that. */
    const struct letters *right;
};

/* 0 (fn) form of a theorem's conclusion, with all of its givens. */
struct target {
    const struct core_theorem *theorem;
    const struct form *form;
    unsigned fn;
    uint64_t heads; /* find_heads of the form */
};

/* A theorem at values that is no fact, for want of a hypothesis. */
struct lack {
    const struct core_theorem *theorem;
    const struct form *conclusion, *hypothesis;
};

/* The first goal that a search left open, with what it was to follow from. */
enum { STUCK_LACKS = 4 };
struct stuck {
    const struct form *goal;      /* or NULL */
    const struct form **contexts; /* what was supposed, in the pool's arena */
    size_t ncontexts;
    struct lack lacks[STUCK_LACKS];
    size_t nlacks;
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
    /* Functions that equations replace: above those they are replaced by. */
    unsigned levels[CORE_COUNT + 1];
    bool has_entries[CORE_COUNT + 1]; /* functions that are known by these */
    struct stuck stuck;               /* of the last search that tells it */
};

/* An instance that was not made yet, or for which a hypothesis was missing. */
struct candidate {
    const struct core_theorem *theorem;
    const struct form **values;
    const struct form *conclusion;
    size_t number; /* in the order in which they are made */
    size_t size;   /* letters in the conclusion */
    unsigned far;  /* of the letter of the trigger */
    size_t part;   /* letters in that */
    size_t failed; /* how often a hypothesis was missing */
    size_t cost;   /* by which they are tried */
    bool is_weak;  /* by a weak trigger */
};

/* Instances that are looked for in one context. */
struct saturation {
    struct wanted *wanted;
    size_t nwanted;
    uint64_t heads;     /* functions and binders in all of it */
    struct memo places; /* in it, of letters: 1 + the number */
    unsigned far;       /* of what is wanted now */
    struct memo tried;  /* conclusions of candidates */
    struct candidate *candidates;
    size_t ncandidates;
    struct variables inner; /* at which what is wanted is looked into */
    struct memo opened;     /* facts for all indices that are known at these */
    struct memo met;        /* atoms and words that equations were tried at */
    struct memo equations;  /* that were tried */
    struct memo vain;       /* hypotheses that were goals in vain */
    fact_t nrewritten;      /* facts that were rewritten */
};

/* An assumption, a fixed integer or vector, and what was known before it. */
struct opened {
    bool is_fixed;
    fact_t fact; /* the first in it; FACT_NONE: a vector, there is none */
    struct saturation before;
    bool is_lost;
};

/* Facts by relation: addresses into nothing, 1 + the number. */
struct index {
    struct memo facts;
    fact_t seen; /* how many facts were looked at */
};

/* What is known in one scope, as long as the context stays. */
struct view {
    struct variables scope;
    struct memo reduced; /* what forms reduce to; until equations change */
    struct index plain;  /* facts in sight by relation */
    struct index after;  /* by what it reduces to; until equations change */
    struct memo failed;  /* hypotheses that were sought; until the next round */
    /* Facts about atoms: 0 <= a, 0 <= a', 0 < a, 0 < a'. */
    struct memo signs[4];
    struct memo signless; /* atoms of which the sign was sought in vain */
    fact_t nsigned;       /* how many facts were looked at for that */
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
    const struct form **points; /* where facts for all indices are looked at */
    size_t npoints;
    size_t steps;  /* left */
    size_t end;    /* as much work of the pool, and the search is over */
    size_t nrules; /* how many equations were put in force */
    bool is_lost;  /* the equations in force do not come to an end */
    const struct form *latest;  /* of them; or NULL */
    const struct form *culprit; /* the latest when they first did not */
    struct memo *banned;        /* equations that are not put in force */
    struct memo *refused;       /* goals that the oracle did not prove */
    struct stuck *stuck;        /* where it gives up; NULL: nobody asks */
    unsigned depth;
    bool is_by_size;    /* small instances near the goal come first */
    bool is_by_entries; /* the goal is that of the entries of a matrix */
    bool is_by_shape;   /* theorems of any two matrices of a shape, alone */
    bool is_factoring;  /* what is not 0 is being rewritten */
    unsigned explicit_sizes;   /* what has few entries is written out, or 0 */
    bool is_brief;             /* nothing is tried that takes long */
    bool is_trusting;          /* the oracle of the theory is asked, too */
    bool is_cut;               /* a part of it had too little work */
    bool is_inductive;         /* what is not at once is proved by induction */
    const struct form *next;   /* where a step of an induction leads, or NULL */
    const struct form *before; /* what it assumes, or NULL */
    struct saturation now;
    struct view **views; /* of the scopes there were in this context */
    size_t nviews;
    struct view *view;            /* of the present one */
    struct memo ranges;           /* facts lo <= g, g <= hi */
    const struct atom **replaced; /* letters that equations replaced */
    size_t nreplaced;
    struct memo names; /* these by what they reduce to */
    bool has_names;    /* until equations change */
    size_t witness;    /* which is tried (find_witness) */
    struct memo asked; /* what the oracle was asked */
    size_t questions;
};

/* Whether the equations do not come to an end, or it was too much work. */
bool find_is_over(const struct find *s);
/* What equations make of it; NULL: too much, or there is none. */
const struct form *find_reduced(struct find *s, const struct form *f);
/*
 * Letters that equations have replaced, by what they reduce to now (names,
 * algebra/match.h).
 */
const struct memo *find_names(struct find *s);
/* Equations changed. */
void find_changed(struct find *s);
/* The context changed: other facts are in sight. */
void find_moved(struct find *s);
/* The scope changed: what was known in it is known again. */
void find_rescoped(struct find *s);
/* What was sought in vain may be found now. */
void find_retry(struct find *s);
/* Nothing is known any more, in no scope. */
void find_forget(struct find *s);
/* A rule with a fact and a term (core/steps.h). */
fact_t find_rule(struct find *s, const char *name, const char *format,
                 fact_t fact, const struct form *f);
/*
 * A relation of numbers by scalar/, or by the theory's oracle if it has one;
 * FACT_NONE: by neither.
 */
fact_t find_oracle(struct find *s, const struct form *goal);
/* What is said for all of a range is looked at there, whatever is wanted. */
void find_inside(struct find *s, const struct form *r);
/*
 * Functions and binders of the outer letters as a set of bits: what a form has
 * that an instance of another has is among those of that.
 */
uint64_t find_heads(const struct form *f);
/* The same at any depth. */
uint64_t find_all_heads(const struct atom *a);
uint64_t letters_all_heads(const struct letters *l);
/* Which part of the disjunction it is; relation_parts: none. */
size_t find_part(const struct form *r, const struct form *part);
/* Whether there is such an atom at any depth. */
bool find_within(const struct form *f, atom_test *is, const void *context);
/* The letter that a term is, whatever its coefficient and power; or NULL. */
const struct atom *find_letter(const struct term *t);
/* Whether it applies a function that says something: no ones, no block. */
bool find_is_function(const struct atom *a);
/* Whether it is a function of whole matrices at a number, not a product. */
bool find_is_of_number(const struct atom *a);
/* Whether it has such that are not wanted. */
bool find_is_odd(struct find *s, const struct form *f);
/* The equation among the parts of a conclusion, or NULL. */
const struct form *find_equation(const struct form *conclusion);
/* Whether it is explicit its theorem's name says. */
void find_add_rewriter(struct finder *f, const struct rewriter *w);
/* The theorem as a rewriter if it says what the entries of a function are. */
void find_entry_equations(struct finder *f, const struct core_theorem *t);
/* The goal is looked at, outside of others; then, it was proved or not. */
void stuck_enter(struct find *s, const struct form *goal);
void stuck_leave(struct find *s, const struct form *goal, bool is_proved);
/* A hypothesis of the theorem at these values was a goal, in vain. */
void stuck_lacks(struct find *s, const struct core_theorem *theorem,
                 const struct form *conclusion, const struct form *hypothesis);
/* P(lo), and P(x + 1) from P(x): by induction for all x in lo..hi. */
fact_t find_for_all(struct find *s, const struct form *goal);
/* The goal by induction on an integer in it; FACT_NONE: by none. */
fact_t find_by_induction(struct find *s, const struct form *goal);
/* A relation of matrices, as it is at all entries; FACT_NONE: not so found. */
fact_t find_by_entries(struct find *s, const struct form *goal);
/* Sizes in the conclusion that are numbers above 1, but few: bits 1 << size. */
unsigned find_explicit_sizes(struct pool *pool, const struct sequent *q);
/* Facts and goal by explicit equations, at each entry of what has few. */
void find_write_out(struct find *s);
/* Whether it is an equation of which the entries are facts, then. */
bool find_is_written_out(struct find *s, fact_t fact);
/*
 * The goal of a matrix that has few entries by all of them, which are facts
 * then; false: it has more, or one was not proved.
 */
bool find_explicit_entries(struct find *s, const struct form *goal);
/* A context with a fixed vector of so many rows; NULL: there is none. */
const struct form *find_vector(struct find *s, const struct form *size);
/* The forms at x of what is known to be psd, for a goal psd(f). */
void find_forms(struct find *s, const struct form *f, const struct form *x);
/* Closes the context of the vector; nothing comes of it. */
void find_leave_vector(struct find *s, const struct form *x);
/* Each function above all that equations put in its place. */
void find_levels(struct finder *finder);
/* The highest level of a function in them. */
unsigned letters_level(const struct finder *finder, const struct letters *l);
void saturation_clear(struct saturation *now);
/* What is wanted for the goal, by the facts there are. */
void find_want(struct find *s, const struct form *goal);
/* Of WANT_..., for what a relation that has the letter is of use. */
unsigned find_signs(const struct form *r, const struct atom *a);
/* What new letters, and such that are not wanted, the relation has; new ones
 * that have fewer letters than `most` cost less. */
size_t find_cost(struct find *s, const struct form *r, size_t most);
/* Letters in it, those inside of others as well. */
size_t find_size(const struct atom *a);
/*
 * Puts an equation in force, takes a conjunction apart, says of what is
 * positive or not 0 that its inverse is one.  An equation that is not forced
 * and has no largest term becomes two inequalities.
 */
void find_learn(struct find *s, fact_t fact, bool is_forced);
/* The same of an instance of the theorem, whose equation is from left to right
 * where the library says so. */
void find_learn_instance(struct find *s, const struct core_theorem *t,
                         const struct form *const *values, fact_t fact,
                         bool is_forced);
/* What a fact in sight that leans on no more than the scope says; or NULL. */
const struct form *find_seen(struct find *s, fact_t fact);
/* Such a fact for all of exactly the range of g; or NULL. */
const struct atom *find_over_range(struct find *s, fact_t fact,
                                   const struct atom *g);
/* A fact that gives the relation, or FACT_NONE. */
fact_t find_fact(struct find *s, const struct form *r);
/* 0 <= goal or 0 < goal as a combination of facts, or FACT_NONE. */
fact_t find_combination(struct find *s, const struct form *goal, bool strict);
/* The same of a matrix, with equations at products of facts and signs. */
fact_t find_products(struct find *s, const struct form *goal, bool strict);
/* Which term of 0 == f is to be replaced, or NULL. */
const struct form *find_head(struct find *s, const struct form *f);
/* A fact 0 <= a or 0 < a, transposed or not, or FACT_NONE. */
fact_t find_sign(struct find *s, const struct atom *a, bool is_transposed);
/* All theorems at a whose conclusion is a sign. */
void find_sign_theorems(struct find *s, const struct atom *a);
/*
 * The theorem at values for its symbols, with facts for its hypotheses, which
 * are goals where it is thorough; FACT_NONE: there is one without.
 */
fact_t find_instance(struct find *s, const struct core_theorem *t,
                     const struct form *const *values, bool is_thorough);
/* The cheapest of the theorems at what is wanted, as many as `most`. */
void find_instances(struct find *s, size_t most);
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
/* 0 <= f, 0 < f by the signs of the factors of f; FACT_NONE: not so found. */
fact_t find_factors(struct find *s, const struct form *goal);
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
/* The same with g, and what its range speaks of, besides. */
bool find_scope_with(struct find *s, struct variables scope,
                     const struct atom *g);
/* Generic variables that a term needs, those of their ranges as well. */
struct variables find_generics(struct pool *pool, const struct variables *free);
/* The one at which a binder over an index is looked into; NULL: none is. */
const struct atom *find_inner(struct pool *pool, const struct atom *a);
/* A fact for all indices at these, as far as they are in the ranges. */
fact_t find_at(struct find *s, fact_t fact, const struct form *const *values,
               size_t count);
/* What facts for all indices say of a member of a family. */
void find_members(struct find *s, const struct atom *a,
                  void (*found)(void *context, fact_t fact), void *context);
/* Facts for all indices that hold under conditions lose those that are met. */
void find_discharge_members(struct find *s);
/*
 * Learns what facts for all indices say at the points of the proof; for a
 * hypothesis, those that were given.
 */
void find_at_points(struct find *s);
/* The indices at which f has entries are points: sel(n, i, i) is row i of
 * eye(n). */
void find_index_points(struct find *s, const struct form *f);
/* The same at the ends of the facts' own ranges. */
void find_at_ends(struct find *s);
/* Equations at the terms of the form, until none applies. */
void find_rewrite(struct find *s, const struct form *f);
/* Letters that equations would replace by words of the form get them as names.
 */
void find_letters(struct find *s, const struct form *f);
/* The same at those of the inequalities that are new. */
void find_rewrite_facts(struct find *s);

/*
 * How many there are to try for what the sequent obtains, besides the first,
 * which is what the goal says itself, or none.
 */
size_t find_witnesses(const struct theory *theory, const struct sequent *q);
/* That choice is in force; false: it does not fit. */
bool find_witness(struct find *s, size_t choice);

#endif
