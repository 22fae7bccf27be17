# JUnit by xmllint: the schema beside this file, and those that the folder
# $MAJORANT_SCHEMAS has (junit-10.xsd of Jenkins, JUnit.xsd of Ant).
. "$2/runs.sh"

command -v xmllint >/dev/null || skip xmllint
make junit
valid() {
    xmllint --noout --nonet --schema "$1" "$2.out" >said 2>&1 || {
        fail "$2.out against $1"
        cat said >&2
    }
}
for run in good odd early proved; do
    valid "$here/junit.xsd" $run
    for schema in junit-10.xsd JUnit.xsd; do
        [ -f "${MAJORANT_SCHEMAS:-}/$schema" ] &&
            valid "$MAJORANT_SCHEMAS/$schema" $run
    done
done
count() { # FILE XPATH
    xmllint --nonet --xpath "$2" "$1.out"
}
for run in good odd proved; do
    [ "$(count $run 'count(//failure)')" -eq "$(claims $run false)" ] ||
        fail "$run: the failures are not the claims that are not as expected"
    [ "$(count $run 'count(//testcase)')" -eq \
        $(($(claims $run true) + $(claims $run false))) ] ||
        fail "$run: a claim is missing"
    [ "$(count $run 'sum(//@tests)')" -eq "$(count $run 'count(//testcase)')" ] &&
        [ "$(count $run 'sum(//@failures)')" -eq \
            "$(count $run 'count(//failure)')" ] ||
        fail "$run: the sums are wrong"
done
[ "$(count early 'count(//error)')" -eq 1 ] || fail 'early: no error'
[ "$(count odd 'string(//testsuite[1]/@name)')" = "$odd" ] ||
    fail 'the file has another name'
# The test can fail.
sed 's/ tests="/ test="/' good.out >bad.out
xmllint --noout --schema "$here/junit.xsd" bad.out 2>/dev/null &&
    fail 'the schema accepts anything'
finish
