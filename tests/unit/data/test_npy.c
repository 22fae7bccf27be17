#include "reading.h"

/* A version 1 file from its header text and the bytes of its entries. */
struct file {
    unsigned char bytes[512];
    size_t length;
};

static struct file file_of(const char *header, const void *entries,
                           size_t length)
{
    struct file f = {.length = 10};
    memcpy(f.bytes, "\x93NUMPY\1", 8);
    size_t n = strlen(header);
    f.bytes[8] = (unsigned char)n;
    memcpy(f.bytes + 10, header, n);
    memcpy(f.bytes + 10 + n, entries, length);
    f.length += n + length;
    return f;
}

static void assert_read(const char *header, const void *entries, size_t length,
                        size_t rows, size_t cols, const double *expected)
{
    struct file f = file_of(header, entries, length);
    assert_doubles(".npy", f.bytes, f.length, rows, cols, expected);
}

static void assert_bad(const char *header, const void *entries, size_t length,
                       const char *reason)
{
    struct file f = file_of(header, entries, length);
    assert_fault(".npy", f.bytes, f.length, reason);
}

#define DICT(descr, order, shape)                                              \
    "{'descr': '" descr "', 'fortran_order': " order ", 'shape': " shape       \
    ", }    \n"

static void test_f8_is_read_by_rows(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 4, 5, 6};
    assert_read(DICT("<f8", "False", "(2, 3)"), x, sizeof x, 2, 3, x);
}

static void test_fortran_order_is_turned(void **state)
{
    (void)state;
    const double x[] = {1, 4, 2, 5, 3, 6}, y[] = {1, 2, 3, 4, 5, 6};
    assert_read(DICT("<f8", "True", "(2, 3)"), x, sizeof x, 2, 3, y);
}

static void test_big_endian_is_turned(void **state)
{
    (void)state;
    const double y[] = {1, -2};
    assert_read(DICT(">f8", "False", "(2,)"),
                "\x3f\xf0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0", 16, 2, 1, y);
    const double z[] = {258};
    assert_read(DICT(">i2", "False", "(1,)"), "\1\2", 2, 1, 1, z);
}

static void test_no_axes_is_one_entry(void **state)
{
    (void)state;
    const double x[] = {0.1};
    assert_read(DICT("<f8", "False", "()"), x, sizeof x, 1, 1, x);
}

static void test_one_axis_is_a_column(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3};
    assert_read(DICT("<f8", "False", "(3,)"), x, sizeof x, 3, 1, x);
}

static void test_halves_are_exact(void **state)
{
    (void)state;
    const uint16_t bits[] = {0x3C00, 0xC000, 0x0001, 0x03FF, 0x7BFF, 0x3555};
    const double y[] = {1, -2, 0x1p-24, 0x3FFp-24, 65504, 0x555p-12};
    assert_read(DICT("<f2", "False", "(6,)"), bits, sizeof bits, 6, 1, y);
}

static void test_floats_are_exact(void **state)
{
    (void)state;
    const float x[] = {0.1f, 0x1p-149f, -3.4e38f};
    const double y[] = {0.1f, 0x1p-149, -3.4e38f};
    assert_read(DICT("<f4", "False", "(3,)"), x, sizeof x, 3, 1, y);
}

static void test_negative_zero_is_zero(void **state)
{
    (void)state;
    const double x[] = {-0.0}, y[] = {0.0};
    assert_read(DICT("<f8", "False", "()"), x, sizeof x, 1, 1, y);
}

static void test_small_integers_are_doubles(void **state)
{
    (void)state;
    const double y[] = {-128, 127}, z[] = {128, 255}, w[] = {1, 0};
    assert_read(DICT("|i1", "False", "(2,)"), "\x80\x7f", 2, 2, 1, y);
    assert_read(DICT("|u1", "False", "(2,)"), "\x80\xff", 2, 2, 1, z);
    assert_read(DICT("|b1", "False", "(2,)"), "\1\0", 2, 2, 1, w);
    const double v[] = {-2147483648.0};
    assert_read(DICT("<i4", "False", "()"), "\0\0\0\x80", 4, 1, 1, v);
    const double u[] = {2147483648.0};
    assert_read(DICT("<u4", "False", "()"), "\0\0\0\x80", 4, 1, 1, u);
}

