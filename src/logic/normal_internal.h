/*
 * Shared by the normal_*.c files.
 *
 * Work goes on after a limit was reached (`failed`), with values that mean
 * nothing; the entry points look at `failed` before they answer, and nothing
 * computed after it is remembered.
 */
#ifndef MAJORANT_LOGIC_NORMAL_INTERNAL_H
#define MAJORANT_LOGIC_NORMAL_INTERNAL_H

#include "logic/normal.h"

typedef struct normal_factor factor;
typedef struct normal_letter letter;
typedef struct normal_term term;
typedef struct normal_form form;

/* lo <= symbol <= hi, on top of `outer`. */
struct range_fact {
    const struct range_fact *outer;
    const struct symbol *symbol;
    const struct dim *lo, *hi;
    unsigned id, depth;
    struct range_fact *next; /* all that were ever made */
};

struct memo_entry {
    const struct expr *e;
    unsigned scope;
    const form *value;
};

struct kept_answer {
    enum normal_question question;
    unsigned scope;
    const void *about; /* NULL: an empty place */
    struct normal_answer answer;
};

/* Of normal_memory.c. */
struct normal_memory {
    struct kept_answer *places;
    size_t count, size;
};

struct normal_rule {
    const struct expr *lhs;
    const form *rhs;
    const letter *word; /* of lhs where it is one word; else NULL */
    size_t nword;
};

/* lo <= the integer <= hi, polynomials of sizes; NULL: not known. */
struct integer_bounds {
    const struct symbol *symbol;
    const struct dim *lo, *hi;
};

struct normalizer {
    const struct theorem *theorem;
    struct expr_pool *pool;
    struct dim_pool *dims;
    struct arena *arena;
    const struct dim *one;
    const rational_t *unit; /* 1 */
    bool failed;
    bool spelled;      /* small matrices are written entry by entry */
    bool commuting;    /* letters are moved past powers of their polynomials */
    bool exponentials; /* softmax and logsumexp are written by exp and log */
    size_t work, depth, unrolled;
    size_t effort, cleared; /* over all calls; on denominators alone */
    const struct range_fact *scope;
    struct range_fact *scopes[NORMAL_SCOPES];
    unsigned nscopes;
    struct memo_entry *memo;
    size_t nmemo, memo_size;
    struct normal_memory memory;
    struct normal_rule *rules;
    size_t nrules;
    struct integer_bounds *integers; /* of normal_assume.c */
    size_t nintegers;
    /* canonical bound variables by height */
    const struct symbol **index_symbols, **real_symbols;
    size_t nindex_symbols, nreal_symbols;
    const struct symbol *moments[2]; /* of normal_triangle.c */
    const struct symbol *change;     /* of normal_change.c */
};

/* A growing list of terms not yet rewritten. */
struct pile {
    term *terms;
    size_t count;
};

/* ---- normal.c ---- */
bool normal_spend(struct normalizer *n); /* false: failed */
const form *memo_find(const struct normalizer *n, const struct expr *e);
void memo_add(struct normalizer *n, const struct expr *e, const form *value);
void memo_forget(struct normalizer *n);
void scope_enter(struct normalizer *n, const struct symbol *s,
                 const struct dim *lo, const struct dim *hi);
void scope_leave(struct normalizer *n);

/* ---- normal_build.c: expression to normal form ---- */
const form *normal_build(struct normalizer *n, const struct expr *e);
/* normal_unfold within a call, whose limits it shares. */
const struct expr *normal_member_body(struct normalizer *n,
                                      const struct expr *member);
/* The same, back as an expression: a part of an atom. */
const struct expr *normal_part(struct normalizer *n, const struct expr *e);
/* e with its kids replaced, in the pool. */
const struct expr *normal_rebuild(struct normalizer *n, const struct expr *e,
                                  const struct expr *const *kids);

/* ---- normal_form.c: sums of terms ---- */
const form *form_zero(struct normalizer *n, const struct dim *rows,
                      const struct dim *cols);
