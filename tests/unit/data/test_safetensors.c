#include "checkpoints.h"

#include "data/float.h"

#include <math.h>

/* ---- values ---- */

static void read_all(struct fixture *f, const char *name, double *out,
                     size_t rows, size_t cols)
{
    const struct tensor *t;
    size_t r, c;
    if (safetensors_find(&t, &r, &c, f->s, name, &f->reason) != ST_OK)
        fail_msg("%s", f->reason.text);
    assert_int_equal(r, rows);
    assert_int_equal(c, cols);
    struct tensor_block all = {0, 0, rows, cols};
    if (safetensors_read(out, f->s, t, &all, &f->reason) != ST_OK)
        fail_msg("%s", f->reason.text);
}

static void test_every_float_type_is_read_exactly(void **state)
{
    (void)state;
    static const char header[] =
        "{\"d\":{\"dtype\":\"F64\",\"shape\":[2],\"data_offsets\":[0,16]},"
        "\"s\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[16,24]},"
        "\"h\":{\"dtype\":\"F16\",\"shape\":[3],\"data_offsets\":[24,30]},"
        "\"b\":{\"dtype\":\"BF16\",\"shape\":[2,1],\"data_offsets\":[30,34]}}"
        "   ";
    static const unsigned char data[34] = {
        0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f, /* 0.1 */
        1,    0,    0,    0,    0,    0,    0,    0x80, /* -2^-1074 */
        0xcd, 0xcc, 0xcc, 0x3d,                         /* float 0.1 */
        1,    0,    0,    0,                            /* 2^-149 */
        0x66, 0x2e,                                     /* half 0.1 */
        1,    0x80,                                     /* -2^-24 */
        0xff, 0x7b,                                     /* 65504 */
        0xcd, 0x3d,                                     /* bfloat 0.1 */
        1,    0};                                       /* 2^-133 */
    struct fixture f;
    double x[3];
    setup(&f);
    checkpoint_write(f.path, header, data, sizeof data);
    open_it(&f);
    read_all(&f, "d", x, 2, 1);
    assert_true(x[0] == 0.1 && x[1] == -0x1p-1074);
    read_all(&f, "s", x, 1, 2);
    assert_true(x[0] == (double)0.1f && x[1] == 0x1p-149);
    read_all(&f, "h", x, 3, 1);
    assert_true(x[0] == 0x1.998p-4 && x[1] == -0x1p-24 && x[2] == 65504);
    read_all(&f, "b", x, 2, 1);
    assert_true(x[0] == 0x1.9ap-4 && x[1] == 0x1p-133);
    teardown(&f);
}

/* All 2^16 patterns of both half types against their definitions. */
static void test_half_types_agree_with_their_definition(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 1 << 16; bits++) {
        double sign = bits >> 15 ? -1 : 1;
        int e = (int)(bits >> 10 & 31), f = (int)(bits & 1023);
        double half = float_value(bits, 2);
        if (e == 31)
            assert_true(!isfinite(half));
        else
            assert_true(half == sign * (e ? ldexp(1 + f / 1024.0, e - 15)
                                          : ldexp(f / 1024.0, -14)));
        e = (int)(bits >> 7 & 255);
        f = (int)(bits & 127);
        double brain = float_brain(bits);
        if (e == 255)
            assert_true(!isfinite(brain));
        else
            assert_true(brain == sign * (e ? ldexp(1 + f / 128.0, e - 127)
                                           : ldexp(f / 128.0, -126)));
    }
}

static void test_no_axis_is_one_entry(void **state)
{
    (void)state;
    struct fixture f;
    const double two = 2;
    double x;
    setup(&f);
    checkpoint_write(f.path,
                     "{\"t\":{\"dtype\":\"F64\",\"shape\":[],"
                     "\"data_offsets\":[0,8]}}",
                     &two, sizeof two);
    open_it(&f);
    read_all(&f, "t", &x, 1, 1);
    assert_true(x == 2);
    teardown(&f);
}

static void test_three_axes_are_flattened_behind_the_first(void **state)
{
    (void)state;
    struct fixture f;
    double data[24], x[24];
    for (int k = 0; k < 24; k++)
        data[k] = k;
    setup(&f);
    checkpoint_write(f.path,
                     "{\"t\":{\"dtype\":\"F64\",\"shape\":[2,3,4],"
                     "\"data_offsets\":[0,192]}}",
                     data, sizeof data);
    open_it(&f);
    read_all(&f, "t", x, 2, 12);
    assert_memory_equal(x, data, sizeof data);
    teardown(&f);
}

