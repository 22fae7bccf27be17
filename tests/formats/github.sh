# The workflow commands of GitHub Actions, read as its runner reads them:
# "::" NAME [" " KEY=VALUE ("," KEY=VALUE)*] "::" MESSAGE, with %25 %0D %0A
# escaped everywhere and %3A %2C in values.
. "$2/runs.sh"

make github
cat >read.awk <<'END'
function wrong(why) { print FILENAME ":" FNR ": " why ": " $0; bad = 1 }
/^::/ {
    rest = substr($0, 3)
    at = index(rest, "::")
    if (!at) { wrong("no second ::"); next }
    head = substr(rest, 1, at - 1)
    message = substr(rest, at + 2)
    blank = index(head, " ")
    name = blank ? substr(head, 1, blank - 1) : head
    if (name != "error" && name != "warning") wrong("unknown command " name)
    count[name]++
    n = split(blank ? substr(head, blank + 1) : "", parts, ",")
    for (i = 1; i <= n; i++) {
        if (parts[i] !~ /^(file|line|col|title)=[^:,]+$/) wrong("bad " parts[i])
        if (parts[i] ~ /^(line|col)=/ && parts[i] !~ /=[1-9][0-9]*$/)
            wrong("no place " parts[i])
    }
    if (message == "") wrong("no message")
    text = head message
    gsub(/%(25|0D|0A|3A|2C)/, "", text)
    if (index(text, "%")) wrong("a % that is not escaped")
}
END { print "errors " count["error"] + 0 " warnings " count["warning"] + 0
      exit bad }
END
for run in good odd early proved; do
    awk -f read.awk $run.out >said || {
        fail "$run: not the syntax of workflow commands"
        cat said >&2
    }
    told=$(tail -n 1 said)
    [ $run = early ] && [ "$told" != 'errors 1 warnings 0' ] &&
        fail "early: $told"
    if [ $run != early ]; then
        total=$(echo "$told" | awk '{ print $2 + $4 }')
        [ "$total" -eq "$(claims $run false)" ] ||
            fail "$run: $told for $(claims $run false) claims"
    fi
done
says odd.out 'file=odd%2C 50%25%3A #TODO <b>.bound'
printf '::error file=a,b=c::x\n' | awk -f read.awk >/dev/null &&
    fail 'the reader accepts anything'
finish
