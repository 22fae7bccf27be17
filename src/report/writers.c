/* The formats of --format by their names. */
#include "report/report.h"

#include <string.h>

report_writer *report_find_writer(const char *name)
{
    static const struct {
        const char *name;
        report_writer *write;
    } table[] = {/* ORDER: REPORT_FORMATS */
                 {"text", report_plain},
                 {"json", report_json},
                 {"junit", report_junit},
                 {"sarif", report_sarif},
                 {"github", report_github}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name ? name : "text") == 0)
            return table[i].write;
    return NULL;
}
