/*
 * Moves: what may be taken from a difference that is to be shown nonnegative.
 *
 * The difference is a sum of terms c * factors * letters.  In a term with
 * c < 0 an atom (a factor, or letters side by side) may be replaced by an
 * upper bound, in one with c > 0 by a lower bound; a fact may be subtracted as
 * often as it takes to cancel a term.
 */
#include "prove/move_internal.h"

enum { MOVE_LETTERS = 4 /* bounded together */ };

void move_add(struct finding *f, size_t line, const struct expr *left,
              const struct expr *right)
{
    if (line != SEARCH_NONE && f->out->count < MOVES_MAX)
        f->out->items[f->out->count++] = (struct move){line, left, right};
}

bool move_is_usable(const struct finding *f, size_t line)
{
    struct relation r;
    return relation_read(&r, f->s->pool, search_conclusion(f->s, line)) &&
           r.op != REL_NE && (!f->equations || r.op == REL_EQ);
}

/*
 * Uses the bounds of `atom` in a term whose other parts are left, right.  A
 * line reads u R v; in a negative term u is the atom, in a positive one v is;
 * an equation's atom is always u, so there the factor changes sign.
 */
static void use_bounds(struct finding *f, const struct expr *atom,
                       bool negative, const struct expr *left,
                       const struct expr *right)
{
    struct search *s = f->s;
    const struct bounds *bounds = bound_term(s, atom, negative);
    for (size_t i = 0; i < bounds->count; i++) {
        struct relation r;
        size_t line = bounds->lines[i];
        if (!move_is_usable(f, line) ||
            !relation_read(&r, s->pool, search_conclusion(s, line)))
            continue;
        bool turn = r.op == REL_EQ && !negative;
        const struct expr *factor =
            turn ? spell_times(s, make_int(s->pool, -1), left) : left;
        move_add(f, line, factor, right);
    }
}

/* 1/u <= 1/v from v <= u; the inverses of a factor in a negative term. */
static void use_inverse(struct finding *f, const struct expr *atom,
                        bool negative, const struct expr *left)
{
    struct search *s = f->s;
    if (f->equations || !method_allows(s->method, "decreasing_", false))
        return;
    const struct bounds *bounds = bound_term(s, atom, !negative);
    size_t rule = catalogue_find("decreasing_inverse");
    for (size_t i = 0; i < bounds->count && s->nfacts < SEARCH_MAX_FACTS; i++) {
        struct relation r;
        if (!relation_read(&r, s->pool, search_conclusion(s, bounds->lines[i])))
            continue;
        const struct expr *args[] = {r.lhs, r.rhs};
        const struct theorem *t = catalogue_theorem(s->catalogue, rule);
        const struct line model = {
            .rule = RULE_INSTANCE, .number = rule, .terms = args, .nterms = 2};
        s->facts[s->nfacts++] = bounds->lines[i];
        move_add(
            f,
            goal_instance(s, &model, t, t->claims[0].links[0].relation, NULL),
            left, NULL);
        s->nfacts--;
    }
}

/*
 * Normal forms take sizes out of norms: N(p*A - 1'*A/n) is N(n*p*A - 1'*A)/n.
 * Here one goes back, as averages have to sum to 1.
 */
static void use_resized(struct finding *f, const struct normal_term *t,
                        size_t i, bool negative, const struct expr *all)
{
    struct search *s = f->s;
    const struct normal_factor *norm = &t->factors[i];
    if (!match_is_homogeneous(norm->atom) || norm->power != 1)
        return;
    for (size_t k = 0; k < t->nfactors; k++) {
        const struct normal_factor *size = &t->factors[k];
        if (size->atom->op != EX_SYMBOL || size->power >= 0)
            continue;
        const struct expr *by = spell_power(s, size->atom, size->power);
        const struct expr *inner =
            search_normal(s, make_mul(s->pool, by, norm->atom->kids[0]));
        const struct expr *back =
            spell_times(s, spell_unsigned(s, t, i, 1),
                        spell_power(s, size->atom, -size->power));
        use_bounds(f, make_call(s->pool, norm->atom->fn, inner), negative, back,
                   all);
    }
}