static void assert_rational(struct reading *r, size_t k, const char *text)
{
    char *shown = mpq_get_str(NULL, 10, r->m.rationals[k].q);
    assert_string_equal(shown, text);
    free(shown);
}

static void test_large_integers_are_rational(void **state)
{
    (void)state;
    const int64_t x[] = {1, INT64_MAX, INT64_MIN};
    struct file f = file_of(DICT("<i8", "False", "(3,)"), x, sizeof x);
    struct reading r = reading_of(".npy", f.bytes, f.length);
    assert_null(r.reason);
    assert_null(r.m.doubles);
    assert_rational(&r, 0, "1");
    assert_rational(&r, 1, "9223372036854775807");
    assert_rational(&r, 2, "-9223372036854775808");
    reading_clear(&r);
    const uint64_t y[] = {UINT64_MAX};
    f = file_of(DICT("<u8", "False", "()"), y, sizeof y);
    r = reading_of(".npy", f.bytes, f.length);
    assert_rational(&r, 0, "18446744073709551615");
    reading_clear(&r);
}

static void test_versions_two_and_three_are_read(void **state)
{
    (void)state;
    for (unsigned char version = 2; version <= 3; version++) {
        const char *header = DICT("<f8", "False", "()");
        struct file f = {.length = 12 + strlen(header) + 8};
        memcpy(f.bytes, "\x93NUMPY", 6);
        f.bytes[6] = version;
        f.bytes[8] = (unsigned char)strlen(header);
        memcpy(f.bytes + 12, header, strlen(header));
        const double x[] = {7};
        memcpy(f.bytes + 12 + strlen(header), x, 8);
        assert_doubles(".npy", f.bytes, f.length, 1, 1, x);
    }
}

static void test_any_order_of_names_is_read(void **state)
{
    (void)state;
    const double x[] = {7};
    assert_read("{\"shape\":(1L,1L),'fortran_order':False,'descr':'<f8'}", x, 8,
                1, 1, x);
}

static void test_not_finite_names_the_entry(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 4, 5, 0x1p1023 * 2};
    assert_bad(DICT("<f8", "False", "(2, 3)"), x, sizeof x,
               "x.npy: entry [2, 3] is not a finite number");
    assert_bad(DICT("<f8", "True", "(3, 2)"), x, sizeof x,
               "x.npy: entry [3, 2] is not a finite number");
    assert_bad(DICT("<f2", "False", "()"), "\xff\xff", 2,
               "x.npy: entry [1, 1] is not a finite number");
}

static void test_truncated_entries_are_rejected(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3};
    assert_bad(DICT("<f8", "False", "(2, 2)"), x, sizeof x,
               "x.npy: is cut short: 24 bytes cannot hold 2 x 2 entries of 8 "
               "bytes");
}

static void test_absurd_sizes_are_rejected(void **state)
{
    (void)state;
    assert_bad(DICT("<f8", "False", "(4611686018427387905, 4)"), "", 0,
               "x.npy: is cut short: 0 bytes cannot hold 4611686018 x 4 "
               "entries of 8 bytes");
}

static void test_trailing_bytes_are_rejected(void **state)
{
    (void)state;
    assert_bad(DICT("|u1", "False", "(2,)"), "abc", 3,
               "x.npy: 1 bytes after the last entry");
}

static void test_empty_matrix_is_rejected(void **state)
{
    (void)state;
    assert_bad(DICT("<f8", "False", "(0, 3)"), "", 0,
               "x.npy: the matrix has no entries");
}

static void test_three_axes_are_rejected(void **state)
{
    (void)state;
    assert_bad(DICT("<f8", "False", "(1, 1, 1)"), "", 0,
               "x.npy: 3 axes, expected at most 2");
}

static void test_other_types_are_rejected(void **state)
{
    (void)state;
    const char *bad[] = {"<c16", "<f16", "|O", "<U3", "|f8", "f8", "=f8", ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char header[128], reason[128];
        snprintf(header, sizeof header,
                 "{'descr': '%s', 'fortran_order': False, 'shape': (), }",
                 bad[i]);
        snprintf(reason, sizeof reason,
                 "x.npy: entries of type '%s' are not supported", bad[i]);
        assert_bad(header, "12345678", 8, reason);
    }
    assert_bad("{'descr': [('a', '<f8')], 'fortran_order': False, "
               "'shape': (), }",
               "12345678", 8, "x.npy: records are not supported");
}

