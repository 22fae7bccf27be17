/*
 * majorant.h: statements about matrices, decided with certainty.
 *
 * A statement is a relation, such as "norm2(A) <= normfro(A)", or a claim of a
 * theorem in the language of Majorant (majorant-bound(5)).  It is checked on
 * matrices of doubles, each double meaning exactly itself.  An answer TRUE or
 * FALSE comes from enclosures or exact arithmetic, never from a rounded number;
 * FALSE has been confirmed by a second arithmetic.  A claim may also be proved
 * for all matrices, or refuted by one that is searched for.
 *
 * Threads: a context and its results belong to one thread at a time; a file is
 * never changed once it was read and may be used by many threads at once, each
 * with a context of its own.  There is no state outside them.
 *
 * Faults: what is wrong with a text, a name or a matrix is a status and a
 * message.  Where memory runs out the process ends with exit status 4 and one
 * line on standard error; bad input never gets there by its size alone, as
 * sizes have limits.  docs/api.md tells more.
 */
#ifndef MAJORANT_H
#define MAJORANT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MAJORANT_VERSION "0.1.0"

/* The version of the library that runs. */
const char *majorant_version(void);

enum majorant_status {
    MAJORANT_OK = 0,
    MAJORANT_INPUT,   /* a text, name or matrix is wrong: majorant_error */
    MAJORANT_LIMIT,   /* a limit of docs/limits.md was reached */
    MAJORANT_STOPPED, /* the time was over, or the caller has cancelled */
    MAJORANT_CONFLICT, /* the two arithmetics disagree: a fault of Majorant */
    MAJORANT_REJECTED  /* a certificate that proves nothing: majorant_error */
};

/* 0 is "unknown": what nobody decided proves nothing. */
enum majorant_truth {
    MAJORANT_UNKNOWN = 0,
    MAJORANT_FALSE,
    MAJORANT_TRUE,
    MAJORANT_UNDEFINED /* a side certainly has no value: log(0), 1/0 */
};

/* "unknown", "false", "true", "undefined" */
const char *majorant_truth_name(enum majorant_truth truth);

/*
 * An enclosure: the exact value v has lo <= v <= hi.  Both may be infinite.
 * Where nothing is known, `known` is 0 and the ends are -inf and inf.
 */
struct majorant_interval {
    double lo, hi;
    int known;
};

/* ---- contexts: limits, inputs, and the last message ---- */

struct majorant_context;

struct majorant_context *majorant_context_new(void);
void majorant_context_free(struct majorant_context *context); /* or NULL */

/*
 * What went wrong in the last call with this context, and where, each message
 * ended by a newline: "name:3:9: error: ..." with the line and a caret, or
 * "majorant: error: ...".  "" after a call that succeeded.  Valid until the
 * next call with the context.
 */
const char *majorant_error(const struct majorant_context *context);

/* The highest precision, 2 to 1048576 bits; 4096 (with integrals 512) if not
   set. */
enum majorant_status majorant_set_precision(struct majorant_context *context,
                                            long bits);
/* Seconds after which a check or proof gives up, between steps; 0: no limit. */
enum majorant_status majorant_set_time(struct majorant_context *context,
                                       double seconds);
/*
 * Asked now and then, from several threads, while a check or proof goes on; not
 * 0: it ends as soon as it can, MAJORANT_STOPPED.  NULL: nobody is asked.
 */
void majorant_set_cancel(struct majorant_context *context,
                         int (*is_wanted)(void *data), void *data);
/*
 * Told a few times a second, in the thread of the call, how far a proof is:
 * a share of the work up to 1 (or -1: not known), and a line.  NULL: nobody is.
 */
void majorant_set_progress(struct majorant_context *context,
                           void (*tell)(void *data, double done,
                                        const char *now),
                           void *data);
/* Folders of `import <...>`, with ':' between them, before the usual ones. */
enum majorant_status majorant_set_library(struct majorant_context *context,
                                          const char *folders);

/*
 * Gives a value by name: rows * cols finite doubles by rows, which are copied.
 * A vector is a column, a scalar 1 x 1; a member of a family has its indices
 * in the name, "W[1, 2]".  A name given before gets the new value.
 */
enum majorant_status majorant_set_matrix(struct majorant_context *context,
                                         const char *name, size_t rows,
                                         size_t cols, const double *entries);
/* A size that the shapes of the matrices do not tell, such as a depth L. */
enum majorant_status majorant_set_size(struct majorant_context *context,
                                       const char *name, long size);
/* Forgets all matrices and sizes. */
void majorant_clear_inputs(struct majorant_context *context);

/* ---- files of theorems ---- */

struct majorant_file;

/* On success *file is to be freed; it does not need the context any more. */
enum majorant_status majorant_read_file(struct majorant_context *context,
                                        struct majorant_file **file,
                                        const char *path);
/* The same for a text; `name` (or NULL) stands for its path in messages. */
enum majorant_status majorant_read_text(struct majorant_context *context,
                                        struct majorant_file **file,
                                        const char *name, const char *text);
void majorant_file_free(struct majorant_file *file); /* or NULL */

