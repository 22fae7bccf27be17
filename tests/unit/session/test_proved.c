/*
 * A claim is proved when its proof was written down, read again and replayed:
 * what is lost on that way is not proved, and what rests on it neither.
 */
#include "session/proved.h"

#include "kernel/proof_json.h"
#include "kernel/recheck_proof.h"
#include "prove/prover.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

/* Claims with variables, and a step that a lemma alone proves. */
static const char *const text =
    "theorem base {\n"
    "  dim n, k, m;\n"
    "  given A : real[n, k];  given B, C : real[k, m];\n"
    "  claim sub: norm1(A * B + A * C) <= norm1(A) * (norm1(B) + norm1(C));\n"
    "  claim same: sum(l in 1..n, l * x(A)) == sum(j in 1..n, j * x(A));\n"
    "}\n"
    "theorem user {\n"
    "  dim n;  given A : real[n, n];\n"
    "  claim twice: norm1(A * A + A * A) <= norm1(A) * (norm1(A) + norm1(A));\n"
    "  claim square: normfro(A)^2 >= 0;\n"
    "}\n"
    "proof of twice {\n"
    "  step one: norm1(A * A + A * A) <= norm1(A) * (norm1(A) + norm1(A))\n"
    "    by lemma base(A, A, A);\n"
    "}\n";

static const char func[] = "func x(A) = norm1(A);\n";

/* What is done to the text of each proof before it is read again. */
typedef void tamper(struct buffer *proof, const struct proved_link *of);

struct work {
    struct diag *diag;
    struct module *module;
    struct proved *proved;
    struct prover *prover;
    tamper *tamper;
    size_t rejected;
};

static bool accept(void *context, const struct derivation *d, size_t claim,
                   size_t link, char **reason)
{
    struct work *w = context;
    const struct proved_link of = {d->theorem, claim, link};
    struct proof proof = {0};
    struct buffer written;
    if (!w->tamper)
        return proved_accept(w->proved, d, claim, link, reason);
    buffer_init(&written);
    proof_of_derivation(&proof, d, claim, link);
    proof_json_write_one(&written, &proof);
    w->tamper(&written, &of);
    bool ok = proved_accept_text(w->proved, &of, &written, reason);
    assert_true(ok == (*reason == NULL));
    w->rejected += !ok;
    buffer_clear(&written);
    proof_clear(&proof);
    return ok;
}

static bool has(void *context, const struct theorem *theorem, size_t claim,
                size_t link)
{
    const struct work *w = context;
    const struct proved_link of = {theorem, claim, link};
    return proved_has(w->proved, &of);
}

static void open(struct work *w, tamper *change)
{
    const struct prover_kernel kernel = {
        .accept = accept, .has = has, .context = w};
    struct buffer all;
    *w = (struct work){.diag = diag_new(), .tamper = change};
    buffer_init(&all);
    buffer_add(&all, func);
    buffer_add(&all, text);
    assert_int_equal(
        module_load_text(&w->module, "t.bound", all.text, NULL, w->diag),
        ST_OK);
    buffer_clear(&all);
    const struct theorem *theorems[] = {module_theorem(w->module, 0),
                                        module_theorem(w->module, 1)};
    w->proved = proved_new(w->module, theorems, 2);
    w->prover = prover_new(&kernel);
    for (size_t i = 0; i < 2; i++)
        prover_theorem(w->prover, theorems[i], PROVER_QUICK);
}

static void close(struct work *w)
{
    prover_free(w->prover);
    proved_free(w->proved);
    module_free(w->module);
    diag_free(w->diag);
}

static struct proved_link find(const struct work *w, const char *claim)
{
    for (size_t i = 0; i < 2; i++) {
        const struct theorem *t = module_theorem(w->module, i);
        const struct claim *c = theorem_claim(t, claim);
        if (c)
            return (struct proved_link){t, (size_t)(c - t->claims), 0};
    }
    fail_msg("no claim %s", claim);
    return (struct proved_link){0};
}

static bool is_proved(const struct work *w, const char *claim)
{
    const struct proved_link of = find(w, claim);
    const bool is = proved_has(w->proved, &of);
    assert_true(is == (prover_derivation(w->prover, of.theorem, of.claim,
                                         of.link) != NULL));
    return is;
}

/* The text of the proof of that claim. */
static void write(struct buffer *out, const struct work *w, const char *claim)
{
    const struct proved_link of = find(w, claim);
    struct proof proof = {0};
    buffer_init(out);
    proof_of_derivation(
        &proof, prover_derivation(w->prover, of.theorem, of.claim, of.link),
        of.claim, of.link);
    proof_json_write_one(out, &proof);
    proof_clear(&proof);
}

/* The first `from` of the text. */
static void replace(struct buffer *b, const char *from, const char *to)
{
    char *at = strstr(b->text, from);
    struct buffer out;
    if (!at)
        return;
    buffer_init(&out);
    buffer_add_bytes(&out, b->text, (size_t)(at - b->text));
    buffer_add(&out, to);
    buffer_add(&out, at + strlen(from));
    buffer_clear(b);
    *b = out;
}