const form *form_number(struct normalizer *n, long p, unsigned long q);
const form *form_rational(struct normalizer *n, const mpq_t c);
const form *form_identity(struct normalizer *n, const struct dim *size);
/* An atom: a letter, or a factor if it is scalar. */
const form *form_atom(struct normalizer *n, const struct expr *atom);
const form *form_dim(struct normalizer *n, const struct dim *a);
const form *form_term(struct normalizer *n, const term *t,
                      const struct dim *rows, const struct dim *cols);
/* The same for a term to which no rule applies: it is taken as it is. */
const form *form_single(struct normalizer *n, const term *t,
                        const struct dim *rows, const struct dim *cols);
const form *form_add(struct normalizer *n, const form *a, const form *b);
const form *form_sub(struct normalizer *n, const form *a, const form *b);
const form *form_neg(struct normalizer *n, const form *a);
/* Product, or scaling where a side is scalar. */
const form *form_mul(struct normalizer *n, const form *a, const form *b);
const form *form_flip(struct normalizer *n, const form *a);
/* a^k for k >= 0, scalar or square. */
const form *form_pow(struct normalizer *n, const form *a, long k);
bool form_is_scalar(const form *a);
bool form_is_zero(const form *a);
/* The term that an identity, or the number 1, is. */
bool term_is_one(const term *t);
bool form_is_identity(const form *a);
bool form_is_one(const form *a);
bool form_is_rational(const form *a, const rational_t **c);
/* Rewrites the terms until no rule applies, then collects them. */
const form *form_collect(struct normalizer *n, struct pile *pile,
                         const struct dim *rows, const struct dim *cols);
void pile_add(struct normalizer *n, struct pile *pile, const term *t);
/* left * middle * right for each term of the middle */
void pile_around(struct normalizer *n, struct pile *pile, const term *left,
                 const form *middle, const term *right);
/* What a term points to lives in the arena: products share it. */
term term_one(struct normalizer *n);
term term_of(struct normalizer *n, const struct expr *atom, long power);
term term_times(struct normalizer *n, const term *a, const term *b);
term term_scaled(struct normalizer *n, const term *t, const mpq_t c);
int term_compare(const term *a, const term *b);
int word_compare(const letter *a, size_t na, const letter *b, size_t nb);

/* ---- normal_clear.c ---- */
/* The difference is zero once denominators are cleared. */
bool form_vanishes(struct normalizer *n, const form *a);
/*
 * The same, sums split between, and once the inverses that a and b evaluate
 * are multiplied out.  Costly: false over a limit on all such work.
 */
bool form_vanishes_cleared(struct normalizer *n, const form *difference,
                           const struct expr *a, const struct expr *b);

/* ---- normal_update.c ---- */
/*
 * Whether a == b by the inverses and determinants of matrices with an outer
 * product added; `inverses` are those that a side evaluates at every instance.
 */
bool updates_vanish(struct normalizer *n, const struct expr *a,
                    const struct expr *b, const struct expr *const *inverses,
                    size_t count);

/* ---- normal_scalar.c ---- */
/* Sorts factors, adds up powers of one atom. */
void normal_scalar_sort(struct normalizer *n, term *t);
/* One rewriting step by a factor; false: none applies. */
bool normal_scalar_step(struct normalizer *n, struct pile *pile, const term *t);
const form *normal_scalar_inverse(struct normalizer *n, const form *a);
/*
 * a = content * rest, where content is a positive rational times powers of
 * atoms common to all terms; only positive atoms if `positive`.
 */
void normal_scalar_content(struct normalizer *n, const form *a, bool positive,
                           term *content, const form **rest);
term term_inverse(struct normalizer *n, const term *t);
bool form_is_positive(struct normalizer *n, const form *a);
bool form_is_nonnegative(struct normalizer *n, const form *a);
/* A sum of products of matrices that are, with coefficients >= 0. */
bool form_has_nonnegative_entries(struct normalizer *n, const form *a);
bool term_is_nonnegative(struct normalizer *n, const term *t);
/* The factor's power is certainly >= 0 wherever the term is defined. */
bool factor_is_nonnegative(struct normalizer *n, const term *t, size_t i);
/* More terms are negative than not; of as many of each the first one is. */
bool form_leads_negative(const form *a);
/* base^power, whatever they are */
const form *form_power_atom(struct normalizer *n, const struct expr *base,
                            const struct expr *power);

