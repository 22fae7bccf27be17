# sh run.sh MAJORANT FOLDER GRADE…: every statement of easy/, medium/ and hard/
# is refuted and its certificate rechecked; none of true/ ever is.
set -u
. "$(dirname "$0")/../support/limits.sh"
majorant=$1
folder=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAILED: $*" >&2
    cat "$work/out" >&2
    failed=1
}

falls() {
    "$majorant" refute "$1" $2 -o "$work/cex.json" >"$work/out" 2>&1 ||
        { fail "status $?: refute $1"; return; }
    "$majorant" recheck "$work/cex.json" --against "$1" >"$work/out" 2>&1 ||
        fail "status $?: recheck of $1"
}

stands() {
    "$majorant" refute "$1" --evals 20000 >"$work/out" 2>&1 ||
        fail "status $?: refute $1"
}

for grade in "$@"; do
    count=0
    for file in "$folder/$grade"/*.bound; do
        count=$((count + 1))
        case $grade in
        true) stands "$file" ;;
        easy) falls "$file" '--evals 300000' ;;
        *) falls "$file" '' ;;
        esac
    done
    [ "$count" -ge 20 ] || fail "only $count statements in $grade/"
done
exit "$failed"
