# majorant-recheck --whole: the library's proofs are replayed from the axioms
# on; one that was changed is found, and so is another statement.
#   whole.sh MAJORANT-RECHECK TESTS/cli MAJORANT
. "$2/lib.sh"
prover=$3
cp -r "$here/../../library" "$here/../../axioms" .

cat >p.bound <<'END'
theorem p {
    dim n;
    given A, B : real[n, n];
    claim norm: norm1(A * B) <= norm1(A) * norm1(B);
}
END
"$prover" prove --engine core p.bound -o p.rec >/dev/null

expect 0 --whole --library library p.rec
says out 'library: accepted: '
says out ' claims of the library'
says out 'p.rec: accepted: p.norm is proved: '
says out 'accepted: 1 proofs'
silent err

# The first proof of rank says something else: all that lean on it have none.
awk '!done && sub(/^number -1$/, "number -2") { done = 1 } { print }' \
    library/proofs/rank >rank
cmp -s rank library/proofs/rank && fail "nothing was changed"
cp library/proofs/rank kept
cp rank library/proofs/rank
expect 1 --whole --library library p.rec
says out 'library: rejected: no proof of '
says out 'accepted: 0 proofs, 0 violations by intervals, 0 by exact ties; rejected: 1'

# refused NAME: the folder is no library.
refused() {
    expect 2 --whole --library library p.rec
    says err "$1"
    says out 'accepted: 0 proofs'
}
{ cat kept; echo x; } >library/proofs/rank
refused 'something stands behind it'
head -n 20 kept >library/proofs/rank
refused 'cut off'
rm library/proofs/rank
refused 'library/proofs/rank: '
cp kept library/proofs/rank
sed 's/claim rule: rank(A) <= n;/claim rule: rank(A) <= n - 1;/' \
    library/rank.bound >rank.bound
cmp -s rank.bound library/rank.bound && fail "nothing was changed"
cp rank.bound library/rank.bound
refused 'the program does not state '
mv axioms elsewhere
refused 'it is no library that can be read: library/'
expect 2 --whole --library nowhere p.rec
says err 'it is no library that can be read'
finish
