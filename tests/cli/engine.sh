# prove --engine: what the core proves, that it is replayed from its text by
# another process, and that the text is refused once it was changed.
. "$2/lib.sh"

cat >low.bound <<'END'
theorem low {
    given x : real;
    assume above: 1 <= x;
    claim first: -1 <= x;
    claim chain: -3 <= -1 <= x + 1;
    claim wrong [expect violated]: 2 <= x;
}

proof of chain {
    step half: 0 <= x + 1;
}
END
cat >root.bound <<'END'
theorem root {
    given x : real in [0, inf];
    claim close: tanh(x) >= x / sqrt(1 + x^2);
}
END
cat >line.bound <<'END'
theorem line {
    given t : real in [0, 1];
    claim close: exp(t) <= 1 + 2 * t;
}
END
cat >mean.bound <<'END'
theorem mean {
    given s : real in [1, 2];
    claim square: integral(t in 0..1, cos(t * s)) * s == sin(s);
}
END
grep -v 'claim wrong' low.bound >true.bound

expect 0 prove low.bound
! grep -q 'the core' out || fail 'the core is asked unasked'

expect 0 prove --engine core low.bound
says out 'proved by the core, for all sizes and all inputs admitted'
says out '5 claims: 4 proved, 1 violated, 0 open'
expect 0 prove --engine core low.bound --format json
says out '"engine": "core"'
says out '"citing": []'
says out '"oracles": []'
! grep -q '"kernel"' out || fail 'the kernel was asked'

# A theorem of the library is named, in text and JSON.
cat >kron.bound <<'END'
theorem kron {
    dim n;
    given A, B, C : real[n, n];
    claim rule: kron(A + B, C) == kron(A, C) + kron(B, C);
}
END
cat >norm.bound <<'END'
theorem norm {
    dim n;
    given A, B : real[n, n];
    claim rule: norm1(A + B) <= norm1(A) + norm1(B);
}
END
expect 0 prove --engine core kron.bound
says out 'proved by the core'
says out 'citing kron_of_sum'
expect 0 prove --engine core kron.bound --format json
! grep -q '"citing": \[\]' out || fail 'nothing is cited'
expect 0 prove norm.bound --format json
says out '"engine": "kernel"'
says out '"triangle_norm1"'
says out '"oracles": []'

# The range prover is named, in text, JSON and by recheck, which asks it.
expect 0 prove --engine core root.bound -o root.proof
says out 'proved by the core (trusting range), '
expect 0 prove --engine core line.bound
says out 'proved by the core, for all sizes'
expect 0 prove --engine core root.bound --format json
says out '        "range"'
! grep -q '"oracles": \[\]' out || fail 'no oracle is named'
expect 0 recheck root.proof
says out 'root.proof: accepted: root.close is proved (trusting range)'
sed 's/^oracle range/oracle other/' root.proof >other.proof
expect 1 recheck other.proof
says out 'no such oracle is trusted'
sed 's/sqrt(1 [+] x^2)/sqrt(2 + x^2)/' root.proof >other.proof
! cmp -s root.proof other.proof || fail 'no edit of the claim'
expect 1 recheck other.proof

# The core where it proves, else the kernel.
expect 3 prove --engine core mean.bound
expect 0 prove --engine auto true.bound mean.bound --format json
says out '"engine": "core"'
says out '"engine": "kernel"'

# One claim alone, with its steps.
expect 0 prove --engine core low.bound --claim low.first
says out '1 claim: 1 proved'

# Lemmas count once they are proved on the core, wherever they stand.
cat >users.bound <<'END'
import "true.bound";
theorem user {
    given y : real;
    assume above: 2 <= y;
    claim same: -1 <= y - 1;
}

proof of same {
    step lemma: -1 <= y - 1 by lemma low.first(y - 1);
}
END
expect 0 prove --engine core users.bound
says out '2 claims: 2 proved'

# Without a value nothing is proved; contradictions neither.
cat >empty.bound <<'END'
theorem empty {
    given x : real;
    claim side: 1 / (x - x) == 1;
}
END
expect 3 prove --engine core empty.bound
says out 'vacuous'

# A folder of the user's that is named axioms, or library, proves nothing.
mkdir axioms library cited
echo 'theorem wrong { given x : real; claim rule: x == x + 1; }' >axioms/a.bound
cp axioms/a.bound library/a.bound
cp axioms/a.bound cited/a.bound
echo 'theorem w { given x : real; claim c: x == x + 1; }' >w.bound
expect 1 prove --engine core w.bound
! grep -q 'proved by' out || fail 'a false axiom of a folder is believed'

# The record: accepted as it is, packed too, of its own statement alone.
expect 0 prove --engine core true.bound -o good.proof
expect 0 recheck good.proof
says out 'good.proof: accepted: low.first is proved: -1 <= x'
says out 'good.proof: accepted: low.chain#2 is proved'
gzip -c good.proof >packed.proof
expect 0 recheck packed.proof
expect 0 recheck good.proof --against true.bound
sed 's/1 <= x;/2 <= x;/' true.bound >other.bound
expect 2 recheck good.proof --against other.bound
expect 2 recheck good.proof --against root.bound
cat good.proof good.proof >twice.proof
expect 0 recheck twice.proof

