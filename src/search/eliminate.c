#include "search/eliminate.h"

#include <math.h>
#include <string.h>

void eliminate(double *s, size_t m, double *x)
{
    const double tiny = 1e-12;
    size_t width = m + 1;
    double most = 0;
    for (size_t k = 0; k < m * width; k++)
        most = k % width < m ? fmax(most, fabs(s[k])) : most;
    for (size_t c = 0; c < m; c++) {
        size_t pivot = c;
        for (size_t r = c; r < m; r++)
            pivot =
                fabs(s[r * width + c]) > fabs(s[pivot * width + c]) ? r : pivot;
        for (size_t k = 0; k < width; k++) {
            double swap = s[c * width + k];
            s[c * width + k] = s[pivot * width + k];
            s[pivot * width + k] = swap;
        }
        if (fabs(s[c * width + c]) <= tiny * most) {
            memset(s + c * width, 0, width * sizeof *s);
            s[c * width + c] = most > 0 ? most : 1;
        }
        for (size_t r = c + 1; r < m; r++) {
            double f = s[r * width + c] / s[c * width + c];
            for (size_t k = c; k < width; k++)
                s[r * width + k] -= f * s[c * width + k];
        }
    }
    for (size_t r = m; r-- > 0;) {
        x[r] = s[r * width + m];
        for (size_t k = r + 1; k < m; k++)
            x[r] -= s[r * width + k] * x[k];
        x[r] /= s[r * width + r];
    }
}
