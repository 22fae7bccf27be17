/*
 * The state of a search for one derivation, shared by the prover's parts.
 *
 * Everything found is a line of the derivation, checked by its rule as it is
 * added; what is rejected is dropped.  So the search may try what it likes:
 * only its limits matter.  Lines that led nowhere are pruned at the end.
 */
#ifndef MAJORANT_PROVE_SEARCH_H
#define MAJORANT_PROVE_SEARCH_H

#include "logic/make.h"
#include "logic/rule.h"
#include "prove/range.h"

enum {
    SEARCH_MAX_DEPTH = 9,    /* bounds used one after another */
    SEARCH_MAX_NESTING = 4,  /* side goals of side goals */
    SEARCH_MAX_ARGS = 8,     /* givens of a rule */
    SEARCH_MAX_MATCHES = 24, /* ways to match one pattern */
    SEARCH_MAX_LETTERS = 16, /* factors, or summands, told apart */
    SEARCH_MAX_FACTS = 128,
    SEARCH_MAX_WRITTEN = 1 << 20, /* parts of a goal, assumption or member */
    SEARCH_MAX_CHAIN = 32,        /* links */
    SEARCH_SIDE_GOAL = 250,       /* lines tried for one side goal */
    SEARCH_BRIEF_SIDE_GOAL = 20,
    SEARCH_MAX_EFFORT = 12000000, /* terms rewritten */
    SEARCH_LINE_EFFORT = 8000     /* of them, for each line allowed */
};

#define SEARCH_NONE SIZE_MAX /* no line */

struct search {
    const struct theorem *theorem;
    struct expr_pool *pool;
    struct derivation *d;
    struct normalizer *n;
    const struct catalogue *catalogue;
    struct rule_context rules;
    const struct scope_entry *scope;
    size_t facts[SEARCH_MAX_FACTS]; /* lines that may be used anywhere */
    size_t nfacts;
    size_t steps, limit; /* lines tried */
    size_t effort;       /* terms that may be rewritten: they cost memory */
    size_t nesting;
    const struct scope_entry *context; /* the scope that has its facts */
    bool functions[FN_COUNT]; /* that occur in the goal: others lead away */
    bool sizes;               /* as numbers, or means, too */
    const struct expr *other; /* the goal's sides, to take open givens from */
    struct bounds *known;     /* bounds found before */
    size_t nested;            /* bounds within bounds */
    bool wide;  /* also rules that fit almost anything; first without them */
    bool brief; /* few lines for side goals */
    bool later; /* a second search, with all rules: the first found nothing */
    bool last;  /* a third, with more lines, and moves of several terms */
    const char *method; /* `by METHOD`: what the search keeps to; or NULL */
    bool (*stop)(void *context); /* asked now and then; or NULL */
    void *stop_context;
    bool is_patient; /* searches over ranges may be long */
    size_t asked;
    bool is_stopped;
};

/* ---- search.c ---- */
/* Adds a line in the current scope; SEARCH_NONE: its rule rejects it. */
size_t search_line(struct search *s, const struct line *line);
const struct expr *search_conclusion(const struct search *s, size_t line);
/*
 * Whether `goal`, the assumptions and the members of families are small enough
 * to be walked as trees, which is what a search does all the time.
 */
bool search_is_feasible(const struct theorem *t, const struct expr *goal);
/* The goal by normal forms alone. */
size_t search_algebra(struct search *s, const struct expr *goal);
void search_fact(struct search *s, size_t line);
/* Whether the line holds in the scope at hand. */
bool search_in_scope(const struct search *s, size_t line);
/* The parts of e, written out down to that depth. */
size_t search_size(const struct expr *e, size_t depth);
/* The normal form as a term; e itself over a limit. */
const struct expr *search_normal(struct search *s, const struct expr *e);
bool search_is_equal(struct search *s, const struct expr *a,
                     const struct expr *b);
/* Notes the functions that occur in e. */
void search_relevant(struct search *s, const struct expr *e);
/* Over the limit of lines, or told to stop. */
bool search_is_exhausted(struct search *s);
/* Whether this search, and the method, use that rule of the catalogue. */
bool search_allows(const struct search *s, size_t rule, bool is_equation);

/* ---- prune.c ---- */
/* Keeps the line `last` and what it rests on. */
void search_prune(struct derivation *d, size_t last);

/* ---- method.c: what `by METHOD` allows ---- */
/* Whether the rule of the catalogue may be used; NULL: any may. */
bool method_allows(const char *method, const char *rule, bool is_equation);
/* No method that restricts the search. */
bool method_is_free(const char *method);

