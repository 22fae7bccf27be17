/*
 * The operations of a log, and with what arguments.
 *
 * Arguments: w word, n number, t term (by its node), v variable (by its node),
 * f fact in sight that leans on no more than the scope, m any fact in sight, o
 * the same or - (no fact); of the last one with * any number.  A fact *meets* a
 * relation R if it gives R at once (relation_gives), or both do after reduction
 * by the equations in force, or R is a forall and the fact its body at a
 * generic variable of exactly that range, or R is a disjunction that has all
 * its parts; no fact meets what reduces to true.
 *
 * X(name, arguments): premises |- what is made; conditions
 */
#ifndef MAJORANT_CORE_STEPS_H
#define MAJORANT_CORE_STEPS_H

#define MAJORANT_CORE_STEPS(X)                                                 \
    X(number, "w")  /* a rational */                                           \
    X(symbol, "n")  /* the n-th of the sequent */                              \
    X(defined, "n") /* the n-th defined family */                              \
    /* by its name: of the sequent, or what the theory obtains */              \
    X(obtained, "w")                                                           \
    X(fixed, "n")   /* the n-th variable that was fixed */                     \
    /* lo, hi, n: the n-th generic index of lo..hi */                          \
    X(generic, "ttn")                                                          \
    /* the same of a number between lo and hi, in no scope: to be bound */     \
    X(real, "ttn")                                                             \
    X(parameter, "n") /* index n of a family's value */                        \
    X(add, "tt")                                                               \
    X(mul, "tt")                                                               \
    X(transpose, "t")                                                          \
    X(eye, "t")                                                                \
    X(zero, "tt")                                                              \
    X(apply, "wt*") /* a function, or a relation */                            \
    X(member, "vt*")                                                           \
    /* kind, lo, hi, body, variable; kind forall makes a relation */           \
    X(bind, "wtttv")                                                           \
    /* the generic indices that facts lean on from here on */                  \
    X(scope, "v*")                                                             \
    /* |- lo <= g (0), g <= hi (1); g in the scope */                          \
    X(range, "vn")                                                             \
    /* R |- R', where the fact meets R' */                                     \
    X(restated, "ot")                                                          \
    /* R and S and ... |- one of them */                                       \
    X(part, "fn")                                                              \
    /* R, S, ... |- R and S and ... */                                         \
    X(both, "f*")                                                              \
    /* 0 == f: its term (head) is replaced by the rest wherever it stands */   \
    X(rule, "mt")                                                              \
    /*                                                                         \
     * An instance of a theorem: a value for each symbol (a family's in the    \
     * parameters), a fact or - that meets each hypothesis, then facts that    \
     * say what is an integer.  Shapes agree; integers are integers, by syntax \
     * or by such a fact.                                                      \
     */                                                                        \
    X(instance, "wn*")                                                         \
    /*                                                                         \
     * |- x == w for what is obtained, x, at the symbols: w, in which only     \
     * these are free and what is obtained already, is its value from here on  \
     */                                                                        \
    X(witness, "vt")                                                           \
    /*                                                                         \
     * |- 0 <= f, or 0 < f (1): f is, by the ring and the equations in force,  \
     * the sum of products, each a positive rational (a node), so many facts   \
     * 0 <= g or 0 < g, so many squares of scalars.  Strict: a scalar, and one \
     * product has no squares and strict facts alone.                          \
     */                                                                        \
    X(positive, "tnn*")                                                        \
    /* 0 <= f, 0 <= -f |- 0 == f */                                            \
    X(equal, "fm")                                                             \
    /* a < b |- a + 1 <= b; both integers */                                   \
    X(next, "ttmn*")                                                           \
    /* R(F[i, j]) |- R(F) for ==, <=, <; i, j generic in 1..rows, 1..cols */   \
    X(entries, "mtvv")                                                         \
    /* psd(F) |- 0 <= x' * F * x */                                            \
    X(form, "ft")                                                              \
    /* forall(i in lo..hi, R) |- R at g; g of that range, in the scope */      \
    X(open, "fv")                                                              \
    /* a context with that hypothesis; no generic variable in it */            \
    X(assume, "t")                                                             \
    /* a context with a fixed integer in lo..hi: two facts */                  \
    X(fix, "tt")                                                               \
    /* a context with a fixed vector of so many rows */                        \
    X(vector, "t")                                                             \
    /* C under the assumption A |- not A or C, outside */                      \
    X(implied, "m")                                                            \
    /* C of a fixed integer |- C, outside, at a generic variable */            \
    X(forall, "m")                                                             \
    /* F == F', 0 <= x' * F * x of a fixed vector x |- psd(F), outside */      \
    X(definite, "mot")                                                         \
    /*                                                                         \
     * A or B, not A or C |- B or C: part n of the first against n'; -: the    \
     * whole of it                                                             \
     */                                                                        \
    X(resolved, "fnfn")                                                        \
    /*                                                                         \
     * R leaning on g, lo <= e, e <= hi, integer(e) |- R at e; the fact of     \
     * integer(e) is - where e is one by syntax                                \
     */                                                                        \
    X(special, "mvtooo")                                                       \
    /*                                                                         \
     * P(lo), integer(lo), not P(i) or P(i + 1) for i in lo..hi - 1 |-         \
     * forall(i in lo..hi, P)                                                  \
     */                                                                        \
    X(induction, "tomo")                                                       \
    /*                                                                         \
     * F, G, ... |- R, by the oracle of that name: it is asked, of numbers,    \
     * whether R follows from F, G, ... wherever all has a value, and the      \
     * facts, or reduction, meet the conditions for that (core/question.h).    \
     */                                                                        \
    X(oracle, "wtf*")                                                          \
    /* F, G, ... |- R by enclosures of so many bits (core/enclose.h) */        \
    X(enclose, "tnf*")                                                         \
    /* a context with a fixed number in lo..hi, the ends excluded: two facts   \
     */                                                                        \
    X(between, "tt")                                                           \
    /*                                                                         \
     * 0 <= dt/dy (or <, 1) for the number y that lies between lo and hi, then \
     * what meets the conditions of the derivative (core/derivative.h) at y,   \
     * those of continuity at lo and at hi |- t(lo) <= t(hi) (or <) unless     \
     * hi < lo (or <=), outside; for one above lo, t(lo) <= its limit          \
     * (core/limit.h).  Conditions are also met by enclosures with all of      \
     * these facts.                                                            \
     */                                                                        \
    X(rise, "tno*")                                                            \
    /* the same with 0 <= -t'' |- for x in lo..hi t(x) is above t(lo) or t(hi) \
     */                                                                        \
    X(bend, "tto*")                                                            \
    /* a context with a fixed number above lo: one fact */                     \
    X(beyond, "t")                                                             \
    /*                                                                         \
     * 0 <= e for the number y that lies between lo and hi |- 0 <= integral(y  \
     * in lo..hi, e) unless hi < lo, outside; for one above lo, to infinity    \
     */                                                                        \
    X(area, "to")

#endif
