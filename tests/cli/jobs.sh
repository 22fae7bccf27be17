# Proofs on several threads: the same reports and certificates, byte for byte,
# whatever --jobs says; and an end in time when told to stop.
# sh jobs.sh MAJORANT FOLDER
. "$2/lib.sh"

# What is given up on the spot is never freed.
ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
export ASAN_OPTIONS

# `scaled` and `twice` rest on `product`, `twice` on a theorem of two steps.
cat >tied.bound <<'END'
theorem product {
    dim n;
    given A, B : real[n, n];
    claim norm: norm1(A * B) <= norm1(A) * norm1(B);
    claim wrong [expect violated]: norm1(A * B) <= norm1(A);
}
theorem alone {
    given x : real in [0, 2];
    claim exponential: 1 + x <= exp(x);
    claim wrong [expect violated]: x^2 <= x;
}
theorem scaled {
    dim n;
    given A, B : real[n, n];
    given s : real in [0, 1];
    claim norm: norm1(s * A * B) <= norm1(A) * norm1(B);
}
proof of scaled.norm {
    chain norm1(s * A * B) <= norm1(A * B)
                           <= norm1(A) * norm1(B) by lemma product(A, B);
}
theorem twice {
    dim n;
    given A, B, C : real[n, n];
    claim norm: norm1(A * B * C) <= norm1(A) * norm1(B) * norm1(C);
}
proof of twice.norm {
    step first: norm1(A * B * C) <= norm1(A * B) * norm1(C)
        by lemma product(A * B, C);
    step second: norm1(A * B) <= norm1(A) * norm1(B) by lemma product(A, B);
}
END
cat >importing.bound <<'END'
import "tied.bound";
theorem square {
    dim n;
    given A : real[n, n];
    claim norm: norm1(A * A) <= norm1(A)^2;
    claim trace: trace(A * A') == sum(A .* A);
}
proof of square.norm {
    step product: norm1(A * A) <= norm1(A) * norm1(A) by lemma product(A, A);
}
theorem other {
    given x, y : real in [0, 1];
    claim both: x * y <= (x^2 + y^2) / 2;
    claim sums: sqrt(x + y) <= sqrt(x) + sqrt(y);
}
END
products p.bound

for jobs in 1 2 3; do
    "$majorant" check tied.bound importing.bound p.bound --trials 20 \
        --format json --jobs $jobs >check.$jobs 2>err
    echo "status $?" >>check.$jobs
    silent err
    "$majorant" prove tied.bound importing.bound p.bound --jobs $jobs \
        --format json -o proofs.$jobs.json >prove.$jobs 2>err
    echo "status $?" >>prove.$jobs
    silent err
    expect 0 recheck proofs.$jobs.json
    for kind in check prove; do
        cmp -s $kind.1 $kind.$jobs || fail "$kind depends on --jobs"
    done
    cmp -s proofs.1.json proofs.$jobs.json ||
        fail 'certificates depend on --jobs'
done
says check.1 '"by lemma product'
says prove.1 '"violated"'
says prove.1 '"by step norm/first, step norm/second"'
[ "$(grep -c '"claim": ' proofs.1.json)" -ge 12 ] || {
    fail 'few proofs were found'
    cat prove.1 >&2
}

# ---- told to stop within a proof ----

# told: the report says so, or what ended before there was one.
told() {
    grep -q 'stopped early' out || says err 'stopped'
}

# Nothing of it is stored or remembered, so that check has work as well.
long=$here/../../bounds/dong2021/skip.bound
for command in "check --no-cache --stored $work/none" prove; do
    timeout --foreground 60 "$majorant" $command "$long" --trials 1 \
        --jobs 2 >out 2>err &
    child=$!
    sleep 1
    kill -TERM $child || fail "$command ended before SIGTERM"
    wait $child
    got=$?
    [ $got -eq 5 ] || fail "status $got after SIGTERM: $command"
    told
    expect 5 $command "$long" --trials 1 --jobs 2 --time 0.5
    told
done
finish
