#include "base/memory.h"
#include "certio/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void certio_guard(void)
{
    json_set_alloc_funcs(memory_new, free);
}

void certio_digest(char out[CERTIO_DIGEST_CHARS + 1], const json_t *object)
{
    json_t *rest = json_object();
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key,
                        value) if (strcmp(key, "digest") != 0)
        json_object_set(rest, key, value);
    LOCAL_FREE char *text = json_dumps(rest, JSON_COMPACT | JSON_SORT_KEYS);
    ENSURE(text, "a certificate cannot be written as JSON");
    unsigned long crc = crc32_z(0, (const unsigned char *)text, strlen(text));
    snprintf(out, CERTIO_DIGEST_CHARS + 1, "%08lx", crc & 0xFFFFFFFFUL);
    json_decref(rest);
}
