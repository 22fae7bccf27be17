#include "spec_fixture.h"
#include "support/checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* The checkpoints that the tests read, beside t.bound. */
static const char bert[] = BINARY_DIR "/tensor-bert.safetensors";
static const char odd[] = BINARY_DIR "/tensor-odd.safetensors";

static const struct checkpoint_sizes sizes = {
    .layers = 2, .heads = 2, .width = 3};

#define WEIGHT "bert.encoder.layer.0.attention.self.query.weight"
#define FAMILY "bert.encoder.layer.{l-1}.attention.self.query.weight"
#define BIAS "bert.encoder.layer.0.attention.self.query.bias"
#define TENSOR(name) "tensor(\"tensor-bert.safetensors\", \"" name "\")"
#define ODD(name) "tensor(\"tensor-odd.safetensors\", \"" name "\")"

static int write_files(void **state)
{
    (void)state;
    static const unsigned char data[24] = {[22] = 0x80, [23] = 0x7f};
    assert_true(checkpoint_model(bert, "bert", &sizes));
    checkpoint_write(odd,
                     "{\"w.0\":{\"dtype\":\"F32\",\"shape\":[2],"
                     "\"data_offsets\":[0,8]},"
                     "\"w.1\":{\"dtype\":\"F32\",\"shape\":[1],"
                     "\"data_offsets\":[8,12]},"
                     "\"w.2\":{\"dtype\":\"F32\",\"shape\":[3],"
                     "\"data_offsets\":[12,24]}}",
                     data, sizeof data);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    unlink(bert);
    unlink(odd);
    return 0;
}

#define MATRIX(lines)                                                          \
    "theorem t { dim n, d; given W : real[n, d]; claim a: sum(W) <= n; }\n"    \
    "case c for t { " lines " }\n"
#define MEMBERS(lines)                                                         \
    "theorem t { dim n, d, L; given W[l in 1..L] : real[n, d];\n"              \
    "claim a: sum(W[1]) <= n; }\n"                                             \
    "case c for t { " lines " }\n"

/* Entry [i, j] from 1 of the slot is entry k of that tensor. */
static void assert_tensor(const struct fixture *f, size_t slot, size_t i,
                          size_t j, const char *name, size_t k)
{
    const struct value *v = &f->x.values[slot];
    assert_int_equal(v->kind, VALUE_DOUBLES);
    assert_true(i <= v->rows && j <= v->cols);
    assert_true(v->doubles[(i - 1) * v->cols + j - 1] ==
                checkpoint_entry(name, k));
}

static void test_sizes_follow_from_the_file(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, MATRIX("W = " TENSOR(WEIGHT) "[:, 1..2];"));
    trial(&f, 0);
    assert_int_equal(f.dims[0], 6);
    assert_int_equal(f.dims[1], 2);
    assert_true(spec_is_literal(f.spec));
    assert_tensor(&f, 0, 5, 2, WEIGHT, 4 * 6 + 1);
    teardown(&f);
}

/* Rows 4..6 transposed, of which rows 2..3 and column 3, turned back. */
static void test_transposes_and_parts_nest(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, MATRIX("W = " TENSOR(WEIGHT) "[4..6, :]'[2..3, 2..3]';"));
    trial(&f, 0);
    for (size_t i = 1; i <= 2; i++)
        for (size_t j = 1; j <= 2; j++)
            assert_tensor(&f, 0, i, j, WEIGHT, (3 + i) * 6 + j);
    teardown(&f);
}

static void test_names_depend_on_the_indices(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, MEMBERS("L = 2; W[l] = " TENSOR(FAMILY) ";"));
    trial(&f, 0);
    assert_tensor(&f, 0, 2, 3, WEIGHT, 8);
    assert_tensor(&f, 1, 2, 3,
                  "bert.encoder.layer.1.attention.self.query.weight", 8);
    teardown(&f);
}

static void test_names_depend_on_dims(void **state)
{
    (void)state;
    struct fixture f = {.options = {.dims = "L=2"}};
    setup(&f, MEMBERS("L = 1; W[l] = "
                      "tensor(\"tensor-bert.safetensors\", \"bert.encoder."
                      "layer.{L-l}.attention.self.query.weight\");"));
    trial(&f, 0);
    assert_tensor(&f, 0, 1, 1,
                  "bert.encoder.layer.1.attention.self.query.weight", 0);
    assert_tensor(&f, 1, 1, 1, WEIGHT, 0);
    teardown(&f);
}

static void test_the_line_of_a_tensor_may_come_first(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, MEMBERS("W[l] = " TENSOR(FAMILY) "; L = 2;"));
    trial(&f, 0);
    assert_int_equal(f.layout.nslots, 2);
    teardown(&f);
}

/* d is drawn: the part is read anew in each trial. */
static void test_parts_of_drawn_sizes(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, MATRIX("d in 1..6; W = " TENSOR(WEIGHT) "[:, 7-d..6];"));
    bool seen[7] = {false};
    for (uint64_t k = 0; k < 40; k++) {
        trial(&f, k);
        size_t d = (size_t)f.dims[1];
        seen[d] = true;
        assert_int_equal(f.x.values[0].cols, d);
        assert_tensor(&f, 0, 3, 1, WEIGHT, 2 * 6 + 6 - d);
    }
    for (size_t d = 1; d <= 6; d++)
        assert_true(seen[d]);
    teardown(&f);
}

