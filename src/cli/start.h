/* What the program needs of its process before it begins. */
#pragma once

/*
 * Runs `work` and gives its status: on a stack as deep as the limits of
 * expressions need, however small that of the process is, and without threads
 * of the BLAS where memory is limited.
 */
int start_main(int argc, char **argv, int (*work)(int argc, char **argv));
