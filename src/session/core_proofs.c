/* Searches of the core in processes of their own, and their replay. */
#include "session/core_proofs.h"

#include "algebra/find.h"
#include "draft/source.h"
#include "base/ceiling.h"
#include "oracle/oracle.h"
#include "recheck/words.h"
#include "replay/library.h"
#include "replay/record.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Instances that are tried for a link. */
enum { CORE_MAX_STEPS = 1000 };

struct found {
    struct proved_link of;
    char *text; /* its lines in a record */
    bool is_accepted;
    char *citing, *trusting;
    char *account; /* the proof for people, or NULL */
};

/* A link without a proof, and where the search for one ended. */
struct open_link {
    struct proved_link of;
    char *account;
};

/* Of one set, in the order in which they were found. */
struct found_set {
    struct found *items;
    size_t count;
    struct open_link *open;
    size_t nopen;
};

struct core_proofs {
    const struct session *session;
    bool explains;
    const struct tasks *tasks;
    const struct proofs *proofs;
    const struct ladder_options *ladder;
    struct theory *theory; /* each search has a copy, in its process */
    struct memo lefts;     /* of equations of the library */
    struct finder *finder;
    struct found_set *sets;
    struct buffer text;
};

struct core_proofs *core_proofs_new(const struct session *session,
                                    bool explains, const struct tasks *tasks,
                                    const struct proofs *proofs,
                                    const struct ladder_options *ladder)
{
    const struct core_oracle oracle = oracle_range();
    struct core_proofs *p = xcalloc(1, sizeof *p);

    *p = (struct core_proofs){session, explains, tasks,
                              proofs,  ladder,   .theory = theory_new()};
    theory_trust(p->theory, &oracle);
    library_add_known(p->theory, &p->lefts);
    p->finder = finder_new(p->theory, &p->lefts);
    p->sets = xcalloc(proofs_sets(proofs) + 1, sizeof *p->sets);
    buffer_init(&p->text);
    return p;
}

static void found_set_clear(struct found_set *set)
{
    for (size_t k = 0; k < set->count; k++) {
        free(set->items[k].text);
        free(set->items[k].citing);
        free(set->items[k].trusting);
        free(set->items[k].account);
    }
    for (size_t k = 0; k < set->nopen; k++)
        free(set->open[k].account);
    free(set->items);
    free(set->open);
}

void core_proofs_free(struct core_proofs *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < proofs_sets(p->proofs); i++)
        found_set_clear(&p->sets[i]);
    free(p->sets);
    finder_free(p->finder);
    memo_clear(&p->lefts);
    theory_free(p->theory);
    buffer_clear(&p->text);
    free(p);
}

/* ---- processes of their own ---- */

/* Work for a process of its own. */
struct child {
    void (*work)(void *context);
    void *context;
    bool is_search; /* it ends where the run is to stop */
    FILE *out;      /* of its text, without a name: no pipe can fill up */
    bool is_fine;   /* it has ended as it should */
};

/* Waits until it ends; whether it did as it should. */
static bool await(const struct core_proofs *p, const struct child *c, pid_t pid)
{
    long nanoseconds = 200000;
    int how = 0;
    pid_t ended;

    while ((ended = waitpid(pid, &how, WNOHANG)) == 0) {
        if (c->is_search && p->ladder->stop(p->ladder->context)) {
            (void)kill(pid, SIGKILL);
            (void)waitpid(pid, &how, 0);
            return false;
        }
        (void)nanosleep(&(struct timespec){0, nanoseconds}, NULL);
        nanoseconds = nanoseconds < 20000000 ? 2 * nanoseconds : nanoseconds;
    }
    return ended == pid && WIFEXITED(how) && WEXITSTATUS(how) == 0;
}

/* What it has written. */
static struct buffer run_child(const struct core_proofs *p, struct child *c)
{
    struct buffer text = buffer_new();

    c->out = tmpfile();
    const pid_t pid = c->out != NULL ? fork() : -1;
    if (pid == 0) {
        _exit(ceiling_try(c->work, c->context) && fflush(c->out) == 0 ? 0 : 1);
    }
    if (pid < 0)
        session_error(p->session, "no process can be started: %s",
                      strerror(errno));
    else
        c->is_fine = await(p, c, pid);
    if (c->out != NULL) {
        rewind(c->out);
        buffer_add_file(&text, c->out);
        fclose(c->out);
    }
    return text;
}

/* ---- one link ---- */