/* A range that a drawn size decides is looked at in each trial. */
static void test_ranges_of_drawn_sizes(void **state)
{
    (void)state;
    struct fixture f = {0};
    double most = 0;
    size_t counts[2] = {0};
    for (size_t k = 0; k < 36; k++)
        most = fmax(most, fabs(checkpoint_entry(WEIGHT, k)));
    setup(&f, "theorem t { dim n, d, m; given W : real[n, d] in [-m, m];"
              " claim a: sum(W) <= n; }\n"
              "case c for t { m in 1..20; W = 8 * " TENSOR(WEIGHT) "; }\n");
    for (uint64_t k = 0; k < 40; k++) {
        const bool fits = try_trial(&f, k) == ST_OK;
        assert_int_equal(fits, 8 * most <= (double)f.dims[2]);
        counts[fits]++;
    }
    assert_true(counts[0] > 0 && counts[1] > 0);
    teardown(&f);
}

static void test_values_are_computed_exactly(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, MATRIX("W = (" TENSOR(WEIGHT) "' * 3 - eye(6))[2..3, :];"));
    trial(&f, 0);
    const struct value *v = &f.x.values[0];
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 6; j++)
            assert_true(v->doubles[i * 6 + j] ==
                        3 * checkpoint_entry(WEIGHT, j * 6 + i + 1) -
                            (i + 1 == j ? 1 : 0));
    teardown(&f);
}

#define VECTOR(shape, value)                                                   \
    "theorem t { dim n; given v : real" shape "; claim a: sum(v) <= n; }\n"    \
    "case c for t { v = " value "; }\n"

static void test_one_axis_is_a_column_or_a_row(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t rows, first;
    } all[] = {{VECTOR("[n]", TENSOR(BIAS)), 6, 0},
               {VECTOR("[n, 1]", TENSOR(BIAS) "[2..5]"), 4, 1},
               {VECTOR("[1, n]", TENSOR(BIAS)), 1, 0},
               {VECTOR("[1, n]", TENSOR(BIAS) "[2..5]"), 1, 1},
               {VECTOR("[1, n]", TENSOR(BIAS) "[2..5, :]'"), 1, 1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct fixture f = {0};
        setup(&f, all[i].text);
        trial(&f, 0);
        assert_int_equal(f.x.values[0].rows, all[i].rows);
        assert_int_equal(f.dims[0], all[i].first ? 4 : 6);
        assert_true(f.x.values[0].doubles[1] ==
                    checkpoint_entry(BIAS, all[i].first + 1));
        teardown(&f);
    }
}

static void test_settings_name_files(void **state)
{
    (void)state;
    const struct setting settings[] = {{"other", "x"}, {"weights", bert}};
    struct fixture f = {.options = {.settings = settings, .nsettings = 2}};
    setup(&f, MATRIX("W = tensor(weights, \"" WEIGHT "\");"));
    trial(&f, 0);
    assert_tensor(&f, 0, 6, 6, WEIGHT, 35);
    teardown(&f);
    assert_refused(MATRIX("W = tensor(weights, \"x\");"),
                   "2:27: error: weights is not set: say which file with "
                   "--set weights=PATH");
}

/* Two cases of one run that want the same setting: one error. */
static void test_faults_of_files_are_told_once(void **state)
{
    (void)state;
    struct buffer told;
    buffer_init(&told);
    struct fixture f = {.options = {.told = &told}};
    load(&f, MATRIX("W = tensor(weights, \"x\");"));
    assert_int_equal(make_spec(&f), ST_INPUT);
    assert_int_equal(diag_errors(f.diag), 1);
    assert_int_equal(make_spec(&f), ST_INPUT);
    assert_int_equal(diag_errors(f.diag), 1);
    teardown(&f);
    buffer_clear(&told);
}

static void test_two_lines_of_one_bad_file_are_one_error(void **state)
{
    (void)state;
    struct fixture f = {0};
    load(&f, "theorem t { dim n; given A, B : real[n]; claim a: sum(A) <= n; }"
             "\ncase c for t { A = tensor(\"gone.safetensors\", \"a\");\n"
             "B = tensor(\"gone.safetensors\", \"b\"); }");
    assert_int_equal(make_spec(&f), ST_INPUT);
    assert_int_equal(diag_errors(f.diag), 1);
    teardown(&f);
}

