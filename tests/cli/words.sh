# The words for statements of many: for, matrix, forall over variables; obtain;
# those for steps that only the core can do.
. "$2/lib.sh"

matches() {
    grep -q -- "$2" "$1" || {
        fail "$1 has no line like: $2"
        cat "$1" >&2
    }
}

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

# For all x: drawn in each trial; one x violates.
cat >all.bound <<'END'
theorem t {
    dim n;
    given S : psd[n];
    given A : symmetric[n];
    claim form: forall(x : real[n], x' * S * x >= 0);
    claim low: forall(x : real[n], x' * S * x >= 0 or norm2(x) > 9);
    claim wrong [expect violated]: forall(x : real[n], x' * A * x >= 0);
    claim none [expect vacuous]: forall(s : real, sqrt(-1 - s^2) >= 0);
}
case fixed for t { n = 1; S = [2]; A = [1]; expect wrong holds; }
END
expect 0 check all.bound --campaign
says out 'for all x: as far as drawn, once in each trial'
says out 'violated by trial'
expect 0 check all.bound --claim low --format json
says out '"variables": ['
expect 0 prove all.bound --claim form -o all.json
says out 'form:  for all x: '
expect 0 recheck all.json --against all.bound
expect 0 refute all.bound --claim wrong --campaign -o wrong.json
says out 'x = '
expect 0 recheck wrong.json --against all.bound

# Assumed for all x: never shown by an instance, so nothing holds or falls.
cat >assumed.bound <<'END'
theorem t {
    dim n;
    given S : symmetric[n];
    assume forms: forall(x : real[n], x' * S * x >= 0);
    claim semidefinite: psd(S);
    claim false_anyway: 1 == 2;
    claim used: forall(x : real[n], x' * S * x >= -1);
    drop forms expect semidefinite violated;
}
case definite for t { n = 2; S = [2, 0; 0, 2]; x = [1; 1]; }
theorem contradictory {
    dim n;
    assume none: forall(s : real, s >= n);
    claim c: n == n + 1;
}
END
expect 3 check assumed.bound
matches out 'NO  semidefinite  *definite *undecided'
matches out 'NO  false_anyway  *definite *undecided'
matches out 'ok  drop forms: semidefinite  *campaign *violated'
matches out 'NO  c  *campaign *undecided'
says out 'what is assumed for all x cannot be shown at an instance, only refuted'
expect 3 prove assumed.bound
matches out 'NO undecided  semidefinite'
matches out 'NO undecided  false_anyway'
matches out 'ok proved  *used'
matches out 'NO undecided  c:'
expect 0 refute assumed.bound --claim false_anyway
# a certificate that says otherwise
printf 'theorem t { dim n; given S : symmetric[n]; assume forms: trace(S) >= 0; claim c: forall(x : real[n], 0 * sum(x) == 1); }' >plain.bound
expect 1 refute plain.bound -o plain.json
expect 0 recheck plain.json
sed 's/trace(S) >= 0;/forall(x : real[n], x'"'"' * S * x >= 0);/' plain.json >forged.json
expect 2 recheck forged.json
digest=$(sed 's/.*expected \([0-9a-f]*\)).*/\1/' err)
sed -i "s/\"digest\": \"[0-9a-f]*\"/\"digest\": \"$digest\"/" forged.json
expect 1 recheck forged.json
says out 'is not decided'

# Sampled as any step is; the prover of today leaves them open.
cat >steps.bound <<'END'
theorem t {
    dim n, m;
    given A, B : nonneg[n, m];
    given x : real;
    assume below: A <= B;
    claim rows: A * ones(m) <= B * ones(m);
    claim both: A + B - A == B;
    claim square: abs(x) * abs(x) == x^2;
}
proof of rows {
    step added: A * ones(m) <= B * ones(m) by linear(below * ones(m));
    step wrong [expect violated]: B <= A by linear(2 * added);
}
proof of both {
    step each: A + B - A == B by entries(i, j);
    chain A + B - A == B by entries(k, l) == A + B - A;
}
proof of square {
    cases signs: x >= 0, x < 0 {
        step product: abs(x) * abs(x) == x^2;
    }
    cases [expect violated]: x > 0, x < 0 {
        step off [expect violated]: x > 1;
    }
}
END
sed 's/cases \[expect violated\]:/cases gap [expect violated]:/' steps.bound >named.bound
expect 2 check steps.bound
expect 0 check named.bound
matches out 'ok  rows/added  *campaign *holds'
matches out 'ok  rows/wrong  *campaign *violated'
matches out 'ok  both/each  *campaign *holds'
matches out 'ok  both/chain1#1  *campaign *holds'
matches out 'ok  square/signs  *campaign *proved'
matches out 'ok  square/product  *campaign *proved'
matches out 'ok  square/gap  *campaign *violated'
matches out 'ok  square/off  *campaign *violated'
expect 3 prove named.bound -o steps.json
says out 'not proved: core only; numeric only'
matches out 'NO undecided  rows/added'
matches out 'NO undecided  both/each'
matches out 'NO undecided  both/chain1#1'
expect 0 recheck steps.json --against named.bound

# For some x: an instance may show it and refutes nothing.
cat >some.bound <<'END'
theorem attained {
    dim n, m;
    given A : real[n, m];
    obtain x : real[m];
    claim rule: minres1(A) == norm1(A - ones(n) * x');
    claim other: minres1(A) <= norm1(A);
    claim never: norm1(x) < 0;
    claim any: x' * x >= 0;
}
case shown for attained { n = 2; m = 2; A = [1, 2; 3, 5]; x = [2; 3]; expect never undecided; }
case not_shown for attained { n = 2; m = 2; A = [1, 2; 3, 5]; x = [9; 9]; expect rule undecided; expect never undecided; }
case drawn for attained { n = 2; expect rule undecided; expect never undecided; }
theorem used {
    dim k;
    given B : real[k, k];
    claim c: minres1(B) >= 0;
}
proof of c {
    obtain y from attained(B);
    let z = B - ones(k) * y';
    step s [expect undecided]: norm1(z) < 0;
    step t: minres1(B) >= 0;
}
END
expect 2 check some.bound
says err 'unknown name y'
sed '/let z/d; s/norm1(z)/norm1(B - ones(k) * y'"'"')/' some.bound >other.bound
mv other.bound some.bound
expect 0 check some.bound
matches out 'ok  rule  *shown *holds'
matches out 'ok  rule  *not_shown *undecided'
matches out 'ok  other  *not_shown *proved'
matches out 'ok  any  *drawn *holds'
matches out 'ok  c/s  *campaign *undecided'
says out 'for some x: an instance may show it, at the value it has, and refutes nothing'
expect 0 check some.bound --claim rule --format json
says out '"obtained": ['
expect 3 prove some.bound -o some.json
matches out 'NO undecided  rule:  for some x: minres1(A) =='
says out 'not proved: core only; numeric only'
matches out 'ok proved  *other'
matches out 'NO undecided  any'
matches out 'ok proved  *c:'
expect 0 recheck some.json --against some.bound
says some.json 'obtain y from attained(B);'
expect 0 refute some.bound --claim never
# a certificate that says otherwise
printf 'theorem t { dim n; given x : real[n]; claim c: norm1(x) < 0; }' >plain.bound
expect 1 refute plain.bound -o plain.json
expect 0 recheck plain.json
sed 's/given x : real/obtain x : real/' plain.json >forged.json
expect 2 recheck forged.json
digest=$(sed 's/.*expected \([0-9a-f]*\)).*/\1/' err)
sed -i "s/\"digest\": \"[0-9a-f]*\"/\"digest\": \"$digest\"/" forged.json
expect 1 recheck forged.json
says out 'is not decided'

finish