/* ---- normal_gram.c ---- */
/* sqrt(a) as a Frobenius norm; false: a was not seen as a square. */
bool gram_root(struct normalizer *n, const form *a, const form **out);
/* The root of sums or means of squares, of all or of each row or column. */
bool gram_written(struct normalizer *n, const struct expr *e, const form **out);

/* ---- normal_word.c, normal_pair.c ---- */
bool word_step(struct normalizer *n, struct pile *pile, const term *t);
/* Two letters side by side; *out is their product, if a rule applies. */
bool pair_product(struct normalizer *n, letter a, letter b, const form **out);
bool letter_power(struct normalizer *n, const struct expr *atom,
                  const struct expr **base, const struct dim **power);
const form *power_form(struct normalizer *n, const struct expr *base,
                       const struct dim *power);
const struct dim *letter_rows(letter a);
const struct dim *letter_cols(letter a);
bool letter_is_symmetric(struct normalizer *n, const struct expr *atom);
bool letter_is_orthogonal(struct normalizer *n, const struct expr *atom);
bool word_is_ones(const struct expr *e); /* the column ones(n) */
/* The letters of a product of atoms, as normal_print.c writes it. */
bool word_read(struct normalizer *n, const struct expr *e, const letter **word,
               size_t *count);
/* The reversed transpose. */
const letter *word_flip(struct normalizer *n, const letter *w, size_t count);
/* Splits at an inner size of 1: *cut letters are before it; false: none. */
bool word_cut(const letter *w, size_t count, size_t *cut);
const form *word_form(struct normalizer *n, const letter *w, size_t count,
                      const struct dim *rows, const struct dim *cols);

/* ---- normal_print.c ---- */
const struct expr *print_form(struct normalizer *n, const form *a);
const struct expr *print_word(struct normalizer *n, const letter *w,
                              size_t count, const struct dim *size);
const struct expr *print_call(struct normalizer *n, enum function fn,
                              const struct dim *rows, const struct dim *cols,
                              const struct expr *const *kids, size_t count);
const struct expr *print_op(struct normalizer *n, enum expr_op op,
                            const struct dim *rows, const struct dim *cols,
                            const struct expr *const *kids, size_t count);
const struct expr *print_flip(struct normalizer *n, const struct expr *e);
const struct expr *print_dim(struct normalizer *n, const struct dim *a);

/* ---- normal_call.c ---- */
const form *build_call(struct normalizer *n, const struct expr *e);
const form *call_ones(struct normalizer *n, const struct dim *size);
/* An atom, or the transpose of its transpose: whichever was made first. */
const form *letter_form(struct normalizer *n, const struct expr *atom);
const form *call_one(struct normalizer *n, enum function fn,
                     const struct dim *rows, const struct dim *cols,
                     const struct expr *kid);
/* The scalar |content|. */
const form *call_content_size(struct normalizer *n, const term *content);
/* max(a, b) or min(a, b), entry by entry */
const form *call_pair(struct normalizer *n, enum function fn, const form *a,
                      const form *b);
/* f(a), entry by entry. */
const form *call_entrywise(struct normalizer *n, enum function fn,
                           const form *a);
bool call_is_entrywise(enum function fn);
/* The first made of a, -a, a', -a'. */
const struct expr *call_first_of_four(struct normalizer *n, const form *a,
                                      bool *minus, bool *flip);

/* All rows equal: each word begins with ones.  Such a row. */
bool call_rows_equal(const form *a);
const form *call_first_row(struct normalizer *n, const form *a);

/* ---- normal_trace.c ---- */
const form *trace_form(struct normalizer *n, const form *a);

/* ---- normal_softmax.c ---- */
/* Splits a = kept + shift*ones', the shift a column. */
void call_take_shift(struct normalizer *n, const form *a, const form **kept,
                     const form **shift);
