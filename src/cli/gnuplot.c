#include "cli/gnuplot.h"

#include "cli/child.h"
#include "cli/output.h"

#include <errno.h>
#include <string.h>

/* A shell's status for a program that is not there, from some systems. */
enum { NOT_FOUND = 127 };

bool gnuplot_run(struct buffer *picture, const struct buffer *script,
                 int *status)
{
    char *arguments[] = {(char[]){"gnuplot"}, (char[]){"-d"}, (char[]){"-"},
                         NULL};
    int code = 0;
    const int error = child_run(picture, &code, arguments, script);
    if (error == 0 && code == 0 && picture->length > 0)
        return true;
    if (error == ENOENT || (error == 0 && code == NOT_FOUND))
        output_error("gnuplot is needed to draw and was not found on the PATH; "
                     "-o curve.csv writes the numbers without it");
    else if (error != 0)
        output_error("gnuplot cannot be run: %s", strerror(error));
    else
        output_error("gnuplot failed with exit status %d", code);
    *status = EXIT_USAGE;
    return false;
}