/* A theorem of the set. */
struct member {
    const struct theorem *theorem;
    const bool *wanted; /* by claim; NULL: a lemma at most, all of them */
    bool *proved;       /* by claim, in all links */
    bool was_tried;
};

struct search {
    struct core_proofs *p;
    size_t set;
    struct member *members;
    size_t count;
};

struct task_of_child {
    const struct search *search;
    struct proved_link of;
    const bool *proved;
    struct child child;
};

static bool is_proved_lemma(const struct search *s, const char *name)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct theorem *t = s->members[i].theorem;
        const size_t stem = strlen(t->name);

        if (strncmp(name, t->name, stem) != 0 || name[stem] != '.')
            continue;
        for (size_t c = 0; c < t->nclaims; c++) {
            if (s->members[i].proved[c] &&
                strcmp(name + stem + 1, t->claims[c].name) == 0)
                return true;
        }
    }
    return false;
}

/* A lemma counts once it is proved on the core itself. */
static void drop_lemmas(const struct search *s, struct goal *goal)
{
    size_t kept = 0;

    for (size_t i = 0; i < goal->nhints; i++) {
        if (is_proved_lemma(s, theorem_name(goal->hints[i].theorem)))
            goal->hints[kept++] = goal->hints[i];
    }
    goal->nhints = kept;
}

/* The claims and steps that the goal starts from are named. */
static void tell(struct buffer *out, const struct task_of_child *task,
                 const struct goal *goal, const char *log)
{
    const struct claim *claims = task->of.theorem->claims;
    LOCAL_FREE const char **granted = xcalloc(goal->nfrom + 1, sizeof *granted);
    const struct account_words words = {"", library_source, granted,
                                        goal->nfrom};

    for (size_t i = 0; i < goal->nfrom; i++)
        granted[i] = claims[goal->from[i]].name;
    finder_tell(out, task->search->p->finder, goal, log, &words);
}

/* Writes lines of a record, or none, and behind a NUL what people read. */
static void find_in_child(void *context)
{
    const struct task_of_child *task = context;
    struct core_proofs *p = task->search->p;
    const struct proved_link *of = &task->of;
    struct reading *reading = reading_new(p->theory, of->theorem);
    struct buffer text = buffer_new();
    struct goal goal;

    if (goal_read(&goal, p->theory, reading, of->theorem, of->claim, of->link,
                  task->proved)) {
        drop_lemmas(task->search, &goal);
        const char *log = finder_prove(p->finder, &goal, CORE_MAX_STEPS);
        if (log != NULL)
            record_add(&text, of->theorem, of->claim, of->link, goal.from,
                       goal.nfrom, log);
        buffer_add_char(&text, '\0');
        if (log == NULL || p->explains)
            tell(&text, task, &goal, log);
    }
    buffer_add_char(&text, '\0');
    (void)fwrite(text.text, 1, text.length, task->child.out);
}

/* ---- a set of theorems ---- */

static bool try_link(struct search *s, struct member *m, size_t claim,
                     size_t link)
{
    struct task_of_child task = {
        s,
        {m->theorem, claim, link},
        m->proved,
        {.work = find_in_child, .context = &task, .is_search = true}};
    struct found_set *set = &s->p->sets[s->set];
    LOCAL_BUFFER text = run_child(s->p, &task.child);
    const size_t end = strlen(text.text);
    const bool is_found = task.child.is_fine && end > 0;
    const char *told =
        task.child.is_fine && text.length > end ? text.text + end + 1 : "";

    if (is_found)
        APPEND(set->items, set->count) =
            (struct found){.of = task.of,
                           .text = xstrdup(text.text),
                           .account = xstrdup(told)};
    else
        APPEND(set->open, set->nopen) =
            (struct open_link){task.of, xstrdup(told)};
    return is_found;
}

static void try_claim(struct search *s, struct member *m, size_t claim)
{
    const struct core_proofs *p = s->p;
    bool all = true;

    for (size_t k = 0; k < m->theorem->claims[claim].nlinks; k++)
        all = !p->ladder->stop(p->ladder->context) &&
              try_link(s, m, claim, k) && all;
    m->proved[claim] = all;
}

/* Whether it is wanted, or a step of a claim that is. */
static bool is_needed(const struct member *m, size_t claim)
{
    const struct claim *c = &m->theorem->claims[claim];

    return !c->has_hole && !c->is_observation &&
           (m->wanted == NULL || goal_is_needed(m->theorem, m->wanted, claim));
}

