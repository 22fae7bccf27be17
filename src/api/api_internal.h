/*
 * What stands behind the opaque types of majorant.h.
 */
#pragma once

#include "base/diag.h"
#include "eval/enclosure.h"
#include "instance/instance.h"
#include "ir/lower.h"
#include "session/session.h"

#include "majorant.h"

/* What was given by a name, which has no blanks: "W[1,2]". */
struct api_input {
    char *name;
    struct value value; /* doubles, or VALUE_NONE */
    int64_t size;       /* 0: none was set */
};

struct majorant_context {
    struct buffer error;    /* of the last call */
    struct session session; /* whose client is the context */
    struct api_listener {
        int (*is_cancelled)(void *data);
        void (*tell)(void *data, double done, const char *now);
        void *cancel_data, *tell_data;
        double told; /* on session_clock */
    } listener;
    char *library; /* folders set by the user, or NULL */
    struct api_input *inputs;
    size_t ninputs;
};

struct majorant_file {
    struct module *module;
};

struct majorant_result {
    enum majorant_truth assumptions, truth;
    struct api_link {
        enum majorant_truth truth;
        struct majorant_interval left, right, ratio;
        long bits;
    } * links;
    size_t nlinks;
};

/* Empties the message, at the beginning of every call; false: no context. */
bool api_begin(struct majorant_context *c);
/* The same, and whether there is a place for what is made. */
enum majorant_status api_place(struct majorant_context *c, const void *place);
/* "majorant: error: ..."; returns `status`. */
enum majorant_status api_fail(struct majorant_context *c,
                              enum majorant_status status, const char *format,
                              ...) PRINTF_LIKE(3, 4);
/* The messages of `diag`, which has an error; returns `status`. */
enum majorant_status api_fail_diag(struct majorant_context *c,
                                   enum majorant_status status,
                                   const struct diag *diag);

/* The matrix of that name as it is printed, "W[1, 2]"; or NULL. */
const struct api_input *api_input(const struct majorant_context *c,
                                  const char *name);

/*
 * The theorem's dims: as they were set, else as the shapes of the inputs tell.
 * MAJORANT_INPUT: one is not known.
 */
enum majorant_status api_sizes(int64_t *dims, struct majorant_context *c,
                               const struct theorem *theorem);

/* That theorem, and (claim not NULL) the number of that claim. */
enum majorant_status api_find(struct majorant_context *c,
                              const struct theorem **found, size_t *number,
                              const struct majorant_file *file,
                              const char *theorem, const char *claim);
/* That the time is over, or the caller has cancelled; MAJORANT_STOPPED. */
enum majorant_status api_stopped(struct majorant_context *c);

/* Of which nothing is known yet. */
struct majorant_result *api_result_new(size_t links);
/* The interval of doubles around an enclosure, rounded outwards. */
struct majorant_interval api_interval(const struct enclosure *e);