static void test_bool_beyond_one_is_rejected(void **state)
{
    (void)state;
    assert_bad(DICT("|b1", "False", "(2,)"), "\1\2", 2,
               "x.npy: entry [2, 1] is neither 0 nor 1");
}

static void test_malformed_headers_are_rejected(void **state)
{
    (void)state;
    static const struct {
        const char *header, *what;
    } bad[] = {
        {"", "expected {"},
        {"{", "expected 'name': value"},
        {"{'descr' '<f8'}", "expected 'name': value"},
        {"{'descr': 3}", "descr is no text"},
        {"{'order': 3}", "an unknown name"},
        {"{'descr': '<f8', 'descr': '<f8'}", "a name stands twice"},
        {"{'descr': '<f8' 'shape': ()}", "expected , or }"},
        {"{'descr': '<f8'}", "descr, fortran_order or shape is missing"},
        {"{'fortran_order': 0}", "fortran_order is neither True nor False"},
        {"{'shape': 3}", "shape is no tuple"},
        {"{'shape': (3)}", "shape is no tuple of sizes"},
        {"{'shape': (-3,)}", "shape is no tuple of sizes"},
        {"{'shape': (3", "shape is no tuple of sizes"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': ()} x",
         "text after }"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char reason[128];
        snprintf(reason, sizeof reason, "x.npy: malformed header: %s",
                 bad[i].what);
        assert_bad(bad[i].header, "", 0, reason);
    }
}

static void test_broken_prefixes_are_rejected(void **state)
{
    (void)state;
    assert_fault(".npy", "", 0, "x.npy: is not a .npy file");
    assert_fault(".npy", "\x93NUMPX\1\0\0\0", 10, "x.npy: is not a .npy file");
    assert_fault(".npy", "\x93NUMPY\4\0\0\0", 10,
                 "x.npy: version 4.0 is not supported");
    assert_fault(".npy", "\x93NUMPY\2\0\0\0", 10,
                 "x.npy: the header is cut short");
    assert_fault(".npy", "\x93NUMPY\1\0\5\0{}", 12,
                 "x.npy: the header is cut short");
    assert_fault(".npy", "\x93NUMPY\2\0\1\0\1\0", 12,
                 "x.npy: the header is longer than 65536 bytes");
}

static void test_missing_file_is_told(void **state)
{
    (void)state;
    struct data_matrix m;
    char *reason = NULL;
    assert_int_equal(data_read(&m, "no-such-folder/x.npy", &reason), ST_INPUT);
    assert_string_equal(
        reason,
        "no-such-folder/x.npy: cannot be read: No such file or directory");
    free(reason);
}

static void test_unknown_ending_is_told(void **state)
{
    (void)state;
    assert_fault(".txt", "1", 1,
                 "x.txt: unknown kind of file, expected .npy or .csv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_f8_is_read_by_rows),
        cmocka_unit_test(test_fortran_order_is_turned),
        cmocka_unit_test(test_big_endian_is_turned),
        cmocka_unit_test(test_no_axes_is_one_entry),
        cmocka_unit_test(test_one_axis_is_a_column),
        cmocka_unit_test(test_halves_are_exact),
        cmocka_unit_test(test_floats_are_exact),
        cmocka_unit_test(test_negative_zero_is_zero),
        cmocka_unit_test(test_small_integers_are_doubles),
        cmocka_unit_test(test_large_integers_are_rational),
        cmocka_unit_test(test_versions_two_and_three_are_read),
        cmocka_unit_test(test_any_order_of_names_is_read),
        cmocka_unit_test(test_not_finite_names_the_entry),
        cmocka_unit_test(test_truncated_entries_are_rejected),
        cmocka_unit_test(test_absurd_sizes_are_rejected),
        cmocka_unit_test(test_trailing_bytes_are_rejected),
        cmocka_unit_test(test_empty_matrix_is_rejected),
        cmocka_unit_test(test_three_axes_are_rejected),
        cmocka_unit_test(test_other_types_are_rejected),
        cmocka_unit_test(test_bool_beyond_one_is_rejected),
        cmocka_unit_test(test_malformed_headers_are_rejected),
        cmocka_unit_test(test_broken_prefixes_are_rejected),
        cmocka_unit_test(test_missing_file_is_told),
        cmocka_unit_test(test_unknown_ending_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
