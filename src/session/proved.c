/* Proofs replayed over a statement that was read again. */
#include "session/proved.h"

#include "cert/statement.h"
#include "kernel/proof_json.h"
#include "kernel/replay.h"
#include "prove/prover.h"

#include <stdlib.h>
#include <string.h>

struct item {
    struct proved_link of;
    char *summary;
};

/* Where the links of a theorem stand. */
struct entry {
    const struct theorem *theorem;
    size_t *first; /* of each claim, its first link's place in `items` */
    size_t *items; /* of each link: 1 + its item; 0: it has none */
};

struct proved {
    const struct module *module;
    struct entry *entries;
    size_t count;
    struct proof_certificate written; /* the statement, once it was asked for */
    struct item *items;               /* of each proof written */
    struct module *fresh;             /* the statement read again, or NULL */
    struct replayer *replayer;
    bool is_stained; /* a proof was rejected since */
};

/* ---- the links ---- */

static struct entry entry_of(const struct theorem *t)
{
    struct entry e = {.theorem = t};
    size_t links = 0;
    e.first = xcalloc(t->nclaims + 1, sizeof *e.first);
    for (size_t c = 0; c < t->nclaims; c++) {
        e.first[c] = links;
        links += t->claims[c].nlinks;
    }
    e.items = xcalloc(links + 1, sizeof *e.items);
    return e;
}

/* The place of its item's number; NULL: a theorem of others. */
static size_t *place_of(const struct proved *p, const struct proved_link *of)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->entries[i].theorem == of->theorem)
            return &p->entries[i]
                        .items[p->entries[i].first[of->claim] + of->link];
    return NULL;
}

struct proved *proved_new(const struct module *module,
                          const struct theorem *const *theorems, size_t count)
{
    struct proved *p = xcalloc(1, sizeof *p);
    p->module = module;
    p->count = count;
    p->entries = xcalloc(count + 1, sizeof *p->entries);
    for (size_t i = 0; i < count; i++)
        p->entries[i] = entry_of(theorems[i]);
    return p;
}

static void close_fresh(struct proved *p)
{
    replayer_free(p->replayer);
    module_free(p->fresh);
    p->replayer = NULL;
    p->fresh = NULL;
}

void proved_free(struct proved *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->written.count; i++)
        free(p->items[i].summary);
    for (size_t i = 0; i < p->count; i++) {
        free(p->entries[i].first);
        free(p->entries[i].items);
    }
    proof_certificate_clear(&p->written);
    close_fresh(p);
    free(p->items);
    free(p->entries);
    free(p);
}

/* ---- the statement ---- */

const struct theorem **proved_theorems(const struct proved *p)
{
    const struct theorem **theorems = xcalloc(p->count + 1, sizeof *theorems);
    for (size_t i = 0; i < p->count; i++)
        theorems[i] = p->entries[i].theorem;
    return theorems;
}

static void state(struct proved *p)
{
    if (p->written.statement)
        return;
    LOCAL_FREE const struct theorem **theorems = proved_theorems(p);
    proof_certificate_state(&p->written, p->module, theorems, p->count);
}

static bool open_fresh(struct proved *p, char **reason)
{
    state(p);
    if (!p->fresh && !proof_open_statement(&p->fresh, &p->written, reason))
        return false;
    if (!p->replayer)
        p->replayer = replayer_new();
    return true;
}

/* ---- acceptance ---- */

static bool proved_find(const struct proved *p, struct proved_link *of,
                        const struct proof *proof)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct theorem *t = p->entries[i].theorem;
        const struct claim *c = theorem_claim(t, proof->claim);
        if (strcmp(t->name, proof->theorem) != 0 || !c || proof->link == 0 ||
            proof->link > c->nlinks)
            continue;
        *of = (struct proved_link){t, (size_t)(c - t->claims), proof->link - 1};
        return true;
    }
    return false;
}

/* A proof that was changed may be one of another claim. */
static bool is_of(const struct proved *p, const struct proof *proof,
                  const struct proved_link *of, char **reason)
{
    struct proved_link named;
    return (proved_find(p, &named, proof) && named.theorem == of->theorem &&
            named.claim == of->claim && named.link == of->link) ||
           statement_reject(reason, "it is a proof of another claim");
}