/* ---- match.c: patterns of the catalogue ---- */
struct binding {
    const struct expr *args[SEARCH_MAX_ARGS];
};
struct matches {
    struct binding items[SEARCH_MAX_MATCHES];
    size_t count;
};
/* All ways found to make `pattern` (of a rule) equal to x, from `start` on. */
void match_term(struct matches *out, struct search *s,
                const struct theorem *rule, const struct expr *pattern,
                const struct expr *x, const struct binding *start);

/* ---- open.c: givens that only the assumptions of a rule fix ---- */
/* What facts of the form of an assumption bind, b being the start. */
void open_by_facts(struct matches *out, struct search *s,
                   const struct theorem *rule, const struct binding *b);
/*
 * The term that stands for a known side of an assumption: A, abs(A) or a
 * number f(A), A being bound; NULL: another form, or not bound.
 */
const struct expr *open_known_term(struct search *s, const struct theorem *rule,
                                   const struct binding *b,
                                   const struct expr *known);

/* f(c*A) = |c| f(A): absolute values, norms, the diameter. */
bool match_is_homogeneous(const struct expr *e);

/* The factors of a product (or summands of a sum) as written. */
struct parts {
    const struct expr *items[SEARCH_MAX_LETTERS];
    size_t count;
};
/* e = scale * items[0] * ... ; scale NULL: 1.  false: too many. */
bool parts_of_product(struct parts *out, const struct expr **scale,
                      struct search *s, const struct expr *e);
bool parts_of_sum(struct parts *out, struct search *s, const struct expr *e);
/*
 * x = a B c, a B or B c where the terms of the sum x all begin with a, end with
 * c; a (B - c) or (B - c) a where a is an inverse; P (X - 1 y) where P 1 = 1;
 * A^e (A^k b + c), and from behind; M (x - y) where M is a sum, and from
 * behind; A^(e - 1) A of a power.  How many of these ways there are.
 */
enum { PARTS_MAX_WAYS = 7 };
size_t parts_of_common(struct parts out[PARTS_MAX_WAYS], struct search *s,
                       const struct expr *x);
/* c a b - c d e in two parts: (a - d) b and d (b - e), or a (b - e), ... */
enum { TELESCOPES_MAX = 12 };
struct telescopes {
    const struct expr *items[TELESCOPES_MAX][2];
    size_t count;
};
/* The ways for a sum of two products of opposite sign; none: count 0. */
void parts_of_difference(struct telescopes *out, struct search *s,
                         const struct parts *sum);
const struct expr *parts_multiply(struct search *s, const struct parts *p,
                                  size_t begin, size_t end);
/* A sum whose terms are multiples of one product: S - a*S is (1 - a)*S. */
bool parts_of_multiple(const struct expr **scale, const struct expr **word,
                       struct search *s, const struct expr *e);
/* The sum, or the product, of all items but one; NULL: there is no other. */
const struct expr *parts_but(struct search *s, const struct parts *p,
                             size_t but, bool sum);

/* ---- bound.c: one bound for one term ---- */
struct bounds {
    size_t lines[SEARCH_MAX_MATCHES];
    size_t count;
    /* what they bound, for the memory of bounds found before */
    const struct expr *x;
    const struct scope_entry *scope;
    bool upper, wide, later, last;
    struct bounds *next;
};
/*
 * Lines x <= v (upper) or v <= x, or x == v, where x is as given; from the
 * catalogue, or from bounds of the body of a sum.  Found once and kept.
 */
/* N(sum(i, f)) <= sum(i, N(f)) for x = N(sum(i, f)); its line. */
size_t bound_norm_of_sum(struct search *s, const struct expr *x);
const struct bounds *bound_term(struct search *s, const struct expr *x,
                                bool upper);

/* ---- move.c: steps from one term to a larger one ---- */
/* b - a loses left * (v - u) * right by the line u R v. */
struct move {
    size_t line;
    const struct expr *left, *right; /* NULL: 1 */
};
enum { MOVES_MAX = 64 };
struct moves {
    struct move items[MOVES_MAX];
    size_t count;
};
/*
 * Moves that take away a negative term of `difference` (what is to be shown
 * nonnegative): by `facts`, or else by bounds; `equations`: by equations only,
 * any term.
 */
void move_find(struct moves *out, struct search *s,
               const struct expr *difference, bool equations, bool facts);
/* difference - left * (v - u) * right in normal form; NULL: over a limit */
const struct expr *move_apply(struct search *s, const struct expr *difference,
                              const struct move *m);
/* Lines x <= x' (upper) or x' <= x that change one place of x. */
void move_term(struct bounds *out, struct search *s, const struct expr *x,
               bool upper);

