# majorant paths: terms against eval, sums against trace, formats, faults.
. "$2/lib.sh"

cat >net.bound <<'END'
theorem net {
    dim L, H;
    dim n >= 2;
    given X : real[n];
    given w[l in 1..L, h in 1..H] : real;
    given W[l in 1..L, h in 1..H] : real[1, 1];
    let Y[0] = X;
    let P[l in 1..L, h in 1..H] = softmax(w[l, h] * Y[l-1] * Y[l-1]');
    let Y[l in 1..L] = Y[l-1] + sum(h in 1..H, P[l, h] * Y[l-1] * W[l, h]);
    let S[0, 0] = X;
    let S[0, k in 1..L] = zeros(n);
    let S[l in 1..L, 0] = X;
    let S[l in 1..L, k in 1..L] = S[l-1, k]
        + sum(h in 1..H, P[l, h] * S[l-1, k-1] * W[l, h]);
    claim lengths: normmax(Y[L] - sum(k in 0..L, S[L, k])) <= 1/1000000;
}
case two for net { L = 2;  H = 2;  X = [1; -1/2];
    w[l, h] = h / 4;  W[l, h] = 1 / (l + h); }
case drawn for net { L = 5;  H = 3;  n = 4;
    X, w, W ~ normal(0, 1); }
END
two="paths net.bound --case two"
drawn="paths net.bound --case drawn"

# ---- values: the term that takes head 2 in the first layer alone ----
expect 0 $two
says out 'net, two, L = 2, H = 2, n = 2; seed 1, trial 0'
expect 0 eval 'norm1inf(res(softmax(x*x'\''/2)*x/3))' 'x=[1; -1/2]' --digits 10
value=$(head -n 1 out)
expect 0 $two --format json
grep -A 2 '"path": "2.-"' out | grep -q "\"value\": $value" ||
    fail "the term 2.- is not $value"
[ "$(grep -c '"path":' out)" -eq 9 ] || fail "there are not nine paths"

# ---- sums, also beside a sample, are those of the language ----
for case in two drawn; do
    expect 0 trace net.bound --case $case --over 'k in 0..L' \
        --expr 'norm1inf(res(S[L, k]))' --format csv
    sed -n 's/^"[^"]*",[0-9]*,\([^,]*\),.*/\1/p' out >sums
    expect 0 paths net.bound --case $case --format csv
    tail -n +2 out | cut -d, -f7 >rows
    cmp -s sums rows || fail "$case: the sums are others"
    expect 0 paths net.bound --case $case --format csv --sample 5
    tail -n +2 out | cut -d, -f7 | cmp -s - sums ||
        fail "$case: the sums depend on the sample"
done
tail -n +2 out | cut -d, -f1-3 | tr '\n' ' ' >counts
says counts '0,1,1 1,15,5 2,90,5 3,270,5 4,405,5 5,243,5'
expect 0 trace net.bound --case drawn --over 'l in 5..5' \
    --expr 'norm1inf(res(Y[l]))' --format csv
whole=$(sed -n 2p out | cut -d, -f3)
expect 0 $drawn --sample 3
says out "of the sum of all paths: $whole"

# ---- plain doubles: the same numbers, to the digits that they have ----
expect 0 paths net.bound --case two --format csv
cut -d, -f1-7 out >certified
expect 0 paths net.bound --case two --format csv --double-only
cut -d, -f1-7 out >doubles
[ "$(sed -n 2p out | cut -d, -f8)" = 0 ] || fail "doubles have bits"
paste -d, certified doubles | awk -F, '
    NR > 1 { for (i = 1; i <= 7; i++)
        if (($i - $(i + 7))^2 > 1e-10 * $i * $i) exit 1 }' ||
    fail "the doubles are others"
expect 0 paths net.bound --case two --double-only
says out 'doubles alone, nothing is certified'
expect 0 paths net.bound --case two --double-only --format json
says out '"bits": null'
says out '"all_digits_certain": false'

# ---- the same seed, the same paths; another measure, other factors ----
expect 0 $drawn --sample 4 --format json
mv out first
expect 0 $drawn --sample 4 --format json
cmp -s out first || fail "the same seed took other paths"
expect 0 $drawn --sample 4 --format json --seed 2
cmp -s out first && fail "another seed took the same paths"
expect 0 $two --expr 'diameter(path)' --right 1 --over 'k in 1..L' \
    --heads 'g in 2..2' --left 'P[k, g]' --start '2 * X'
says out 'diameter(path) of each path, by length'
says out '     0      1       all             3             3             3             3'

