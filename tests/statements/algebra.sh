# sh algebra.sh MAJORANT FOLDER FILES CLAIMS WRONG [only|but NAMES]: `prove`
# settles every claim of the held-out files (of these alone, or of all others)
# as it expects; of open.bound nothing is violated.  There are at least so many
# files, claims and wrong ones in the folder.
set -u
. "$(dirname "$0")/../support/limits.sh"
. "$(dirname "$0")/../support/chosen.sh"
majorant=$1
which=${6:-all}
named=${7:-}
cd "$2" && chosen_exist || exit 1
files=0
failed=0
for file in *.bound; do
    files=$((files + 1))
    is_chosen "$file" || continue
    out=$("$majorant" prove "$file" 2>&1)
    status=$?
    if [ $status -ne 0 ] && ! { [ "$file" = open.bound ] && [ $status -eq 3 ]; }
    then
        echo "FAILED ($status): prove $file" >&2
        echo "$out" | grep -A1 -e '^  NO' -e 'error:' >&2
        failed=1
    fi
done
claims=$(cat ./*.bound | grep -c '^ *claim ')
wrong=$(cat ./*.bound | grep -c '^ *claim .*expect violated')
[ "$files" -ge "$3" ] && [ "$claims" -ge "$4" ] && [ "$wrong" -ge "$5" ] || {
    echo "FAILED: $files files, $claims claims, $wrong of them wrong" >&2
    failed=1
}
exit "$failed"
