# majorant trace: values against eval and check, formats, faults.
. "$2/lib.sh"

cat >net.bound <<'END'
theorem net {
    dim L;
    dim n >= 2;
    given x : real[n];
    given w : real;
    let y[0] = x;
    let y[l in 1..L] = softmax(w * y[l-1] * y[l-1]') * y[l-1];
    let r[l in 0..L] = norm1inf(res(y[l]));
    let pairs[i in 0..L, j in 0..L] = i + j;
    claim falls: forall(k in 0..L, r[k] <= 2^k);
    claim plain: r[L] <= pairs[L, L] + 100;
}
case two for net { L = 3;  x = [1; -1/2];  w = 1/4; }
case none for net { L = 1;  n = 2;  w = 1;  x ~ normal(0, 1); }
case drawn for net { L = 2;  n in 2..4;  x, w ~ normal(0, 1); }
END
two="trace net.bound --case two"

# ---- values ----
expect 0 $two --over 'l in 0..L' --expr 'r[l]'
says out 'net, two, L = 3, n = 2; seed 1, trial 0'
expect 0 eval 'norm1inf(res(softmax(x*x'\''/4)*x))' 'x=[1; -1/2]' --digits 10
value=$(head -n 1 out)
expect 0 $two --over 'l in 1..1' --expr r --format csv
says out "\"r\",1,$value,"
head -n 1 out | grep -qx 'curve,l,value,log10,bound,bound_log10,gap,double,double_error,noise,floor,bits' ||
    fail "the columns of the table are others"
# log10 of 1.5 / sqrt 2
expect 0 eval 'log(norm1inf(res(x)))/log(10)' 'x=[1; -1/2]' --digits 10
value=$(head -n 1 out)
expect 0 $two --over 'l in 0..0' --expr r --format csv
cut -d, -f4 out | grep -qx -- "$value" || fail "log10 is not $value"

# a bound: as an expression, a family, a claim; the gap of 2^l over r is theirs
for bound in '2^l' falls; do
    expect 0 $two --over 'l in 0..L' --expr r --bound "$bound" --format csv
    cut -d, -f5-7 out | tail -n +2 >"bound.$bound"
done
cmp -s 'bound.2^l' bound.falls || fail "a claim's bound is another"
expect 0 $two --over 'l in 0..L' --expr r --bound r --format csv
cut -d, -f3,5 out | tail -n +2 | awk -F, '$1 != $2 { exit 1 }' ||
    fail "a family is not its own bound"

# several curves, exact zeros and negative numbers
expect 0 $two --over 'k in 1..3' --expr 'k - 2' --expr 'k^2' --format json
says out '"schema": "majorant.trace/1"'
says out '"value": -1.0'
says out '"value": 9.0'
says out '"log10": null'

# no layer: one point; sizes are positive; an empty range
expect 0 trace net.bound --case none --over 'l in 0..L-1' --expr r --format csv
[ "$(wc -l <out)" -eq 2 ] || fail "0..0 has one point"
expect 2 trace net.bound --case none --dims L=0 --over 'l in 0..L' --expr r
expect 2 trace net.bound --case none --over 'l in 1..L-1' --expr r
says err 'the range 1..0 is empty'

# seeds, trials, sizes: the instance is the one that check replays
expect 0 trace net.bound --case drawn --over 'l in 0..L' --expr r --trial 3 --format csv
cp out third
expect 0 trace net.bound --case drawn --over 'l in 0..L' --expr r --trial 3 --format csv
cmp -s out third || fail "the same trial is another"
expect 0 trace net.bound --case drawn --over 'l in 0..L' --expr r --trial 4 --format csv
cmp -s out third && fail "another trial is the same"
expect 0 trace net.bound --case drawn --dims 'n=3,L=1' --over 'l in 0..L' --expr r
says out 'L = 1, n = 3'

