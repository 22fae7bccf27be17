# `majorant fmt`
. "$2/lib.sh"

echo 'theorem t{given x:real;claim c:x<=x;}' >t.bound
cp t.bound before.bound
expect 1 fmt --check t.bound
[ "$(cat out)" = t.bound ] || fail '--check lists the file'
cmp -s t.bound before.bound || fail '--check changes nothing'
expect 0 fmt t.bound
silent out
cmp -s t.bound before.bound && fail 'the file is rewritten'
expect 0 fmt --check t.bound
"$majorant" fmt - <before.bound >piped || fail 'fmt -'
cmp -s piped t.bound || fail 'standard input and file differ'
echo 'theorem {' >bad.bound
cp bad.bound copy.bound
expect 2 fmt bad.bound
cmp -s bad.bound copy.bound || fail 'a bad file is left alone'
expect 2 fmt none.bound
expect 2 fmt
finish