static void test_a_block_is_the_part_of_the_whole(void **state)
{
    (void)state;
    const size_t nrows = 30, ncols = 500; /* several chunks */
    struct fixture f;
    double *data = xcalloc(nrows * ncols, sizeof *data);
    double *x = xcalloc(nrows * ncols, sizeof *x);
    for (size_t k = 0; k < nrows * ncols; k++)
        data[k] = (double)k;
    setup(&f);
    checkpoint_write(f.path,
                     "{\"t\":{\"dtype\":\"F64\",\"shape\":[30,500],"
                     "\"data_offsets\":[0,120000]}}",
                     data, nrows * ncols * sizeof *data);
    open_it(&f);
    const struct tensor *t;
    size_t rows, cols;
    assert_int_equal(safetensors_find(&t, &rows, &cols, f.s, "t", &f.reason),
                     ST_OK);
    static const struct tensor_block blocks[] = {
        {0, 0, 30, 500}, {29, 499, 1, 1}, {3, 0, 20, 500}, {5, 77, 11, 400}};
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
        assert_int_equal(safetensors_read(x, f.s, t, &blocks[b], &f.reason),
                         ST_OK);
        for (size_t i = 0; i < blocks[b].rows; i++)
            for (size_t j = 0; j < blocks[b].cols; j++)
                assert_true(
                    x[i * blocks[b].cols + j] ==
                    data[(blocks[b].row + i) * ncols + blocks[b].col + j]);
    }
    free(x);
    free(data);
    teardown(&f);
}

static void test_other_types_may_stand_beside(void **state)
{
    (void)state;
    struct fixture f;
    const double data[2] = {1, 3};
    double x;
    const struct tensor *t;
    size_t rows, cols;
    setup(&f);
    checkpoint_write(f.path,
                     "{\"ids\":{\"dtype\":\"I64\",\"shape\":[1],"
                     "\"data_offsets\":[0,8]},\"none\":{\"dtype\":\"F32\","
                     "\"shape\":[0,5],\"data_offsets\":[8,8]},"
                     "\"t\":{\"dtype\":\"F64\",\"shape\":[1],"
                     "\"data_offsets\":[8,16]},"
                     "\"__metadata__\":{\"format\":\"pt\"}}",
                     data, sizeof data);
    open_it(&f);
    read_all(&f, "t", &x, 1, 1);
    assert_true(x == 3);
    assert_int_equal(safetensors_find(&t, &rows, &cols, f.s, "ids", &f.reason),
                     ST_INPUT);
    assert_string_equal(said(&f), "x.safetensors: tensor 'ids' is I64, "
                                  "expected F64, F32, F16 or BF16");
    assert_int_equal(safetensors_find(&t, &rows, &cols, f.s, "none", &f.reason),
                     ST_INPUT);
    assert_string_equal(said(&f),
                        "x.safetensors: tensor 'none' has no entries");
    teardown(&f);
}

static void test_a_missing_tensor_says_what_is_there(void **state)
{
    (void)state;
    struct fixture f;
    const struct tensor *t;
    size_t rows, cols;
    const double one = 1;
    setup(&f);
    checkpoint_write(f.path,
                     "{\"layer.0.w\":{\"dtype\":\"F64\",\"shape\":[1],"
                     "\"data_offsets\":[0,8]}}",
                     &one, sizeof one);
    open_it(&f);
    assert_int_equal(
        safetensors_find(&t, &rows, &cols, f.s, "bert.layer.0.w", &f.reason),
        ST_INPUT);
    assert_string_equal(said(&f), "x.safetensors: there is no tensor "
                                  "'bert.layer.0.w'; there is 'layer.0.w'");
    assert_int_equal(safetensors_find(&t, &rows, &cols, f.s, "q", &f.reason),
                     ST_INPUT);
    assert_string_equal(said(&f), "x.safetensors: there is no tensor 'q'");
    teardown(&f);
}