const form *softmax_form(struct normalizer *n, const form *a);
const form *masked_softmax(struct normalizer *n, const form *a,
                           const form *mask);
const form *logsumexp_form(struct normalizer *n, const form *a);
/* Whether a == b with these written by exponentials. */
bool exponentials_vanish(struct normalizer *n, const struct expr *a,
                         const struct expr *b);

/* ---- normal_inverse.c ---- */
/* a without an orthogonal given that all its words begin with. */
const form *without_rotation(struct normalizer *n, const form *a);
const form *inverse_form(struct normalizer *n, const form *a);

/* ---- normal_entries.c: while `spelled` is set ---- */
/* The atom entry by entry, if it is small; else itself. */
const form *entries_spelled(struct normalizer *n, const form *atom);
/* ones(size) as the sum of the unit vectors; false: not set, or not small. */
bool entries_ones(struct normalizer *n, const struct dim *size,
                  const form **out);
/* false: not set, or a is not small. */
bool entries_det(struct normalizer *n, const form *a, const form **out);
bool entries_inverse(struct normalizer *n, const form *a, const form **out);
/* Whether a == b with all small matrices so. */
bool entries_vanish(struct normalizer *n, const struct expr *a,
                    const struct expr *b);

/* ---- normal_change.c ---- */
/* Whether a == b with letters moved past powers of their polynomials. */
bool commuted_vanish(struct normalizer *n, const struct expr *a,
                     const struct expr *b);
/* Whether a == b with a letter for a sum that occurs to a power. */
bool changed_vanish(struct normalizer *n, const struct expr *a,
                    const struct expr *b);

/* ---- normal_det.c ---- */
const form *det_form(struct normalizer *n, const form *a);

/* ---- normal_dot.c: entry by entry ---- */
const form *dot_product(struct normalizer *n, const form *a, const form *b);
const form *dot_inverse(struct normalizer *n, const form *a);
const form *diag_form(struct normalizer *n, const form *v);
const form *diagof_form(struct normalizer *n, const form *a);
bool dot_is_product(const struct expr *e);
bool dot_is_inverse(const struct expr *e); /* 1 ./ A */
const struct expr *dot_flipped(struct normalizer *n, const struct expr *e);

/* ---- normal_block.c ---- */
const form *block_join(struct normalizer *n, const struct expr *e);
const form *block_slice(struct normalizer *n, const form *a,
                        const struct dim *const ends[4]);
const form *block_unit(struct normalizer *n, const struct dim *size,
                       const struct dim *at);
const form *block_literal(struct normalizer *n, const struct expr *e);
/* Rows lo..hi of eye(size). */
const form *block_rows(struct normalizer *n, const struct dim *lo,
                       const struct dim *hi, const struct dim *size);
bool block_pair(struct normalizer *n, letter a, letter b, const form **out);
/* Adds up neighbouring blocks S'*S of the identity. */
const form *block_merge(struct normalizer *n, const form *a);
/* Rows lo..hi of eye(size), or a unit: false if the letter is no such. */
bool block_read(struct normalizer *n, letter a, const struct dim **lo,
                const struct dim **hi, const struct dim **size);

/* ---- normal_piece.c ---- */
typedef const form *piece_function(struct normalizer *n, enum function fn,
                                   const form *a);
/*
 * f(a) row block by row block, where all words of a begin with transposed rows
 * of an identity; `keeps_zero`: f(0) = 0.  false: they do not.
 */
bool by_pieces(struct normalizer *n, const form *a, bool keeps_zero,
               piece_function *f, enum function fn, const form **out);

enum { NORMAL_MAX_PIECES = 16 };
/*
 * The matrices of which a is joined, one below the other; their number, 0: it
 * is not, or of single rows alone and these are not asked for (`single`).
 */
size_t pieces_read(struct normalizer *n, const form *a, bool single,
                   const form *parts[NORMAL_MAX_PIECES]);
/*
 * The same where rows that are certainly left over, at least one, are zeros: a
 * row of these is the last part.
 */
size_t pieces_beside_zeros(struct normalizer *n, const form *a,
                           const form *parts[NORMAL_MAX_PIECES]);
