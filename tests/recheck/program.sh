# majorant-recheck: what majorant prove and refute write is accepted, what was
# changed afterwards is not, and what is no certificate is status 2.
#   program.sh MAJORANT-RECHECK TESTS/cli MAJORANT
tests=$(cd "$(dirname "$0")" && pwd)
. "$2/lib.sh"
prover=$3
corpus=$here/../fuzz/corpus/certificates

cat >p.bound <<'END'
theorem p {
    dim n;
    given A, B : real[n, n];
    claim norm: norm1(A * B) <= norm1(A) * norm1(B);
}
theorem q {
    given x, y : real;
    assume pos: 0 <= x;
    claim a: 2 * x * y <= x^2 + y^2;
    claim b: 0 <= x + x^3;
    claim c: 0 <= x;
    claim wrong: x <= 1;
}
END
"$prover" prove --engine core p.bound -o p.rec >/dev/null
"$prover" refute p.bound --claim q.wrong -o v.json >/dev/null
[ -s p.rec ] && [ -s v.json ] || fail "nothing was written to be checked"

# ---- accepted ----
expect 0 p.rec v.json
says out 'p.rec: accepted: p.norm is proved: norm1(A * B) <= '
says out 'p.rec: accepted: q.b is proved: 0 <= x + x^3'
says out 'v.json: accepted: q.wrong is violated: x <= 1'
says out 'accepted: 4 proofs, 1 violations by intervals, 0 by exact ties; rejected: 0'
silent err
gzip -c p.rec >p.rec.gz
cat p.rec p.rec >twice.rec
cat p.rec.gz p.rec.gz >twice.rec.gz
expect 0 p.rec.gz
expect 0 twice.rec
says out 'accepted: 8 proofs'
expect 0 twice.rec.gz
says out 'accepted: 8 proofs'
expect 0 - <p.rec
expect 0 --against p.bound p.rec v.json
# Equality that intervals never see is set apart.
cat >tie.bound <<'END'
theorem t {
    given x : real in [1/3, 1/3];
    claim c: x + x > 2 * x;
    claim d: 3 * x < 1;
}
END
"$prover" refute tie.bound --claim t.d -o tie.json >/dev/null
expect 0 tie.json
says out 'tie.json: accepted (exact tie): t.d is violated'
says out '0 violations by intervals, 1 by exact ties'

cat >meets.bound <<'END'
theorem t {
    given x : real in [1/3, 1/3];
    assume e: 3 * x == 1;
    claim c: 4 * x <= 1;
}
END
"$prover" refute meets.bound -o meets.json >/dev/null
expect 0 meets.json
says out 'meets.json: accepted: t.c is violated'
says out '    conditions met by exact arithmetic'
says out '1 violations by intervals, 0 by exact ties'

# ---- rejected: records ----
change() { # change TO SCRIPT: p.rec as sed changes it, which must differ
    sed "$2" p.rec >"$1"
    cmp -s p.rec "$1" && fail "$1 is p.rec"
}
change value.rec '0,/^number -1$/s//number -2/'
change claim.rec 's/claim norm: norm1(A \* B) <= norm1(A)/claim norm: 2 * norm1(A * B) <= norm1(A)/'
change premise.rec '/assume pos/d; s/^statement 14$/statement 13/'
change name.rec 's/^instance submultiplicative_norm1/instance triangle_norm1/'
change other.rec 's/^proof q b 1/proof q swap 1/; s/^proof q c 1/proof q b 1/; s/^proof q swap 1/proof q c 1/'
change theorem.rec 's/^proof q c 1/proof q wrong 1/'
change missing.rec 's/^proof q c 1/proof q d 1/'
for file in value claim premise name other theorem missing; do
    expect 1 $file.rec
    says out "$file.rec: rejected: "
    says out 'accepted: 0 proofs, 0 violations by intervals, 0 by exact ties; rejected: 1'
    expect 1 v.json $file.rec
    expect 1 $file.rec v.json
done

# ---- no records ----
lines=$(wc -l <p.rec)
bytes=$(wc -c <p.rec)
head -n $((lines - 1)) p.rec >cut.rec
head -c $((bytes - 1)) p.rec >cut2.rec
head -n $((lines / 2)) p.rec >cut3.rec
head -n 3 p.rec >cut4.rec
head -n $((lines - 1)) value.rec >cut5.rec
{ cat p.rec; echo x; } >behind.rec
{ cat p.rec; printf x; } >behind2.rec
{ cat p.rec; printf '\0'; } >zero.rec
sed 's/^end 4$/end 3/' p.rec >count.rec
head -c "$(($(wc -c <p.rec.gz) - 1))" p.rec.gz >cut.rec.gz
{ cat p.rec.gz; echo x; } >behind.rec.gz
: >empty.rec
printf 'majorant.proof/3\n' >other.txt
for file in cut.rec cut2.rec cut3.rec cut4.rec cut5.rec behind.rec behind2.rec \
    zero.rec count.rec cut.rec.gz behind.rec.gz empty.rec other.txt nowhere; do
    expect 2 $file
    says err 'majorant-recheck: error: '
    says err "$file"
    expect 2 $file v.json
    expect 2 value.rec $file
    expect 2 v.json $file
