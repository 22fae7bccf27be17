# What each process of a test may take, and what it counts with; to be sourced.
# The processor time (tests/CMakeLists.txt):
ulimit -t "${MAJORANT_TEST_LIMIT:-unlimited}"
# Plain doubles with one processor's kernels: with those of others they end in
# other digits, and searches by them go other ways.
export OPENBLAS_CORETYPE=Haswell
