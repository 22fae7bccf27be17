# sh existence.sh MAJORANT FOLDER: `prove` says of every claim what it expects,
# `check` proves nothing that has no value, and the kernel accepts the
# certificates of what is proved when it reads them again.
set -u
. "$(dirname "$0")/../support/limits.sh"
majorant=$1
cd "$2" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAILED: $*" >&2
    grep -A1 -e '^  NO' -e 'error:' "$work/out" >&2
    failed=1
}

files=0
for file in *.bound; do
    files=$((files + 1))
    "$majorant" prove "$file" >"$work/out" 2>&1 || fail "prove $file"
done
"$majorant" check both.bound >"$work/out" 2>&1 || fail "check both.bound"
"$majorant" check refused.bound --trials 1 >"$work/out" 2>&1
grep ' proved ' "$work/out" | grep -v '^  ..  c ' &&
    fail "check proves what has no value"
"$majorant" prove shown.bound -o "$work/proof.json" >"$work/out" 2>&1 &&
    "$majorant" recheck "$work/proof.json" >"$work/out" 2>&1 ||
    fail "recheck of the proofs of shown.bound"
[ "$files" -ge 4 ] && [ "$(cat ./*.bound | grep -c '^ *claim ')" -ge 90 ] ||
    fail "$files files only, or too few claims"
exit "$failed"