static void try_member(struct search *s, struct member *m);

static void try_lemma(struct search *s, const struct lemma_use *use)
{
    for (size_t i = 0; use != NULL && i < s->count; i++) {
        if (s->members[i].theorem != use->theorem)
            continue;
        if (!s->members[i].was_tried)
            s->members[i].wanted = NULL;
        try_member(s, &s->members[i]);
    }
}

static void try_lemmas(struct search *s, const struct theorem *t,
                       const struct claim *c)
{
    for (size_t k = 0; k < c->nlinks; k++)
        try_lemma(s, c->links[k].lemma);
    for (size_t i = 0; i < t->ngivens; i++)
        try_lemma(s, t->givens[i].from);
}

/* Its lemmas, which stand before it, then steps, then claims. */
static void try_member(struct search *s, struct member *m)
{
    const struct theorem *t = m->theorem;
    size_t *order;

    if (m->was_tried)
        return;
    m->was_tried = true;
    order = xcalloc(t->nclaims + 1, sizeof *order);
    goal_order(t, order);
    for (size_t i = 0; i < t->nclaims; i++) {
        if (!is_needed(m, order[i]))
            continue;
        try_lemmas(s, t, &t->claims[order[i]]);
        try_claim(s, m, order[i]);
    }
    free(order);
}

void core_proofs_attempt(struct core_proofs *p, size_t set)
{
    struct search s = {.p = p, .set = set};
    const struct proofs_member *from = proofs_members(p->proofs, set, &s.count);
    s.members = xcalloc(s.count + 1, sizeof *s.members);
    for (size_t i = 0; i < s.count; i++) {
        const struct task *task = from[i].task;
        struct member *m = &s.members[i];
        m->theorem = from[i].theorem;
        m->wanted = task && task_links(task) > 0 ? task->wanted : NULL;
        m->proved = xcalloc(m->theorem->nclaims + 1, sizeof *m->proved);
    }
    for (size_t i = 0; i < s.count; i++) {
        if (s.members[i].wanted != NULL)
            try_member(&s, &s.members[i]);
    }
    for (size_t i = 0; i < s.count; i++)
        free(s.members[i].proved);
    free(s.members);
}

/* ---- replaying ---- */

static bool is_of(const struct core_proofs *p, size_t set,
                  const struct module *module)
{
    return proved_module(proofs_set(p->proofs, set)) == module;
}

struct theorems {
    const struct theorem **items;
    size_t count;
};

/* Behind those that its proofs obtain from. */
static void list_theorem(struct theorems *list, const struct theorem *t)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i] == t)
            return;
    }
    for (size_t i = 0; i < t->ngivens; i++) {
        if (t->givens[i].from != NULL) /* it stands before t: this ends */
            list_theorem(list, t->givens[i].from->theorem);
    }
    APPEND(list->items, list->count) = t;
}

/* The text of the theorems that proofs were found of. */
static void add_statement(struct buffer *out, const struct core_proofs *p,
                          const struct module *module)
{
    struct theorems list = {NULL, 0};

    for (size_t i = 0; i < proofs_sets(p->proofs); i++) {
        for (size_t k = 0; is_of(p, i, module) && k < p->sets[i].count; k++)
            list_theorem(&list, p->sets[i].items[k].of.theorem);
    }
    module_text(out, module, list.items, list.count);
    free(list.items);
}

static void add_record(struct core_proofs *p, const struct module *module)
{
    size_t proofs = 0;

    for (size_t i = 0; i < proofs_sets(p->proofs); i++)
        proofs += is_of(p, i, module) ? p->sets[i].count : 0;
    if (proofs == 0)
        return;
    LOCAL_BUFFER statement = buffer_new();
    add_statement(&statement, p, module);
    record_begin(&p->text, statement.text);
    for (size_t i = 0; i < proofs_sets(p->proofs); i++) {
        for (size_t k = 0; is_of(p, i, module) && k < p->sets[i].count; k++)
            buffer_add(&p->text, p->sets[i].items[k].text);
    }
    record_end(&p->text, proofs);
}

/* The names between the words and an end, to be freed, behind which *at goes;
 * NULL: the words are not there. */
static char *take_names(const char **at, const char *words, const char *ends)
{
    char *names;

    if (strncmp(*at, words, strlen(words)) != 0)
        return NULL;
    *at += strlen(words);
    names = buffer_text("%.*s", (int)strcspn(*at, ends), *at);
    *at += strlen(names);
    return names;
}

