# Reports for people, of a store and of a JSON object.
. "$2/lib.sh"

mkdir '<b>& "x"'
cat >'<b>& "x"/t.bound' <<'END'
theorem t "A <script>alert(1)</script> title" {
    cite "<img src=x onerror=alert(1)>";
    dim n;
    given A, B : real[n, n];
    let S = A + B;
    claim good: normfro(A * B) <= normfro(A) * normfro(B);
    claim bad [expect violated]: norm2(S) <= norm2(A);
    claim chain: norm2(A) <= normfro(A) <= sqrt(n) * norm2(A);
}
case small for t {
    n in 2..4;
    trials 40;
    seed 7;
}
END
file='<b>& "x"/t.bound'

# counts FILE: the sum of all bars of its histograms
counts() {
    grep -o 'data-count="[0-9]*"' "$1" | tr -dc '0-9\n' |
        awk '{ sum += $1 } END { print sum + 0 }'
}

expect 0 check "$file" --store run.db --format json -o run.json
expect 0 report run.db -o run.html
silent out
says run.html '<math'
says run.html '<svg'
says run.html 'Extremal instance'
says run.html 'Counterexample'
says run.html 'MPFR'
says run.html 'seed 7'
says run.html 'case small for t'
grep -qE '<script|<img|<b>|https?:' run.html && fail 'a text is not inert'
[ "$(find . -name 'run.html*' | wc -l)" -eq 1 ] || fail 'files left behind'

# The bars hold every true, false and unresolved trial of the inequalities
# that has a ratio; at 0 against 0 there is none.
admitted=$(sed -n 's/^ *"\(true\|false\|unresolved\)": \([0-9]*\),/\2/p' \
    run.json | awk '{ sum += $1 } END { print sum + 0 }')
bars=$(counts run.html)
[ "$bars" -le "$admitted" ] && [ "$bars" -gt $((admitted / 2)) ] ||
    fail "$bars trials in the bars, $admitted in the object"
# ... and the numbers beside them are the object's.
for number in $(sed -n 's/^ *"\(min\|median\|p95\|max\)": \([0-9.e+-]*\),*/\2/p' \
    run.json); do
    says run.html "<dd>${number%.0}</dd>"
done

# Where every trial has a ratio the bars hold exactly the object's trials, and
# their heights are to one another as their counts.
cat >bars.bound <<'END'
theorem bars { dim n; given A, B : real[n, n];
    claim good: normfro(A * B) <= normfro(A) * normfro(B); }
case c for bars { n in 2..4; A, B ~ normal(0, 1); trials 300; }
END
expect 0 check bars.bound --store bars.db --format json -o bars.json
expect 0 report bars.db -o bars.html
says bars.json '"true": 300,'
[ "$(counts bars.html)" -eq 300 ] || fail "$(counts bars.html) of 300 trials"
grep -o 'data-count="[0-9]*" x="[0-9.]*" y="[0-9.]*" width="[0-9.]*" height="[0-9.]*"' \
    bars.html | tr '"' ' ' | awk '
    { count = $2; height = $NF; if (count > most) { most = count; top = height }
      counts[NR] = count; heights[NR] = height }
    END { for (i = 1; i <= NR; i++) {
              off = heights[i] - counts[i] / most * top
              if (off > 0.02 || off < -0.02) exit 1 }
          exit NR < 5 }' || fail 'heights of bars are not their counts'

expect 0 report run.db -o run.md
says run.md '# Majorant report'
says run.md '\<script\>'
expect 0 report run.db --format html
says out '<!DOCTYPE html>'
expect 2 report run.db --format tap
says err 'none of text, json, junit, html, md'

# Of the object: the statement is read again, the histogram is missing.
expect 0 report run.json -o object.html
says object.html '<math'
says object.html 'holds no histogram'
expect 0 report run.json --format md
mv "$file" gone
expect 0 report run.json -o gone.html
says gone.html 'could not be read again'
# A store needs no file at all.
expect 0 report run.db -o again.html
cmp -s run.html again.html || fail 'the page depends on the .bound file'

# What is not written, and what is not overwritten.
cp run.db before.db
cp run.json before.json
expect 2 report run.db -o run.db
expect 2 report run.json --format html -o run.json
expect 2 report run.db -o x.bound
expect 2 report run.db -o none/run.html
cmp -s run.db before.db && cmp -s run.json before.json || fail 'overwritten'
expect 2 report missing.json --format html
says err 'missing.json'
echo '{"schema": "majorant.run/2"}' >other.json
expect 2 report other.json -o other.html
says err 'majorant.run/1'
[ -e other.html ] && fail 'half a report'
expect 2 report run.json
expect 2 report run.db --format sarif
says err 'check FILE --store'
expect 2 report run.db --format pdf
expect 2 report run.db run.db

# A run that was stopped says so, and is exit status 5.
mv gone "$file"
expect 5 check "$file" --store part.db --campaign --trials 10000000 --time 0.5
expect 5 report part.db -o part.html
says part.html 'Stopped early'

# ---- statements that import from elsewhere ----

mkdir in away
echo 'func twice(x) = 2 * x;' >away/twice.bound
printf 'import "../away/twice.bound";\n%s\n' \
    'theorem u { given x : real; claim c: twice(x) == x + x; }' >in/u.bound
expect 0 check in/u.bound --allow-outside --trials 3 --format json -o u.json
expect 0 report u.json -o u.html
says u.html 'Statements that cannot be read'
says u.html 'in/u.bound:1:1: error: the file lies outside the folder'
grep -q '<math' u.html && fail 'a statement from outside its folder is shown'
expect 0 report u.json -o u.html --allow-outside
says u.html '<math'
grep -q 'cannot be read' u.html && fail 'a statement is missing'
expect 0 check in/u.bound --allow-outside --trials 3 --store u.db
expect 0 report u.db -o u.html
says u.html '<math'
finish
