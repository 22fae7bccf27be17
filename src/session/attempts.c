/*
 * An entry is the key's text, a line with a zero byte, and the certificate of
 * all that is proved of the set, packed by gzip.  A set has one entry, which
 * the next one replaces.
 */
#include "session/attempts.h"

#include "certio/certio.h"
#include "kernel/proof_json.h"
#include "session/cache.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the key ---- */

/* A program that was built again is another one. */
static bool add_program(struct buffer *out)
{
    struct stat info;
    if (stat("/proc/self/exe", &info) != 0)
        return false;
    buffer_printf(out, MAJORANT_VERSION " %lld %lld.%09ld\n",
                  (long long)info.st_size, (long long)info.st_mtim.tv_sec,
                  info.st_mtim.tv_nsec);
    return true;
}

/* What is proved already is a fact for what is attempted. */
static void add_proved(struct buffer *out, const struct proved *proved,
                       const struct theorem *t)
{
    for (size_t c = 0; c < t->nclaims; c++)
        for (size_t k = 0; k < t->claims[c].nlinks; k++)
            buffer_add_char(
                out,
                proved_has(proved, &(struct proved_link){t, c, k}) ? '1' : '0');
    buffer_add_char(out, '\n');
}

void attempt_key_init(struct attempt_key *key, struct proved *proved,
                      const char *wanted)
{
    LOCAL_FREE const struct theorem **theorems = proved_theorems(proved);
    size_t count = 0;
    *key = (struct attempt_key){0};
    buffer_init(&key->text);
    bool is_known = add_program(&key->text);
    buffer_printf(&key->text, "%s\n", wanted);
    for (; theorems[count]; count++)
        add_proved(&key->text, proved, theorems[count]);
    module_full_text(&key->text, proved_module(proved), theorems, count);
    if (is_known && count > 0)
        key->path = cache_path(module_file(proved_module(proved), 0),
                               theorems[0]->name);
}

void attempt_key_clear(struct attempt_key *key)
{
    free(key->path);
    buffer_clear(&key->text);
}

/* ---- what was found ---- */

static bool replay(struct proved *proved, const char *text, size_t length)
{
    LOCAL_FREE struct proof_certificate *list = NULL;
    size_t count = 0;
    LOCAL_FREE char *reason = NULL;
    bool ok =
        proof_json_read(&list, &count, text, length, "", &reason) == ST_OK;
    for (size_t i = 0; i < count; i++) {
        ok = ok && proved_accept_all(proved, &list[i], &reason);
        proof_certificate_clear(&list[i]);
    }
    return ok;
}

bool attempt_recall(const struct attempt_key *key, struct proved *proved)
{
    LOCAL_FREE char *reason = NULL;
    const size_t head = key->text.length + 1;
    LOCAL_BUFFER entry = buffer_new();
    return key->path && access(key->path, R_OK) == 0 &&
           certio_load(&entry, key->path, &reason) == ST_OK &&
           entry.length >= head &&
           memcmp(entry.text, key->text.text, head) == 0 &&
           (entry.length == head ||
            replay(proved, entry.text + head, entry.length - head));
}

void attempt_remember(const struct attempt_key *key,
                      const struct proved *proved)
{
    const struct proof_certificate *written = proved_written(proved);
    if (!key->path)
        return;
    LOCAL_BUFFER entry = buffer_new(), packed = buffer_new();
    buffer_add_bytes(&entry, key->text.text, key->text.length);
    buffer_add_char(&entry, '\0');
    if (written->count > 0)
        proof_json_write(&entry, written);
    if (entry.length <= CERTIO_MAX_BYTES) {
        certio_compress(&packed, &entry);
        cache_write(key->path, &packed);
    }
}
