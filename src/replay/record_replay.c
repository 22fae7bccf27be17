/*
 * Proofs of a record, replayed one after another.
 *
 * A theorem of the core has what it rests on (core/theorem.h); claims that a
 * proof starts from, and lemmas, are followed here, so that the names are those
 * of axioms and of theorems that nobody has replayed.
 */
#include "core/theorem.h"
#include "ir/lower.h"
#include "replay/library.h"
#include "replay/link.h"
#include "replay/name.h"
#include "replay/record_internal.h"
#include "replay/shelf.h"
#include "replay/standing.h"

#include <stdlib.h>
#include <string.h>

/* Axioms, cited theorems and oracles, sorted by name. */
struct ground {
    const struct core_theorem **items;
    size_t count;
};

struct claim_state {
    bool *is_proved; /* by link */
    size_t proved;   /* links */
    struct ground ground;
    const struct core_theorem *lemma; /* once it is proved; or NULL */
};

struct statement_state {
    const struct theorem *theorem;
    struct reading *reading;
    struct claim_state *claims;
};

struct replay {
    struct theory *theory;
    struct statement_state *statements;
    size_t count;
    bool is_library; /* theorems join the theory by their own names */
    const struct standings *known; /* of the library; NULL: the program's */
};

static void ground_add(struct ground *g, const struct core_theorem *t)
{
    size_t place = 0;

    while (place < g->count &&
           strcmp(theorem_name(g->items[place]), theorem_name(t)) < 0)
        place++;
    if (place < g->count && g->items[place] == t)
        return;
    g->items = xrealloc(g->items, g->count + 1, sizeof *g->items);
    memmove(g->items + place + 1, g->items + place,
            (g->count - place) * sizeof *g->items);
    g->items[place] = t;
    g->count++;
}

static void ground_join(struct ground *g, const struct ground *other)
{
    for (size_t i = 0; i < other->count; i++)
        ground_add(g, other->items[i]);
}

static struct statement_state *state_of(struct replay *p,
                                        const struct theorem *t)
{
    size_t i = 0;

    while (i < p->count && p->statements[i].theorem != t)
        i++;
    if (i < p->count)
        return &p->statements[i];
    p->statements = xrealloc(p->statements, i + 1, sizeof *p->statements);
    struct statement_state *s = &p->statements[p->count++];
    *s = (struct statement_state){.theorem = t,
                                  .reading = reading_new(p->theory, t)};
    s->claims = xcalloc(t->nclaims + 1, sizeof *s->claims);
    for (size_t c = 0; c < t->nclaims; c++)
        s->claims[c].is_proved =
            xcalloc(t->claims[c].nlinks + 1, sizeof *s->claims[c].is_proved);
    return s;
}

static bool is_proved(const struct statement_state *s, size_t claim)
{
    const size_t nlinks = s->theorem->claims[claim].nlinks;

    return nlinks > 0 && s->claims[claim].proved == nlinks;
}

/* The claim whose lemma it is, or NULL. */
static const struct claim_state *claim_of(const struct replay *p,
                                          const struct core_theorem *t)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct statement_state *s = &p->statements[i];

        for (size_t c = 0; c < s->theorem->nclaims; c++) {
            if (s->claims[c].lemma == t)
                return &s->claims[c];
        }
    }
    return NULL;
}

/* What the proof rests on, its lemmas and earlier claims followed. */
static void gather(struct ground *out, const struct replay *p,
                   const struct statement_state *s,
                   const struct core_theorem *t, const size_t *from,
                   size_t nfrom)
{
    const struct core_theorem *const *base;
    size_t count = theorem_base(t, &base);

    for (size_t i = 0; i < count; i++) {
        const struct claim_state *lemma = claim_of(p, base[i]);

        if (lemma != NULL)
            ground_join(out, &lemma->ground);
        else
            ground_add(out, base[i]);
    }
    for (size_t i = 0; i < nfrom; i++)
        ground_join(out, &s->claims[from[i]].ground);
}

/* Sorted, each once; the texts are of others. */
struct names {
    struct word {
        const char *text;
        size_t length;
    } * items;
    size_t count;
};

static int compare(const struct word *a, const char *text, size_t length)
{
    const size_t least = a->length < length ? a->length : length;
    const int by_text = memcmp(a->text, text, least);

    return by_text != 0 ? by_text : (a->length > length) - (a->length < length);
}

static void names_add(struct names *n, const char *text, size_t length)
{
    size_t place = 0;

    while (place < n->count && compare(&n->items[place], text, length) < 0)
        place++;
    if (place < n->count && compare(&n->items[place], text, length) == 0)
        return;
    n->items = xrealloc(n->items, n->count + 1, sizeof *n->items);
    memmove(n->items + place + 1, n->items + place,
            (n->count - place) * sizeof *n->items);
    n->items[place] = (struct word){text, length};
    n->count++;
}

