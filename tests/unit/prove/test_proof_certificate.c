/*
 * Certificates of proofs: what was proved is accepted again, and nothing that
 * is changed is accepted as a proof of anything else.
 */
#include "certio/json.h"
#include "ir/lower.h"
#include "kernel/proof.h"
#include "kernel/proof_json.h"
#include "kernel/recheck_proof.h"
#include "kernel/replay.h"
#include "prove/prover.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

/* Claims and steps named "no..." are not proved, the others are. */
static const char *const text =
    "func twice(A) = A + A;\n"
    "theorem base {\n"
    "  dim n, k, m;\n"
    "  given A : real[n, k];  given B, C : real[k, m];\n"
    "  claim sub: norm1(A * B + A * C) <= norm1(A) * (norm1(B) + norm1(C));\n"
    "  claim order: normmax(A) <= norm2(A) <= normfro(A);\n"
    "  claim no_max: normmax(A * B) <= normmax(A) * normmax(B);\n"
    "  claim no_turn: norm1(A) * norm1(B) <= norm1(A * B);\n"
    "}\n"
    "theorem user {\n"
    "  dim n, L;\n"
    "  given W[l in 1..L] : real[n, n];\n"
    "  given P : stochastic[n, n];\n"
    "  given x : real in [0, 2];  given y : real;\n"
    "  assume bound: y <= 3;  assume above: y >= 1;\n"
    "  let Y[0] = P;  let Y[l in 1..L] = Y[l-1] * W[l];\n"
    "  claim sums: norm1(sum(l in 1..L, W[l])) <= sum(l in 1..L, "
    "norm1(W[l]));\n"
    "  claim unit: P * ones(n) == ones(n);\n"
    "  claim square: x * (1 - x) <= 1/4;\n"
    "  claim sine: x - x^3/6 <= sin(x);\n"
    "  claim twice: norm1(twice(P * W[1])) <= 2 * norm1(P) * norm1(W[1]);\n"
    "  claim logs: log(y) <= y - 1;\n"
    "  claim given: y <= 5;\n"
    "  claim no_given: y <= 2;\n"
    "  claim no_square: x * (1 - x) <= 1/5;\n"
    "}\n"
    "proof of twice {\n"
    "  step one: norm1(P * W[1] + P * W[1])"
    " <= norm1(P) * (norm1(W[1]) + norm1(W[1])) by lemma base(P, W[1], W[1]);\n"
    "  step no_one: norm1(P) <= 1;\n"
    "}\n";

struct work {
    struct diag *diag;
    struct module *module;
    struct replayer *replayer;
    struct prover *prover;
    json_t *json; /* the certificate */
};

static bool accept(void *context, const struct derivation *d, size_t claim,
                   size_t link, char **reason)
{
    struct work *w = context;
    return replayer_accept(w->replayer, d, claim, link, reason) ==
           RECHECK_ACCEPTED;
}

static bool has(void *context, const struct theorem *theorem, size_t claim,
                size_t link)
{
    const struct work *w = context;
    return replayer_has(w->replayer, theorem, claim, link);
}

static void make(struct work *w, struct proof_certificate *c)
{
    const struct theorem *theorems[] = {module_theorem(w->module, 0),
                                        module_theorem(w->module, 1)};
    proof_certificate_init(c);
    for (size_t i = 0; i < prover_proofs(w->prover); i++) {
        size_t claim, link;
        const struct derivation *d = prover_proof(w->prover, i, &claim, &link);
        proof_of_derivation(proof_certificate_add(c), d, claim, link);
    }
    proof_certificate_state(c, w->module, theorems, 2);
}

static void open(struct work *w)
{
    const struct prover_kernel kernel = {
        .accept = accept, .has = has, .context = w};
    struct proof_certificate c;
    struct buffer out;
    w->diag = diag_new();
    assert_int_equal(
        module_load_text(&w->module, "t.bound", text, NULL, w->diag), ST_OK);
    w->replayer = replayer_new();
    w->prover = prover_new(&kernel);
    for (size_t i = 0; i < 2; i++)
        prover_theorem(w->prover, module_theorem(w->module, i), PROVER_QUICK);
    make(w, &c);
    buffer_init(&out);
    proof_json_write(&out, &c);
    proof_certificate_clear(&c);
    w->json = json_loads(out.text, 0, NULL);
    assert_non_null(w->json);
    buffer_clear(&out);
}

static void close(struct work *w)
{
    json_decref(w->json);
    prover_free(w->prover);
    replayer_free(w->replayer);
    module_free(w->module);
    diag_free(w->diag);
}

/* Reads and rechecks the object, its digest made right first. */
static bool is_accepted(json_t *object)
{
    struct proof_certificate *list = NULL;
    size_t count = 0;
    char *reason = NULL, digest[CERTIO_DIGEST_CHARS + 1];
    certio_digest(digest, object);
    json_object_set_new(object, "digest", json_string(digest));
    char *dump = json_dumps(object, 0);
    bool ok = proof_json_read(&list, &count, dump, strlen(dump), "t.json",
                              &reason) == ST_OK;
    for (size_t i = 0; i < count; i++) {
        if (ok)
            ok = kernel_recheck_proofs(&list[i], &reason) == RECHECK_ACCEPTED;
        proof_certificate_clear(&list[i]);
    }
    assert_true(ok == (reason == NULL));
    assert_true(ok || !strchr(reason, '\n'));
    free(list);
    free(reason);
    free(dump);
    return ok;
}