/*
 * The rows of the identity in which a is written, in their order, if they are
 * all of them; their number, else 0.
 */
size_t pieces_rows(struct normalizer *n, const form *a,
                   const form *rows[NORMAL_MAX_PIECES]);
/* Whether a is zero since all its row blocks, or column blocks, are. */
bool pieces_vanish(struct normalizer *n, const form *a);

/* ---- normal_norm.c ---- */
/* A norm, a spread, an extreme or a rank; NULL: fn is no such. */
const form *norm_call(struct normalizer *n, enum function fn, const form *a);

/* ---- normal_kron.c ---- */
const form *kron_form(struct normalizer *n, const form *a, const form *b);
/* Two letters, the first (or one of them, where rows meet) such a product. */
bool kron_pair(struct normalizer *n, letter a, letter b, const form **out);
bool kron_block_pair(struct normalizer *n, letter a, letter b,
                     const form **out);
/* a = kron(x, y), also as a word kron(u, I)*y; false: it is no such. */
bool kron_read(struct normalizer *n, const form *a, const form **x,
               const form **y);
/* kron(A, B) .* kron(C, D) = kron(A .* C, B .* D) for like shapes */
bool kron_dot(struct normalizer *n, const form *a, const form *b,
              const form **out);
/* a with products whose first factor is small written as blocks. */
const form *kron_spelled(struct normalizer *n, const form *a);

/* ---- normal_sum.c ---- */
const form *build_sum(struct normalizer *n, const struct expr *e);
const form *build_binder(struct normalizer *n, const struct expr *e);
/*
 * A variable for the body of the sum, free neither in the word nor in the
 * scope in use; mostly the same one, so that what is known of it is found.
 */
const struct symbol *sum_symbol(struct normalizer *n, const struct expr *sum,
                                const letter *word, size_t count);
/* The variable for a binder over e, whose own (or NULL) is `old`. */
const struct symbol *sum_variable(struct normalizer *n, const struct expr *e,
                                  const struct symbol *old);
/* The sum of a, which may mention s, over s in lo..hi. */
const form *sum_over(struct normalizer *n, const form *a,
                     const struct symbol *s, const struct dim *lo,
                     const struct dim *hi);

/* How many integers lie in 1..count: max(count, 0). */
const form *sum_count(struct normalizer *n, const struct dim *count);
/* A sum, or product, over lo..hi may have no terms. */
bool sum_may_be_empty(struct normalizer *n, const struct dim *lo,
                      const struct dim *hi);
/*
 * t = content * rest, scalars: the content is free of s and, if `total`, has a
 * value everywhere.
 */
void term_part(struct normalizer *n, const term *t, const struct symbol *s,
               bool total, term *content, term *rest);

/* ---- normal_units.c ---- */
struct sum_range {
    const struct symbol *s;
    const struct dim *lo, *hi;
};

/* A word with unit(n, s) at its right end, s in 1..n; s nowhere else. */
bool units_end(struct normalizer *n, const letter *w, size_t count,
               const struct sum_range *r);
/* The row x' of a scalar factor (x'*unit(n, s))^p; false: it is no such. */
bool unit_row(struct normalizer *n, factor f, const struct sum_range *r,
              const form **row);
/* Rules for the sum of t over the range; false: none applies. */
bool sum_units(struct normalizer *n, const term *t, const struct sum_range *r,
               const form **out);
bool sum_delta(struct normalizer *n, const term *t, const struct sum_range *r,
               const form *shape, const form **out);

/* The ends of scalar words that are free of the index leave; total: see below.
 */
bool sum_ends(struct normalizer *n, const term *t, const struct sum_range *r,
              bool total, const form **out);
/* The letter may; total: what may be without a value stays inside. */
bool sum_letter_leaves(struct normalizer *n, letter a, const struct symbol *s,
                       bool total);
const struct expr *sum_expr(struct normalizer *n, const struct expr *body,
                            const struct sum_range *r);

/* ---- normal_swap.c ---- */
/* The range of an outer sum without what certainly adds nothing. */
struct sum_range sum_trimmed(struct normalizer *n, const struct expr *body,
                             const struct sum_range *r);
