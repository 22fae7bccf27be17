# The words for statements of many: for, matrix.
. "$2/lib.sh"

# Each turn of a loop is a theorem of its own, wherever its text is shown.
cat >loop.bound <<'END'
for M, N in one norm1, inf norminf
theorem t {
    dim n;
    given A, B : real[n, n];
    claim rule: N(A * B) <= N(A) * N(B);
    claim low [expect violated]: N(A) <= 1;
}
proof of rule {
    step s: N(A * B) <= N(A) * N(B);
}
case fixed for t {
    n = 1;
    A = [2];
    B = [3];
}
END
expect 0 prove loop.bound --claim rule -o loop.json
expect 0 recheck loop.json --against loop.bound
says out 'accepted: t_one.rule/s is proved: norm1(A * B) <= norm1(A) * norm1(B)'
says out 'accepted: t_inf.rule/s is proved: norminf(A * B) <= norminf(A) * norminf(B)'
sed 's/norminf/norm2/' loop.bound >other.bound
expect 2 recheck loop.json --against other.bound
expect 0 check loop.bound --store loop.db
says out '6 claims: 6 as expected'
expect 0 check loop.bound --store loop.db
says out '6 claims: 6 as expected'
expect 0 refute loop.bound --claim low -o low.json
expect 0 recheck low.json --against loop.bound
says out 't_inf.low'
expect 2 check loop.bound --claim none
printf 'import "loop.bound";\ntheorem u { dim n; given A : real[n, n]; claim c: norminf(A * A) <= norminf(A)^2; }
proof of c { step s: norminf(A * A) <= norminf(A) * norminf(A) by lemma t_inf.rule(A, A); }' >user.bound
expect 0 prove user.bound
says out 'lemma t_inf'

# A matrix by its entries, for every part of the program.
cat >entries.bound <<'END'
func matrix(A) = A;
theorem t {
    dim n, m;
    given A : real[n, m];
    given matrix : real;
    let V = matrix(i in 1..n, j in 1..m, A[i, j] * matrix);
    claim same: V == matrix(matrix * A);
    claim size [expect violated]: normmax(matrix(i in 1..n, j in 1..m, i + j)) <= n;
    claim none [expect vacuous]: matrix(i in 1..n, j in 1..m, 1 / (i - 1)) == A;
}
case odd for t { n = 3; m = 2; trials 20; }
END
expect 0 check entries.bound
expect 0 check entries.bound --no-filter
expect 0 prove entries.bound -o entries.json
says out 'matrix(i in 1..n, j in 1..m, A[i, j] * matrix) == matrix * A'
expect 0 recheck entries.json
expect 0 refute entries.bound --claim size -o size.json
expect 0 recheck size.json --against entries.bound
expect 0 fmt - <entries.bound
says out '    let V = matrix(i in 1..n, j in 1..m, A[i, j] * matrix);'
expect 0 eval 'det(matrix(i in 1..3, j in 1..3, min(i, j)))'
says out 1

finish