static json_t *proof_of(json_t *object, const char *claim, size_t link)
{
    json_t *proofs = json_object_get(object, "proofs"), *p;
    size_t i;
    json_array_foreach(
        proofs, i, p) if (strcmp(json_string_value(json_object_get(p, "claim")),
                                 claim) == 0 &&
                          json_integer_value(json_object_get(p, "link")) ==
                              (json_int_t)link) return p;
    return NULL;
}

static void test_what_was_proved_is_accepted(void **state)
{
    static const char *const proved[] = {
        "sub",  "order", "sums",  "unit",  "square",
        "sine", "logs",  "given", "twice", "twice/one",
    };
    struct work w;
    (void)state;
    open(&w);
    for (size_t i = 0; i < sizeof proved / sizeof *proved; i++)
        if (!proof_of(w.json, proved[i], 1))
            fail_msg("%s is not proved", proved[i]);
    assert_null(proof_of(w.json, "no_max", 1));
    assert_null(proof_of(w.json, "no_given", 1));
    assert_true(is_accepted(w.json));
    close(&w);
}

/* ---- mutations ---- */

struct mutating {
    struct work *w;
    json_t *whole, *proof;
    size_t tried, accepted;
};

/* Every proof in the object is one that was proved, word by word. */
static void assert_same_claims(const struct mutating *m)
{
    json_t *p;
    size_t i;
    assert_true(json_equal(json_object_get(m->whole, "statement"),
                           json_object_get(m->w->json, "statement")));
    json_array_foreach(json_object_get(m->whole, "proofs"), i, p)
    {
        const char *claim = json_string_value(json_object_get(p, "claim"));
        size_t link = (size_t)json_integer_value(json_object_get(p, "link"));
        json_t *own = proof_of(m->w->json, claim, link);
        assert_non_null(own);
        assert_true(json_equal(json_object_get(p, "theorem"),
                               json_object_get(own, "theorem")));
        assert_true(json_equal(json_object_get(p, "relation"),
                               json_object_get(own, "relation")));
    }
}

static void judge(struct mutating *m)
{
    m->tried++;
    if (!is_accepted(m->whole))
        return;
    m->accepted++;
    assert_same_claims(m);
}

/* Puts values in the place of a leaf, and the leaf back. */
static void replace_leaf(struct mutating *m, json_t *leaf)
{
    static const char *const words[] = {
        "linear",      "algebra", "step", "no_given", "no_square",
        "base:no_max", "user",    "base", "<=",       ">=",
        "1",           "-7/3",    "add",  "sum"};
    if (json_is_integer(leaf)) {
        json_int_t old = json_integer_value(leaf);
        const json_int_t others[] = {old + 1, old - 1, 0, 2, 1000000, -5};
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            if (others[i] != old && json_integer_set(leaf, others[i]) == 0)
                judge(m);
        json_integer_set(leaf, old);
    } else if (json_is_string(leaf)) {
        char *old = strdup(json_string_value(leaf));
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strcmp(words[i], old) != 0 &&
                json_string_set(leaf, words[i]) == 0)
                judge(m);
        json_string_set(leaf, old);
        free(old);
    }
}

/* Drops the item, doubles it, swaps it with the next one. */
static void change_array(struct mutating *m, json_t *array, size_t i)
{
    json_t *item = json_incref(json_array_get(array, i));
    json_array_remove(array, i);
    judge(m);
    json_array_insert(array, i, item);
    json_array_insert(array, i, item);
    judge(m);
    json_array_remove(array, i);
    if (i + 1 < json_array_size(array)) {
        json_t *next = json_incref(json_array_get(array, i + 1));
        json_array_set(array, i, next);
        json_array_set(array, i + 1, item);
        judge(m);
        json_array_set(array, i, item);
        json_array_set(array, i + 1, next);
        json_decref(next);
    }
    json_decref(item);
}

enum { SOME = 7 }; /* of long arrays, every seventh item is changed */

static void mutate(struct mutating *m, json_t *value, size_t *turn)
{
    const char *key;
    json_t *member;
    size_t i;
    if (json_is_object(value)) {
        json_object_foreach(value, key, member) mutate(m, member, turn);
    } else if (json_is_array(value)) {
        for (i = 0; i < json_array_size(value); i++) {
            if ((*turn)++ % SOME == 0)
                change_array(m, value, i);
            mutate(m, json_array_get(value, i), turn);
        }
    } else if ((*turn)++ % SOME == 0) {
        replace_leaf(m, value);
    }
}

