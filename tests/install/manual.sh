# majorant.1 has the options and commands of --help, and no others.
. "$2/../cli/lib.sh"
page=$here/../../docs/man/majorant.1

commands=$("$majorant" --help | awk '
    /^Commands:/ { on = 1; next } /^Options:/ { on = 0 } on && NF { print $1 }')
{
    "$majorant" --help
    for command in $commands; do "$majorant" "$command" --help; done
} | grep -oE '^  (--[a-z-]+|-[a-z])( |$)' | tr -d ' ' | sort -u >wanted
sed -n '/^\.SH OPTIONS/,/^\.SH EXIT/p' "$page" |
    sed -n 's/\\-/-/g; s/^\.BI* \(-[-a-z]*\).*/\1/p' | sort -u >listed
[ "$(wc -l <wanted)" -ge 25 ] || fail "the help lists no options"
diff wanted listed >&2 || fail "majorant.1 lists other options than --help"

# what takes which option stands behind it
for command in $commands; do
    sed -n '/^\.SH COMMANDS/,/^\.SH OPTIONS/p' "$page" |
        grep -qE "^\.BI? $command( |\$)" ||
        fail "majorant.1 does not list the command $command"
    "$majorant" "$command" --help |
        grep -oE '^  (--[a-z-]+|-[a-z])( |$)' | tr -d ' ' |
        grep -vx -- --help | sort >takes
    sed 's/\\-/-/g; s/\\fR//g' "$page" | awk -v c="$command" '
        /^\.SH/ { on = /OPTIONS/; name = "" }
        !on { next }
        /^\.BI? -/ { name = $2 }
        /^\.RI \(/ && index($0 " ", " " c " ") { print name }' | sort >said
    diff takes said >&2 || fail "majorant.1 is wrong about options of $command"
done

"$3" --help | grep -oE '^  --[a-z-]+' | tr -d ' ' | sort >wanted
sed -n 's/\\-/-/g; s/^\.BI* \(--[-a-z]*\).*/\1/p' \
    "$here/../../docs/man/majorant-recheck.1" | sort >listed
[ "$(wc -l <wanted)" -ge 5 ] || fail "majorant-recheck --help has no options"
diff wanted listed >&2 || fail "majorant-recheck.1 lists other options"

for page in "$here"/../../docs/man/*.[15]; do
    if command -v mandoc >/dev/null; then
        mandoc -Tlint -Wwarning "$page" >&2 || fail "mandoc: $page"
    fi
    if command -v groff >/dev/null; then
        groff -man -ww -Tutf8 "$page" 2>warnings >/dev/null
        silent warnings
    fi
done
finish
