/*
 * A rank of MPI with a guard: the process that mpirun started only waits for
 * the rank, its child, and gives its exit status, or that of a run stopped
 * early where the rank was killed.  mpirun would show the signal instead.
 */
#ifndef MAJORANT_CLI_GUARD_H
#define MAJORANT_CLI_GUARD_H

/*
 * Goes on in the child; the guard never returns.  To be called before threads
 * are started.  Where no process can be made the caller goes on without one.
 */
void guard_start(void);

#endif
