# prove and its certificates: statuses, methods, --time, recheck.
. "$2/lib.sh"

cat >t.bound <<'END'
theorem base {
    dim n, k, m;
    given A : real[n, k];
    given B, C : real[k, m];
    claim sub: norm1(A * B + A * C) <= norm1(A) * (norm1(B) + norm1(C));
}
theorem user {
    dim n;
    given A : real[n, n];
    given x : real in [0, 2];
    claim square: x * (1 - x) <= 1 / 4;
    claim wide: norm1(A * A + A * A) <= 2 * norm1(A)^2;
}
proof of wide {
    step one: norm1(A * A + A * A) <= norm1(A) * (norm1(A) + norm1(A))
        by lemma base(A, A, A);
}
END
expect 0 prove t.bound -o proof.json
says out '4 claims: 4 proved'
expect 0 recheck proof.json
says out 'accepted: base.sub is proved'
says out 'accepted: user.wide/one is proved'
expect 0 recheck proof.json --against t.bound

# of another statement, edited, cut short, no proof at all
sed 's/1 \/ 4/1 \/ 3/' t.bound >other.bound
expect 2 recheck proof.json --against other.bound
says err 'the statement is not that of other.bound'
sed 's/triangle_norm1/triangle_norm2/' proof.json >edited.json
expect 2 recheck edited.json
says err 'changed after it was written'
digest=$(sed 's/.*expected \([0-9a-f]*\)).*/\1/' err)
sed "s/\"digest\": \"[0-9a-f]*\"/\"digest\": \"$digest\"/" edited.json >new.json
expect 1 recheck new.json
says out 'rejected: base.sub, link 1: line 1'
head -c 300 proof.json >cut.json
expect 2 recheck cut.json
[ "$(wc -l <err)" -eq 1 ] || fail "more than one message for a cut file"
i=0
while [ $i -lt 3000 ]; do
    printf '['
    i=$((i + 1))
done >deep.json
expect 2 recheck deep.json

# a method that does not suffice; a claim that is false; nothing proved
cat >u.bound <<'END'
theorem u {
    dim n;
    given A, B : real[n, n];
    claim product: norm1(A * B) <= norm1(A) * norm1(B);
    claim wrong: normmax(A * B) <= normmax(A) * normmax(B);
}
proof of product {
    step hasty: norm1(A * B) <= norm1(A) * norm1(B) by triangle;
}
END
expect 1 prove u.bound -o u.json
says out 'by triangle does not suffice'
says out 'first step that fails: product/hasty'
says out 'violated   wrong'
cat >v.bound <<'END'
theorem v {
    given x : real;
    claim wrong: x^2 <= x;
}
END
expect 1 prove v.bound -o none.json
[ ! -e none.json ] || fail "a file without proofs was written"
says err 'nothing was proved'
# rounds that share --time: a step is never proved by one behind it
expect 3 prove "$here/../../docs/examples/spread.bound" --time 25
says out 'NO undecided  step/hasty'
says out 'ok proved     step/product'
says out '7 claims: 5 proved, 1 violated, 1 open'
expect 5 prove t.bound --time 0.000001
says out 'stopped early'
says out 'not reached'

# the paper's proofs: no step is left to sampling, and each is replayed
bounds=$here/../../bounds/dong2021
for file in diameter repaired_proof single_layer_sharp sandwich; do
    expect 0 prove "$bounds/$file.bound" -o "$file.json"
    says out ' 0 open;'
    expect 0 recheck "$file.json" --against "$bounds/$file.bound"
done

# check tries the same rules briefly
expect 0 check t.bound --format json
[ "$(grep -c '"verdict": "proved"' out)" -eq 4 ] || fail "check proves too little"
expect 0 check t.bound --trial 0

# What a lemma assumes to be semidefinite must have a value where it is used.
cat >lends.bound <<'END'
theorem roots { dim n; given t : real; given S : psd[n];
    assume o: psd(sqrt(t) * S);
    claim c: 0 <= t; }
theorem use { dim n; given u : real; given M : psd[n];
    claim d [expect violated]: trace(M) * u >= 0 and 0 <= u; }
proof of use.d { step a [expect violated]: 0 <= u by lemma roots(u, M); }
END
expect 0 prove lends.bound

# What numbers alone support is open: prove never says that it holds.
cat >unproved.bound <<'END'
theorem t { dim n; claim c: sum(i in 1..n, 1 / i^2) <= 5/3; }
END
expect 3 prove unproved.bound
says out 'undecided'
expect 3 prove unproved.bound --format json
says out '"verdict": "undecided"'

# boxes that a search over ranges leaves are listed; of nothing else are there any
cat >open.bound <<'END'
theorem t {
    given x : real in [0, 3];
    given n : int in [1, 2];
    claim apart: n * (x - cos(x))^2 > 0;
    claim touching: x^2 - 2 * sqrt(3) * x + 3 >= 0;
    claim wrong [expect violated]: x^2 - 2 * sqrt(3) * x + 3 > 0;
}
END
expect 3 prove open.bound
says out 'certainly false at x = sqrt(3)'
says out 'open on:'
says out '                  n = 1, x in [0.7'
grep -q '^                  and [1-9][0-9]* more$' out ||
    grep -qF '                  n = 2, x in [0, 3]' out ||
    fail "what is left of the second choice is not told"
[ "$(grep -c 'open on' out)" -eq 1 ] || fail "boxes of claims that are settled"
expect 3 prove open.bound --format json
[ "$(grep -c '"remaining"' out)" -eq 1 ] || fail "one claim has boxes left"
says out '"n = 1, x in [0.7'
says out '"more": '