static void scan_term(struct finding *f, const struct normal_term *t)
{
    struct search *s = f->s;
    bool negative = mpq_sgn(t->coefficient->q) < 0;
    const struct expr *all = spell_word(s, t->letters, 0, t->nletters);
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct expr *left = spell_unsigned(s, t, i, 1);
        if (t->factors[i].power > 0 && s->last)
            use_resized(f, t, i, negative, all);
        if (t->factors[i].power > 0)
            use_bounds(f, t->factors[i].atom, negative, left, all);
        else if (!all)
            use_inverse(f, t->factors[i].atom, negative, left);
        /* (x'y)^2 has bounds of its own */
        if (t->factors[i].power > 1 && (negative || s->later))
            use_bounds(f, spell_power(s, t->factors[i].atom, 2), negative,
                       spell_unsigned(s, t, i, 2), all);
    }
    /* c*x'y is x'(c*y) */
    if (t->nfactors > 1 && s->wide && s->last)
        use_bounds(f, spell_unsigned(s, t, SIZE_MAX, 1), negative, NULL, all);
    for (size_t i = 0; i < t->nletters; i++)
        for (size_t k = i + 1; k <= t->nletters && k <= i + MOVE_LETTERS; k++) {
            const struct expr *left =
                spell_times(s, spell_unsigned(s, t, SIZE_MAX, 1),
                            spell_word(s, t->letters, 0, i));
            const struct expr *atom = spell_word(s, t->letters, i, k);
            use_bounds(f, atom, negative, left,
                       spell_word(s, t->letters, k, t->nletters));
        }
}

/* x'*y or trace(A'*B): twice it is at most the sum of two squares. */
static bool is_inner_product(const struct expr *e)
{
    return e->op == EX_MATMUL || expr_is_call(e, FN_TRACE);
}

static const struct expr *half(struct search *s, const struct expr *e)
{
    const struct expr *two = make_int(s->pool, 2);
    return make_mul(s->pool, spell_power(s, two, -1), e);
}

/* Upper bounds of the letters of t, side by side, of all terms with these. */
static void use_words_at_once(struct finding *f, const struct normal_term *t,
                              const rational_t *minus)
{
    struct search *s = f->s;
    const struct normal_term w = {
        .coefficient = minus, .letters = t->letters, .nletters = t->nletters};
    const struct expr *over =
        t->nletters > 0 && move_is_multiple(&w, t) ? move_over(f, t, &w) : NULL;
    for (size_t i = 0; over && i < t->nletters; i++)
        for (size_t k = i + 1; k <= t->nletters && k <= i + MOVE_LETTERS; k++)
            use_bounds(f, spell_word(s, t->letters, i, k), true,
                       spell_times(s, over, spell_word(s, t->letters, 0, i)),
                       spell_word(s, t->letters, k, t->nletters));
}

/* The same for an upper bound of X. */
static void use_bounds_at_once(struct finding *f, const struct normal_term *t)
{
    rational_t minus;
    rational_init(&minus);
    rational_set_int(&minus, -1);
    use_words_at_once(f, t, &minus);
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct normal_factor atom = {.atom = t->factors[i].atom,
                                           .power = 1};
        const struct normal_term w = {
            .coefficient = &minus, .factors = &atom, .nfactors = 1};
        const struct expr *left =
            move_is_multiple(&w, t) ? move_over(f, t, &w) : NULL;
        if (!left)
            continue;
        const struct expr *right = spell_word(f->s, t->letters, 0, t->nletters);
        use_bounds(f, atom.atom, true, left, right);
        if (is_inner_product(atom.atom))
            use_bounds(f,
                       make_mul(f->s->pool, make_int(f->s->pool, 2), atom.atom),
                       true, half(f->s, left), right);
    }
    rational_clear(&minus);
}

