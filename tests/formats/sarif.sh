# SARIF 2.1.0 by python3-jsonschema: the schema beside this file, and the one
# of OASIS (sarif-schema-2.1.0.json) where the folder $MAJORANT_SCHEMAS has it.
. "$2/runs.sh"

python3 -c 'import jsonschema' 2>/dev/null || skip python3-jsonschema
make sarif
cat >read.py <<'END'
import json, sys, urllib.parse
import jsonschema
schema, path = sys.argv[1:3]
with open(schema, encoding="utf-8") as f:
    schema = json.load(f)
with open(path, encoding="utf-8") as f:
    log = json.load(f)
cls = jsonschema.validators.validator_for(schema)
cls.check_schema(schema)
errors = [f"{list(e.absolute_path)}: {e.message}"
          for e in cls(schema).iter_errors(log)]
run = log["runs"][0]
rules = run["tool"]["driver"]["rules"]
for r in run["results"]:                  # what a schema cannot say: 3.27.6
    if rules[r["ruleIndex"]]["id"] != r["ruleId"]:
        errors.append("ruleIndex and ruleId differ")
    for place in r["locations"]:
        uri = place["physicalLocation"]["artifactLocation"]["uri"]
        print("uri", urllib.parse.unquote(uri))
marks = [str(r["partialFingerprints"]) for r in run["results"]]
if len(set(marks)) != len(marks):
    errors.append("two results have one fingerprint")
print("results", len(run["results"]),
      "successful", run["invocations"][0]["executionSuccessful"])
print("\n".join(errors) or "valid")
sys.exit(bool(errors))
END
valid() { # SCHEMA RUN
    python3 -W ignore read.py "$1" "$2.out" >said 2>&1 || {
        fail "$2.out against $1"
        cat said >&2
    }
}
for run in good odd early proved; do
    oasis=${MAJORANT_SCHEMAS:-}/sarif-schema-2.1.0.json
    [ -f "$oasis" ] && valid "$oasis" $run
    valid "$here/sarif.json" $run
    case $run in
    early) says said 'successful False' ;;
    *) says said "results $(claims $run false) successful True" ;;
    esac
    [ $run = odd ] && says said "uri $odd"
done
# The test can fail.
sed 's/"ruleId"/"ruleID"/' odd.out >bad.out
python3 -W ignore read.py "$here/sarif.json" bad.out >/dev/null 2>&1 &&
    fail 'the schema accepts anything'
finish
