/*
 * What the monomials of squares satisfy: gradings, and symmetries of signs
 * ([GatermannParrilo2004]).
 */
#include "scalar/squares_shape.h"

#include "base/status.h"

/* Exponents. */

long exponents_along(const struct exponents *a, const struct exponents *b,
                     size_t width)
{
    long sum = 0;

    for (size_t k = 0; k < width; k++)
        sum += a->of[k] * b->of[k];
    return sum;
}

struct exponents exponents_of(const struct reading *r,
                              const fmpq_mpoly_struct *f, slong i)
{
    struct exponents out = {{0}};
    ulong e[SQUARES_LETTERS];

    fmpq_mpoly_get_term_exp_ui(e, f, i, r->ring);
    for (size_t k = 0; k < r->nletters; k++)
        out.of[k] = (long)e[k];
    return out;
}

static long degree_of(const struct reading *r, const fmpq_mpoly_struct *f,
                      slong i)
{
    const struct exponents e = exponents_of(r, f, i);
    long out = 0;

    for (size_t k = 0; k < r->nletters; k++)
        out += squares_weight(r, k) * e.of[k];
    return out;
}

static bool is_sign(const struct reading *r, size_t fact)
{
    for (size_t k = 0; k < r->nletters; k++) {
        if (r->sign[k] == fact + 1)
            return true;
    }
    return false;
}

/* Whether the fact is, by the equation, a multiple of a square of a letter. */
static bool is_square_by(const struct reading *r, size_t fact, size_t equation)
{
    LOCAL_MPOLY(t, r->ring);
    LOCAL_FMPQ(a);
    LOCAL_FMPQ(b);
    fmpq_mpoly_get_term_monomial(t, r->sides[fact], 0, r->ring);
    fmpq_mpoly_get_coeff_fmpq_monomial(a, r->sides[equation], t, r->ring);
    fmpq_mpoly_get_term_coeff_fmpq(b, r->sides[fact], 0, r->ring);
    bool out = !fmpq_is_zero(a);
    if (out) {
        fmpq_div(a, b, a);
        fmpq_mpoly_scalar_mul_fmpq(t, r->sides[equation], a, r->ring);
        fmpq_mpoly_sub(t, r->sides[fact], t, r->ring);
        out = fmpq_mpoly_length(t, r->ring) == 1;
    }
    if (out) {
        const struct exponents e = exponents_of(r, t, 0);

        fmpq_mpoly_get_term_coeff_fmpq(a, t, 0, r->ring);
        out = fmpq_sgn(a) > 0;
        for (size_t k = 0; k < r->nletters; k++)
            out = out && e.of[k] % 2 == 0;
    }
    return out;
}

/* Whether it is a sum of products of squares and letters of known sign. */
static bool is_evident(const struct reading *r, size_t fact)
{
    bool out = true;

    for (size_t i = 0; i < r->nfacts; i++) {
        if (squares_is_equation(r, i) && is_square_by(r, fact, i))
            return true;
    }
    LOCAL_FMPQ(c);
    for (slong i = 0; i < fmpq_mpoly_length(r->sides[fact], r->ring) && out;
         i++) {
        const struct exponents e = exponents_of(r, r->sides[fact], i);

        fmpq_mpoly_get_term_coeff_fmpq(c, r->sides[fact], i, r->ring);
        out = fmpq_sgn(c) > 0;
        for (size_t k = 0; k < r->nletters && out; k++)
            out = e.of[k] % 2 == 0 || r->sign[k] > 0;
    }
    return out;
}

/* Whether the fact is one whose multiples are no squares times letters. */
bool shape_is_general(const struct shape *s, size_t fact)
{
    const struct reading *r = s->program->reading;

    return !squares_is_equation(r, fact) && !is_sign(r, fact) &&
           (!s->is_evident[fact] || squares_is_strict(r, fact)) &&
           (fact + 1 != r->denied || s->effort == SQUARES_DENIED);
}

/* Polynomials that a grading or a symmetry has to respect, by number. */
static const fmpq_mpoly_struct *respected(const struct shape *s, size_t i)
{
    const struct reading *r = s->program->reading;

    if (i == r->nfacts)
        return r->goal;
    return shape_is_general(s, i) || squares_is_equation(r, i) ? r->sides[i]
                                                               : NULL;
}

/* Gradings. */

static void add_grading(struct shape *s, const struct exponents *c, long grade)
{
    s->gradings[s->ngradings] = *c;
    s->grades[s->ngradings++] = grade;
}

