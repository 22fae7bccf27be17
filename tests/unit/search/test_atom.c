/* Atoms at several shapes, and what differs from one in one respect. */
#include "search/structure.h"

#include "search_fixture.h"

#include <math.h>

/* The entries of the atom, not scaled. */
static void assert_entries(size_t rows, size_t cols, struct atom atom,
                           const double *expected)
{
    double x[16];
    atom.sign = 1;
    atom_write(x, rows, cols, &atom, false);
    for (size_t k = 0; k < rows * cols; k++)
        if (x[k] != expected[k])
            fail_msg("entry %zu is %g, not %g", k, x[k], expected[k]);
}

/* The place of the profile whose first entries are those. */
static size_t profile_of(const double *expected, size_t n)
{
    for (size_t p = 0; p < atom_profiles(); p++) {
        double x[16];
        const struct atom atom = {ATOM_OUTER, p, 0, 1, 0};
        atom_write(x, n, 1, &atom, false);
        if (memcmp(x, expected, n * sizeof *x) == 0)
            return p;
    }
    fail_msg("no profile begins with %g, %g", expected[0], expected[1]);
    return 0;
}

static void test_profiles_are_there(void **state)
{
    (void)state;
    static const double ones[] = {1, 1, 1, 1}, last[] = {0, 0, 0, 1},
                        ends[] = {1, 0, 0, -1}, signs[] = {1, -1, 1, -1},
                        half[] = {1, 1, 0, 0}, halves[] = {1, 1, -1, -1},
                        rising[] = {0.125, 0.25, 0.5, 1},
                        falling[] = {1, 0.5, 0.25, 0.125};
    static const double *const all[] = {ones, last,   ends,   signs,
                                        half, halves, rising, falling};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        profile_of(all[k], 4);
}

static void test_rows_columns_and_blocks_of_ones(void **state)
{
    (void)state;
    static const double unit[] = {1, 0, 0}, all[] = {1, 1, 1};
    size_t ones = profile_of(all, 3), first = profile_of(unit, 3);
    assert_entries(2, 3, (struct atom){ATOM_OUTER, first, ones, 1, 0},
                   (const double[]){1, 1, 1, 0, 0, 0});
    assert_entries(2, 3, (struct atom){ATOM_OUTER, ones, first, 1, 0},
                   (const double[]){1, 0, 0, 1, 0, 0});
    assert_entries(2, 2, (struct atom){ATOM_BLOCKS, ones, 0, 1, 0},
                   (const double[]){1, 0, 0, 1});
    assert_entries(2, 4, (struct atom){ATOM_BLOCKS, ones, 0, 1, 0},
                   (const double[]){1, 1, 0, 0, 0, 0, 1, 1});
    assert_entries(4, 2, (struct atom){ATOM_BLOCKS, ones, 0, 1, 0},
                   (const double[]){1, 0, 1, 0, 0, 1, 0, 1});
    assert_entries(1, 2, (struct atom){ATOM_ZERO, ones, 0, 1, 0},
                   (const double[]){0, 0});
}

static void test_scaled_atoms_have_their_norm(void **state)
{
    (void)state;
    for (size_t form = ATOM_OUTER; form <= ATOM_BLOCKS; form++)
        for (size_t p = 0; p < atom_profiles(); p++) {
            double x[15], squares = 0;
            const struct atom atom = {(enum atom_form)form, p, p, -1, 3};
            atom_write(x, 3, 5, &atom, true);
            for (size_t k = 0; k < 15; k++)
                squares += x[k] * x[k];
            assert_true(fabs(sqrt(squares) - 8) < 1e-12);
        }
}

static void test_neighbours_differ_in_one_respect(void **state)
{
    (void)state;
    struct atom next;
    const struct atom from = {ATOM_OUTER, 0, 0, 1, 0};
    size_t of_scalar = 0, of_row = 0, of_matrix = 0;
    for (size_t k = 0; atom_neighbour(&next, &from, k, 1, 1); k++)
        of_scalar++;
    for (size_t k = 0; atom_neighbour(&next, &from, k, 1, 2); k++) {
        assert_int_equal(next.left, from.left);
        of_row++;
    }
    for (size_t k = 0; atom_neighbour(&next, &from, k, 2, 2); k++) {
        int respects = (next.form != from.form) + (next.left != from.left) +
                       (next.right != from.right) + (next.sign != from.sign) +
                       (next.exponent < 0 || next.exponent > 0);
        assert_true(respects <= 1);
        of_matrix++;
    }
    assert_true(of_scalar < of_row && of_row < of_matrix);
    assert_int_equal(of_matrix - of_row, atom_profiles());
}

/* Members beyond the fourth repeat the first. */
static void test_members_have_parts_of_their_own(void **state)
{
    (void)state;
    struct fixture f;
    struct structure s;
    const int64_t dims[] = {2};
    fixture_init(&f, "dim n; given A[h in 1..5] : real[n, 1];"
                     "claim c: norm1(A[1]) >= 0;");
    struct stage *stage = fixture_stage(&f, dims, 0);
    struct space *space = space_new(stage, f.spec);
    double t[10];
    structure_init(&s, f.theorem);
    for (size_t k = 0; k < s.nparts; k++)
        s.parts[k] = (struct atom){ATOM_OUTER, k == 1, 0, 1, 0.5};
    structure_write(&s, space, t);
    assert_true(fabs(t[0] - 1) < 1e-12 && fabs(t[1] - 1) < 1e-12);
    assert_true(fabs(t[2] * t[2] - 2) < 1e-12 && t[3] == 0);
    assert_memory_equal(t, t + 8, 2 * sizeof *t);
    assert_true(structure_repeats(space, &space->blocks[4]));
    assert_false(structure_repeats(space, &space->blocks[3]));
    structure_clear(&s);
    space_free(space);
    stage_free(stage);
    fixture_clear(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profiles_are_there),
        cmocka_unit_test(test_rows_columns_and_blocks_of_ones),
        cmocka_unit_test(test_scaled_atoms_have_their_norm),
        cmocka_unit_test(test_neighbours_differ_in_one_respect),
        cmocka_unit_test(test_members_have_parts_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
