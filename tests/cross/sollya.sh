# sh sollya.sh MAJORANT FOLDER: the largest |f| of each line of functions.txt as
# Sollya encloses it, against Majorant's verdicts 2^-16 above and below it; and
# what docs/error-analysis.md#filter-exp says of exp's polynomial.
# Exit status 77: Sollya is not installed.
. "$2/../cli/lib.sh"
command -v sollya >/dev/null || {
    echo 'SKIPPED: sollya is not installed'
    exit 77
}

grep -v '^#' "$here/functions.txt" >functions
{
    echo 'display = powers!; verbosity = 0!;'
    while read -r from to f; do
        echo "s = infnorm($f, [$from;$to]); print(inf(s), \"to\", sup(s));"
    done <functions
    echo 'quit;'
} >norms.sollya
sollya norms.sollya >norms || exit 1
[ "$(grep -c ' to ' norms)" -eq "$(wc -l <functions)" ] || {
    echo 'FAILED: a norm is missing' >&2
    cat norms >&2
    exit 1
}
sed 's/ to .*//' norms >below
sed 's/.* to //' norms >above
paste -d '@' functions above below | awk -F'@' '{
    split($1, word, " ")
    f = substr($1, length(word[1] " " word[2] " ") + 1)
    printf "theorem f%d {\n    given x : real in [%s, %s];\n", NR, word[1],
        word[2]
    printf "    claim above [expect proved]: abs(%s)\n", f
    printf "        <= %s * (1 + 2^-16);\n", $2
    printf "    claim below [expect violated]: abs(%s)\n", f
    printf "        <= %s * (1 - 2^-16);\n}\n", $3
}' >norms.bound
"$majorant" prove norms.bound >verdicts || {
    echo 'FAILED: Majorant and Sollya disagree' >&2
    cat norms.bound verdicts >&2
    exit 1
}
tail -1 verdicts

# exp: the polynomial of src/eval/filter_smooth.h, its argument, log 2.
source=$here/../../src/eval/filter_smooth.h
{
    echo 'display = decimal!; verbosity = 0!; r = x;'
    awk -f "$here/exp.awk" "$source"
    echo 'p = x * mq1 + 1;'
    echo 's = supnorm(p, exp(x), [-0.3467;0.3467], relative, 2^-10);'
    echo 'print(sup(s) < 0.06 * 2^-53);'
    echo 'print(log(2) * (1/2 + 2^-40) + 0.7 * 2^-53 < 0.3467);'
    sed -n 's/.*const double high = \(.*\), low = \(.*\);.*/h = \1; l = \2;/p' \
        "$source"
    echo 'print(abs(h + l - log(2)) < 2^-101);'
    echo 'quit;'
} >exp.sollya
sollya exp.sollya >answers 2>&1
[ "$(cat answers)" = 'true
true
true' ] || {
    echo 'FAILED: exp' >&2
    cat exp.sollya answers >&2
    exit 1
}
