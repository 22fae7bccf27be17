# sh ranges.sh MAJORANT FOLDER [only|but NAMES]: `prove` settles every claim as
# it expects, and the kernel accepts the certificates of what is proved when it
# reads them again; of these files alone, or of all others.
set -u
. "$(dirname "$0")/../support/limits.sh"
. "$(dirname "$0")/../support/chosen.sh"
majorant=$1
which=${3:-all}
named=${4:-}
cd "$2" && chosen_exist || exit 1
proof=$(mktemp "${TMPDIR:-/tmp}/ranges.XXXXXX") || exit 1
trap 'rm -f "$proof"' EXIT
files=0
failed=0
for file in *.bound; do
    files=$((files + 1))
    is_chosen "$file" || continue
    rm -f "$proof"
    if ! out=$("$majorant" prove "$file" -o "$proof" 2>&1); then
        echo "FAILED: prove $file" >&2
        echo "$out" | grep -A1 '^  NO' >&2
        failed=1
    elif echo "$out" | grep -q ' [1-9][0-9]* proved' &&
        ! out=$("$majorant" recheck "$proof" 2>&1); then
        echo "FAILED: recheck of the proofs of $file" >&2
        echo "$out" | grep -v ': accepted' >&2
        failed=1
    fi
done
[ "$files" -ge 17 ] || failed=1
exit "$failed"
