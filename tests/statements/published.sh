# sh published.sh MAJORANT FOLDER quick|proved|list [OPTION...]: `prove`, with
# these options, proves what the file `expected` of the folder says it does
# (quick: but for the slow ones), and `check` and `prove` find every claim of
# false.bound violated.  `list` tries the open ones, too, and prints the lines of
# that file anew: file, theorem.claim, the verdict of each link, `slow` behind
# what takes three seconds or more.
set -u
. "$(dirname "$0")/../support/limits.sh"
majorant=$1
which=$3
export LC_ALL=C
cd "$2" || exit 1
shift 3
failed=0

# file theorem.claim, of all but the false ones
claims() {
    for file in *.bound; do
        [ "$file" = false.bound ] || awk -v file="${file%.bound}" '
$1 == "theorem" { theorem = $2 }
$1 == "claim" { sub(/:$/, "", $2); print file, theorem "." $2 }' "$file"
    done
}

# verdicts FILE CLAIM OPTION...: of its links, with commas between them
verdicts() {
    name=$1.bound
    only=$2
    shift 2
    "$majorant" prove "$name" --claim "$only" --jobs 1 "$@" 2>&1 </dev/null | awk '
/^  (ok|NO) / {
    printf "%s%s", comma, $2 == "undecided" ? "open" : $2
    comma = ","
}'
}

# lost EXPECTED IS: a link that was proved is not, or one is none of both
lost() {
    echo "$1 $2" | awk '{
    links = split($1, expected, ",")
    bad = split($2, is, ",") != links
    for (i = 1; i <= links; i++)
        if (is[i] != "proved" && (is[i] != "open" || expected[i] != "open"))
            bad = 1
    exit !bad
}'
}

if [ "$which" = list ]; then
    claims | while read -r file claim; do
        begin=$(date +%s)
        is=$(verdicts "$file" "$claim" "$@")
        slow=
        [ $(($(date +%s) - begin)) -ge 3 ] && slow=' slow'
        echo "$file $claim $is$slow"
    done
    exit
fi
listed=$(grep -v '^#' expected)
[ "$(echo "$listed" | cut -d ' ' -f 1,2)" = "$(claims)" ] || {
    echo "FAILED: expected does not list the claims of the files" >&2
    failed=1
}
while read -r file claim expected slow; do
    case $expected in
    *proved*) [ "$which,$slow" != quick,slow ] || continue ;;
    *) continue ;;
    esac
    is=$(verdicts "$file" "$claim" "$@")
    if lost "$expected" "$is"; then
        echo "FAILED: $file $claim: $expected is expected, it is $is" >&2
        failed=1
    elif [ "$is" != "$expected" ]; then
        echo "$file $claim: $expected is expected, it is $is"
    fi
done <<END
$listed
END
for command in check prove; do
    "$majorant" "$command" false.bound --jobs 1 >/dev/null 2>&1 || {
        echo "FAILED: $command false.bound" >&2
        failed=1
    }
done
exit "$failed"