/* The sum of the sum `body` in the other order; NULL: it has none. */
const struct expr *sum_swapped(struct normalizer *n, const struct expr *body,
                               const struct sum_range *r);

/* ---- normal_triangle.c ---- */
/* The sum of t, which has an inner sum whose range depends on the index. */
bool sum_triangle(struct normalizer *n, const term *t,
                  const struct sum_range *r, const form **out);
/*
 * A sum by sums over wider ranges, of terms that have a value everywhere;
 * false: it is no such.  Used in the last tests for zero alone: signs get lost.
 */
bool sum_closed(struct normalizer *n, const struct expr *e, const form **out);

/* ---- normal_turn.c ---- */
/*
 * The body at lo + hi - s, where the sum over the range runs backwards; else
 * NULL.
 */
const struct expr *sum_turned(struct normalizer *n, const struct expr *body,
                              const struct sum_range *r);

/* ---- normal_count.c ---- */
/* The sum of t = s^k over s in lo..hi as a polynomial; false: it is none. */
bool sum_of_powers(struct normalizer *n, const term *t, const struct symbol *s,
                   const struct dim *lo, const struct dim *hi,
                   const form **out);
/* The same of t = c^(d*s + r) for a rational c. */
bool sum_of_geometric(struct normalizer *n, const term *t,
                      const struct symbol *s, const struct dim *lo,
                      const struct dim *hi, const form **out);
/* The product e without what does not depend on its index; false: none. */
bool product_content(struct normalizer *n, const struct expr *e,
                     const form **out);

/* ---- normal_split.c ---- */
bool sum_pair(struct normalizer *n, letter a, letter b, const form **out);
/*
 * c^p * sum(i, c^e * f) = sum(i, c^(e+p) * f) for scalars; false: the sum has
 * no power of c.
 */
bool sum_times(struct normalizer *n, const struct expr *sum, const factor *c,
               const form **out);
/* trace(A * sum(i, f(i)) * B) = sum(i, trace(A * f(i) * B)) */
bool sum_trace(struct normalizer *n, const letter *w, size_t count,
               const struct dim *size, const form **out);
/* Splits sums so that those with one body have one range. */
const form *sum_align(struct normalizer *n, const form *a);
/* All sums and products that stand as atoms in the form, once each. */
void sum_collect(struct normalizer *n, const form *a, const struct expr ***list,
                 size_t *count);
/*
 * Takes the first pair of different sums that `step` rewrites the form by, and
 * so on, at most `rounds` times.
 */
typedef bool sum_rewriter(struct normalizer *n, const form **all,
                          const struct expr *a, const struct expr *b);
const form *sum_rewrite(struct normalizer *n, const form *a, int rounds,
                        sum_rewriter *step);
/* The form with every use of the atom e given way to `by`. */
const form *sum_replace(struct normalizer *n, const form *a,
                        const struct expr *e, const form *by);
/* The sum, or product, e over another range. */
const struct expr *sum_over_range(struct normalizer *n, const struct expr *e,
                                  const struct expr *lo, const struct expr *hi);
/* Whether e has a value at every instance: a polynomial in givens. */
bool sum_is_total(struct normalizer *n, const struct expr *e);

/* ---- normal_join.c ---- */
/*
 * Neighbouring sums, and those over even and odd members, made one.  Used in
 * the last tests for zero alone.
 */
const form *sum_join(struct normalizer *n, const form *a);
/* Every sum by wider ones, where sum_closed has them. */
const form *sum_widen(struct normalizer *n, const form *a);

/* ---- normal_index.c: indices, sizes, substitution ---- */
/* An integer wherever its symbols have values: not n/2, nor what is opaque. */
bool index_is_whole(const struct dim *a);
const struct dim *index_dim(struct normalizer *n, const struct expr *e);
const struct expr *index_substitute(struct normalizer *n, const struct expr *e,
                                    const struct symbol *s,
                                    const struct expr *by);
const struct dim *index_plus(struct normalizer *n, const struct dim *a,
                             int64_t c);

#endif