/* All c for which each of the polynomials has one grade. */
static void find_gradings(struct shape *s)
{
    const struct reading *r = s->program->reading;
    const struct exponents first = exponents_of(r, r->goal, 0);
    size_t rows = 0, at = 0;
    slong rank;

    for (size_t i = 0; i <= r->nfacts; i++)
        rows += respected(s, i)
                    ? (size_t)fmpq_mpoly_length(respected(s, i), r->ring)
                    : 0;
    LOCAL_FMPZ_MAT(differences, (slong)rows, (slong)s->width);
    LOCAL_FMPZ_MAT(null, (slong)s->width, (slong)s->width);
    for (size_t i = 0; i <= r->nfacts; i++) {
        const fmpq_mpoly_struct *f = respected(s, i);

        for (slong t = 1; f != NULL && t < fmpq_mpoly_length(f, r->ring); t++) {
            struct exponents a = exponents_of(r, f, 0),
                             b = exponents_of(r, f, t);

            for (size_t k = 0; k < s->width; k++)
                fmpz_set_si(fmpz_mat_entry(differences, (slong)at, (slong)k),
                            b.of[k] - a.of[k]);
            at++;
        }
    }
    rank = fmpz_mat_nullspace(null, differences);
    for (slong c = 0; c < rank; c++) {
        struct exponents g = {{0}};

        for (size_t k = 0; k < s->width; k++)
            g.of[k] = fmpz_get_si(fmpz_mat_entry(null, (slong)k, c));
        add_grading(s, &g, exponents_along(&g, &first, s->width));
    }
}

/* Whether goal, facts and equations are each of one degree. */
static bool is_homogeneous(const struct shape *s)
{
    const struct reading *r = s->program->reading;

    for (size_t i = 0; i <= r->nfacts; i++) {
        const fmpq_mpoly_struct *f = respected(s, i);

        for (slong t = 1; f != NULL && t < fmpq_mpoly_length(f, r->ring); t++) {
            if (degree_of(r, f, t) != degree_of(r, f, 0))
                return false;
        }
    }
    return true;
}

/*
 * Of a sum for the goal all grades are known; of one for a multiple of it those
 * of a power of the goal are tried, or degrees a little larger than its own.
 */
static void choose_grades(struct shape *s)
{
    const struct reading *r = s->program->reading;
    const long degree = degree_of(r, r->goal, 0), k = (long)s->further;

    find_gradings(s);
    if (s->effort != SQUARES_DENIED)
        return;
    if (is_homogeneous(s) && degree > 1) {
        s->ngradings = 0;
        for (size_t i = 0; i < s->width; i++)
            s->gradings[0].of[i] = squares_weight(s->program->reading, i);
        s->degree = (unsigned)(k < 2 ? degree + 1 + k : 2 * degree);
        s->grades[s->ngradings++] = (long)s->degree;
    } else if (s->ngradings > 0) {
        for (size_t i = 0; i < s->ngradings; i++)
            s->grades[i] *= 2 + k;
        s->degree *= 2 + s->further;
    } else {
        s->degree += s->further;
    }
}

bool shape_has_grade(const struct shape *s, const struct exponents *e)
{
    for (size_t i = 0; i < s->ngradings; i++) {
        if (exponents_along(&s->gradings[i], e, s->width) != s->grades[i])
            return false;
    }
    return true;
}

/* Signs. */

static bool is_even(const struct exponents *e, unsigned letters)
{
    long sum = 0;

    for (size_t k = 0; k < SQUARES_LETTERS; k++)
        sum += (letters >> k & 1) ? e->of[k] : 0;
    return sum % 2 == 0;
}

static bool respects(const struct shape *s, unsigned letters)
{
    const struct reading *r = s->program->reading;

    for (size_t i = 0; i <= r->nfacts; i++) {
        const fmpq_mpoly_struct *f = respected(s, i);
        const bool is_equation = i < r->nfacts && squares_is_equation(r, i);
        bool first = true;

        for (slong t = 0; f != NULL && t < fmpq_mpoly_length(f, r->ring); t++) {
            const struct exponents e = exponents_of(r, f, t);

            first = t == 0 && is_equation ? is_even(&e, letters) : first;
            if (is_even(&e, letters) != first)
                return false;
        }
    }
    return true;
}

static void find_signs(struct shape *s)
{
    const struct reading *r = s->program->reading;
    unsigned fixed = 0;

    for (size_t k = 0; k < r->nletters; k++)
        fixed |= r->sign[k] > 0 ? 1u << k : 0;
    for (unsigned letters = 1;
         letters < 1u << s->width && s->nsigns < SQUARES_LETTERS; letters++) {
        bool is_new = (letters & fixed) == 0;
        unsigned top = 0;

        /* one for each highest letter is a basis of them all */
        while (letters >> (top + 1) > 0)
            top++;
        for (size_t i = 0; i < s->nsigns && is_new; i++)
            is_new = s->signs[i] >> top == 0;
        if (is_new && respects(s, letters))
            s->signs[s->nsigns++] = letters;
    }
}

unsigned shape_class(const struct shape *s, const struct exponents *e)
{
    unsigned out = 0;

    for (size_t i = 0; i < s->nsigns; i++)
        out |= is_even(e, s->signs[i]) ? 0 : 1u << i;
    return out;
}

/* All of it. */

bool shape_wants_strict(const struct shape *s)
{
    return s->effort == SQUARES_DENIED ||
           relation_kind(s->program->reading->problem->goal) == CORE_LT;
}

void shape_find(struct shape *s)
{
    for (size_t i = 0; i < s->program->reading->nfacts; i++)
        s->is_evident[i] = is_evident(s->program->reading, i);
    choose_grades(s);
    find_signs(s);
}