# ---- formats and files ----
expect 0 $two -o paths.csv
expect 0 $two --format csv
cmp -s out paths.csv || fail "-o paths.csv is another table"
expect 0 $two -o paths.json
says paths.json '"majorant.paths/1"'
expect 2 $two -o paths.txt
says err 'ends in none of'
expect 2 $two --format yaml
expect 0 $two -o paths.svg
head -n 1 paths.svg | grep -q '^<svg ' || fail "paths.svg is no SVG"
says paths.svg 'sum of all of a length'
# Nine crosses and one in the legend, three ranges and one.
[ "$(grep -c 'class="speck"' paths.svg)" -eq 10 ] || fail 'not all paths'
[ "$(grep -c 'class="dot"' paths.svg)" -eq 4 ] || fail 'not all lengths'
expect 0 $two --expr '0 * sum(path)' -o zero.svg
grep -q nan zero.svg && fail 'a place that is no number'

# ---- faults ----
expect 2 paths net.bound
says err 'paths: name one case with --case: net.two, net.drawn'
expect 2 $two --left X
says err '--left:1:1: error: a term must keep the shape of the start'
expect 2 $two --expr 'path[1' --heads 'h 1..2'
says err '--expr:1:'
says err '--heads:1:3: error: '
expect 2 $two --expr 1 --expr 2
says err 'one --expr is measured'
expect 2 $two --sample 0
expect 2 $two --sample 5000
expect 2 $two --over 'h in 1..L'
says err 'the name h is taken'
expect 2 $two --start 'path'
says err '--start:1:1: error: unknown name path'
expect 2 paths
expect 2 check net.bound --sample 3
# precision that does not suffice: what is certain is printed, status 3
expect 3 $drawn --prec-max 8
says err 'not all digits are certain at 8 bits'

# ---- progress within a long run, also where there is no terminal ----
cat >long.bound <<'END'
theorem long {
    dim n;
    given A : real[n, n];
    let B[0] = A;
    let B[l in 1..40] = tanh(B[l-1] * A);
    claim c: trace(B[40] * A) == trace(A * B[40]);   # up to the cap
    claim open: trace(B[40] * A) <= trace(A * B[40]) + trace(tanh(B[40] * A));
}
case one for long { n = 60;  A ~ normal(0, 1);  trials 1; }
END
echo 'func f(t) = t;' >defs.bound # no file with claims
echo 'theorem s { given x : real; claim c: x <= x; } case one for s { trials 1; }' >s.bound
# shows LINE ARGUMENT...: a run that is stopped once it has said so.
shows() {
    line=$1
    shift
    "$majorant" "$@" --time 100 --progress >out 2>err &
    child=$!
    while kill -0 $child 2>/dev/null && ! grep -Eqx -- "$line" err; do
        sleep 0.1
    done
    kill -TERM $child
    wait $child
    got=$?
    [ $got -eq 5 ] && grep -Eqx -- "$line" err || {
        fail "status $got, or no such line of progress: $line"
        cat err >&2
    }
}
# The share is of the whole run, and what is in work is not over.
shows 'file 2 of 2, 1 of 3 claims, 50 %, [0-9]+ s left; long one: 1 of 1 trials begun; in trial 0 .* operations at .* bits' \
    check s.bound defs.bound long.bound
shows 'file 2 of 2, 0 of [0-9]+ claims, [0-9]+ %, [0-9]+ s left; skip_[a-z_]*' \
    prove s.bound defs.bound "$here/../../bounds/dong2021/skip.bound" --jobs 1
shows 'file 2 of 2, numbers for what is not proved; long one: 1 tried' \
    prove s.bound defs.bound long.bound
shows '0 of 1 claims, 0 %, [0-9]+ s left; c: .*[0-9] tried' \
    refute long.bound --claim c
expect 5 check long.bound --time 1.5
grep -q operations err && fail "progress without --progress"
# On a terminal one line changes, is cut at the edge, and goes.
if [ -e /dev/ptmx ] && command -v script >/dev/null; then
    script -qc "'$majorant' check s.bound long.bound --time 3" /dev/null >tty
    grep -qF "$(printf '\r\033[K\033[?7lfile 2 of 2, 1 of 3 ')" tty ||
        fail 'no progress on a terminal'
    [ "$(grep -c ' claims, 50 %' tty)" -eq 1 ] || fail 'several lines of progress'
    end=$(printf '\033\\[?7h')
    erased=$(printf '\033\\[?7h\r\033\\[K')
    [ "$(grep -o "$end" tty | wc -l)" -eq "$(grep -o "$erased" tty | wc -l)" ] ||
        fail 'the line stays'
fi
finish