done

# ---- violations ----
expect 1 "$corpus/margin_refused.json"
says out 'margin is recorded as '

# refused REASON PATH VALUE...: v.json so changed, with a digest that fits.
refused() {
    reason=$1
    shift
    python3 "$tests/change.py" v.json changed.json "$@" || fail "change $*"
    expect 1 changed.json
    says out "changed.json: rejected: $reason"
    says out 'accepted: 0 proofs, 0 violations'
}
refused 'the claim is true on this instance' values/x '[["1/2"]]'
refused 'lhs_lower is recorded as 2, found 3' values/x '[["3"]]'
refused 'the assumption 0 <= x is false' values/x '[["-1"]]'
refused 'x is 1 x 2, expected 1 x 1' values/x '[["2", "2"]]'
refused 'rhs_lower is recorded as 1, found 0' statement '~x <= 1=>x <= 0' \
    relation '"x <= 0"'
refused 'relation is recorded as x <= 1, found x <= 0' \
    statement '~x <= 1=>x <= 0' sides/rhs '["0", "0"]' sides/margin '"2"'
refused '1 hypotheses are recorded, found 0' statement '~    assume pos: 0 <= x;=>'
refused '0 hypotheses are recorded, found 1' hypotheses '[]'
refused 'a hypothesis is recorded as 0 <= y, found 0 <= x' hypotheses '["0 <= y"]'
refused 'no assumption is named y' dropped '"y"'
refused 'the claim is true on this instance' claim '"a"'
refused 'the theorem has no claim z' claim '"z"'
refused 'margin is recorded as 2, found 1' sides/margin '"2"'
refused 'precision is recorded as 256, found 128' precision 256
refused 'the claim wrong has no link 2' link 2
# What has no value is neither true nor false.
refused 'the claim is undefined on this instance' statement '~x <= 1=>x <= 1 / y'
refused 'the assumption 0 <= x / y is undefined' \
    statement '~pos: 0 <= x=>pos: 0 <= x / y' hypotheses '["0 <= x / y"]'
expect 0 "$corpus/scalar.json"
cp "$corpus/scalar.json" good.json
{ echo '['; cat good.json; echo ','; cat v.json; echo ']'; } >list.json
{ echo '['; cat good.json; echo ','; cat "$corpus/margin_refused.json"; echo ']'; } >mixed.json
{ cat good.json; echo x; } >behind.json
{ cat good.json v.json; } >two.json
{ cat list.json; echo ']'; } >closed.json
{ echo '['; cat good.json; } >open.json
head -c 300 v.json >cut.json
sed 's/"x": \[\["[^"]*"\]\]/"x": [["3"]]/' v.json >value.json
sed 's/claim wrong: x <= 1/claim wrong: x <= 2/' v.json >statement.json
sed 's/assume pos: 0 <= x;//' v.json >premise.json
echo '[]' >none.json
for file in value statement premise; do
    cmp -s v.json $file.json && fail "$file.json is v.json"
done
expect 0 list.json
says out '2 violations by intervals'
expect 1 mixed.json
says out 'accepted: u.c'
says out 'rejected: 1'
for file in behind two closed open cut value statement premise none; do
    expect 2 $file.json
    says err "$file.json: "
    expect 2 v.json $file.json
    expect 2 $file.json v.json
done
for file in proof proof_refused; do
    expect 2 "$corpus/$file.json"
done
says err 'proofs of the kernel engine (majorant.proof/1) are read by `majorant recheck`'

# ---- --against, words ----
sed 's/claim wrong: x <= 1/claim wrong: x <= 2/' p.bound >q.bound
expect 2 --against q.bound v.json
says err 'the statement is not that of q.bound'
expect 2 --against q.bound p.rec
expect 2 --against nowhere.bound p.rec
expect 2
expect 2 --mem
expect 2 --mem 12x v.json
expect 2 --mem 0 v.json
expect 2 --wholly v.json
expect 5 --mem 100K v.json
says err 'stopped at the ceiling of --mem'
expect 0 --mem 1G v.json
expect 0 --help
says out 'Exit status: 0 all accepted'
expect 0 --version
finish
