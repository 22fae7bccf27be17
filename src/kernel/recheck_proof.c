#include "kernel/recheck_proof.h"

#include "cert/statement.h"
#include "kernel/replay.h"

#include <stdlib.h>

static bool recheck(struct replayer *r, const struct module *module,
                    const struct proof *proof, char **reason)
{
    struct derivation *d = NULL;
    struct proof_claim of;
    char *why = NULL;
    bool ok =
        proof_open(&d, &of, module, proof, &why) &&
        replayer_accept(r, d, of.claim, of.link, &why) == RECHECK_ACCEPTED;
    if (!ok)
        statement_reject(reason, "%s.%s, link %zu: %s", proof->theorem,
                         proof->claim, proof->link, why ? why : "rejected");
    derivation_free(d);
    free(why);
    return ok;
}

enum recheck_answer kernel_recheck_proofs(const struct proof_certificate *c,
                                          char **reason)
{
    struct module *module = NULL;
    *reason = NULL;
    bool ok = c->count > 0 || statement_reject(reason, "nothing is proved");
    ok = ok && proof_open_statement(&module, c, reason);
    struct replayer *r = replayer_new();
    for (size_t i = 0; i < c->count && ok; i++)
        ok = recheck(r, module, &c->proofs[i], reason);
    replayer_free(r);
    module_free(module);
    return ok ? RECHECK_ACCEPTED : RECHECK_REJECTED;
}