# Cut off at any line, or in the midst of one: never accepted.
lines=$(wc -l <good.proof)
for part in 1 2 5 $((lines / 2)) $((lines - 1)); do
    head -n "$part" good.proof >cut.proof
    expect 2 recheck cut.proof
done
head -c -1 good.proof >cut.proof
expect 2 recheck cut.proof
# More behind it.
for more in x 'end 4' 'proof low first 1 0'; do
    { cat good.proof && echo "$more"; } >long.proof
    expect 2 recheck long.proof
done
# Another statement, name, order or line.
refused() {
    sed "$1" good.proof >edited.proof
    ! cmp -s good.proof edited.proof || fail "no edit: $1"
    "$majorant" recheck edited.proof >out 2>err
    case $? in
    1 | 2) ;;
    *) fail "accepted: $1" ;;
    esac
}
refused 's/above: 1 <= x/above: -9 <= x/'
refused 's/first: -1 <= x/first: 9 <= x/'
refused 's/^proof low first/proof low wrong/'
refused 's/^proof low first/proof other first/'
refused 's/^proof low chain 1/proof low chain 2/'
refused 's/^enclose/equal/'
refused 's/^symbol 0/symbol 7/'
refused 's/^end 4/end 3/'
refused 's/ from .*//'
refused 's/^majorant.proof.2/majorant.proof\/3/'
printf 'majorant.proof/2\nstatement 0\nend 0\n' >nothing.proof
expect 2 recheck nothing.proof
says err 'there is no proof in it'
{ printf 'majorant.proof/2\n\0' && cat good.proof; } >zero.proof
expect 2 recheck zero.proof

expect 2 prove --engine old low.bound
says err 'none of kernel, core, auto'
expect 2 prove --engine auto low.bound -o x.proof
expect 2 prove --engine core low.bound --update
expect 0 prove --engine core norm.bound --claim norm.rule -o x.proof
expect 3 prove --engine core mean.bound -o none.proof
says err 'nothing was proved'
[ ! -e none.proof ] || fail 'a record of nothing'

# What is obtained: a theorem that says so has the axiom's row, a proof takes it
# by name, and its record has both theorems.  Expected undecided of the kernel.
cat >row.bound <<'END'
theorem attained {
    dim n, m;
    given A : real[n, m];
    obtain x : real[m];
    claim rule [expect undecided]: minres1(A) == norm1(A - ones(n) * x');
}
theorem shifted {
    dim n, m;
    given A : real[n, m];
    given y : real[m];
    claim same [expect undecided]: minres1(A + ones(n) * y') <= minres1(A);
}
proof of same {
    obtain x from attained(A);
    step bound: minres1(A + ones(n) * y') <= norm1(A + ones(n) * y' - ones(n) * (x + y)');
    step back: A + ones(n) * y' - ones(n) * (x + y)' == A - ones(n) * x';
}
END
expect 0 prove --engine core row.bound -o row.proof
says out 'ok proved     rule'
says out 'ok proved     same:'
expect 0 recheck row.proof
says out 'shifted.same is proved'
says out 'attained.rule is proved: for some x: minres1(A)'
grep -q 'obtain x from attained(A);' row.proof || fail 'from whom?'

# A chain about what is obtained: each link alone, and the whole as a lemma, had
# other conditions once, and y != 0 was proved for all y.
cat >chain.bound <<'END'
theorem t { given y : real; obtain x : real; claim c: abs(x) >= 0 == 0 / y; }
theorem bad { given y : real; claim c: y != 1234567 / 1000; }
proof of bad.c { step s: y - 1234567 / 1000 != 0 by lemma t.c(y - 1234567 / 1000); }
END
expect 1 prove --engine core chain.bound
says out 'certainly false at y = 1234.567'
grep -q ' proved ' out && fail 'proved: y is not 1234567 / 1000'

# Where it gives up it says where, and what would give the goal; a step that
# says that is enough.  --explain: the proof, step by step, with sources.
cat >order.bound <<'END'
theorem order {
    dim n, m;
    given A, B : real[n, m];
    assume squares: A .* A <= B .* B;
    claim rows: norminf(A) <= norminf(B);
}
END
expect 3 prove --engine core order.bound
says out 'the search ended at'
says out '    norminf(A) <= norminf(B)'
says out 'monotone_norminf (library) would give it if this were known:'
says out '    abs(A) <= B'
cat >>order.bound <<'END'
proof of rows {
    step smaller: abs(A) <= abs(B);
}
END
expect 0 prove order.bound --explain rows
says out 'rows/smaller:  abs(A) <= abs(B)'
says out '(5)  (A .* A) <= (B .* B)   [given]'
says out 'abs(A) <= abs(B)   [rows/smaller]'
grep -q '\[[a-z0-9_]* (library) from' out || fail 'no theorem of the library is named'
says out 'definition (docs/language.md 4)) from'
expect 0 prove true.bound --explain first --format json
says out '"account": ['
expect 0 prove true.bound --engine core
! grep -q '(1)' out || fail 'a proof is told unasked'
expect 2 prove order.bound --explain rows --engine kernel
says err 'leave --engine kernel out'
expect 2 prove order.bound --explain rows --claim rows
says err 'leave --claim out'
expect 2 prove order.bound --explain column
says err "no claim is named 'column'"
finish
