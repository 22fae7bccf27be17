#!/bin/sh
# sh make.sh MAJORANT FOLDER: writes the completions of bash, zsh and fish into
# the folder, from the commands and options that `majorant --help` lists.
set -eu
majorant=$1
folder=$2

commands=$("$majorant" --help | awk '
    /^Commands:/ { on = 1; next }
    /^Options:/ { on = 0 }
    on && NF { print $1 }')

# Lines of: COMMAND OPTION VALUE-or-"-" HELP...
table() {
    for command in $commands; do
        "$majorant" "$command" --help | awk -v command="$command" '
            /^Options:/ { on = 1; next }
            !on || !/^  -/ { next }
            {
                name = $1
                left = substr($0, 3, 22)   # the option and its value
                sub(/ +$/, "", left)
                help = substr($0, 26)
                if (length(left) == 22 && substr($0, 25, 1) != " ") {
                    # a long value moves the help to the right
                    left = $1 " " $2
                    help = substr($0, 4 + length(left))
                }
                has_value = left != name
                gsub(/'"'"'/, "\342\200\231", help) # no quote ends the text
                gsub(/[`"\[\]]/, "", help)
                sub(/[;,] *$/, "", help)
                print command, name, (has_value ? "V" : "-"), help
            }'
    done
}
rows=$(table)
note="Made by packaging/completions/make.sh from majorant --help."

describe() { # the help of a command
    "$majorant" --help | awk -v c="$1" '
        /^Commands:/ { on = 1 } /^Options:/ { on = 0 }
        on && $1 == c { sub(/^ *[^ ]+ +/, ""); print }'
}

options_of() { # COMMAND KIND: its options of a kind (V, - or .)
    echo "$rows" | awk -v c="$1" -v k="$2" '
        $1 == c && (k == "." || $3 == k) { printf "%s%s", s, $2; s = " " }'
}

# COMMAND: the formats that its help lists.
formats_of() {
    "$majorant" "$1" --help | sed -n 's/^  --format FORMAT *//p' |
        sed 's/;.*//; s/(default)//; s/,/ /g; s/ or / /g' | xargs
}

# Lines of: COMMAND FORMATS...
formats=$(for command in $commands; do echo "$command $(formats_of $command)"; done)

{
    echo "# Completion of majorant for bash.  $note"
    echo "_majorant() {"
    echo "    local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}"
    echo "    local command= i options="
    echo "    COMPREPLY=()"
    echo "    for ((i = 1; i < COMP_CWORD; i++)); do"
    echo "        case \${COMP_WORDS[i]} in"
    echo "        -*) ;;"
    echo "        *) command=\${COMP_WORDS[i]}; break ;;"
    echo "        esac"
    echo "    done"
    echo "    case \$command\$before in"
    echo "$formats" | while read -r command list; do
        [ -z "$list" ] ||
            echo "    $command--format) COMPREPLY=(\$(compgen -W '$list' -- \"\$word\")); return ;;"
    done
    echo "    check--recheck) COMPREPLY=(\$(compgen -W 'all sample none' -- \"\$word\")); return ;;"
    echo "    esac"
    echo "    case \$command in"
    printf "    '') options='%s --help --version' ;;\n" "$(echo $commands)"
    for command in $commands; do
        printf "    %s) options='%s' ;;\n" "$command" "$(options_of "$command" .)"
    done
    echo "    esac"
    echo "    if [[ \$word == -* || -z \$command ]]; then"
    echo "        COMPREPLY=(\$(compgen -W \"\$options\" -- \"\$word\"))"
    echo "    else"
    echo "        COMPREPLY=(\$(compgen -f -- \"\$word\"))"
    echo "    fi"
    echo "}"
    echo "complete -o filenames -F _majorant majorant"
} >"$folder/majorant.bash"

{
    echo "#compdef majorant"
    echo "# Completion of majorant for zsh.  $note"
    echo "_majorant() {"
    echo "    local -a commands"
    echo "    commands=("
    for command in $commands; do
        echo "        '$command:$(describe "$command")'"
    done
    echo "    )"
    echo "    if (( CURRENT == 2 )); then"
    echo "        _describe command commands"
    echo "        _arguments '--help[this help]' '--version[the version of the program]'"
    echo "        return"
    echo "    fi"
    echo "    case \$words[2] in"
    for command in $commands; do
        echo "    $command)"
        echo "        _arguments \\"
        echo "$rows" | awk -v c="$command" -v formats="$(formats_of "$command")" '
            $1 != c { next }
            {
                help = $0
                sub(/^[^ ]+ [^ ]+ [^ ]+ /, "", help)
                gsub(/:/, "\\:", help)
                value = ""
                if ($3 == "V")
                    value = ":value:_files"
                if ($2 == "--format")
                    value = ":format:(" formats ")"
                if ($2 == "--recheck")
                    value = ":share:(all sample none)"
                printf "            \047%s[%s]%s\047 \\\n", $2, help, value
            }'
        echo "            '*:file:_files' ;;"
    done
    echo "    esac"
    echo "}"
    echo "_majorant \"\$@\""
} >"$folder/_majorant"

{
    echo "# Completion of majorant for fish.  $note"
    echo "complete -c majorant -n __fish_use_subcommand -l help -d 'this help'"
    echo "complete -c majorant -n __fish_use_subcommand -l version -d 'the version of the program'"
    for command in $commands; do
        echo "complete -c majorant -n __fish_use_subcommand -a $command -d '$(describe "$command")'"
    done
    echo "$formats
$rows" | awk '
        $2 !~ /^-/ { list[$1] = substr($0, length($1) + 2); next }
        {
            help = $0
            sub(/^[^ ]+ [^ ]+ [^ ]+ /, "", help)
            flag = substr($2, 1, 2) == "--" ? "-l " substr($2, 3) \
                                            : "-s " substr($2, 2)
            value = $3 == "V" ? " -r" : ""
            if ($2 == "--format")
                value = " -x -a \047" list[$1] "\047"
            if ($2 == "--recheck")
                value = " -x -a \047all sample none\047"
            printf "complete -c majorant -n \047__fish_seen_subcommand_from %s\047 %s%s -d \047%s\047\n", $1, flag, value, help
        }'
} >"$folder/majorant.fish"
