# `check` and claims that fail where no trial falls.
. "$2/lib.sh"

cat >sliver.bound <<'END'
theorem narrow {
    given a : real in [-1, 1];
    claim clear: (a - 1/3)^2 * (a + 2) >= 1e-14;
}
END
expect 1 check sliver.bound
says out "expected holds, got violated"
says out "violated, found by search: a = 1/3"
says out "violated     201"

# the point is replayed like any other violation
expect 1 check sliver.bound --format json
says out '"trials": 201,'
says out '"false": 1,'

# a part of the trials is that part alone
expect 0 check sliver.bound --trial 3

# cases have instances of their own
{
    cat sliver.bound
    echo 'case far for narrow { a ~ uniform(1/2, 1); }'
} >case.bound
expect 0 check case.bound
says out "holds       200"

# so have sizes that the command line leaves out
cat >sizes.bound <<'END'
theorem sizes {
    dim n;
    given a : real in [-1, 1];
    claim clear: (a - 1/3)^2 * (a + 2) * n^2 >= 1e-14 * (9 - n);
}
END
expect 1 check sizes.bound
says out "expected holds, got violated"
expect 0 check sizes.bound --dims n=9

finish