# several trials: what the trials one by one give
one() {
    expect 0 trace net.bound --case drawn --over 'l in 0..L' --expr r --bound '4^l' --format csv "$@"
}
: >values
for k in 2 3 4 5 6; do
    one --trial $k
    sed -n '3p' out | cut -d, -f3,7 >>values
done
cut -d, -f1 values | sort -g >sorted
cut -d, -f2 values | sort -g >gaps
one --trial 2 --trials 5
head -n 1 out | grep -qx 'curve,l,mean,deviation,min,median,max,gap_min,gap_median,gap_max,noise,trials,bits' ||
    fail "the columns of trials are others"
sed -n 3p out >row
[ "$(cut -d, -f5-10,12 row)" = "$(sed -n 1p sorted),$(sed -n 3p sorted),$(sed -n 5p sorted),$(sed -n 1p gaps),$(sed -n 3p gaps),$(sed -n 5p gaps),5" ] ||
    fail "least, median and most are not those of the trials: $(cat row sorted gaps)"
awk -v mean="$(cut -d, -f3 row)" -v deviation="$(cut -d, -f4 row)" '
    { n++; sum += $1; squares += $1 * $1 }
    END {
        d = sqrt((squares - sum * sum / n) / (n - 1))
        exit !((mean - sum / n)^2 < 1e-10 && (deviation - d)^2 < 1e-10)
    }' sorted || fail "mean or deviation: $(cat row)"
expect 0 trace net.bound --case drawn --over 'l in 0..L' --expr r --trials 3
says out 'net, drawn; seed 1, trials 0 to 2'
expect 0 trace net.bound --case drawn --over 'l in 0..L' --expr r --trials 3 --dims n=3
says out 'net, drawn, L = 2, n = 3; seed 1, trials 0 to 2'
expect 0 trace net.bound --case drawn --over 'l in 0..L' --expr r --trials 3 --double-only --format json -o trials.svg
says out '"schema": "majorant.trials/1"'
says out '"trials": 3'
says out '"bits": null'
says trials.svg '>r (doubles)</text>'
expect 2 trace net.bound --case drawn --dims L=1..3 --over 'l in 0..L' --expr r --trials 9
says err 'the trials differ in l in 0..L'
says err 'fix the sizes with --dims'
expect 2 trace net.bound --case drawn --over 'l in 0..L' --expr r --trials 5000

# noise: two close tokens far from 0, in doubles
expect 0 trace net.bound --case two --dims L=8 --over 'l in 0..L' --expr r
says out 'from l = '
says out 'noise'
expect 0 trace net.bound --case two --dims L=8 --over 'l in 0..L' --expr r --double-only
says out 'nothing is certified'
grep -q 'noise' out && fail "doubles alone were judged"

# A double that is no number is noise where there is a value.
expect 0 $two --over 'l in 0..0' --expr 'sqrt(6/5 * w - 2/5 * w - 4/5 * w + 10^-30)'
says out 'nan'
says out 'from l = 0 on the doubles are rounding noise'

# precision that does not suffice: what is certain is printed, status 3
expect 3 trace net.bound --case two --dims L=8 --over 'l in 0..L' --expr r --prec-max 20
says err 'not all digits are certain at 20 bits'