/* Each of "a, b"; NULL: none. */
static void names_add_all(struct names *n, const char *list)
{
    while (list != NULL && *list != '\0') {
        const size_t length = strcspn(list, ",");

        names_add(n, list, length);
        list += length;
        list += strspn(list, ", ");
    }
}

/*
 * "a, b" of those of that origin, or NULL.  What the library has a proof of is
 * followed to what that leans on; within the library claim_of does so.
 */
static char *names_of(const struct replay *p, const struct ground *g,
                      enum theorem_origin origin)
{
    struct names names = {NULL, 0};
    struct buffer text;

    for (size_t i = 0; i < g->count; i++) {
        const struct core_theorem *t = g->items[i];
        const char *name = theorem_name(t);
        const struct standing *standing =
            p->is_library || theorem_origin(t) != THEOREM_CITED ? NULL
            : p->known != NULL ? standings_find(p->known, name)
                               : standing_find(name);

        if (standing != NULL && standing->is_proved)
            names_add_all(&names, origin == THEOREM_CITED ? standing->citing
                                                          : standing->trusting);
        else if (theorem_origin(t) == origin)
            names_add(&names, name, strlen(name));
    }
    buffer_init(&text);
    for (size_t i = 0; i < names.count; i++)
        buffer_printf(&text, "%s%.*s", i > 0 ? ", " : "",
                      (int)names.items[i].length, names.items[i].text);
    free(names.items);
    if (text.length == 0)
        buffer_clear(&text);
    return text.text;
}

static void accept(struct replay *p, struct statement_state *s, struct entry *e,
                   const struct core_theorem *t, const size_t *from)
{
    const size_t c = e->proof.claim;
    struct claim_state *claim = &s->claims[c];
    struct ground own = {NULL, 0};

    gather(&own, p, s, t, from, e->nfrom);
    e->proof.citing = names_of(p, &own, THEOREM_CITED);
    e->proof.trusting = names_of(p, &own, THEOREM_ORACLE);
    ground_join(&claim->ground, &own);
    free(own.items);
    claim->is_proved[e->proof.link] = true;
    claim->proved++;
    if (is_proved(s, c) && !s->theorem->claims[c].is_step && !p->is_library)
        claim->lemma =
            link_lemma(p->theory, s->theorem, &s->theorem->claims[c]);
}

/* Which link it is of, by its names. */
static bool find_link(struct record *r, struct entry *e, char **reason)
{
    const struct theorem *t = module_find(r->module, e->theorem);
    const struct claim *c = t ? theorem_claim(t, e->claim) : NULL;

    if (c == NULL || e->link < 1 || e->link > c->nlinks)
        return record_fail(reason, "the statement has no such link");
    e->proof.theorem = t;
    e->proof.claim = (size_t)(c - t->claims);
    e->proof.link = e->link - 1;
    return true;
}

/* The claims that it starts from: all must be proved. */
static bool find_from(size_t *from, const struct statement_state *s,
                      const struct entry *e, char **reason)
{
    for (size_t i = 0; i < e->nfrom; i++) {
        const struct claim *c = theorem_claim(s->theorem, e->from[i]);

        if (c == NULL || !is_proved(s, (size_t)(c - s->theorem->claims)))
            return record_fail(reason, "%s does not stand before it, proved",
                               e->from[i]);
        from[i] = (size_t)(c - s->theorem->claims);
    }
    return true;
}

static bool replay_log(struct replay *p, struct statement_state *s,
                       struct entry *e, const size_t *from, char **reason)
{
    const struct record_proof *of = &e->proof;
    LOCAL_FREE char *name =
        buffer_text("%s.%s#%zu", e->theorem, e->claim, e->link);
    const struct core_theorem *t = NULL;
    const char *why = NULL;
    struct sequent sequent;
    size_t line = 0;

    if (!link_sequent(&sequent, p->theory, s->reading, s->theorem, of->claim,
                      of->link, from, e->nfrom)) {
        why = reading_why(s->reading);
        record_fail(reason, "it cannot be read: %s",
                    why ? why : "it claims nothing");
    } else {
        t = deduction_replay(p->theory, &sequent, name, e->log, &why, &line);
        if (t == NULL)
            record_fail(reason, "line %zu: %s", line, why ? why : "refused");
    }
    if (t != NULL)
        accept(p, s, e, t, from);
    return t != NULL;
}

static bool replay_entry(struct replay *p, struct record *r, struct entry *e,
                         char **reason)
{
    if (!find_link(r, e, reason))
        return false;
    struct statement_state *s = state_of(p, e->proof.theorem);
    if (s->claims[e->proof.claim].is_proved[e->proof.link])
        return record_fail(reason, "it was proved before");
    LOCAL_FREE size_t *from = xcalloc(e->nfrom + 1, sizeof *from);
    return find_from(from, s, e, reason) && replay_log(p, s, e, from, reason);
}

