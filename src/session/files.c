/* Files and folders, walked with readdir(3). */
#include "session/files.h"

#include "base/file.h"
#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_listed(const struct files *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->paths[i], path) == 0)
            return true;
    return false;
}

static void add(struct files *files, const char *path)
{
    if (!is_listed(files, path))
        APPEND(files->paths, files->count) = xstrdup(path);
}

static char *join(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    struct buffer path = buffer_new();
    buffer_add_bytes(&path, folder, length);
    if (folder[length - 1] != '/')
        buffer_add_char(&path, '/');
    buffer_add(&path, name);
    return path.text;
}

static enum status cannot_read(const struct files *files, const char *path)
{
    status_check_memory();
    session_error(files->session, "%s cannot be read: %s", path,
                  strerror(errno));
    return ST_INPUT;
}

/* In a folder: the others count all the same. */
static enum status pass_over(struct files *files, const char *path)
{
    (void)cannot_read(files, path);
    files->unreadable++;
    return ST_OK;
}

static enum status walk(struct files *files, const char *folder, int depth);

static enum status add_readable(struct files *files, const char *path,
                                const struct stat *info)
{
    if (!S_ISREG(info->st_mode)) {
        session_error(files->session, "%s cannot be read: " FILE_NONE, path);
        files->unreadable++;
    } else if (access(path, R_OK) != 0) {
        return pass_over(files, path);
    } else {
        add(files, path);
    }
    return ST_OK;
}

static enum status visit(struct files *files, const char *path,
                         const char *name, int depth)
{
    struct stat info;
    if (name[0] == '.') /* hidden, or . and .. */
        return ST_OK;
    if (stat(path, &info) != 0)
        return folder_has_ending(name, ".bound") ? pass_over(files, path)
                                                 : ST_OK;
    if (S_ISDIR(info.st_mode)) {
        /* A link to a folder might lead round in a circle. */
        if (lstat(path, &info) != 0 || S_ISLNK(info.st_mode))
            return ST_OK;
        return walk(files, path, depth + 1);
    }
    return folder_has_ending(name, ".bound") ? add_readable(files, path, &info)
                                             : ST_OK;
}

static enum status walk(struct files *files, const char *folder, int depth)
{
    if (depth > FILES_MAX_DEPTH || files->count > FILES_MAX) {
        session_error(files->session, "%s: too many nested folders or files",
                      folder);
        return ST_INPUT;
    }
    DIR *dir = opendir(folder);
    if (!dir)
        return depth > 0 ? pass_over(files, folder)
                         : cannot_read(files, folder);
    enum status st = ST_OK;
    for (struct dirent *e = readdir(dir); e && st == ST_OK; e = readdir(dir)) {
        LOCAL_FREE char *path = join(folder, e->d_name);
        st = visit(files, path, e->d_name, depth);
    }
    closedir(dir);
    return st;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum status add_folder(struct files *files, const char *folder)
{
    LOCAL(files_clear) struct files found = {.session = files->session};
    enum status st = walk(&found, folder, 0);
    if (st == ST_OK && found.count == 0) {
        if (found.unreadable == 0)
            session_error(files->session, "%s: the folder holds no .bound file",
                          folder);
        st = ST_INPUT;
    }
    files->unreadable += found.unreadable;
    if (found.count > 0)
        qsort(found.paths, found.count, sizeof *found.paths, by_path);
    for (size_t i = 0; i < found.count; i++)
        add(files, found.paths[i]);
    return st;
}

enum status files_collect(struct files *files, const struct session *s)
{
    enum status result = ST_OK;
    *files = (struct files){.session = s};
    for (size_t i = 0; i < s->nfiles; i++) {
        const char *path = s->files[i];
        struct stat info;
        enum status st = ST_OK;
        if (strcmp(path, "-") == 0) /* standard input */
            add(files, path);
        else if (stat(path, &info) != 0)
            st = cannot_read(files, path);
        else if (S_ISDIR(info.st_mode))
            st = add_folder(files, path);
        else
            add(files, path);
        if (st != ST_OK)
            result = st;
    }
    return result;
}

void files_clear(struct files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
    *files = (struct files){0};
}