# ---- faults ----
expect 2 $two --over 'l in 0..L' --expr 'r[l'
says err '--expr:1:'
expect 2 $two --over 'l in 0..L' --expr 'q[l]'
says err '--expr:1:1: error: '
expect 2 $two --over 'l in 0..L' --expr 'y[l]'
says err 'expected a scalar, found a matrix'
expect 2 $two --over 'l in 0..L' --expr 'r[l] <= 1'
says err '--expr:1:'
expect 2 $two --over 'l from 0' --expr r
says err '--over:1:3: error: '
expect 2 $two --over 'L in 0..3' --expr r
says err 'the name L is taken'
expect 2 $two --over 'l in 0..L' --expr pairs
says err '--expr:1:1: error: '
expect 2 $two --over 'l in 0..L' --expr r --bound plain
says err 'the claim plain is no `forall`'
expect 2 $two --over 'l in 0..L' --expr falls
expect 2 $two --expr r
says err "--over 'l in 0..L'"
expect 2 $two --over 'l in 0..L'
says err "--expr 'E(l)'"
expect 2 $two --over 'l in 0..L' --expr r --bound 1 --bound 2
says err 'more bounds than expressions'
expect 2 trace net.bound --over 'l in 0..L' --expr r
says err 'net.two, net.none, net.drawn'
expect 2 trace net.bound --case other --over 'l in 0..L' --expr r
says err "no case is named 'other'"
expect 2 trace missing.bound --over 'l in 0..L' --expr r
expect 2 $two --over 'l in 0..L' --expr r --format junit
expect 2 $two --over 'l in 0..99999999' --expr r
# The limit on entries is on those alive at one time.
cat >large.bound <<'END'
theorem large {
    dim n;
    given x : real[n];
    let Y[0] = x * x';
    let Y[l in 1..40] = Y[l-1] + Y[l-1]';
    claim plain: sum(x) <= 1;
}
case here for large { n = 4;  x ~ normal(0, 1); }
END
expect 0 trace large.bound --dims n=2048 --over 'l in 40..40' --expr 'Y[l][1, 1]' --double-only
expect 2 trace large.bound --dims n=16384 --over 'l in 1..1' --expr 'normfro(sin(Y[0]) + cos(Y[0]))'
says err '--expr:1:1: error: the matrices alive at one time have more than 268435456 entries together'
# beyond the range: undefined, said so
expect 0 $two --over 'l in 3..4' --expr r
says out 'undefined'

# ---- files ----
expect 0 $two --over 'l in 0..L' --expr r -o curve.csv
expect 0 $two --over 'l in 0..L' --expr r --format csv
cmp -s out curve.csv || fail "-o curve.csv is another table"
expect 0 $two --over 'l in 0..L' --expr r -o curve.json
says curve.json '"majorant.trace/1"'
expect 2 $two --over 'l in 0..L' --expr r -o curve.txt
says err 'ends in none of'
expect 2 $two --over 'l in 0..L' --expr r -o missing/curve.csv
silent out
says err 'missing/curve.csv cannot be written'
ls | grep -q 'curve\..*\.......$' && fail "a temporary file was left"

# Pictures need no other program; names are texts in them.
expect 2 $two --over 'l in 0..L' --expr r -o curve.png
says err "'curve.png' ends in none of .svg, .csv, .json"
mkdir empty
old=$PATH
PATH=$work/empty
expect 0 $two --over 'l in 0..L' --expr r --bound '2^l' -o curve.svg
PATH=$old
head -n 1 curve.svg | grep -q '^<svg ' || fail "curve.svg is no SVG"
says curve.svg '>2^l (bound)</text>'
says curve.svg '>net, two; seed 1</text>'
expect 0 $two --over 'l in 0..L' --expr "sin(l) + 0 * norm1(x')" -o "it's.svg"
says "it's.svg" '>sin(l) + 0 * norm1(x&#39;)</text>'

# The picture of docs/trace.md.  Its noise depends on the machine's doubles.
root=$(cd "$here/../.." && pwd)
command=$(grep -o 'trace bounds/depth/architectures.bound .* -o figure2.svg' \
    "$root/docs/trace.md")
ln -s "$root/bounds" bounds
eval "expect 0 $command"
if [ "${MAJORANT_BLESS:-}" = 1 ]; then
    cp figure2.svg "$root/docs/figure2.svg"
fi
for text in san_relative skip_relative mlp_relative both_relative \
    'plain doubles' 'doubles that are rounding noise'; do
    says figure2.svg "$text"
    says "$root/docs/figure2.svg" "$text"
done
[ "$(wc -c <"$root/docs/figure2.svg")" -lt 60000 ] ||
    fail "the picture of the page is not small"
finish
