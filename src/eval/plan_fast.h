/*
 * The fast form of a plan: for each truth and side of a link an instruction
 * with the same value, and a value at exactly the same instances, that is
 * cheaper or keeps more accuracy.  Internal to eval/plan*.c.
 *
 * Notation, for a matrix M with n rows:
 *   pair    M = ones(n)*x + r                     (x a row)
 *   score   M = ones(n)*x + r + u*ones'           (for some column u)
 *   copair  M = x*ones' + r                       (x a column)
 * The first two serve functions of M that a common row, and softmax that a
 * common column, does not change.  docs/error-analysis.md#pairs
 *
 * First, what can be written in several ways is written in one.  Then two
 * passes over the instructions, neither recursive: from the end, what is wanted
 * of each; from the start, making it.  A term is dropped only
 * where M is PLAN_TOTAL, so no definedness is lost.
 */
#pragma once

#include "eval/plan_internal.h"

/* Larger plans have no fast form: building it would take their memory twice. */
enum { FAST_MAX_INSTRS = 1 << 20 };

/* PLAN_NONE stands for a zero matrix. */
struct pair {
    plan_id x, r;
    bool is_centred; /* the columns of r sum to 0 */
};

enum wanted { WANT_FORM = 1, WANT_PAIR = 2, WANT_SCORE = 4, WANT_COPAIR = 8 };

struct fast {
    struct builder *b;
    uint32_t nliteral;     /* the literal instructions */
    plan_id *spelling;     /* by id of these: plan_spelling.c */
    uint32_t count;        /* of the instructions that forms are made of */
    unsigned char *wanted; /* by id: bits of enum wanted */
    bool *needed;          /* by id: the roots are made of it */
    uint32_t *uses;        /* by id: by instructions that are needed */
    plan_id *form;         /* by id, where they are wanted */
    struct pair *pair, *score, *copair;
};

/*
 * plan_build.c calls it last: sets the fast ids of `plan`, whose links are
 * made.  Where the fast forms would go over a limit of the plan they are the
 * literal ones.
 */
void plan_fast(struct builder *b, struct plan *plan);

/* ---- plan_spelling.c ---- */

/*
 * The literal instruction in the one spelling that the passes know, from the
 * spellings of its arguments.
 */
plan_id fast_spell(struct fast *f, plan_id id);

/* ---- plan_form.c ---- */

/* What is known of the value of `from` stays known of `to`, its equal. */
void fast_keep_facts(struct fast *f, plan_id to, plan_id from);

/* The instruction with ids[k] for an argument k; itself if none changes. */
plan_id fast_remake(struct fast *f, plan_id id, const plan_id *ids);
/* Notes what the form of `id` needs; then makes it. */
void fast_want_form(struct fast *f, plan_id id);
plan_id fast_make_form(struct fast *f, plan_id id);

/* ---- plan_norm.c ---- */

/* A norm as one of smaller matrices; PLAN_NONE: nothing is known. */
plan_id fast_make_norm(struct fast *f, const struct plan_instr *i);

/* ---- plan_chain.c ---- */

/*
 * A product of three or more in the cheapest order, from the left among equals;
 * PLAN_NONE: it is none.
 */
plan_id fast_make_chain(struct fast *f, plan_id id);
/* x y, as (x b) c where y is b c for this alone and that costs no more. */
plan_id fast_multiply(struct fast *f, plan_id x, plan_id y);

/* ---- plan_pair.c ---- */

/* Whether the pair of `id` says more than (colmean, res). */
bool fast_has_pair(const struct fast *f, plan_id id);
void fast_want_pair(struct fast *f, plan_id id);
struct pair fast_make_pair(struct fast *f, plan_id id);

/* ---- plan_score.c: scores and copairs ---- */

void fast_want_score(struct fast *f, plan_id id);
struct pair fast_make_score(struct fast *f, plan_id id);
void fast_want_copair(struct fast *f, plan_id id);
struct pair fast_make_copair(struct fast *f, plan_id id);

/* ---- plan_pair.c: arithmetic in which PLAN_NONE is zero ---- */

/* op is PL_ADD, PL_SUB, or PL_MATMUL. */
plan_id fast_combine(struct fast *f, enum plan_op op, plan_id x, plan_id y);
/* M under an operation that is linear in it: PL_NEG, PL_SCALE, PL_DIVIDE. */
plan_id fast_scale(struct fast *f, enum plan_op op, plan_id scalar, plan_id m);
plan_id fast_transpose(struct fast *f, plan_id m);
/* M itself, zeros where it is PLAN_NONE. */
plan_id fast_fill(struct fast *f, plan_id m, uint32_t rows, uint32_t cols);

/*
 * A scalar times or over a matrix, or a negated matrix: *matrix and *scalar
 * (PLAN_NONE for a negation) are its parts and *op PL_SCALE, PL_DIVIDE or
 * PL_NEG.  False: it is none of these.
 */
bool fast_is_scaled(const struct builder *b, plan_id id, enum plan_op *op,
                    plan_id *matrix, plan_id *scalar);
