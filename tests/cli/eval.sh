# `majorant eval`
. "$2/lib.sh"

expect 0 eval 'pi / 4'
[ "$(head -n 1 out)" = 0.78539816339744830962 ] || fail "pi / 4: $(cat out)"
expect 0 eval 'sqrt(2)' --digits 50
[ "$(head -n 1 out)" = 1.4142135623730950488016887242096980785696718753769 ] ||
    fail "sqrt(2): $(cat out)"
expect 0 eval '-x^2' x=3
says out '-9'
expect 0 eval 'norm1(A)' 'A=[1, -2; 3, 4]'
says out 6
expect 0 eval 'A * A' 'A=[1, 2; 3, 4]' --digits 3
[ "$(wc -l <out)" -eq 2 ] || fail "A * A: $(cat out)"
expect 0 eval '1 < 2'
[ "$(cat out)" = true ] || fail '1 < 2'
expect 0 eval '1 == 1'
[ "$(cat out)" = true ] || fail '1 == 1'
expect 0 eval 'sqrt(2)^2 < 2'
[ "$(cat out)" = false ] || fail 'sqrt(2)^2 < 2'
printf '1,2\n3,4\n' >a.csv
expect 0 eval 'sum(A)' A=a.csv
says out 10


# Thirds are no binary fractions: what enclosures of entries cannot show.
expect 0 eval 'eigmin(P)' 'P=[2, 1/3; 1/3, 1]'
says out 0.89907478742266845115
expect 0 eval 'eigmax(2 * P - P * P)' 'P=[2, 1/3; 1/3, 1]'
expect 0 eval 'psd(P)' 'P=[1, 1/3; 1/3, 1/9]'
[ "$(cat out)" = true ] || fail 'psd with thirds'
expect 0 eval 'A * inv(A)' 'A=[1/3, 2; 1/7, 3]' --digits 3
printf '1.00  0\n0  1.00\n' | cmp -s - out || fail "A * inv(A): $(cat out)"
expect 0 eval 'rank(A)' 'A=[1/3, 2/3; 1, 2]'
says out 1
for expression in 'inv(A)' 'A^-1' 'eigmin(A)'; do
    expect 2 eval "$expression" 'A=[1/3, 2/3; 1, 2]'
    says err 'the value is undefined'
done

for arguments in 'eval 1/0' 'eval log(-1)' 'eval 1+' 'eval x' 'eval x x' \
    'eval x x=y' 'eval x x=1 x=2' 'eval pi pi=3' 'eval A A=none.csv' 'eval'; do
    # shellcheck disable=SC2086
    expect 2 $arguments
    silent out
    says err 'error: '
done
finish
