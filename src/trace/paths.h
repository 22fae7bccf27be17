/*
 * Paths: a network Y[l] = Y[l-1] + sum(h, left * Y[l-1] * right) is a sum of
 * terms that take one h, or none, in each layer; a term's length is the number
 * of those taken.  Each term (or a sample of them) is measured by itself, and
 * so is the sum of all terms of one length: certified, on one instance.
 *
 * As in trace.h nothing is decided here: the caller says what `left`, `right`
 * and `start` are, and that they are the network's is a claim for `check`.
 */
#pragma once

#include "trace/trace.h"
#include "trace/words.h"

struct paths_question {
    const struct module *module;
    const struct spec *spec;
    uint64_t trial;
    /* "l in 1..L", "h in 1..H", "P[l, h]", "W[l, h]", "X" */
    const char *layers, *heads, *left, *right, *start;
    const char *measure; /* of `path`, a scalar */
    uint64_t each;       /* terms of one length, at most WORDS_MAX_EACH */
    bool double_only;
    long prec_max; /* 0: the usual one */
    struct trace_watch watch;
};

/* The terms of one length. */
struct paths_row {
    char *count;             /* how many there are */
    size_t taken;            /* how many were measured */
    bool has_all;            /* they are all of them */
    struct trace_rank rank;  /* of those taken */
    struct trace_number sum; /* of the sum of all terms of that length */
};

struct paths {
    struct trace_origin origin;
    char *measure;
    struct words words;
    struct trace_number *values; /* of each word */
    struct paths_row *rows;      /* by length, nlayers + 1 */
    size_t nrows;
    struct trace_number whole;   /* of the network */
    long bits;                   /* 0: doubles alone */
    bool is_settled, is_stopped; /* stopped: nothing is known */
};

/* As trace_make. */
MUST_CHECK enum status paths_make(struct paths *paths,
                                  const struct paths_question *question,
                                  struct diag *diag);
void paths_clear(struct paths *paths);
/* "2.-.1": the index taken in each layer. */
void paths_print_word(struct buffer *out, const struct paths *paths,
                      size_t word);
/* A table for people; values by length as CSV; a JSON object with all terms. */
void paths_text(struct buffer *out, const struct paths *paths);
void paths_csv(struct buffer *out, const struct paths *paths);
void paths_json(struct buffer *out, const struct paths *paths);
/* A picture in SVG. */
void paths_svg(struct buffer *out, const struct paths *paths);