# never defined, whatever is said of it; and what is only rarely admitted
cat >never.bound <<'END'
theorem never {
    given x : real;
    claim one [expect vacuous]: 1 / (x - x) == 1;
    claim nought [expect vacuous]: 1 / (x - x) == 0;
    claim other [expect vacuous]: 1 / (x - x) != 0;
    claim open [expect vacuous]: log(-1 - x^2) == exp(x);
    claim partly [expect proved]: 1 / x == 1 / x;
}
theorem rare {
    given x : real;
    assume exp(x) == 3;
    claim c [expect proved]: x == x;
    claim d [expect proved]: 1 / x == 1 / x;
}
END
expect 0 prove never.bound
expect 0 check never.bound --claim never.one

# assumptions that contradict each other: nothing is said
cat >empty.bound <<'END'
theorem none {
    given x : real;
    assume low: 1 < x;
    assume high: x < 0;
    claim c: x <= 1/2;
}
theorem some {
    given x : real;
    assume low: 0 < x;
    assume high: x < 1;
    claim c: x <= 1;
}
END
expect 3 prove empty.bound
[ "$(grep -c 'the assumptions contradict each other' out)" -eq 1 ] ||
    fail "one of two theorems admits nothing"
says out 'NO vacuous    c: '
says out 'ok proved     c: '
expect 3 prove empty.bound --format json
[ "$(grep -c '"vacuous": true' out)" -eq 1 ] || fail "JSON tells it of one"

# a trial refutes at the sizes it has; a reader gets the simplest instance
cat >simple.bound <<'END'
theorem simple {
    dim n;
    given a : real;
    given A : real[n, n];
    assume nonzero: a != 0;
    assume regular: det(A) != 0;
    claim wrong [expect violated]: inv(a * A) == a * inv(A);
}
END
expect 0 prove simple.bound
says out 'certainly false at n = 1; a = 2; A = 1'
# A measured fact: checked and marked, passed over by the prover.
cat >seen.bound <<'END'
theorem t {
    dim n;
    given x : real[n];
    claim sure: norm2(x) <= norm1(x);
    observe seen: norm1(x) <= 3;
}
case one for t { n = 2; x = [1; 2]; }
END
expect 0 prove seen.bound
says out '1 claim: 1 proved'
expect 0 check seen.bound
says out 'seen (observed)'
expect 0 check seen.bound --format json
says out '"observation": true'
expect 0 fmt - <seen.bound
says out 'observe seen: norm1(x) <= 3;'
echo 'proof of seen { step a: 1 == 1; }' >>seen.bound
expect 2 prove seen.bound
says err 'seen is an observation, which has no proof'
matches() {
    grep -q -- "$2" "$1" || {
        fail "$1 has no line like: $2"
        cat "$1" >&2
    }
}
lacks() {
    if grep -q -- "$2" "$1"; then
        fail "$1 has a line like: $2"
    fi
}
# One of a case: asked there alone, and it may use what nothing else does.
cat >case.bound <<'END'
func twice(t) = 2 * t;
theorem t {
    dim n;
    given x : real[n];
    let total = sum(x);
    claim sure: norm2(x) <= norm1(x);
}
case one for t { n = 2; x = [1; 2]; observe low [expect violated]: twice(total) <= 5; }
case two for t { n = 1; x = [4]; observe even: total == 4; }
END
expect 0 prove case.bound
says out '1 claim: 1 proved'
expect 0 check case.bound
silent err
matches out 'low (observed)  *one *violated'
matches out 'even (observed)  *two *holds'
lacks out 'low (observed)  *two'
lacks out 'even (observed)  *one'
expect 0 check case.bound --campaign --claim low
says out '1 claim: 1 as expected'
expect 2 check case.bound --claim low --case two
says err 'there is no claim to check'
expect 0 fmt - <case.bound
says out '    observe low [expect violated]: twice(total) <= 5;'
expect 0 refute case.bound --claim low -o low.json
expect 0 recheck low.json --against case.bound
says out 'low'
expect 0 check case.bound --store case.db
expect 0 report case.db
matches out 'even (observed)  *two *holds'
sed 's/observe even/expect low holds; &/' case.bound >other.bound
expect 2 check other.bound
says err 'low is observed in the case one alone'
sed 's/observe even/observe sure/' case.bound >other.bound
expect 2 check other.bound
says err 'the claim sure exists already'

# What is expected of a claim is expected of its theorem; that a case expects
# more says nothing of a proof.
open_claim() {
    printf 'theorem t { given x : real; claim c%s: cos(x) != x; }\n' "$1"
    printf 'case half for t { x = 1/2;%s }\n' "$2"
}
open_claim ' [expect undecided]' ' expect c holds;' >open.bound
expect 0 prove open.bound
matches out 'ok undecided *c:'
says out '0 proved, 0 violated, 1 open'
expect 0 check open.bound
matches out 'ok  *c  *half  *holds'
open_claim ' [expect undecided]' '' >open.bound
expect 0 prove open.bound
expect 1 check open.bound
for word in '' ' [expect holds]'; do
    open_claim "$word" '' >open.bound
    expect 3 prove open.bound
    matches out 'NO undecided *c:'
    expect 0 check open.bound
    open_claim "$word" ' expect c undecided;' >open.bound
    expect 3 prove open.bound
done
printf 'theorem t { claim c [expect undecided]: 1 <= 2; }' >open.bound
expect 1 prove open.bound
matches out 'NO proved *c:'

finish
