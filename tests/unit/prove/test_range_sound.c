/*
 * The kernel against certificates that are wrong: those of true claims, as
 * they are and damaged, offered for false claims close to them.
 */
#include "ir/lower.h"
#include "kernel/range_check.h"
#include "prove/range.h"
#include "support/cmocka_all.h"
#include "unit/prove/range_tables.h"

#include "base/buffer.h"
#include "base/rng.h"
#include "eval/evaluator.h"

#include <stdlib.h>
#include <string.h>

struct fixture {
    struct diag *diag;
    struct module *module;
    const struct theorem *theorem;
    struct partition partition;
};

static bool open_claim(struct fixture *f, const struct range_row *row,
                       const char *more)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { %s claim c: %s%s; }", row->given,
                  row->relation, more);
    f->diag = diag_new();
    f->module = NULL;
    bool ok = module_load_text(&f->module, "t.bound", text.text, NULL,
                               f->diag) == ST_OK;
    buffer_clear(&text);
    partition_init(&f->partition);
    f->theorem = ok ? module_theorem(f->module, 0) : NULL;
    return ok;
}

static void close_claim(struct fixture *f)
{
    partition_clear(&f->partition);
    module_free(f->module);
    diag_free(f->diag);
}

static enum range_answer answer_of(struct fixture *f)
{
    struct range_limits limits = range_limits_default();
    limits.boxes = 300;
    limits.points = 150;
    return range_prove(&f->partition, f->theorem, 0, 0, &limits);
}

static bool is_accepted(const struct partition *p, const struct fixture *f)
{
    char *reason = NULL;
    bool ok =
        range_check_link(p, f->theorem, 0, 0, &reason) == RECHECK_ACCEPTED;
    free(reason);
    return ok;
}

/* The relation, harder by 1e-9, if it is a single <= or >=. */
static const char *harder(const char *relation)
{
    const char *up = strstr(relation, ">="), *down = strstr(relation, "<=");
    bool plain = !strstr(relation, " and ") && !strstr(relation, " or ") &&
                 !strstr(relation, "not ") && !strstr(relation, "==");
    if (!plain || (up != NULL) == (down != NULL) || (up && strchr(up + 2, '>')))
        return NULL;
    return up ? " + 1e-9" : " - 1e-9";
}

enum { DAMAGES = 6 };

/* Damages one place of the partition; called twice it is as before. */
static void damage(struct partition *p, size_t kind, size_t node, bool undo)
{
    struct partition_node *n = &p->nodes[node];
    mpq_t step;
    mpq_init(step);
    mpq_set_si(step, undo ? -1 : 1, 1000000000);
    switch (kind) {
    case 0:
        n->count ^= 1;
        break;
    case 1:
        n->variable ^= 1;
        break;
    case 2:
        n->index ^= 1;
        break;
    case 3:
        for (size_t i = 0; i < n->nnumbers; i++)
            mpq_add(n->numbers[i].value.q, n->numbers[i].value.q, step);
        break;
    case 4:
        for (size_t i = 0; i < n->nfactors; i++)
            n->factors[i].sign = -n->factors[i].sign;
        break;
    default:
        n->first += undo ? (size_t)-1 : 1;
    }
    mpq_clear(step);
}

/* Offers the proof, damaged in many places, for the false claim. */
static void assert_never_accepted(struct partition *proof,
                                  const struct fixture *claim, uint64_t seed)
{
    enum { TRIALS = 24 };
    struct rng rng = rng_start(rng_key(seed, "test_range_sound"));
    assert_false(is_accepted(proof, claim));
    for (size_t i = 0; i < TRIALS; i++) {
        size_t node = (size_t)rng_below(&rng, proof->count);
        size_t kind = (size_t)rng_below(&rng, DAMAGES);
        damage(proof, kind, node, false);
        assert_false(is_accepted(proof, claim));
        damage(proof, kind, node, true);
    }
    for (size_t i = 0; i < TRIALS; i++) {
        struct partition_node *n = &proof->nodes[rng_below(&rng, proof->count)];
        enum partition_rule old = n->rule;
        n->rule = (enum partition_rule)rng_below(&rng, PARTITION_RULES);
        assert_false(is_accepted(proof, claim));
        n->rule = old;
    }
}

/* A claim that is certainly false, and the true one's proof for it. */
static void test_proofs_do_not_fit_harder_claims(void **state)
{
    (void)state;
    size_t tried = 0;
    for (size_t i = 0; i < sizeof true_claims / sizeof *true_claims; i++) {
        const char *more = harder(true_claims[i].relation);
        struct fixture easy, hard;
        if (!more)
            continue;
        bool both = open_claim(&easy, &true_claims[i], "");
        both = open_claim(&hard, &true_claims[i], more) && both;
        assert_true(both);
        if (answer_of(&hard) == RANGE_FALSE &&
            answer_of(&easy) == RANGE_PROVED) {
            assert_true(is_accepted(&easy.partition, &easy));
            assert_never_accepted(&easy.partition, &hard, i);
            tried++;
        }
        close_claim(&easy);
        close_claim(&hard);
    }
    assert_true(tried >= 60);
}

/* Some proof of each kind, for every false claim of the table. */
static void test_foreign_proofs_do_not_fit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof true_claims / sizeof *true_claims; i += 5) {
        struct fixture proof;
        assert_true(open_claim(&proof, &true_claims[i], ""));
        (void)answer_of(&proof);
        for (size_t j = 0; j < sizeof false_claims / sizeof *false_claims;
             j++) {
            struct fixture claim;
            assert_true(open_claim(&claim, &false_claims[j], ""));
            assert_false(is_accepted(&proof.partition, &claim));
            close_claim(&claim);
        }
        close_claim(&proof);
    }
}

static int finish(void **state)
{
    (void)state;
    eval_finish();
    violation_finish();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs_do_not_fit_harder_claims),
        cmocka_unit_test(test_foreign_proofs_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, finish);
}