/* Takes the line that recheck prints of an accepted proof. */
static bool take_line(struct found *f, const char **text, const char *path)
{
    const char *at = *text, *end = strchr(at, '\n');

    LOCAL_BUFFER start = buffer_new();
    words_of_link(&start, path, f->of.theorem, f->of.claim, f->of.link);
    f->is_accepted = end != NULL && strncmp(at, start.text, start.length) == 0;
    if (f->is_accepted) {
        at += start.length;
        f->trusting = take_names(&at, " (trusting ", ")\n");
        at += f->trusting != NULL && *at == ')';
        f->citing = take_names(&at, ", citing ", ":\n");
        f->is_accepted = *at == ':';
        *text = end + 1;
    }
    return f->is_accepted;
}

static bool take_lines(struct core_proofs *p, const char *text,
                       const char *path)
{
    for (size_t i = 0; i < proofs_sets(p->proofs); i++)
        for (size_t k = 0; k < p->sets[i].count; k++)
            if (!take_line(&p->sets[i].items[k], &text, path))
                return false;
    return *text == '\0';
}

struct replay {
    const struct buffer *text;
    struct child child;
};

/* Becomes another program; returns where it cannot. */
static void become_recheck(void *context)
{
    const struct replay *replay = context;
    const struct buffer *text = replay->text;
    FILE *in = tmpfile();

    if (in != NULL && fwrite(text->text, 1, text->length, in) == text->length &&
        fflush(in) == 0 && fseek(in, 0, SEEK_SET) == 0 &&
        dup2(fileno(in), STDIN_FILENO) >= 0 &&
        dup2(fileno(replay->child.out), STDOUT_FILENO) >= 0)
        (void)execl("/proc/self/exe", "majorant", "recheck", "/dev/stdin",
                    (char *)NULL);
    _exit(1);
}

bool core_proofs_replay(struct core_proofs *p, char **reason)
{
    struct replay replay = {&p->text,
                            {.work = become_recheck, .context = &replay}};

    for (size_t m = 0; m < p->tasks->nmodules; m++)
        add_record(p, p->tasks->modules[m]);
    if (p->text.length == 0)
        return true;
    LOCAL_BUFFER said = run_child(p, &replay.child);
    if (replay.child.is_fine && take_lines(p, said.text, "/dev/stdin"))
        return true;
    *reason =
        buffer_text("a proof on the core is not accepted again: %s", said.text);
    return false;
}

static bool is_of_link(const struct proved_link *of, const struct result *r)
{
    return of->theorem == r->theorem && of->claim == r->claim &&
           of->link == result_link(r);
}

static const struct found *find_proof(const struct core_proofs *p,
                                      const struct result *r)
{
    const size_t set = proofs_find_set(p->proofs, r->theorem);

    for (size_t k = 0; set != PROOFS_NO_SET && k < p->sets[set].count; k++) {
        const struct found *f = &p->sets[set].items[k];

        if (f->is_accepted && is_of_link(&f->of, r))
            return f;
    }
    return NULL;
}

bool core_proofs_take(const struct core_proofs *p, struct result *r)
{
    const struct found *f = p != NULL ? find_proof(p, r) : NULL;

    if (f == NULL)
        return false;
    r->is_of_core = true;
    r->citing = f->citing ? xstrdup(f->citing) : NULL;
    r->trusting = f->trusting ? xstrdup(f->trusting) : NULL;
    r->proof =
        buffer_text("by the core%s%s%s%s%s", f->trusting ? " (trusting " : "",
                    f->trusting ? f->trusting : "", f->trusting ? ")" : "",
                    f->citing ? ", citing " : "", f->citing ? f->citing : "");
    r->account = *f->account != '\0' ? xstrdup(f->account) : NULL;
    r->verdict = WORD_PROVED;
    return true;
}

void core_proofs_tell(const struct core_proofs *p, struct result *r)
{
    const size_t set =
        p != NULL ? proofs_find_set(p->proofs, r->theorem) : PROOFS_NO_SET;

    for (size_t k = 0; set != PROOFS_NO_SET && k < p->sets[set].nopen; k++) {
        const struct open_link *o = &p->sets[set].open[k];

        if (is_of_link(&o->of, r) && *o->account != '\0') {
            free(r->account);
            r->account = xstrdup(o->account);
        }
    }
}

const struct buffer *core_proofs_text(const struct core_proofs *p)
{
    return &p->text;
}
