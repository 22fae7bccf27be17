#include "support/corpus.h"

#include "base/buffer.h"
#include "support/cmocka_all.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void corpus_each(const char *folder, void (*check)(const char *name))
{
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    glob_t found;
    assert_int_equal(glob("*.bound", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        check(found.gl_pathv[i]);
    globfree(&found);
    assert_int_equal(chdir(before), 0);
}

static void read_file(struct buffer *out, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("missing %s", path);
    char block[4096];
    size_t n;
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        buffer_add_bytes(out, block, n);
    fclose(file);
}

static void bless(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

void corpus_expect(const char *name, const char *text)
{
    struct buffer path, expected;
    buffer_init(&path);
    buffer_init(&expected);
    buffer_add_bytes(&path, name, strlen(name) - strlen(".bound"));
    buffer_add(&path, ".expected");
    if (getenv("MAJORANT_BLESS"))
        bless(path.text, text);
    read_file(&expected, path.text);
    if (strcmp(expected.text, text) != 0)
        fail_msg("%s: expected\n%s\nfound\n%s", name, expected.text, text);
    buffer_clear(&path);
    buffer_clear(&expected);
}
