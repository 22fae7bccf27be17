# The processor time that each process of a test may take
# (tests/CMakeLists.txt); to be sourced.
ulimit -t "${MAJORANT_TEST_LIMIT:-unlimited}"
