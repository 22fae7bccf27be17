# recheck: 0 when all is certified again, 1 when the kernel rejects something,
# 2 when a file is no certificate; the worst of several files counts.
. "$2/lib.sh"
corpus=$here/../fuzz/corpus/certificates
cp "$corpus/scalar.json" good.json
cp "$corpus/margin_refused.json" refused.json
cp "$corpus/proof.json" proof.json
cp "$corpus/rule_refused.json" bad_proof.json
sed 's/"margin": "2/"margin": "3/' good.json >changed.json
echo '{"schema": "majorant.certificate/1"}' >empty.json

expect 0 recheck good.json
says out 'good.json: accepted: u.c is violated'
silent err
expect 0 recheck proof.json
expect 0 recheck good.json proof.json

# The digest fits, the margin does not.
expect 1 recheck refused.json
says out 'refused.json: rejected: '
says out 'margin'
expect 1 recheck bad_proof.json
# Unequal matrices may have equal entries; a matrix is not its range's end.
expect 1 recheck "$corpus/unequal_refused.json"
expect 1 recheck "$corpus/outside_refused.json"
expect 1 recheck refused.json good.json
expect 1 recheck good.json refused.json
expect 1 recheck bad_proof.json proof.json
expect 1 recheck proof.json bad_proof.json

# Arrays: one refused certificate refuses the file.
{ echo '['; cat good.json; echo ','; cat refused.json; echo ']'; } >both.json
{ echo '['; cat refused.json; echo ','; cat good.json; echo ']'; } >other.json
echo '[]' >none.json
expect 1 recheck both.json
says out 'accepted'
says out 'rejected'
expect 1 recheck other.json
expect 2 recheck none.json
says err 'expected 1 to 4096 certificates'

# What is no certificate is worse than a refusal.
for file in changed.json empty.json missing.json none.json; do
    expect 2 recheck "$file"
    says err 'error: '
    expect 2 recheck "$file" refused.json
    expect 2 recheck refused.json "$file"
    expect 2 recheck good.json "$file" good.json
done
expect 2 recheck

# --against: the statement must be that of the file.
cat >same.bound <<'END'
theorem u {
    given x : real in [0, 2];
    claim c: exp(x) <= 1 + 2 * x + 1 / 3;
}
END
sed 's/1 \/ 3/1 \/ 2/' same.bound >different.bound
sed 's/claim c/claim d/' same.bound >other.bound
expect 0 recheck good.json --against same.bound
expect 1 recheck refused.json --against same.bound
expect 2 recheck good.json --against different.bound
says err 'the statement is not that of different.bound'
expect 2 recheck good.json --against other.bound
says err 'states no claim u.c'
expect 2 recheck good.json --against missing.bound
finish