static void assert_not_finite(const unsigned char *data, size_t length,
                              const char *type, const char *shape,
                              const char *entry)
{
    struct fixture f;
    char header[160], reason[160];
    const struct tensor *t;
    size_t rows, cols;
    double x[8];
    snprintf(header, sizeof header,
             "{\"t\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[0,%zu]}}",
             type, shape, length);
    snprintf(reason, sizeof reason,
             "x.safetensors: tensor 't': entry %s is not a finite number",
             entry);
    setup(&f);
    checkpoint_write(f.path, header, data, length);
    open_it(&f);
    assert_int_equal(safetensors_find(&t, &rows, &cols, f.s, "t", &f.reason),
                     ST_OK);
    struct tensor_block all = {0, 0, rows, cols};
    assert_int_equal(safetensors_read(x, f.s, t, &all, &f.reason), ST_INPUT);
    assert_string_equal(said(&f), reason);
    uint64_t mark = 0;
    assert_int_equal(safetensors_scan(&mark, f.s, t, &f.reason), ST_INPUT);
    assert_string_equal(said(&f), reason);
    teardown(&f);
}

static void test_an_entry_that_is_not_finite_is_named(void **state)
{
    (void)state;
    static const unsigned char nan_half[] = {0, 0, 0, 0, 0, 0, 1, 0x7c};
    static const unsigned char inf_brain[] = {0, 0, 0, 0, 0x80, 0xff};
    static const unsigned char inf_single[] = {0, 0, 0x80, 0x7f};
    static const unsigned char nan_double[] = {1, 0, 0, 0, 0, 0, 0xf0, 0x7f};
    assert_not_finite(nan_half, 8, "F16", "[2,1,2]", "[2, 1, 2]");
    assert_not_finite(inf_brain, 6, "BF16", "[3]", "[3]");
    assert_not_finite(inf_single, 4, "F32", "[1,1]", "[1, 1]");
    assert_not_finite(nan_double, 8, "F64", "[1]", "[1]");
}

static void test_a_file_that_changed_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    const struct tensor *t;
    size_t rows, cols;
    double data[2] = {1, 2};
    static const char header[] = "{\"t\":{\"dtype\":\"F64\",\"shape\":[2],"
                                 "\"data_offsets\":[0,16]}}";
    setup(&f);
    checkpoint_write(f.path, header, data, sizeof data);
    open_it(&f);
    assert_int_equal(safetensors_find(&t, &rows, &cols, f.s, "t", &f.reason),
                     ST_OK);
    checkpoint_write(f.path, header, data, 8);
    struct tensor_block all = {0, 0, rows, cols};
    assert_int_equal(safetensors_read(data, f.s, t, &all, &f.reason), ST_INPUT);
    assert_string_equal(said(&f), "x.safetensors: changed while it was read");
    teardown(&f);
}

static uint64_t mark_of(const char *header, double last)
{
    struct fixture f;
    const struct tensor *t;
    size_t rows, cols;
    const double data[2] = {1, last};
    uint64_t mark = 0;
    setup(&f);
    checkpoint_write(f.path, header, data, sizeof data);
    open_it(&f);
    assert_int_equal(safetensors_find(&t, &rows, &cols, f.s, "t", &f.reason),
                     ST_OK);
    assert_int_equal(safetensors_scan(&mark, f.s, t, &f.reason), ST_OK);
    teardown(&f);
    return mark;
}

static void test_the_mark_tells_tensors_apart(void **state)
{
    (void)state;
    static const char column[] = "{\"t\":{\"dtype\":\"F64\",\"shape\":[2],"
                                 "\"data_offsets\":[0,16]}}";
    static const char row[] = "{\"t\":{\"dtype\":\"F64\",\"shape\":[1,2],"
                              "\"data_offsets\":[0,16]}}";
    assert_true(mark_of(column, 2) == mark_of(column, 2));
    assert_true(mark_of(column, 2) != mark_of(column, 3));
    assert_true(mark_of(column, 2) != mark_of(row, 2));
}

/* ---- shards ---- */

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    fclose(file);
}

static void write_shards(struct fixture *f, const char *index)
{
    const double one = 1, two = 2;
    checkpoint_write(in_folder(f, "a.safetensors"),
                     "{\"p\":{\"dtype\":\"F64\",\"shape\":[1],"
                     "\"data_offsets\":[0,8]}}",
                     &one, sizeof one);
    checkpoint_write(in_folder(f, "b.safetensors"),
                     "{\"q\":{\"dtype\":\"F64\",\"shape\":[1],"
                     "\"data_offsets\":[0,8]}}",
                     &two, sizeof two);
    write_text(in_folder(f, "x.json"), index);
}

static void assert_index_refused(const char *index, const char *reason)
{
    struct fixture f;
    setup(&f);
    write_shards(&f, index);
    assert_refused(&f, reason);
    teardown(&f);
}

