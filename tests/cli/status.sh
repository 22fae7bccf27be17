# Exit statuses of `check`, each class and their precedence.
. "$2/lib.sh"

cat >holds.bound <<'END'
theorem triangle "The triangle inequality" {
    cite "any book";
    dim n;
    given x, y : real[n];
    claim upper: norm1(x + y) <= norm1(x) + norm1(y);
    claim wrong [expect violated]: norm1(x + y) < norm1(x);
}
case small for triangle { n in 1..3; trials 20; seed 3; }
END
cat >violated.bound <<'END'
theorem t { dim n; given x : real[n]; claim small: norm1(x) <= 1/1000; }
END
cat >vacuous.bound <<'END'
theorem t {
    given x : real;
    assume never: x^2 < 0;
    claim any: x == x + 1;
}
END
cat >unexpected.bound <<'END'
theorem t { given x : real; claim ok [expect violated]: x == x; }
END
cat >syntax.bound <<'END'
theorem t { given x : real; claim ok: x = 1; }
END
cat >shape.bound <<'END'
theorem t {
    dim m, n;
    given A : real[m, n];
    claim square: normfro(A * A) <= normfro(A)^2;
}
END
printf '' >empty.bound
echo 'func twice(A) = 2 * A;' >definitions.bound

# 0, and what the text says
expect 0 check holds.bound
says out 'The triangle inequality'
says out 'any book'
says out '2 claims: 2 as expected'
silent err

# 1
expect 1 check violated.bound --trials 10
says out 'expected holds, got violated'
says out 'violated by trial'
expect 1 check unexpected.bound --trials 3
says out 'expected violated, got proved'
expect 1 check vacuous.bound violated.bound --trials 3

# sizes that one claim cannot have are no excuse for another
cat >sizes.bound <<'END'
theorem t {
    dim n;
    claim five: n >= 5;
    claim known: sum(ones(n - 4)) == n - 4;
}
END
expect 1 check sizes.bound
says out 'violated by trial 0: n = 1'
says out 'undefined'

# 3
expect 3 check vacuous.bound --trials 5
says out 'vacuous'

# 2: usage and input; nothing on standard output
for arguments in 'check' 'check none.bound' 'chek' 'check holds.bound --trials 0' \
    'check holds.bound --jobs x' 'check holds.bound --claim none' \
    'check holds.bound --case none' 'check holds.bound --dims q=3' \
    'check holds.bound --dims n=9..2' 'check syntax.bound' 'check shape.bound' \
    'check empty.bound' 'check definitions.bound' 'check holds.bound --format x' \
    'check holds.bound syntax.bound' 'check holds.bound -o no/such/file'; do
    # shellcheck disable=SC2086
    expect 2 $arguments
    silent out
    says err 'error: '
done
expect 2 check syntax.bound
says err 'syntax.bound:1:'
expect 2 check shape.bound
says err 'shape.bound:4:'
expect 2 check empty.bound
says err 'empty.bound:1:1: error: '
mkdir none
expect 2 check none
says err 'the folder holds no .bound file'

# a folder; definitions are passed over with a note
mkdir folder
cp holds.bound definitions.bound folder
expect 0 check folder
says err 'note: folder/definitions.bound'
says out '2 claims: 2 as expected'

# 5
# A case says how many trials it is worth; fewer may be asked for.
expect 0 check holds.bound --trials 100000 --format json
[ "$(grep -c '"trials": 20,' out)" -eq 2 ] || fail '--trials raises a case'
expect 0 check holds.bound --trials 5 --format json
[ "$(grep -c '"trials": 5,' out)" -eq 2 ] || fail '--trials does not cap a case'
expect 5 check holds.bound --campaign --trials 100000000 --time 0.5
says out 'stopped early'
expect 0 --help
says out 'check'
expect 0 --version
expect 0 check --help
says out '--trials N'
# Where there is no MPI that is one mistake.
"$majorant" check holds.bound --mpi --store m.db >out 2>err
got=$?
! grep -q 'built without MPI' err || [ $got -eq 2 ] ||
    fail "--mpi without MPI: status $got"
finish