static void test_what_is_proved_is_accepted_again(void **state)
{
    struct work w;
    char *reason = NULL;
    (void)state;
    open(&w, NULL);
    assert_true(is_proved(&w, "sub"));
    assert_true(is_proved(&w, "same"));
    assert_true(is_proved(&w, "twice/one"));
    assert_true(is_proved(&w, "twice"));
    const struct proved_link of = find(&w, "twice/one");
    char *summary = proved_summary(w.proved, &of);
    assert_string_equal(summary, "by lemma base");
    free(summary);
    assert_true(kernel_recheck_proofs(proved_written(w.proved), &reason) ==
                RECHECK_ACCEPTED);
    assert_string_equal(proved_statement(w.proved),
                        proved_written(w.proved)->statement);
    close(&w);
}

/* ---- texts that are not what was written ---- */

static void spoil_sub(struct buffer *proof, const struct proved_link *of)
{
    if (strcmp(of->theorem->claims[of->claim].name, "sub") == 0)
        replace(proof, "\"from\":[0", "\"from\":[9");
}

static void test_a_spoilt_proof_proves_nothing(void **state)
{
    struct work w;
    (void)state;
    open(&w, spoil_sub);
    assert_true(w.rejected > 0);
    assert_false(is_proved(&w, "sub"));
    assert_true(is_proved(&w, "same"));
    assert_true(is_proved(&w, "square"));
    close(&w);
}

/* Those that rest on no other claim. */
static void spoil_first(struct buffer *proof, const struct proved_link *of)
{
    (void)of;
    if (!strstr(proof->text, "\"rule\":\"lemma\"") &&
        !strstr(proof->text, "\"rule\":\"step\""))
        replace(proof, "\"says\":", "\"says\":1");
}

static void test_what_rests_on_it_is_not_proved(void **state)
{
    struct work w;
    (void)state;
    open(&w, spoil_first);
    assert_true(w.rejected > 0);
    assert_int_equal(proved_written(w.proved)->count, 0);
    assert_false(is_proved(&w, "twice/one"));
    assert_false(is_proved(&w, "twice"));
    close(&w);
}

static void cut_all(struct buffer *proof, const struct proved_link *of)
{
    (void)of;
    proof->text[proof->length / 2] = '\0';
    proof->length /= 2;
}

static void test_a_proof_cut_short_proves_nothing(void **state)
{
    struct work w;
    (void)state;
    open(&w, cut_all);
    assert_true(w.rejected > 0);
    assert_int_equal(proved_written(w.proved)->count, 0);
    assert_false(is_proved(&w, "square"));
    close(&w);
}

/* A proof is one of its own claim alone, and of the relation it records. */
static void test_a_proof_of_another_claim_is_refused(void **state)
{
    struct work w;
    struct buffer square;
    char *reason = NULL;
    (void)state;
    open(&w, NULL);
    write(&square, &w, "square");
    const struct proved_link of = find(&w, "twice/one");
    assert_false(proved_accept_text(w.proved, &of, &square, &reason));
    assert_string_equal(reason, "it is a proof of another claim");
    free(reason);
    replace(&square, "\"claim\":\"square\"", "\"claim\":\"twice/one\"");
    assert_false(proved_accept_text(w.proved, &of, &square, &reason));
    assert_non_null(strstr(reason, "is not the relation recorded"));
    free(reason);
    buffer_clear(&square);
    close(&w);
}

/* After a rejection what was accepted is there, in its order. */
static void test_a_rejection_leaves_nothing_behind(void **state)
{
    struct work w;
    struct buffer square, spoilt;
    char *reason = NULL;
    (void)state;
    open(&w, NULL);
    const size_t count = proved_written(w.proved)->count;
    const struct proved_link of = find(&w, "square");
    write(&square, &w, "square");
    write(&spoilt, &w, "square");
    replace(&spoilt, "\"says\":", "\"says\":1");
    assert_false(proved_accept_text(w.proved, &of, &spoilt, &reason));
    free(reason);
    assert_true(proved_accept_text(w.proved, &of, &square, &reason));
    assert_null(reason);
    assert_int_equal(proved_written(w.proved)->count, count + 1);
    assert_string_equal(proved_written(w.proved)->proofs[0].claim, "sub");
    assert_true(is_proved(&w, "sub"));
    assert_true(is_proved(&w, "twice"));
    buffer_clear(&square);
    buffer_clear(&spoilt);
    close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_proved_is_accepted_again),
        cmocka_unit_test(test_a_spoilt_proof_proves_nothing),
        cmocka_unit_test(test_what_rests_on_it_is_not_proved),
        cmocka_unit_test(test_a_proof_cut_short_proves_nothing),
        cmocka_unit_test(test_a_proof_of_another_claim_is_refused),
        cmocka_unit_test(test_a_rejection_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