/* ---- combine.c: inequalities and equations ---- */
/* The relation (EX_REL, not !=) by combining moves; its line. */
size_t combine_prove(struct search *s, const struct expr *goal);
/* a op b by the moves taken; `rest` (may be NULL) is nonnegative. */
size_t combine_line(struct search *s, const struct expr *conclusion,
                    const struct move *moves, size_t count,
                    const struct expr *rest);
/* Whether sums over ranges or powers of sums stand in it, perhaps in two ways.
 */
bool combine_may_cancel(const struct normal_form *f);

/* ---- scalar.c: relations over ranges ---- */
/*
 * A line by the range prover.  Its variables are scalar givens and, entry by
 * entry, the terms that only entrywise functions are applied to, within the
 * bounds that signs and facts give them.
 */
size_t scalar_prove(struct search *s, const struct expr *goal, bool thorough);
/* The same, with the facts about its terms, whatever their form. */
size_t scalar_prove_knowing(struct search *s, const struct expr *goal);
/* A relation of scalar givens and of the variables it stands under alone. */
bool scalar_is_of_numbers(const struct expr *goal);
/*
 * The claim's link as a scalar statement: the answer of range_prove, *line
 * where it is proved, else SEARCH_NONE; *found is its partition, whole or not.
 *  A search that is not thorough is brief.
 */
enum range_answer scalar_link(size_t *line, const struct partition **found,
                              struct search *s, size_t claim, size_t link,
                              bool thorough);
/* Here partitions are taken as they are; the kernel checks them. */
bool scalar_trust(void *context, const struct domain *domain,
                  const void *payload);

struct prover_kernel;

/* ---- entrywise.c ---- */
/* Sums of entries by their entries over ranges. */
size_t entrywise_prove(struct search *s, const struct expr *goal,
                       bool thorough);

/* ---- spread.c ---- */
/* A relation of matrices with scaled rows and columns, and of joined ones,
   entry by entry. */
size_t spread_prove(struct search *s, const struct expr *goal, bool thorough);

/* ---- facts.c: what is assumed, or proved ---- */
/* Adds the line and makes it a fact; SEARCH_NONE: its rule rejects it. */
size_t facts_add(struct search *s, const struct line *line);
/* The assumptions and the ranges of givens as facts. */
void facts_assumed(struct search *s);
/*
 * The theorem's links that are proved as facts; none that stands behind claim
 * `claim` (SIZE_MAX: all).
 */
void facts_proved(struct search *s, const struct prover_kernel *kernel,
                  size_t claim);
/*
 * lo <= G (upper: G <= hi) of a given or a member of a family of them, a line
 * to be tried; its conclusion is NULL where the given has no such end.
 */
struct line facts_end(struct search *s, const struct expr *value, bool upper);
/*
 * Whether the facts, just added, say of one of them that it is false: then no
 * instance is admitted.  A brief search; false: not found.
 */
bool contradiction_find(struct search *s);

/* ---- context.c: facts of families ---- */
/*
 * Adds what facts of the form forall, conjunctions and maxima say of the
 * members that the goal names; the caller takes them back (nfacts).
 */
void context_facts(struct search *s, const struct expr *goal);

/* ---- lemma.c ---- */
/*
 * A lemma's claim at its arguments: the goal itself, or else one more fact.
 * Sizes that the arguments leave open are tried from the theorem's own.
 */
size_t lemma_prove(struct search *s, const struct prover_kernel *kernel,
                   const struct lemma_use *use, const struct expr *goal);

/* ---- power.c ---- */
/*
 * Adds what equations A*X == c*X and A*X == X*B say of the powers A^k in the
 * goal as facts; the caller takes them back (nfacts).
 */
void power_facts(struct search *s, const struct expr *goal);
/*
 * The equation r(l) from r(l-1), the line `known`, times what the powers in it
 * have more; what it says so becomes a fact, which the caller takes back.
 */
size_t power_step(struct search *s, const struct expr *goal, size_t known,
                  const struct symbol *l);

/* ---- invert.c ---- */
/* A relation of numbers by one of functions of its sides. */
size_t invert_prove(struct search *s, const struct expr *goal);

/* ---- lengths.c ---- */
/* The order of lengths, or of sums of products u'*v, with known equations. */
size_t lengths_prove(struct search *s, const struct expr *goal);

/* ---- rows.c ---- */
/*
 * A bound of a norm, or of a largest or least entry, by one of all rows,
 * columns or entries: norminf(A) <= c by rowsum(abs(A)) <= c.
 */
size_t rows_prove(struct search *s, const struct expr *goal);

/* ---- variance.c ---- */
/* Squares of sums over ranges against sums of squares: its line. */
size_t variance_prove(struct search *s, const struct expr *goal);