/* Theorems of the file and their claims, from 0; NULL beyond the last. */
size_t majorant_file_theorems(const struct majorant_file *file);
const char *majorant_file_theorem(const struct majorant_file *file, size_t i);
size_t majorant_file_claims(const struct majorant_file *file, size_t i);
const char *majorant_file_claim(const struct majorant_file *file, size_t i,
                                size_t k);

/* ---- checks ---- */

struct majorant_result;

/*
 * Checks a claim on the matrices of the context.  Sizes follow from their
 * shapes.  MAJORANT_INPUT also where a matrix is missing, has another shape
 * than the others ask for, or lacks a declared property.  On success *result is
 * to be freed; otherwise it is NULL.
 */
enum majorant_status majorant_check(struct majorant_context *context,
                                    struct majorant_result **result,
                                    const struct majorant_file *file,
                                    const char *theorem, const char *claim);
/* Checks a relation between expressions of the matrices of the context. */
enum majorant_status majorant_check_relation(struct majorant_context *context,
                                             struct majorant_result **result,
                                             const char *relation);
void majorant_result_free(struct majorant_result *result); /* or NULL */

/*
 * Whether the assumptions hold.  FALSE: one is false or undefined, and the
 * theorem says nothing of these matrices; the truths below are then UNKNOWN.
 */
enum majorant_truth
majorant_result_assumptions(const struct majorant_result *result);
/* Of the whole claim. */
enum majorant_truth majorant_result_truth(const struct majorant_result *result);

/* A chain a <= b <= c has two links, other claims one; k counts from 0. */
size_t majorant_result_links(const struct majorant_result *result);
enum majorant_truth majorant_link_truth(const struct majorant_result *result,
                                        size_t k);
/*
 * Both sides, of matrices at the entry where the relation is closest to failing
 * or fails most; not known where a link is no single relation.
 */
struct majorant_interval
majorant_link_left(const struct majorant_result *result, size_t k);
struct majorant_interval
majorant_link_right(const struct majorant_result *result, size_t k);
/*
 * Smaller over larger side as the relation states them, the largest entry of
 * matrices: at most 1 where the link is true.  Not known for == and !=, or
 * where a side is negative.  With a `?` it is the constant needed here.
 */
struct majorant_interval
majorant_link_ratio(const struct majorant_result *result, size_t k);
/* The highest precision that was used; 0: doubles with proved bounds did. */
long majorant_link_bits(const struct majorant_result *result, size_t k);

/* ---- proofs ---- */

struct majorant_report;

enum majorant_verdict {
    MAJORANT_UNDECIDED = 0,
    MAJORANT_PROVED,   /* for all sizes and all matrices admitted */
    MAJORANT_VIOLATED, /* certainly false somewhere: see the JSON */
    MAJORANT_VACUOUS   /* it says nothing: no instance has a value */
};

/*
 * Looks for proofs of a claim (NULL: of all), its steps and its lemmas, for all
 * sizes and matrices, not those of the context.  A claim counts as proved once
 * the kernel has replayed its proof from text.  What is not proved is tried on
 * random matrices and searched for a counterexample, which a second arithmetic
 * has to confirm.  On success, and where it was MAJORANT_STOPPED with what was
 * found until then, *report is to be freed; otherwise it is NULL.
 */
enum majorant_status majorant_prove(struct majorant_context *context,
                                    struct majorant_report **report,
                                    const struct majorant_file *file,
                                    const char *theorem, const char *claim);
/*
 * Searches sizes and matrices for a counterexample, which a second arithmetic
 * has to confirm, and makes it simple: until the time is over, or with a bound
 * of work where there is none (minutes).  With claim NULL: of all, or of those
 * that are expected to be violated where there are any.
 */
enum majorant_status majorant_refute(struct majorant_context *context,
                                     struct majorant_report **report,
                                     const struct majorant_file *file,
                                     const char *theorem, const char *claim);
void majorant_report_free(struct majorant_report *report); /* or NULL */

/* Steps, then claims, from 0: "bound", the links of a chain "chain#1", ... */
size_t majorant_report_claims(const struct majorant_report *report);
/* NULL beyond the last. */
const char *majorant_report_name(const struct majorant_report *report,
                                 size_t i);
enum majorant_verdict
majorant_report_verdict(const struct majorant_report *report, size_t i);
/* The rules of its proof, "by triangle_norm2"; NULL: it is not proved. */
const char *majorant_report_reason(const struct majorant_report *report,
                                   size_t i);
/*
 * Of proofs the object that `majorant prove --format json` prints; of a
 * refutation the certificates that `majorant refute -o` writes, and NULL where
 * nothing has fallen.
 */
const char *majorant_report_json(const struct majorant_report *report);

/*
 * Verifies the text of certificates, of counterexamples or proofs, by the
 * checker alone.  MAJORANT_REJECTED: one is not accepted; MAJORANT_INPUT: it is
 * no certificate.
 */
enum majorant_status majorant_recheck(struct majorant_context *context,
                                      const char *text, size_t length);

/*
 * Frees what the libraries below keep for this thread; for a thread that has
 * used Majorant and is about to end.
 */
void majorant_finish_thread(void);

#ifdef __cplusplus
}
#endif

#endif