static void replay_clear(struct replay *p)
{
    for (size_t i = 0; i < p->count; i++) {
        struct statement_state *s = &p->statements[i];

        for (size_t c = 0; c < s->theorem->nclaims; c++) {
            free(s->claims[c].is_proved);
            free(s->claims[c].ground.items);
        }
        free(s->claims);
        reading_free(s->reading);
    }
    free(p->statements);
    theory_free(p->theory);
}

static bool replay_next(struct replay *p, struct record *r, size_t next,
                        char **reason)
{
    struct entry *e = &r->entries[next];
    LOCAL_FREE char *why = NULL;
    bool fine = replay_entry(p, r, e, &why);

    if (!fine)
        record_fail(reason, "%s.%s#%zu: %s", e->theorem, e->claim, e->link,
                    why);
    return fine;
}

static void replay_begin(struct replay *p, const struct core_oracle *oracle)
{
    *p = (struct replay){.theory = theory_new()};
    theory_trust(p->theory, oracle);
    library_add_known(p->theory, NULL);
}

bool record_replay(struct record *r, const struct core_oracle *oracle,
                   char **reason)
{
    LOCAL(replay_clear) struct replay p;
    bool fine = true;

    *reason = NULL;
    replay_begin(&p, oracle);
    for (size_t i = 0; i < r->count && fine; i++)
        fine = replay_next(&p, r, i, reason);
    return fine;
}

/* What is behind a proof that is refused is read, too. */
enum record_answer record_replay_from(struct record *r,
                                      const struct record_source *from,
                                      const struct core_oracle *oracle,
                                      const struct standings *known,
                                      char **reason)
{
    LOCAL(replay_clear) struct replay p;
    enum record_part part;
    char *broken = NULL;

    *reason = NULL;
    replay_begin(&p, oracle);
    p.known = known;
    while ((part = record_next(r, from, &broken)) == RECORD_PROOF) {
        if (*reason == NULL)
            (void)replay_next(&p, r, r->count - 1, reason);
        record_forget(r);
    }
    if (part == RECORD_END)
        return *reason == NULL ? RECORD_ACCEPTED : RECORD_REFUSED;
    free(*reason);
    *reason = broken;
    return RECORD_MALFORMED;
}

/* ---- a library ---- */

/* Its claims join the theory; what each has, and leans on, is written. */
static void add_to_library(struct standings *out, struct replay *p,
                           const struct theorem *t)
{
    struct statement_state *s = state_of(p, t);
    LOCAL_FREE bool *is_taken = xcalloc(t->nclaims + 1, sizeof *is_taken);
    size_t read = 0, left_out = 0;

    for (size_t c = 0; c < t->nclaims; c++) {
        char name[LIBRARY_NAME];

        library_name(name, t, &t->claims[c]);
        is_taken[c] = theory_find(p->theory, name) != NULL;
    }
    library_add_theorem(p->theory, t, THEOREM_CITED, NULL, &read, &left_out);
    for (size_t c = 0; c < t->nclaims; c++) {
        struct claim_state *claim = &s->claims[c];
        char name[LIBRARY_NAME];
        char *citing, *trusting;

        if (t->claims[c].is_step)
            continue;
        library_name(name, t, &t->claims[c]);
        if (is_proved(s, c) && !is_taken[c])
            claim->lemma = theory_find(p->theory, name);
        citing = names_of(p, &claim->ground, THEOREM_CITED);
        trusting = names_of(p, &claim->ground, THEOREM_ORACLE);
        standings_add(out, &(struct standing){name, claim->lemma != NULL,
                                              citing, trusting});
        free(citing);
        free(trusting);
    }
}

/* Its proofs, from `next` on; what is refused is said, and ends them. */
static size_t replay_theorem(struct buffer *refused, struct replay *p,
                             const struct theorem *t, struct record *r,
                             size_t next)
{
    bool fine = true;

    for (; next < r->count && strcmp(r->entries[next].theorem, t->name) == 0;
         next++) {
        LOCAL_FREE char *reason = NULL;

        if (fine && !replay_next(p, r, next, &reason)) {
            buffer_printf(refused, "%s\n", reason);
            fine = false;
        }
    }
    return next;
}

static void replay_file(struct standings *out, struct buffer *refused,
                        struct replay *p, const struct module *module,
                        struct record *r)
{
    size_t next = 0;

    for (size_t i = 0; i < module_theorems(module); i++) {
        const struct theorem *t = module_theorem(module, i);

        next = replay_theorem(refused, p, t, r, next);
        add_to_library(out, p, t);
    }
    if (next < r->count)
        buffer_printf(refused, "%s: no theorem, or not in its place\n",
                      r->entries[next].theorem);
}

void record_replay_library(struct standings *out, struct buffer *refused,
                           const struct shelf *library,
                           struct record *const *records,
                           const struct core_oracle *oracle)
{
    LOCAL(replay_clear)
    struct replay p = {.theory = theory_new(), .is_library = true};

    theory_trust(p.theory, oracle);
    library_add_axioms(p.theory, NULL);
    for (size_t i = 0; i < library->count; i++)
        replay_file(out, refused, &p, library->modules[i], records[i]);
}