static void test_mistakes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } all[] = {
        {MATRIX("W = tensor(\"../x.safetensors\", \"w\");"),
         "the file lies outside the folder of this file"},
        {MATRIX("W = tensor(\"/x.safetensors\", \"w\");"),
         "the file lies outside the folder of this file"},
        {MATRIX("W = " TENSOR("q") ";"), "there is no tensor 'q'"},
        {MATRIX("W = " TENSOR("q{") ";"),
         "a brace of the tensor's name has no partner"},
        {MATRIX("W = " TENSOR("q}") ";"),
         "a brace of the tensor's name has no partner"},
        {MATRIX("W = " TENSOR("{{1}}") ";"),
         "a brace of the tensor's name has no partner"},
        {MATRIX("W = " TENSOR("{}") ";"),
         "'{}' in the tensor's name is no integer expression"},
        {MATRIX("W = " TENSOR("{1 +}") ";"),
         "'{1 +}' in the tensor's name is no integer expression"},
        {MATRIX("W = " TENSOR("{[1, 2]}") ";"),
         "'{[1, 2]}' in the tensor's name is no integer expression"},
        {MATRIX("W = " TENSOR("{1 / 2}") ";"), "is no integer here"},
        {MATRIX("W = " TENSOR("{n}") ";"), "is not known here"},
        {MATRIX("W = " TENSOR("{x}") ";"), "unknown name x"},
        {MATRIX("W = tensor(\"x.safetensors\");"),
         "expected tensor(\"file.safetensors\", \"name\")"},
        {MATRIX("W = tensor(1, \"w\");"),
         "expected tensor(\"file.safetensors\", \"name\")"},
        {MATRIX("n = tensor(\"x.safetensors\", \"w\");"),
         "tensor() may stand only in the value of a given"},
        {MATRIX("W ~ tensor(\"x.safetensors\", \"w\");"), "expected a sampler"},
        {MATRIX("W = " TENSOR(WEIGHT) "[1..7, :];"),
         "index 7 is outside its range at every size, expected 1..6"},
        {MATRIX("W = " TENSOR(WEIGHT) "; n = 5;"),
         "the value of W has 6 rows, which does not agree with n"},
        {MATRIX("W = " TENSOR(WEIGHT) " / 0;"), "this value is undefined"},
        {MATRIX("W = exp(" TENSOR(WEIGHT) ");"), "this value is not rational"},
        {MEMBERS("L = 2; W[l] = " ODD("w.{l-1}") ";"),
         "tensor 'w.1' is 1 x 1, but 'w.0' is 2 x 1"},
        {MEMBERS("L = 3; W[l] = " TENSOR(FAMILY) ";"),
         "there is no tensor 'bert.encoder.layer.2.attention.self.query."
         "weight'"},
        {MATRIX("W = " ODD("w.2") ";"),
         "tensor 'w.2': entry [3] is not a finite number"},
        {MATRIX("W = " ODD("w.2") "[1..2];"),
         "tensor 'w.2': entry [3] is not a finite number"},
        {"theorem t { dim n; given v : nonneg[n]; claim a: sum(v) >= 0; }\n"
         "case c for t { v = " TENSOR(BIAS) "; }",
         "expected no negative entry"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_refused(all[i].text, all[i].message);
}

/* A line for one member hides the family's: its tensor is not asked for. */
static void test_hidden_members_are_not_read(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, MEMBERS("L = 3; W[l] = " TENSOR(FAMILY) "; W[3] = eye(6);"));
    trial(&f, 0);
    assert_entry(&f, 2, 1, 1, "1");
    teardown(&f);
}

/* The tensor of W[2], which is not asked for, has negative entries. */
static void test_nothing_is_read_for_no_members(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, "theorem t { dim n, L; given W[l in 2..L] : nonneg[n, n];\n"
              "claim a: L <= n; }\n"
              "case c for t { L = 1; W[l] = " TENSOR(FAMILY) "; }\n");
    trial(&f, 0);
    assert_int_equal(f.layout.nslots, 0);
    teardown(&f);
}

static void test_certificates_hold_entries(void **state)
{
    (void)state;
    struct fixture f = {0};
    setup(&f, MATRIX("W = " TENSOR(WEIGHT) ";"));
    trial(&f, 0);
    assert_true(spec_is_fixed(f.spec, &f.layout, 0));
    assert_null(spec_expression(f.spec, &f.layout, 0));
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_follow_from_the_file),
        cmocka_unit_test(test_transposes_and_parts_nest),
        cmocka_unit_test(test_names_depend_on_the_indices),
        cmocka_unit_test(test_names_depend_on_dims),
        cmocka_unit_test(test_the_line_of_a_tensor_may_come_first),
        cmocka_unit_test(test_parts_of_drawn_sizes),
        cmocka_unit_test(test_ranges_of_drawn_sizes),
        cmocka_unit_test(test_values_are_computed_exactly),
        cmocka_unit_test(test_one_axis_is_a_column_or_a_row),
        cmocka_unit_test(test_settings_name_files),
        cmocka_unit_test(test_faults_of_files_are_told_once),
        cmocka_unit_test(test_two_lines_of_one_bad_file_are_one_error),
        cmocka_unit_test(test_mistakes_are_refused),
        cmocka_unit_test(test_hidden_members_are_not_read),
        cmocka_unit_test(test_nothing_is_read_for_no_members),
        cmocka_unit_test(test_certificates_hold_entries),
    };
    return cmocka_run_group_tests(tests, write_files, remove_files);
}
