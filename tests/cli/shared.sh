# Texts of a few lines whose expressions, written out, would have 2^64 parts,
# and errors in very long lines: every command ends soon, and says little.
# sh shared.sh MAJORANT FOLDER
. "$2/lib.sh"

# bomb FILE FIRST STEP CLAIM: y0 = FIRST, then 64 times STEP of the one before (Y)
bomb() {
    {
        echo 'theorem t { dim n >= 2; given x : real; given S : symmetric[n];'
        echo "let y0 = $2;"
        k=1
        while [ $k -le 64 ]; do
            echo "let y$k = $3;" | sed "s/Y/y$((k - 1))/g"
            k=$((k + 1))
        done
        echo "claim c: $4; }"
        echo 'case c for t { n = 2; trials 1; }'
    } >"$1"
}
bomb sum.bound x 'Y + Y' 'y64 <= y64 + 1'
bomb product.bound 'x / (1 + abs(x))' 'Y * Y' 'y64 <= 1'
bomb matrix.bound S 'Y - 2 * Y' 'eigmin(y64) <= eigmax(y64)'
bomb branch.bound n 'if(Y > 1, Y, Y + 1)' 'y64 >= 0'
for file in sum product matrix branch; do
    for command in check 'refute --evals 20' explain; do
        "$majorant" $command $file.bound >out 2>err
        got=$?
        case $got in
        0 | 3) ;;
        *) fail "$command $file.bound: status $got" && cat err >&2 ;;
        esac
        [ "$(cat out err | wc -c)" -lt 2000000 ] ||
            fail "$command $file.bound: a report without end"
    done
done

# 50 000 lets are read as fast as they are many: names are looked up in a tree.
{
    echo 'theorem t { given x : real; let a0 = x;'
    awk 'BEGIN { for (k = 1; k < 50000; k++)
        printf "let a%d = a%d;\n", k, k < 500 ? k - 1 : k - 500 }'
    echo 'claim c: a49999 == x; }'
} >lets.bound
(ulimit -t 30; exec "$majorant" check lets.bound --trials 1) >out 2>err
got=$?
[ $got -eq 0 ] || fail "50 000 lets: status $got"

# A line of a megabyte, and a name of as many characters.
{
    printf 'theorem t { claim c: 0 <= '
    head -c 1000000 /dev/zero | tr '\0' ' '
    printf 'x; }\n'
} >line.bound
expect 2 check line.bound
says err 'line.bound:1:1000027: error: unknown name x'
[ "$(wc -c <err)" -lt 2000 ] || fail 'an error of a long line is long'
{
    printf 'theorem t { claim c: 0 <= '
    head -c 1000000 /dev/zero | tr '\0' 'x'
    printf '; }\n'
} >name.bound
expect 2 check name.bound
says err 'name.bound:1:27: error: unknown name xxx'
[ "$(wc -c <err)" -lt 4000 ] || fail 'an error of a long name is long'
# Bytes that are no characters, or steer a terminal, are not printed.
printf 'theorem t \377\033[31m { claim c: 0 <= 1; }\n' >bytes.bound
expect 2 check bytes.bound
says err 'theorem t ??[31m {'
finish
