# refute, ablate and the searches of check, end to end.
. "$2/lib.sh"

cat >composite.bound <<'EOF'
theorem composite { dim n; given A, B : real[n, n];
    claim triangle [expect violated]:
        norm1inf(A + B) <= norm1inf(A) + norm1inf(B); }
EOF
cat >narrow.bound <<'EOF'
theorem narrow { given x : real in [0, 10];
    claim bump [expect violated]: exp(-(2000 * (x - 7.2718))^2) <= 1/4; }
EOF
cat >true.bound <<'EOF'
theorem spectral { dim n; given A, B : real[n, n];
    claim triangle: norm2(A + B) <= norm2(A) + norm2(B); }
EOF
cat >wrong.bound <<'EOF'
theorem spectral { dim n; given A, B : real[n, n];
    claim triangle [expect violated]: norm2(A + B) <= norm2(A) + norm2(B); }
EOF
cat >unexpected.bound <<'EOF'
theorem small { dim n; given x : real[n]; claim one: norm1(x) <= 1;
    claim two: norm2(x) <= 1; }
EOF
cat >needed.bound <<'EOF'
theorem positive { dim n; given x : real[n];
    assume sign: min(x) >= 0;
    assume idle: sum(x .* x) >= 0;
    claim upper: norm1(x) <= sum(x);
    drop sign expect upper violated; }
EOF
cat >constant.bound <<'EOF'
theorem commutator { dim n >= 2; given A, B : real[n, n];
    claim best: normfro(A*B - B*A) <= ? * normfro(A) * normfro(B); }
EOF
cat >fixed.bound <<'EOF'
theorem sum { dim n; given x, y : real[n];
    claim small: sum(x) + sum(y) <= 4; }
case half for sum { n = 2; x = [1; 1]; }
EOF

# A shrunk instance, and a certificate that says it.
expect 0 refute composite.bound -o composite.json
says out 'composite triangle: violated'
says out 'n = 2; A = ['
says out 'locally minimal'
says out 'recheck with: majorant recheck composite.json'
grep -q '^{' composite.json || fail 'one violation is one object'
expect 0 refute narrow.bound
says out 'narrow bump: violated'

# Nothing found, expected and not.
expect 0 refute true.bound --evals 3000
says out 'no violation found'
expect 1 refute wrong.bound --evals 3000
expect 1 refute unexpected.bound -o two.json
grep -q '^\[' two.json || fail 'several violations are an array'

# The same seed, the same result; a case's values are kept.
expect 0 refute narrow.bound --seed 5 --evals 50000
cp out first
expect 0 refute narrow.bound --seed 5 --evals 50000
cmp -s out first || fail 'the same seed gave another search'
expect 1 refute fixed.bound --case half
says out 'x = [1; 1]'

# A constant from below; --time as the budget.
expect 0 refute constant.bound --evals 5000
says out 'the constant is at least 1.41'
expect 0 refute true.bound --time 0.2

# A range that no map keeps is checked: what leaves it is not admitted.
cat >ranged.bound <<'EOF'
theorem ranged { dim n >= 2; given P : stochastic[n, n] in [1/10, 9/10];
    claim largest: max(P) <= 19/20; }
EOF
expect 0 refute ranged.bound --evals 20000
says out 'ranged largest: no violation found'

# A constant that nothing meets: the checker agrees that the side is 0.
cat >unmet.bound <<'EOF'
theorem unmet { dim n; given x : real[n];
    claim c [expect violated]: norm1(x) <= ? * norm2(x - x); }
EOF
expect 0 check unmet.bound --trials 19

# Assumptions.
expect 0 ablate needed.bound --evals 3000
says out 'positive upper without sign: violated, so it is needed'
says out 'positive upper without idle: not shown to be needed'
cat >anyway.bound <<'EOF'
theorem positive { dim n; given x : real[n]; assume sign: min(x) >= 0;
    claim upper: norm1(x) <= sum(x) - 1; }
EOF
expect 0 ablate anyway.bound --evals 3000
says out 'positive upper without sign: violated, and with it as well'
expect 0 check needed.bound
says out 'drop sign: upper'

# A drop line does not meet what is expected of the claim itself.
sed 's/claim upper:/claim upper [expect violated]:/' needed.bound >served.bound
expect 1 check served.bound --trials 19

# check falls back on a search.
expect 0 check narrow.bound
says out 'violated, found by search'
expect 1 check wrong.bound --trials 19

# adversarial() asks for a search, whatever is expected.
cat >hunted.bound <<'EOF'
theorem narrow { given x : real in [0, 10];
    claim bump: exp(-(20 * (x - 7.2718))^2) <= 1/4;
    claim end: x <= 10; }
case start for narrow { x ~ adversarial(); trials 10; }
EOF
expect 1 check hunted.bound --claim bump
says out 'violated, found by search'
expect 0 check hunted.bound --claim end

# Numbers in closed form and beyond doubles, by all three commands alike.
cat >meets.bound <<'EOF'
theorem meets { given x : real in [0, inf];
    claim root [expect violated]: x^3 != 2;
    claim far [expect violated]: log(1 + x) <= 1000; }
EOF
expect 0 refute meets.bound --evals 20000 -o meets.json
says out 'x = 2^(1/3)'
expect 0 recheck meets.json
expect 0 check meets.bound
says out 'violated, found by search: x = 2^(1/3)'
expect 0 prove meets.bound
says out 'certainly false at x = 2^(1/3)'

# Of claims about numbers check needs no word that they fail.
sed 's/ .expect violated.//' meets.bound >unsaid.bound
expect 1 check unsaid.bound
says out 'violated, found by search: x = 2^(1/3)'

# One case, or the built-in one; a claim of one theorem.
expect 2 refute fixed.bound --claim other.small
expect 1 refute fixed.bound --case campaign --claim sum.small

# Mistakes.
expect 2 refute
expect 2 refute missing.bound
expect 2 refute true.bound --claim nothing
expect 2 refute true.bound --evals 0
expect 2 ablate

# No evaluation is no answer without its reason.
cat >fixed.bound <<'END'
theorem fixed { given x : real; claim c: x <= 1; }
case half for fixed { x = 1/2; }
END
expect 0 refute fixed.bound
says out 'after 0 evaluations: the case fixes everything'

finish