/* Only the proof of one claim and of what it rests on: short, so quick. */
static void test_mutations_prove_nothing_else(void **state)
{
    static const char *const claims[] = {"sub", "sums", "unit", "square",
                                         "given"};
    struct work w;
    (void)state;
    open(&w);
    size_t turn = 0;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        struct mutating m = {.w = &w, .whole = json_deep_copy(w.json)};
        json_t *proofs = json_object_get(m.whole, "proofs");
        json_t *own = json_deep_copy(proof_of(w.json, claims[i], 1));
        json_array_clear(proofs);
        json_array_append_new(proofs, own);
        assert_true(is_accepted(m.whole));
        mutate(&m, own, &turn);
        assert_true(m.tried > 20);
        json_decref(m.whole);
    }
    close(&w);
}

/* ---- the statement changed together with its proof ---- */

static char *replaced(const char *text_in, const char *from, const char *to)
{
    const char *at = strstr(text_in, from);
    struct buffer out;
    if (!at)
        return strdup(text_in);
    buffer_init(&out);
    buffer_add_bytes(&out, text_in, (size_t)(at - text_in));
    buffer_add(&out, to);
    buffer_add(&out, at + strlen(from));
    return out.text;
}

static void replace_all(json_t *value, const char *from, const char *to)
{
    const char *key;
    json_t *member;
    size_t i;
    if (json_is_string(value)) {
        char *made = replaced(json_string_value(value), from, to);
        json_string_set(value, made);
        free(made);
    }
    json_object_foreach(value, key, member) replace_all(member, from, to);
    json_array_foreach(value, i, member) replace_all(member, from, to);
}

static bool survives(const struct work *w, const char *claim, const char *from,
                     const char *to, const char *leaf, const char *leaf_to)
{
    json_t *whole = json_deep_copy(w->json);
    json_t *proofs = json_object_get(whole, "proofs");
    json_t *own = json_deep_copy(proof_of(w->json, claim, 1));
    json_array_clear(proofs);
    json_array_append_new(proofs, own);
    replace_all(whole, from, to);
    json_t *term;
    size_t i;
    json_array_foreach(json_object_get(own, "terms"), i, term)
    {
        json_t *name = json_array_get(term, 1);
        if (json_is_string(name) && strcmp(json_string_value(name), leaf) == 0)
            json_string_set(name, leaf_to);
    }
    bool ok = is_accepted(whole);
    json_decref(whole);
    return ok;
}

static void test_a_false_statement_is_not_proved(void **state)
{
    struct work w;
    (void)state;
    open(&w);
    assert_true(survives(&w, "square", "nothing", "", "", ""));
    assert_false(survives(&w, "square", "x * (1 - x) <= 1 / 4",
                          "x * (1 - x) <= 1 / 6", "4", "6"));
    assert_false(survives(&w, "square", "x * (1 - x) <= 1 / 4",
                          "x * (1 - x) >= 1 / 4", "<=", ">="));
    assert_false(survives(&w, "square", "real in [0, 2]", "real in [0, 1/9]",
                          "4", "12"));
    assert_false(survives(&w, "sub", "norm1(A) * (norm1(B) + norm1(C))",
                          "normmax(A) * (norm1(B) + norm1(C))", "norm1",
                          "normmax"));
    assert_false(survives(&w, "unit", "P : stochastic[n, n]",
                          "P : nonneg[n, n]", "", ""));
    assert_false(
        survives(&w, "given", "bound: y <= 3", "bound: y <= 9", "3", "9"));
    assert_false(survives(&w, "given", "assume bound: y <= 3;", "", "", ""));
    close(&w);
}

/* A step or lemma counts only where it stands before. */
static void test_lemmas_must_stand_before(void **state)
{
    struct work w;
    (void)state;
    open(&w);
    json_t *whole = json_deep_copy(w.json);
    json_t *proofs = json_object_get(whole, "proofs");
    json_array_clear(proofs);
    json_t *one = proof_of(w.json, "twice/one", 1);
    json_array_append(proofs, one);
    assert_false(is_accepted(whole));
    json_array_insert(proofs, 0, proof_of(w.json, "sub", 1));
    assert_true(is_accepted(whole));
    json_decref(whole);
    close(&w);
}

static void test_hostile_tables_are_rejected(void **state)
{
    struct work w;
    (void)state;
    open(&w);
    json_t *whole = json_deep_copy(w.json);
    json_t *proofs = json_object_get(whole, "proofs");
    json_t *own = json_deep_copy(proof_of(w.json, "given", 1));
    json_array_clear(proofs);
    json_array_append_new(proofs, own);
    json_t *terms = json_object_get(own, "terms");
    /* sums of sums, each twice the last: 2^60 terms as a tree */
    for (size_t i = 0; i < 60; i++) {
        json_int_t last = (json_int_t)json_array_size(terms) - 1;
        json_array_append_new(
            terms, i == 0 ? json_pack("[s,s]", "number", "1")
                          : json_pack("[s,n,I,I]", "add", last, last));
    }
    assert_false(is_accepted(whole));
    json_decref(whole);
    close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_proved_is_accepted),
        cmocka_unit_test(test_mutations_prove_nothing_else),
        cmocka_unit_test(test_a_false_statement_is_not_proved),
        cmocka_unit_test(test_lemmas_must_stand_before),
        cmocka_unit_test(test_hostile_tables_are_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