/* The first negative term, or (equations) the first one. */
static const struct normal_term *first_bad(const struct finding *f)
{
    for (size_t i = 0; i < f->form->count; i++)
        if (f->equations || mpq_sgn(f->form->terms[i].coefficient->q) < 0)
            return &f->form->terms[i];
    return NULL;
}

/* An equation that makes the difference shorter needs no alternative. */
static void commit(struct finding *f, const struct expr *difference)
{
    enum { SIZE_DEPTH = 12 };
    size_t best = search_size(difference, SIZE_DEPTH), at = SIZE_MAX;
    for (size_t i = 0; i < f->out->count; i++) {
        struct relation r;
        const struct move *m = &f->out->items[i];
        if (!relation_read(&r, f->s->pool, search_conclusion(f->s, m->line)) ||
            r.op != REL_EQ || f->s->d->lines[m->line].rule != RULE_INSTANCE)
            continue;
        const struct expr *next = move_apply(f->s, difference, m);
        size_t size = next ? search_size(next, SIZE_DEPTH) : best;
        if (size >= best)
            continue;
        best = size;
        at = i;
    }
    if (at == SIZE_MAX)
        return;
    f->out->items[0] = f->out->items[at];
    f->out->count = 1;
}

void move_find(struct moves *out, struct search *s,
               const struct expr *difference, bool equations, bool facts)
{
    struct finding f = {.s = s,
                        .out = out,
                        .form = normal_terms(s->n, difference),
                        .equations = equations};
    out->count = 0;
    const struct normal_term *bad = f.form ? first_bad(&f) : NULL;
    /* one positive term may be a multiple of what a fact says */
    const bool single = f.form && f.form->count == 1 && s->later && !s->last;
    for (size_t i = 0; f.form && facts && i < f.form->count; i++)
        if (single || f.equations ||
            mpq_sgn(f.form->terms[i].coefficient->q) < 0)
            move_use_facts(&f, &f.form->terms[i]);
    if (bad && facts && s->later)
        move_use_facts_at_once(&f);
    if (!f.form || facts)
        return;
    for (size_t i = 0; bad && s->last && i < f.form->count; i++)
        use_bounds_at_once(&f, &f.form->terms[i]);
    if (bad)
        scan_term(&f, bad);
    /* without a negative term the sign of another is what is not known */
    for (size_t i = 0; (!bad || s->wide) && i < f.form->count; i++)
        if (&f.form->terms[i] != bad)
            scan_term(&f, &f.form->terms[i]);
    if (!equations)
        commit(&f, difference);
}

const struct expr *move_apply(struct search *s, const struct expr *difference,
                              const struct move *m)
{
    struct relation r;
    if (!relation_read(&r, s->pool, search_conclusion(s, m->line)))
        return NULL;
    const struct expr *part = make_sub(s->pool, r.rhs, r.lhs);
    part = spell_times(s, spell_times(s, m->left, part), m->right);
    if (part->rows != difference->rows || part->cols != difference->cols)
        return NULL;
    return normal_expr(s->n, make_sub(s->pool, difference, part));
}

void move_term(struct bounds *out, struct search *s, const struct expr *x,
               bool upper)
{
    struct moves moves = {.count = 0};
    const struct expr *zero = upper ? make_neg(s->pool, x) : x;
    struct finding f = {
        .s = s, .out = &moves, .form = normal_terms(s->n, zero)};
    for (size_t i = 0; f.form && i < f.form->count; i++) {
        move_use_facts(&f, &f.form->terms[i]);
        scan_term(&f, &f.form->terms[i]);
    }
    for (size_t i = 0; i < moves.count && out->count < SEARCH_MAX_MATCHES;
         i++) {
        const struct expr *left = move_apply(s, zero, &moves.items[i]);
        if (!left)
            continue;
        const struct expr *to =
            upper ? search_normal(s, make_neg(s->pool, left)) : left;
        size_t line =
            combine_line(s,
                         upper ? relation_make(s->pool, REL_LE, x, to)
                               : relation_make(s->pool, REL_LE, to, x),
                         &moves.items[i], 1, NULL);
        if (line != SEARCH_NONE)
            out->lines[out->count++] = line;
    }
}