/* Takes over the proof, whatever becomes of it. */
static bool replay(struct proved *p, const struct proved_link *of,
                   struct proof *proof, char **reason)
{
    struct derivation *d = NULL;
    struct proof_claim claim;
    struct buffer summary;
    size_t *place = place_of(p, of);
    ENSURE(place, "a theorem is not one of those that are proved");
    bool ok = is_of(p, proof, of, reason) && open_fresh(p, reason) &&
              proof_open(&d, &claim, p->fresh, proof, reason) &&
              replayer_accept(p->replayer, d, claim.claim, claim.link,
                              reason) == RECHECK_ACCEPTED;
    if (ok) {
        const size_t n = p->written.count;
        buffer_init(&summary);
        prover_summary(&summary, d);
        p->items = xrealloc(p->items, n + 1, sizeof *p->items);
        p->items[n] = (struct item){*of, summary.text};
        *proof_certificate_add(&p->written) = *proof;
        *proof = (struct proof){0};
        *place = n + 1;
    } else {
        proof_clear(proof);
        p->is_stained = true;
    }
    derivation_free(d);
    return ok;
}

/*
 * All that was accepted once more, without what a rejected proof has left in
 * the pool; what is not accepted again is not proved.
 */
static void renew(struct proved *p)
{
    LOCAL_FREE struct item *items = p->items;
    struct proof_certificate old = p->written;
    close_fresh(p);
    p->items = NULL;
    p->written.proofs = NULL;
    p->written.count = 0;
    for (size_t i = 0; i < old.count; i++)
        *place_of(p, &items[i].of) = 0;
    for (size_t i = 0; i < old.count; i++) {
        LOCAL_FREE char *reason = NULL;
        (void)replay(p, &items[i].of, &old.proofs[i], &reason);
        free(items[i].summary);
    }
    p->is_stained = false;
    free(old.proofs);
}

/* The same for a proof that was read; it is empty afterwards. */
static bool proved_accept_proof(struct proved *p, const struct proved_link *of,
                                struct proof *proof, char **reason)
{
    *reason = NULL;
    if (p->is_stained)
        renew(p);
    return replay(p, of, proof, reason);
}

bool proved_accept_all(struct proved *p, struct proof_certificate *certificate,
                       char **reason)
{
    *reason = NULL;
    for (size_t i = 0; i < certificate->count; i++) {
        struct proof *proof = &certificate->proofs[i];
        char *name = buffer_text("%s.%s", proof->theorem, proof->claim);
        char *why = NULL;
        struct proved_link of;
        const bool ok =
            proved_find(p, &of, proof) &&
            (proved_has(p, &of) || proved_accept_proof(p, &of, proof, &why));
        if (!ok)
            statement_reject(reason, "%s: %s", name,
                             why ? why : "no such claim");
        free(name);
        free(why);
        if (!ok)
            return false;
    }
    return true;
}

bool proved_accept_text(struct proved *p, const struct proved_link *of,
                        const struct buffer *text, char **reason)
{
    struct proof proof;
    if (proof_json_read_one(&proof, text->text, text->length, reason) == ST_OK)
        return proved_accept_proof(p, of, &proof, reason);
    proof_clear(&proof);
    return false;
}

bool proved_accept(struct proved *p, const struct derivation *d, size_t claim,
                   size_t link, char **reason)
{
    const struct proved_link of = {d->theorem, claim, link};
    LOCAL(proof_clear) struct proof proof = {0};
    LOCAL_BUFFER text = buffer_new();
    proof_of_derivation(&proof, d, claim, link);
    proof_json_write_one(&text, &proof);
    return proved_accept_text(p, &of, &text, reason);
}

/* ---- results ---- */

bool proved_has(const struct proved *p, const struct proved_link *of)
{
    const size_t *place = place_of(p, of);
    return place && *place > 0;
}

char *proved_summary(const struct proved *p, const struct proved_link *of)
{
    const size_t *place = place_of(p, of);
    const char *summary =
        place && *place > 0 ? p->items[*place - 1].summary : NULL;
    return summary ? xstrdup(summary) : NULL;
}

const struct module *proved_module(const struct proved *p)
{
    return p->module;
}

const char *proved_statement(struct proved *p)
{
    state(p);
    return p->written.statement;
}

const struct proof_certificate *proved_written(const struct proved *p)
{
    return &p->written;
}
