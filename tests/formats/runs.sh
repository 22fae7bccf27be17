# Sourced by the scripts beside it: runs of every kind.
. "$2/../cli/lib.sh"

cat >'odd, 50%: #TODO <b>.bound' <<'END'
theorem t "Ampersands & <tags> \"quoted\" # TODO ::error::" {
    cite "‖A‖ ≤ é ]]> &amp; %0A";
    dim n >= 2;
    given A : real[n, n];
    claim fine: normfro(A) >= 0;
    claim wrong: normfro(A) <= 1;
    claim chain: 0 <= normmax(A) <= norm1(A) <= 1;
    claim told [expect violated]: normmax(A) < 1 / 2;
}
theorem empty {
    given x : real;
    assume never: x^2 < 0;
    claim nothing: x == x;
}
theorem open {
    given A : real[3, 3];
    claim tie: norm2(A) * exp(1) <= norm2(A) * exp(1) + 0 * det(A)^2 - 1e-2000 * 0;
    claim less: exp(trace(A)) < exp(A[1, 1]) * exp(A[2, 2]) * exp(A[3, 3]);
}
END
odd='odd, 50%: #TODO <b>.bound'
cat >good.bound <<'END'
theorem good { dim n; given A : real[n, n]; claim c: normmax(A) <= normfro(A); }
END

# make FORMAT: a run that is as expected, one that is not, one that was stopped
# early and one of the prover, each beside the object that says what is in it
make() {
    expect 0 check good.bound --trials 5 --format "$1" -o good.out
    expect 0 check good.bound --trials 5 --format json -o good.json
    expect 1 check "$odd" good.bound --trials 20 --format "$1" -o odd.out
    expect 1 check "$odd" good.bound --trials 20 --format json -o odd.json
    expect 5 check good.bound --trials 100000000 --time 0.3 --format "$1" \
        -o early.out
    "$majorant" prove "$odd" --format "$1" >proved.out 2>/dev/null
    "$majorant" prove "$odd" --format json >proved.json 2>/dev/null
}

# skip PROGRAM: what is not there
skip() {
    echo "SKIP: $1 is not installed"
    exit 77
}
# claims FILE OK: how many claims of the object have that `ok`
claims() {
    grep -c "\"ok\": $2" "$1.json"
}
