/*
 * Files read in blocks, as they are and packed; certificates found in them one
 * after another.
 */
#include "certio/feed.h"
#include "certio/certio.h"
#include "certio/stream.h"
#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/majorant_feed_XXXXXX";

static void write_bytes(const char *bytes, size_t length)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
}

/* All bytes of the file; *fault is what ended them, or NULL. */
static void read_all(struct buffer *out, const char **fault)
{
    const char *why = NULL;
    struct feed *f = feed_open(path, &why);
    int byte;
    assert_non_null(f);
    buffer_reset(out);
    while ((byte = feed_next(f)) != FEED_END)
        buffer_add_char(out, (char)byte);
    *fault = feed_fault(f);
    feed_close(f);
}

/* Some blocks of bytes that gzip does not make much shorter. */
static void fill(struct buffer *text, size_t length)
{
    unsigned long x = 1;
    for (size_t i = 0; i < length; i++) {
        x = x * 6364136223846793005UL + 1442695040888963407UL;
        buffer_add_char(text, (char)('0' + (x >> 33) % 64));
    }
}

static void assert_reads(const struct buffer *bytes, const char *text,
                         size_t length)
{
    struct buffer out;
    const char *fault;
    buffer_init(&out);
    write_bytes(bytes->text, bytes->length);
    read_all(&out, &fault);
    assert_null(fault);
    assert_int_equal(out.length, length);
    assert_memory_equal(out.text, text, length);
    buffer_clear(&out);
}

static void test_all_bytes_are_read(void **state)
{
    (void)state;
    static const size_t lengths[] = {1, 65535, 65536, 65537, 300000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct buffer text, packed;
        buffer_init(&text);
        buffer_init(&packed);
        fill(&text, lengths[i]);
        assert_reads(&text, text.text, text.length);
        certio_compress(&packed, &text);
        assert_reads(&packed, text.text, text.length);
        /* two members are one text */
        certio_compress(&packed, &text);
        struct buffer twice;
        buffer_init(&twice);
        buffer_add_bytes(&twice, text.text, text.length);
        buffer_add_bytes(&twice, text.text, text.length);
        assert_reads(&packed, twice.text, twice.length);
        buffer_clear(&twice);
        buffer_clear(&packed);
        buffer_clear(&text);
    }
}

/* Some blocks in a few bytes. */
static void test_short_files_may_hold_long_texts(void **state)
{
    (void)state;
    struct buffer text, packed;
    buffer_init(&text);
    buffer_init(&packed);
    for (size_t i = 0; i < 200000; i++)
        buffer_add_char(&text, 'a');
    certio_compress(&packed, &text);
    assert_reads(&packed, text.text, text.length);
    buffer_clear(&packed);
    buffer_clear(&text);
}

static void test_packed_files_are_read_strictly(void **state)
{
    (void)state;
    struct buffer text, packed, out;
    const char *fault;
    buffer_init(&text);
    buffer_init(&packed);
    buffer_init(&out);
    fill(&text, 1000);
    certio_compress(&packed, &text);
    for (size_t cut = 3; cut < packed.length; cut += 7) {
        write_bytes(packed.text, cut);
        read_all(&out, &fault);
        assert_string_equal(fault, "it is compressed, and ends too early");
    }
    buffer_add(&packed, "x");
    write_bytes(packed.text, packed.length);
    read_all(&out, &fault);
    assert_non_null(fault);
    packed.text[packed.length - 3] ^= 1; /* of the length */
    write_bytes(packed.text, packed.length - 1);
    read_all(&out, &fault);
    assert_string_equal(fault, "it is compressed, and damaged");
    buffer_clear(&packed);
    buffer_clear(&text);
    buffer_clear(&out);
}

static void test_lines_have_no_zero_bytes(void **state)
{
    (void)state;
    static const char bytes[] = "one\ntwo\nth\0ree\n";
    struct feed *f = feed_of_text(bytes, sizeof bytes - 1);
    struct buffer line;
    buffer_init(&line);
    assert_true(feed_line(f, &line));
    assert_true(feed_line(f, &line));
    assert_string_equal(line.text, "one\ntwo\n");
    assert_false(feed_line(f, &line));
    assert_string_equal(feed_fault(f), "a record has no zero bytes");
    assert_int_equal(feed_peek(f), FEED_END);
    buffer_clear(&line);
    feed_close(f);
}

/* The objects of a text, each behind a bar; then "." or what is wrong. */
static char *objects(const char *text)
{
    struct certio_stream s = {.feed = feed_of_text(text, strlen(text))};
    struct buffer out, one;
    enum certio_part part;
    char *reason = NULL;
    buffer_init(&out);
    buffer_init(&one);
    while ((part = certio_next(&s, &one, "f", &reason)) == CERTIO_OBJECT) {
        buffer_printf(&out, "|%s", one.text);
        buffer_reset(&one);
    }
    buffer_add(&out, part == CERTIO_END ? "." : reason);
    buffer_clear(&one);
    feed_close(s.feed);
    free(reason);
    return out.text;
}

static void test_objects_are_found(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"{}", "|{}."},
        {" {\"a\": [1, {}]}\n", "|{\"a\": [1, {}]}."},
        {"[{}, {\"}\": \"\\\"]\\\\\"}]", "|{}|{\"}\": \"\\\"]\\\\\"}."},
        {"", "f: expected a certificate"},
        {"[]", "f: expected a certificate"},
        {"[{},]", "|{}f: expected a certificate"},
        {"[{} {}]", "|{}f: expected , or ] behind a certificate"},
        {"[{}", "|{}f: expected , or ] behind a certificate"},
        {"{}{}", "|{}f: something stands behind the certificates"},
        {"{} x", "|{}f: something stands behind the certificates"},
        {"[{}]]", "|{}f: something stands behind the certificates"},
        {"{\"a\": \"}", "f: a certificate is cut off"},
        {"[[{}]]", "f: expected a certificate"},
        {"3", "f: expected a certificate"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *found = objects(rows[i][0]);
        assert_string_equal(found, rows[i][1]);
        free(found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_bytes_are_read),
        cmocka_unit_test(test_short_files_may_hold_long_texts),
        cmocka_unit_test(test_packed_files_are_read_strictly),
        cmocka_unit_test(test_lines_have_no_zero_bytes),
        cmocka_unit_test(test_objects_are_found),
    };
    const int fd = mkstemp(path);
    if (fd < 0)
        return 1;
    close(fd);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