/* ---- congruence.c ---- */
/*
 * Adds what equations say of traces and diagonals in the goal as facts; the
 * caller takes them back (nfacts).
 */
void congruence_facts(struct search *s, const struct expr *goal);
/*
 * The line G == e (flipped: G' == e) where the fact says c*G == c*e for a given
 * or a member of a family that is no number; else none.
 */
size_t congruence_solve(struct search *s, size_t fact, bool flipped);

/* ---- written.c: facts about calls as they are written ---- */
/* Adds them as facts; the caller takes them back (nfacts). */
void written_facts(struct search *s, const struct expr *goal);

/* ---- largest.c: what is known of all, said of the largest ---- */
/* Adds them as facts; the caller takes them back (nfacts). */
void largest_facts(struct search *s);

/* ---- respell.c ---- */
/* The relation in other words that more rules speak of: its line. */
size_t respell_prove(struct search *s, const struct expr *goal);

/* ---- definite.c ---- */
/* psd(A): its line. */
size_t definite_prove(struct search *s, const struct expr *goal);

/* ---- cleared.c: equations of inverses ---- */
/* a == b by what is left of it without inverses, and the facts: its line. */
size_t cleared_prove(struct search *s, const struct expr *goal);

/* ---- estimate.c: norms by how their arguments are built ---- */
/* u <= v for numbers, u being made of norms: its line. */
size_t estimate_prove(struct search *s, const struct expr *goal);

/* ---- unroll.c: last terms and members ---- */
/*
 * The goal's calls with the last terms of their sums and products taken off;
 * that they are equal becomes a fact, which the caller takes back (nfacts).
 */
const struct expr *unroll_calls(struct search *s, const struct expr *goal);
/* The sum or product with its last term apart; NULL: it has none to take. */
const struct expr *unroll_last(struct search *s, const struct expr *e);
/* The goal with a few members written as they are defined. */
const struct expr *unroll_members(struct search *s, const struct expr *goal);

/* ---- recurrence.c: families of numbers ---- */
/*
 * A relation of numbers, or a conjunction of such, in which members of families
 * occur, by their equations and by what the facts say of the members in these.
 * Members at the index `at` are written out; NULL: all, as far as may be.
 */
size_t recurrence_step(struct search *s, const struct expr *goal,
                       const struct symbol *at);
/*
 * Facts: families of the goal that begin in a range and stay in it.  Their
 * number; the caller takes them back (nfacts).
 */
size_t recurrence_ranges(struct search *s, const struct expr *goal);

/* ---- settle.c: calls that a sign settles ---- */
/* a == b once |x| is x or -x, where the sign of x is proved; relu too. */
size_t settle_prove(struct search *s, const struct expr *goal);

/* ---- chain.c: a whole chain ---- */
/* first R last, by lines that are the links in order. */
size_t chain_line(struct search *s, const size_t *links, size_t count);

/* ---- direct.c: one rule ---- */
size_t direct_prove(struct search *s, const struct expr *goal);

/* ---- goal.c: any goal ---- */
typedef size_t goal_prover(struct search *s, const struct expr *goal,
                           void *context);
/* forall(i in a..b, r(i)), where `prove` proves r(i) in the inner scope. */
size_t goal_forall(struct search *s, const struct expr *goal,
                   goal_prover *prove, void *context);
/* forall(l in a..b, r(l)) by induction on l. */
size_t goal_induction(struct search *s, const struct expr *goal);
/*
 * r(L), from forall(l in lo..L, r(l)) by induction, where r mentions a member
 * of a family at the size L.
 */
size_t goal_generalised(struct search *s, const struct expr *goal);
/* A fact that says just that: a step before it, or a whole chain. */
size_t goal_known(const struct search *s, const struct expr *goal);
/* One or the other. */
size_t goal_by_induction(struct search *s, const struct expr *goal);
/*
 * The same for equations of families and sums in a few lines, before a search
 * with facts about other members spends all effort.
 */
size_t goal_brief_induction(struct search *s, const struct expr *goal);
size_t goal_prove(struct search *s, const struct expr *goal);
/* u and v from a line for each. */
size_t goal_both(struct search *s, const struct expr *goal,
                 const size_t parts[2]);
/*
 * An instance with the model's terms, of rule or lemma `from`, its assumptions
 * proved first; the line states `goal`, or (NULL) what the instance says.
 */
size_t goal_instance(struct search *s, const struct line *model,
                     const struct theorem *from, const struct expr *relation,
                     const struct expr *goal);

/* The same for the rule of that name, of one given (y NULL) or two. */
size_t goal_named(struct search *s, const char *name, const struct expr *goal,
                  const struct expr *x, const struct expr *y);

#endif
