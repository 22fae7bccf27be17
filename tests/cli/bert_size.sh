# The commands of docs/trace.md at the size of BERT-base, as they stand there.
. "$2/lib.sh"
root=$(cd "$here/../.." && pwd)
ln -s "$root/bounds" bounds

# as_told TEXT: runs the command of the page that has the text, as CSV.
as_told() {
    command=$(grep "^    majorant .*$1" "$root/docs/trace.md" | sed 's/^ *majorant //')
    [ -n "$command" ] || fail "docs/trace.md has no command with $1"
    eval "expect 0 $command --format csv"
}
# within NUMBER LEAST MOST
within() {
    awk -v x="$1" -v lo="$2" -v hi="$3" 'BEGIN { exit !(lo <= x && x <= hi) }' ||
        fail "$1 is not in $2..$3"
}
mean() { grep "^\"$1\",$2," out | cut -d, -f3; }

as_told 'figure2.bert'
within "$(mean san 1)" 0.19 0.2
within "$(mean san 3)" 1e-11 1e-10
within "$(mean mlp 3)" 1e-11 1e-9
within "$(mean skip 12)" 0.98 1
within "$(mean both 12)" 0.65 0.8
says figure2-bert.svg 'both (doubles)'

as_told 'products.bert'
within "$(mean equal_rows 3)" 1e-11 1e-10
within "$(mean skip_equal_rows 8)" 1e-12 1e-11

as_told 'path_factors.bert'
grep '^4,10264320,20,' out | cut -d, -f7 >sum
within "$(cat sum)" 4e-5 5e-5
finish
