/*
 * Certificates of violations and of proofs: read as they are, and again with
 * a digest that fits, so that a changed one comes past it.  What is read is
 * rechecked where its sizes are small.
 */
#include "fuzz.h"

#include "certio/json.h"
#include "certio/stream.h"
#include "kernel/proof_json.h"
#include "kernel/recheck_proof.h"
#include "kernel/ties.h"

#include <string.h>

enum { MOST_ENTRIES = 64, LONGEST_STATEMENT = 600, MOST_LINES = 200 };

static bool is_small(const struct certificate *c)
{
    size_t entries = 0;
    for (size_t i = 0; i < c->nvalues; i++)
        entries += c->values[i].entries.rows * c->values[i].entries.cols;
    for (size_t i = 0; i < c->nsizes; i++)
        if (c->sizes[i].value > 8)
            return false;
    return entries <= MOST_ENTRIES && strlen(c->statement) < LONGEST_STATEMENT;
}

static void recheck(const struct certificate *c)
{
    char *reason = NULL;
    if (is_small(c) &&
        violation_recheck(c, ties_algebra(), &reason) != RECHECK_ACCEPTED)
        FUZZ_DEMAND(fuzz_is_line(reason), "rejected without a reason");
    free(reason);
}

/* How many certificates the text has, read one at a time; 0: it is no file. */
static size_t count_one_by_one(const char *text, size_t length)
{
    struct certio_stream s = {.feed = feed_of_text(text, length)};
    struct buffer object;
    char *reason = NULL;
    bool fine = true;
    buffer_init(&object);
    while (fine &&
           certio_next(&s, &object, "x.json", &reason) == CERTIO_OBJECT) {
        struct certificate *list = NULL;
        size_t count = 0;
        fine = certio_read_text(&list, &count, object.text, object.length,
                                "x.json", &reason) == ST_OK;
        for (size_t i = 0; i < count; i++)
            certificate_clear(&list[i]);
        free(list);
        buffer_reset(&object);
    }
    FUZZ_DEMAND(!reason || fuzz_is_line(reason), "refused without a reason");
    fine = fine && !reason;
    free(reason);
    buffer_clear(&object);
    feed_close(s.feed);
    return fine ? s.count : 0;
}

static void read_violations(const char *text, size_t length)
{
    struct certificate *list = NULL;
    size_t count = 0;
    char *reason = NULL;
    if (certio_read_text(&list, &count, text, length, "x.json", &reason) ==
        ST_OK) {
        FUZZ_DEMAND(count_one_by_one(text, length) == count,
                    "read one at a time there are others");
        for (size_t i = 0; i < count; i++) {
            recheck(&list[i]);
            certificate_clear(&list[i]);
        }
        free(list);
    } else {
        FUZZ_DEMAND(count_one_by_one(text, length) == 0,
                    "refused as a whole, accepted one at a time");
        FUZZ_DEMAND(fuzz_is_line(reason), "refused without a reason");
        FUZZ_DEMAND(!list && count == 0, "refused, yet there is a list");
    }
    free(reason);
}

static void recheck_proofs(const struct proof_certificate *c)
{
    size_t lines = 0;
    char *reason = NULL;
    for (size_t i = 0; i < c->count; i++)
        lines += c->proofs[i].nlines;
    if (lines <= MOST_LINES && strlen(c->statement) < LONGEST_STATEMENT &&
        kernel_recheck_proofs(c, &reason) != RECHECK_ACCEPTED)
        FUZZ_DEMAND(fuzz_is_line(reason), "rejected without a reason");
    free(reason);
}

static void read_proofs(const char *text, size_t length)
{
    struct proof_certificate *list = NULL;
    size_t count = 0;
    char *reason = NULL;
    if (proof_json_read(&list, &count, text, length, "x.json", &reason) ==
        ST_OK) {
        for (size_t i = 0; i < count; i++) {
            recheck_proofs(&list[i]);
            proof_certificate_clear(&list[i]);
        }
        free(list);
    } else {
        FUZZ_DEMAND(fuzz_is_line(reason), "refused without a reason");
        FUZZ_DEMAND(!list && count == 0, "refused, yet there is a list");
    }
    free(reason);
}

static void read_any(const char *text, size_t length)
{
    if (proof_json_is(text, length))
        read_proofs(text, length);
    else
        read_violations(text, length);
}

/* The same object with the digest that it should have; NULL: it is none. */
static char *with_digest(const char *text, size_t length)
{
    char digest[CERTIO_DIGEST_CHARS + 1];
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    char *fitting = NULL;
    if (json_is_object(object)) {
        certio_digest(digest, object);
        json_object_set_new(object, "digest", json_string(digest));
        fitting = json_dumps(object, 0);
    }
    json_decref(object);
    return fitting;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    read_any(text, size);
    char *fitting = with_digest(text, size);
    if (fitting)
        read_any(fitting, strlen(fitting));
    free(fitting);
    free(text);
    violation_finish();
    return 0;
}
