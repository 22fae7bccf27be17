/*
 * Substitution, the core's only way to an instance, against values: in every
 * relation of these statements, terms for all symbols at once.
 */
#include "instances.h"

#include "base/diag.h"
#include "core/read.h"
#include "ir/lower.h"
#include "support/cmocka_all.h"

enum { ROUNDS = 12 };

/* A relation may be refused, not too many: then nothing would be compared. */
static void run_claim(struct instances *all, struct work *w, struct rng *rng,
                      const struct theorem *t, const struct claim *c)
{
    struct theory *theory = theory_new();
    struct reading *reading = reading_new(theory, t);
    struct sequent sequent;

    if (read_sequent(&sequent, reading, c->relation, false) &&
        sequent.ndefined == 0) {
        for (size_t i = 0; i < ROUNDS; i++) {
            if (!instances_agree(all, w, rng, theory_pool(theory), &sequent))
                fail_msg("%s.%s: an instance is another relation", t->name,
                         c->name ? c->name : "");
        }
    }
    reading_free(reading);
    theory_free(theory);
}

static void run_file(struct instances *all, const char *name)
{
    char *path = buffer_text("%s/%s.bound", STATEMENTS, name);
    struct diag *diag = diag_new();
    struct rng rng = rng_start(rng_key(3, name));
    struct module *module;
    struct work work;

    if (module_load(&module, path, NULL, true, diag) != ST_OK)
        fail_msg("%s cannot be read", path);
    work_init(&work);
    for (size_t i = 0; i < module_theorems(module); i++) {
        const struct theorem *t = module_theorem(module, i);

        for (size_t j = 0; j < t->nclaims; j++)
            run_claim(all, &work, &rng, t, &t->claims[j]);
    }
    work_clear(&work);
    module_free(module);
    diag_free(diag);
    free(path);
}

static void test_instances_say_the_same_of_values(void **state)
{
    const char *const names[] = {
        "algebra/identities", "true_norms", "kinds",    "sizes",
        "undefined",          "kleene",     "families", "vacuous",
        "hypotheses/mixed"};
    struct instances all = {0, 0, 0};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        run_file(&all, names[i]);
    assert_true(all.compared > 10000);
    assert_true(all.compared > all.refused + all.unclear);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instances_say_the_same_of_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
