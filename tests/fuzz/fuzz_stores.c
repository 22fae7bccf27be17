/*
 * Stored runs: a store with any bytes is read or refused, as it is and with
 * fingerprints that fit.
 */
#include "fuzz.h"

#include "report/report.h"
#include "store/mark.h"
#include "store/store.h"

static void read_run(const char *path)
{
    struct store_run run;
    char *reason = NULL;
    struct buffer text;
    buffer_init(&text);
    if (store_read_run(&run, path, &reason) == ST_OK) {
        report_text(&text, &run.run, false);
        report_json(&text, &run.run);
        report_junit(&text, &run.run);
    } else {
        FUZZ_DEMAND(fuzz_is_line(reason), "refused without a reason");
    }
    store_run_clear(&run);
    buffer_clear(&text);
    free(reason);
}

static bool mark_anew(const char *path)
{
    struct database d;
    bool ok = database_open(&d, path, NULL) == ST_OK &&
              mark_write(&d, MARK_RUN) == ST_OK &&
              mark_write(&d, MARK_RESULTS) == ST_OK;
    database_close(&d);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *path = fuzz_file("x.db", data, size);
    read_run(path);
    if (mark_anew(path))
        read_run(path);
    free(path);
    return 0;
}
