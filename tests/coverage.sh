# Line coverage of the sources by the tests that have run since the last build,
# or, with CTEST, by all tests, which are run first:
# sh coverage.sh SOURCES BUILD [GCOV [CTEST]]
# Prints the share of each folder and of all of src, and fails where the aims
# of docs/testing.md are missed. BUILD/coverage.lines names each line of code
# that no test reached.
set -eu
sources=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
gcov=${3:-gcov}
ctest=${4-}
aim_src=92
aim_kernel=98

cd "$build"
objects=$(find src -name '*.gcno')
[ -n "$objects" ] || {
    echo "no object of $build counts its lines: use the preset coverage" >&2
    exit 2
}
failed=0
if [ -n "$ctest" ]; then
    find . -name '*.gcda' -exec rm -f {} +
    "$ctest" --output-on-failure -j "$(getconf _NPROCESSORS_ONLN)" || failed=1
fi

# gcov prints COUNT: LINE: TEXT for each source; a file that is compiled more
# than once counts as reached where one of its objects was.
for object in $objects; do
    "$gcov" -t "$object" 2>/dev/null || exit 2
done | awk -v top="$sources/src/" -F: '
    function number(text) { gsub(/[ *]/, "", text); return text }
    $2 + 0 == 0 && $3 == "Source" {
        file = $4
        inside = index(file, top) == 1
        file = substr(file, length(top) + 1)
        next
    }
    inside && $2 + 0 > 0 {
        count = number($1)
        if (count == "-" || NF < 3)
            next
        at = file ":" ($2 + 0)
        known[at] = file
        if (count !~ /^[#=]+$/)
            reached[at] = 1
    }
    END {
        for (at in known)
            print known[at], at in reached ? 1 : 0, at
    }' >coverage.all
awk '$2 == 0 { print $3 }' coverage.all | sort -t: -k1,1 -k2,2n >coverage.lines
[ $failed -eq 0 ] || echo 'some tests failed, see above'
awk -v failed=$failed -v aim_src=$aim_src -v aim_kernel=$aim_kernel '
    {
        split($1, part, "/")
        all[part[1]]++
        got[part[1]] += $2
        lines++
        reached += $2
    }
    function share(name, got, all) {
        return sprintf("%-12s %6.2f %%  (%d of %d lines)", name,
            100 * got / all, got, all)
    }
    END {
        for (folder in all)
            print share("src/" folder, got[folder], all[folder]) | "sort"
        close("sort")
        print share("src", reached, lines)
        missed = 100 * reached / lines < aim_src ||
            100 * (got["kernel"] + got["recheck"]) /
                (all["kernel"] + all["recheck"]) < aim_kernel
        printf "aims: src %d %%, src/kernel and src/recheck %d %%: %s\n", aim_src, aim_kernel,
            missed ? "missed" : "met"
        exit missed || failed
    }' coverage.all
