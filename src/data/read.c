#include "data/file.h"

#include "base/ceiling.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static enum status system_fault(const struct data_file *file, int error)
{
    char text[128];
    errno = error;
    status_check_memory();
    if (strerror_r(error, text, sizeof text) != 0)
        snprintf(text, sizeof text, "error %d", error);
    return data_fault(file, "cannot be read: %s", text);
}

/* In pieces, between which a signal is noticed; the bytes that were read. */
static size_t read_pieces(unsigned char *bytes, size_t size, FILE *stream)
{
    enum { PIECE = 1 << 24 };
    size_t length = 0, got = 1;
    while (length < size && got > 0) {
        const size_t rest = size - length;
        ceiling_pass();
        got = fread(bytes + length, 1, rest < PIECE ? rest : PIECE, stream);
        length += got;
    }
    return length;
}

/* All of a regular file; a pipe or device has no size to check first. */
static enum status read_bytes(unsigned char **bytes, struct data_file *file)
{
    struct stat info;
    if (stat(file->path, &info) != 0)
        return system_fault(file, errno);
    if (!S_ISREG(info.st_mode))
        return data_fault(file, "is not a regular file");
    if (info.st_size > DATA_MAX_BYTES)
        return data_fault(file, "is longer than %d bytes", (int)DATA_MAX_BYTES);
    FILE *stream = fopen(file->path, "rb");
    if (!stream)
        return system_fault(file, errno);
    size_t size = (size_t)info.st_size;
    *bytes = xmalloc(size + 1);
    file->bytes = *bytes;
    file->length = read_pieces(*bytes, size + 1, stream);
    int error = ferror(stream) ? errno : 0;
    fclose(stream);
    if (error)
        return system_fault(file, error);
    if (file->length != size)
        return data_fault(file, "changed while it was read");
    return ST_OK;
}

typedef enum status reader(struct data_matrix *, const struct data_file *);

static reader *reader_of(const char *path)
{
    static const struct {
        const char *ending;
        reader *read;
    } formats[] = {
        {".npy", npy_read},
        {".csv", csv_read},
    };
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t n = strlen(formats[i].ending);
        if (length > n && strcmp(path + length - n, formats[i].ending) == 0)
            return formats[i].read;
    }
    return NULL;
}

enum status data_read(struct data_matrix *out, const char *path, char **reason)
{
    struct buffer text = buffer_new();
    struct data_file file = {.path = path, .reason = &text};
    unsigned char *bytes = NULL;
    *out = (struct data_matrix){0};
    reader *read = reader_of(path);
    enum status st = read ? read_bytes(&bytes, &file)
                          : data_fault(&file, "unknown kind of file, expected "
                                              ".npy or .csv");
    if (st == ST_OK)
        st = read(out, &file);
    free(bytes);
    if (st == ST_OK) {
        buffer_clear(&text);
        return ST_OK;
    }
    data_matrix_clear(out);
    *reason = text.text;
    return ST_INPUT;
}
