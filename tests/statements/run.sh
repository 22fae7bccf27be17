# sh run.sh MAJORANT FOLDER: every statement of the folder comes out as it
# expects, and every file of bad/ is refused with the line beside it.
set -u
. "$(dirname "$0")/../support/limits.sh"
majorant=$1
cd "$2" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAILED: $*" >&2
    cat "$work/out" "$work/err" >&2
    failed=1
}

good=0
for file in *.bound; do
    good=$((good + 1))
    "$majorant" check "$file" >"$work/out" 2>"$work/err" ||
        fail "status $?: check $file"
done

bad=0
cd bad || exit 1
for file in *.bound; do
    bad=$((bad + 1))
    "$majorant" check "$file" >"$work/out" 2>"$work/err"
    status=$?
    [ "$status" -eq 2 ] || fail "status $status, wanted 2: check bad/$file"
    [ -s "$work/out" ] && fail "something on standard output: check bad/$file"
    grep -qxF -- "$(cat "${file%.bound}.expected")" "$work/err" ||
        fail "no line '$(cat "${file%.bound}.expected")': check bad/$file"
done
[ "$good" -ge 10 ] && [ "$bad" -ge 60 ] || fail "only $good and $bad files"
exit "$failed"