static void test_shards_are_one_checkpoint(void **state)
{
    (void)state;
    struct fixture f;
    double x;
    setup(&f);
    write_shards(&f, "{\"metadata\":{\"total_size\":16},\"weight_map\":"
                     "{\"p\":\"a.safetensors\",\"q\":\"b.safetensors\"}}");
    open_it(&f);
    read_all(&f, "p", &x, 1, 1);
    assert_true(x == 1);
    read_all(&f, "q", &x, 1, 1);
    assert_true(x == 2);
    teardown(&f);
}

static void test_an_index_that_is_wrong_is_refused(void **state)
{
    (void)state;
    assert_index_refused("", "x.json: the header does not begin with {");
    assert_index_refused("{}", "x.json: the index has no weight_map");
    assert_index_refused("{\"weight_map\":[]}",
                         "x.json: the index has no weight_map");
    assert_index_refused("{\"weight_map\":{}}",
                         "x.json: weight_map names no shard");
    assert_index_refused("{\"weight_map\":{\"p\":1}}",
                         "x.json: weight_map names what is no file");
    assert_index_refused("{\"weight_map\":{\"p\":\"b.safetensors\"}}",
                         "x.json: tensor 'p' is not in the shard of "
                         "weight_map");
    assert_index_refused("{\"weight_map\":{\"p\":\"c.safetensors\"}}",
                         "c.safetensors: cannot be read: No such file or "
                         "directory");
}

static void test_shards_stay_in_the_folder(void **state)
{
    (void)state;
    static const char *const paths[] = {"../a.safetensors", "/etc/passwd", "..",
                                        "sub/a.safetensors"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char index[128];
        snprintf(index, sizeof index, "{\"weight_map\":{\"p\":\"%s\"}}",
                 paths[i]);
        assert_index_refused(index,
                             "x.json: a shard lies outside the folder "
                             "of the index (--allow-outside permits it)");
    }
}

static void test_shards_may_not_share_a_name(void **state)
{
    (void)state;
    struct fixture f;
    const double one = 1;
    setup(&f);
    write_shards(&f, "{\"weight_map\":{\"p\":\"a.safetensors\","
                     "\"q\":\"b.safetensors\"}}");
    checkpoint_write(in_folder(&f, "b.safetensors"),
                     "{\"p\":{\"dtype\":\"F64\",\"shape\":[1],"
                     "\"data_offsets\":[0,8]}}",
                     &one, sizeof one);
    in_folder(&f, "x.json");
    assert_refused(&f, "x.json: tensor 'p' is in two shards");
    teardown(&f);
}

static void test_shards_have_a_limit(void **state)
{
    (void)state;
    for (int count = SAFETENSORS_MAX_SHARDS;
         count <= SAFETENSORS_MAX_SHARDS + 1; count++) {
        struct buffer index;
        buffer_init(&index);
        buffer_add(&index, "{\"weight_map\":{");
        for (int k = 0; k < count; k++)
            buffer_printf(&index, "%s\"t%d\":\"s%d\"", k ? "," : "", k, k);
        buffer_add(&index, "}}");
        assert_index_refused(index.text,
                             count > SAFETENSORS_MAX_SHARDS
                                 ? "x.json: more than 1024 shards"
                                 : "s0: cannot be read: No such file or "
                                   "directory");
        buffer_clear(&index);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_float_type_is_read_exactly),
        cmocka_unit_test(test_half_types_agree_with_their_definition),
        cmocka_unit_test(test_no_axis_is_one_entry),
        cmocka_unit_test(test_three_axes_are_flattened_behind_the_first),
        cmocka_unit_test(test_a_block_is_the_part_of_the_whole),
        cmocka_unit_test(test_other_types_may_stand_beside),
        cmocka_unit_test(test_a_missing_tensor_says_what_is_there),
        cmocka_unit_test(test_an_entry_that_is_not_finite_is_named),
        cmocka_unit_test(test_a_file_that_changed_is_refused),
        cmocka_unit_test(test_the_mark_tells_tensors_apart),
        cmocka_unit_test(test_shards_are_one_checkpoint),
        cmocka_unit_test(test_an_index_that_is_wrong_is_refused),
        cmocka_unit_test(test_shards_stay_in_the_folder),
        cmocka_unit_test(test_shards_may_not_share_a_name),
        cmocka_unit_test(test_shards_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
