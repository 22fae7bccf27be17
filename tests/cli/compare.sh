# majorant compare: groups, counts, quantiles against check, formats, faults.
. "$2/lib.sh"

cat >bounds.bound <<'END'
theorem bounds {
    given x : real in [1, 2];
    given y : real in [-1, 1];
    let square = x^2;
    claim four: x <= 4 * x;
    claim two: 2 * x >= x;
    claim square_root: x <= sqrt(2 * square);
    claim switches: x <= 1 + x^4;
    claim chained: x <= 3 * x <= 3 * square;
    claim other: square <= 5;
    claim another: square < 4 * x;
    claim signed: y <= 3;
    claim exact: x == x;
    claim asked: x <= ? * x;
    claim cubic: log(x) <= 3 * log(x);
    claim fifth: log(x) <= log(x^5);
}
case drawn for bounds { x ~ uniform(1, 2);  y ~ uniform(-1, 1);  trials 40; }
case fixed for bounds { x = 10^-1 * 15;  y = 0; }
theorem alone {
    given x : real;
    claim one: x <= abs(x);
}
END
run="compare bounds.bound --case bounds.drawn"

# ---- groups: the same left side; no equality, no `?`, no single bound ----
expect 0 $run --format json
says out '"schema": "majorant.compare/1"'
[ "$(grep -c '"left"' out)" -eq 3 ] || fail "there are not three groups"
grep '"claim"' out | tr -d ' ,"' | tr '\n' ' ' >claims
grep -qx 'claim:four claim:two claim:square_root claim:switches claim:chained claim:other claim:another claim:cubic claim:fifth ' claims ||
    fail "the groups are others: $(cat claims)"
grep '"left"' out | tr -d ' ' | tr '\n' ' ' >lefts
grep -q '"left":"x",.*"left":"log(x)",' lefts || fail "lefts: $(cat lefts)"

# ---- numbers: min and max are those of check; the rest is known ----
"$majorant" check bounds.bound --case drawn --no-cache --format json >check.json 2>err
for claim in switches another; do
    for end in min max; do
        [ "$(grep -A 25 "\"claim\": \"$claim\"" check.json | grep -m 1 "\"$end\"" | tr -d ' ,')" = \
            "$(grep -A 7 "\"claim\": \"$claim\"" out | grep -m 1 "\"$end\"" | tr -d ' ,')" ] ||
            fail "$end of $claim is not that of check"
    done
done
expect 0 $run --format csv
row() { grep "^[0-9],$1," out; }
[ "$(row four | cut -d, -f3,5-9)" = 40,0.25,0.25,0.25,0.25,0.25 ] || fail "four: $(row four)"
[ "$(row square_root | cut -d, -f5-9)" = 0.707106781187,0.707106781187,0.707106781187,0.707106781187,0.707106781187 ] ||
    fail "square_root: $(row square_root)"
# 1 + x^4 is the smaller one below x = 0.7: never; sqrt 2 x always
[ "$(row square_root | cut -d, -f4)" = 40 ] || fail "square_root is not the smallest"
[ "$(row two | cut -d, -f4)" = 0 ] || fail "two is the smallest"
# equal bounds are both the smallest; their gap is 2 log10 x and 4 log10 x
[ "$(row cubic | cut -d, -f4,11)" = 40,1 ] || fail "cubic: $(row cubic)"
[ "$(row fifth | cut -d, -f4)" = 0 ] || fail "fifth is the smallest"
expect 0 compare bounds.bound --case fixed
says out 'bounds, fixed; seed 1, 1 trial'
says out '0.3522 dec' # log10 of 1.5^2
says out '1.414'      # 2 x over the best, sqrt 2 x

# ---- one group, more trials than the case has, pictures ----
expect 0 $run --claim other --format json
[ "$(grep -c '"left"' out)" -eq 1 ] || fail "--claim leaves other groups"
expect 0 $run --trials 50
says out '50 trials'
expect 0 compare bounds.bound --case fixed --trials 50
says out '1 trial'
expect 0 $run -o compare.svg
says compare.svg '>switches</text>'
says compare.svg 'log10 of left / right'
expect 0 $run -o compare.json
says compare.json 'majorant.compare/1'

# ---- faults ----
expect 2 compare bounds.bound --case alone.campaign
says err 'nothing to compare: no two claims of alone'
expect 2 $run --claim exact
says err 'no two claims of bounds, exact among them'
expect 2 compare bounds.bound
says err 'name one case with --case'
expect 2 compare
expect 2 $run -o compare.txt
expect 2 $run --format junit
finish
