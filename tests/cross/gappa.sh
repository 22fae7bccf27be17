# sh gappa.sh MAJORANT FOLDER: the ranges of boxes.txt by Gappa and by Majorant;
# and the rounding errors of exp's polynomial, docs/error-analysis.md#filter-exp.
# Exit status 77: Gappa is not installed.
. "$2/../cli/lib.sh"
command -v gappa >/dev/null || {
    echo 'SKIPPED: gappa is not installed'
    exit 77
}

grep -v '^#' "$here/boxes.txt" >boxes
awk -F' -> | [|] ' '{
    term = $2
    sub(/ in \[.*/, "", term)
    range[1] = $2
    sub(/.* in \[/, "[", range[1])
    range[2] = $3
    gappa = term
    gsub(/abs\(x\)/, "|x|", gappa)
    given = $1
    gsub(/\], /, "] /\\ ", given)
    names = $1
    gsub(/ in \[[^]]*\]/, "", names)
    for (k = 1; k <= 2; k++) {
        file = NR (k == 1 ? ".true" : ".false")
        print "{ " given " -> " gappa " in " range[k] " }" >file
        print "$ " names ";" >file
        close(file)
    }
    declared = $1
    gsub(/\], /, "];\n    given ", declared)
    gsub(/ in \[/, " : real in [", declared)
    print "theorem box" NR " {\n    given " declared ";"
    for (k = 1; k <= 2; k++) {
        split(substr(range[k], 2, length(range[k]) - 2), end, ", ")
        print "    claim " (k == 1 ? "yes [expect proved]" : \
            "no [expect violated]") ":\n        " end[1] " <= " term " <= " \
            end[2] ";"
    }
    print "}"
}' boxes >boxes.bound
for file in *.true; do
    gappa "$file" >/dev/null 2>&1 || fail "Gappa proves no $(cat "$file")"
done
for file in *.false; do
    gappa "$file" >/dev/null 2>&1 && fail "Gappa proves $(cat "$file")"
done
"$majorant" prove boxes.bound >verdicts || {
    fail 'Majorant and Gappa disagree'
    cat boxes.bound verdicts >&2
}
tail -1 verdicts

# exp: q and e as src/eval/filter_smooth.h computes them, p exactly; e is off by
# 19/8 units 2^-53 at most, relative to p.
source=$here/../../src/eval/filter_smooth.h
{
    echo '@rnd = float<ieee_64, ne>; r = rnd(x);'
    awk -v tool=gappa -f "$here/exp.awk" "$source"
    echo 'e rnd= r * q1 + 1; p = r * mq1 + 1;'
    echo '{ |r| <= 0.3467 -> e -/ p in [-19b-56, 19b-56] }'
} >exp.gappa
gappa exp.gappa >answers 2>&1 || {
    fail exp
    cat exp.gappa answers >&2
}
finish
