#!/bin/sh
# Mutation testing, docs/testing.md#mutations: breaks the program's own sources
# at one place after another, in a copy, and asks the tests of each row whether
# they notice.
#   sh tests/mutation/run.sh WORK [ID-OR-TABLE...]
#       runs the breaks (all, those of a table, or those named); the copy and
#       its build are kept in WORK and used again.  Exit status 1: a break
#       survived; 2: a row does not fit, does not build, or its tests fail
#       without it.
#   sh tests/mutation/run.sh WORK --sample [FIRST-]LAST [SEED]
#       so many small mistakes drawn by chance (sample.awk) in the evaluators,
#       cases, lowering and the checker of instances, or those from one to
#       another, and the score: how many were noticed of those that compile,
#       without the ones that survivors.txt says make no difference.
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

sample= # the table of a sample, or empty

# breaks MODE [NAME=VALUE...]: one question to all tables
breaks() {
    mode=$1
    shift
    awk -v mode="$mode" -v root="${tree:-$root}" -f "$here/breaks.awk" \
        "$@" ${sample:-"$here"/tables/*.txt}
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
        -DCMAKE_C_FLAGS_DEBUG=-O1 -DMAJORANT_TEST_SECONDS=60 $launcher \
        >"$work/log" 2>&1 || die "cannot configure, see $work/log"
}

# The targets behind the names of tests.
targets() {
    for test; do
        case $test in
        unit/*) echo "test_${test#unit/}" | tr / _ ;;
        fuzz/*) echo "fuzz_${test#fuzz/}" ;;
        *) echo majorant majorant-recheck checkpoint_tool ;;
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
        -j "${MAJORANT_JOBS:-1}" ${sample:+--stop-on-failure} >"$work/log" 2>&1
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
    [ -z "$sample" ] || tests=$(echo $tests $others | tr ' ' '\n' | sort -u)
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
    elif run_tests $tests && is_left_by_others; then
        echo "SURVIVED  $1"
        survived=$((survived + 1))
    else
        echo "killed    $1: $(not_passed | tr '\n' ' ')"
        killed=$((killed + 1))
    fi
    restore
}

# ---- a sample ----

# Of a sample: what a mistake anywhere may show in.
others='meaning statements refute cli/status cli/replay cli/eval cli/filter
    cli/stored cli/recheck cli/trace cli/paths'
is_left_by_others() {
    # shellcheck disable=SC2086
    [ -z "$sample" ] || { build_tests $others && run_tests $others; }
}

# unit_tests FOLDER...: the names of their tests
unit_tests() {
    for folder; do
        for test in "$root/tests/unit/$folder"/test_*.c; do
            test=${test##*/test_}
            printf 'unit/%s/%s ' "$folder" "${test%.c}"
        done
    done
}

# The checker of instances.
sampled_files() {
    (cd "$root" && ls src/eval/*.c src/instance/*.c src/case/*.c src/ir/*.c src/recheck/*.c |
        grep -v 'recheck/lambert')
}

# draw FIRST LAST SEED: the table of a sample
draw() {
    # shellcheck disable=SC2046
    (cd "$root" && awk -v seed="$3" -f "$here/sample.awk" $(sampled_files)) |
        sort | while IFS=$(printf '\t') read -r key file old new; do
            # the line may stand within another
            [ "$(grep -cF -- "$old" "$root/$file")" -eq 1 ] || continue
            drawn=$((${drawn:-0} + 1))
            [ "$drawn" -ge "$1" ] || continue
            [ "$drawn" -le "$2" ] || break
            folder=${file#src/}
            folder=${folder%/*}
            printf 'id: %s-%s\nfile: %s\nold: %s\nnew: %s\n' "$folder" \
                "${key#${key%%[1-9]*}}" "$file" "$old" "$new"
            printf 'tests: %s\nmeans: drawn by chance\n\n' \
                "$(unit_tests "$folder")"
        done
}

run_sample() {
    sample=$work/sample.txt
    case $1 in
    *-*) draw "${1%-*}" "${1#*-}" "${2:-1}" ;;
    *) draw 1 "$1" "${2:-1}" ;;
    esac >"$sample"
    ids=$(sed -n 's/^id: //p' "$sample")
    run_ids | tee "$work/results"
    explained=$(sed -n 's/^SURVIVED  //p' "$work/results" |
        grep -cFxf "$here/survivors.txt")
    awk -v explained="$explained" '
        $1 == "killed" { killed++ }
        $1 == "SURVIVED" { survived++ }
        / killed, / { is_whole = 1 }
        END {
            if (!is_whole)
                exit 2
            survived -= explained
            printf "score: %d of %d noticed; %d that make no difference\n",
                killed, killed + survived, explained
            exit survived > 0
        }' "$work/results"
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

# Breaks one after the other; killed, survived, errors are the numbers.
run_ids() {
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
}

run() {
    work=$1
    shift
    mkdir -p "$work" || exit 2
    work=$(cd "$work" && pwd)
    if [ "${1:-}" = --sample ]; then
        run_sample "$2" "${3:-1}"
        return
    fi
    ids=$(chosen "$@") || exit 2
    run_ids
    [ "$errors" -eq 0 ] || exit 2
    [ "$survived" -eq 0 ] || exit 1
}

case ${1:-} in
--check) check ;;
--markdown) breaks markdown ;;
'' | -*) die "usage: run.sh WORK [ID... | --sample [FIRST-]LAST [SEED]] | --check | --markdown" ;;
*) run "$@" ;;
esac
