#!/bin/sh
# Mutation testing, docs/testing.md#mutations: breaks the program's own sources
# at one place after another, in a copy, and asks the tests of each row whether
# they notice.
#   sh tests/mutation/run.sh WORK [ID-OR-TABLE...]
#       runs the breaks (all, those of a table, or those named); the copy and
#       its build are kept in WORK and used again.  Exit status 1: a break
#       survived; 2: a row does not fit, does not build, or its tests fail
#       without it.
#   sh tests/mutation/run.sh --check
#       every row still fits the sources and docs/testing.md shows the table;
#       nothing is built.  With MAJORANT_BLESS=1 the document is brought up to
#       date.
#   sh tests/mutation/run.sh --markdown
#       the table, for the document
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
export LC_ALL=C

# breaks MODE [NAME=VALUE...]: one question to all tables
breaks() {
    mode=$1
    shift
    awk -v mode="$mode" -v root="${tree:-$root}" -f "$here/breaks.awk" \
        "$@" "$here"/tables/*.txt
}

die() {
    echo "mutation: error: $*" >&2
    exit 2
}

# The document's table lies between these two lines.
check() {
    breaks check || return 1
    document=$root/docs/testing.md
    scratch=$(mktemp -d) || return 1
    breaks markdown >"$scratch/table"
    awk -v table="$scratch/table" '
        /^<!-- end of breaks -->$/ { inside = 0 }
        !inside { print }
        /^<!-- breaks -->$/ {
            inside = 1
            while ((getline line < table) > 0)
                print line
        }' "$document" >"$scratch/document"
    status=0
    if ! grep -qx '<!-- breaks -->' "$document"; then
        echo "docs/testing.md has no place for the table" >&2
        status=1
    elif [ -n "${MAJORANT_BLESS:-}" ]; then
        cat "$scratch/document" >"$document"
    elif ! cmp -s "$document" "$scratch/document"; then
        echo "docs/testing.md shows another table; bring it up to date:" >&2
        echo "    MAJORANT_BLESS=1 sh tests/mutation/run.sh --check" >&2
        status=1
    fi
    rm -rf "$scratch"
    return $status
}

# Brings the copy up to date; what is the same keeps its time.
copy_tree() {
    mkdir -p "$tree" || die "cannot make $tree"
    (cd "$root" && find . \( -name .git -o -name build \) -prune -o \
        -type f -print) >"$work/files"
    (cd "$tree" && find . -type f -print) >"$work/old_files"
    while read -r file; do
        [ -f "$root/$file" ] || rm -f "$tree/$file"
    done <"$work/old_files"
    while read -r file; do
        cmp -s "$root/$file" "$tree/$file" && continue
        mkdir -p "$tree/$(dirname "$file")"
        cp "$root/$file" "$tree/$file" || die "cannot copy $file"
    done <"$work/files"
}

configure() {
    launcher=
    command -v ccache >/dev/null &&
        launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache
    nice cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG=-O1 -DMAJORANT_TEST_SECONDS=40 $launcher \
        >"$work/log" 2>&1 || die "cannot configure, see $work/log"
}

# The targets behind the names of tests.
targets() {
    for test; do
        case $test in
        unit/*) echo "test_${test#unit/}" | tr / _ ;;
        fuzz/*) echo "fuzz_${test#fuzz/}" ;;
        *) echo majorant checkpoint_tool ;;
        esac
    done | tr ' ' '\n' | sort -u
}

# build_tests TEST...: what these tests run
build_tests() {
    # shellcheck disable=SC2046
    nice cmake --build "$build" -j "${MAJORANT_JOBS:-1}" \
        --target $(targets "$@") >"$work/log" 2>&1
}

# run_tests TEST...: 0 when all of them pass
run_tests() {
    pattern=$(echo "$@" | tr ' ' '|')
    nice ctest --test-dir "$build" --no-tests=error -R "^($pattern)\$" \
        >"$work/log" 2>&1
}

# The tests that did not pass, by name.
not_passed() {
    sed -n 's/^[	 ]*[0-9]* - \([^ ]*\) (.*/\1/p' "$work/log"
}

# The tests must be there and pass as long as nothing is broken; rows whose
# tests do not are errors.
baseline() {
    tests=$(for id in $ids; do
        breaks field -v id="$id" -v name=tests
    done | tr ' ' '\n' | sort -u)
    # shellcheck disable=SC2086
    build_tests $tests || die "does not build as it is, see $work/log"
    # shellcheck disable=SC2086
    run_tests $tests
    wanted=$(echo "$tests" | wc -l)
    grep -q "out of $wanted\$" "$work/log" ||
        die "some test is missing, see $work/log"
    failing=" $(not_passed | tr '\n' ' ')"
}

# The sources may be edited meanwhile: the copy keeps what it was made of.
restore() {
    [ -z "${file:-}" ] || cp "$work/original" "$tree/$file"
    file=
}

# try_break ID: applies, builds, asks, reverts; counts
try_break() {
    place=$(breaks field -v id="$1" -v name=file)
    tests=$(breaks field -v id="$1" -v name=tests)
    for test in $tests; do
        case $failing in
        *" $test "*)
            echo "ERROR     $1: $test fails as it is"
            errors=$((errors + 1))
            return
            ;;
        esac
    done
    breaks apply -v id="$1" >"$work/broken" || die "$1 does not fit"
    cp "$tree/$place" "$work/original"
    file=$place
    cp "$work/broken" "$tree/$file"
    # shellcheck disable=SC2086
    if ! build_tests $tests; then
        echo "ERROR     $1: does not build, see $work/$1.log"
        cp "$work/log" "$work/$1.log"
        errors=$((errors + 1))
    elif run_tests $tests; then
        echo "SURVIVED  $1"
        survived=$((survived + 1))
    else
        echo "killed    $1: $(not_passed | tr '\n' ' ')"
        killed=$((killed + 1))
    fi
    restore
}

# chosen [ID-OR-TABLE...]: the ids to run
chosen() {
    [ $# -gt 0 ] || set -- "$here"/tables/*.txt
    for name; do
        table=$here/tables/$(basename "$name" .txt).txt
        if [ -f "$table" ]; then
            sed -n 's/^id: //p' "$table"
        elif breaks list | grep -qx -- "$name"; then
            echo "$name"
        else
            die "no break and no table is called $name"
        fi
    done
}

run() {
    work=$1
    shift
    ids=$(chosen "$@") || exit 2
    mkdir -p "$work" || exit 2
    work=$(cd "$work" && pwd)
    build=$work/build
    tree=$work/source
    copy_tree
    breaks check || exit 2
    configure
    baseline
    trap restore EXIT
    trap 'exit 5' INT TERM
    killed=0 survived=0 errors=0
    for id in $ids; do
        try_break "$id"
    done
    echo "$killed killed, $survived survived, $errors errors"
    [ "$errors" -eq 0 ] || exit 2
    [ "$survived" -eq 0 ] || exit 1
}

case ${1:-} in
--check) check ;;
--markdown) breaks markdown ;;
'' | -*) die "usage: run.sh WORK [ID...] | --check | --markdown" ;;
*) run "$@" ;;
esac
