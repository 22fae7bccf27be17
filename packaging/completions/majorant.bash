# Completion of majorant for bash.  Made by packaging/completions/make.sh from majorant --help.
_majorant() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local command= i options=
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        -*) ;;
        *) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case $command$before in
    check--format) COMPREPLY=($(compgen -W 'text json junit sarif github' -- "$word")); return ;;
    prove--format) COMPREPLY=($(compgen -W 'text json junit sarif github' -- "$word")); return ;;
    trace--format) COMPREPLY=($(compgen -W 'text csv json' -- "$word")); return ;;
    paths--format) COMPREPLY=($(compgen -W 'text csv json' -- "$word")); return ;;
    compare--format) COMPREPLY=($(compgen -W 'text csv json' -- "$word")); return ;;
    report--format) COMPREPLY=($(compgen -W 'text json junit html md' -- "$word")); return ;;
    check--recheck) COMPREPLY=($(compgen -W 'all sample none' -- "$word")); return ;;
    esac
    case $command in
    '') options='check prove refute recheck eval trace paths compare report merge ablate explain fmt --help --version' ;;
    check) options='--case --claim --trials --trial --seed --dims --prec-max --time --mem --jobs --format -o --store --shard --mpi --stored --no-cache --strict --no-filter --campaign --allow-outside --set --recheck -v -q -x --last-failed --color --progress --help' ;;
    prove) options='--case --claim --trials --seed --dims --prec-max --time --mem --jobs --format -o --stored --engine --explain --update --strict --campaign --allow-outside --set --progress --help' ;;
    refute) options='--case --claim --seed --dims --prec-max --time --mem --evals -o --report --no-filter --campaign --allow-outside --set --progress --help' ;;
    recheck) options='--time --mem --allow-outside --against --help' ;;
    eval) options='--prec-max --time --mem --set --digits --help' ;;
    trace) options='--case --trials --trial --seed --dims --prec-max --time --mem --format -o --allow-outside --set --expr --over --bound --double-only --progress --help' ;;
    paths) options='--case --trial --seed --dims --prec-max --time --mem --format -o --allow-outside --set --expr --over --heads --left --right --start --sample --double-only --progress --help' ;;
    compare) options='--case --claim --trials --seed --dims --prec-max --time --mem --format -o --allow-outside --set --help' ;;
    report) options='--time --mem --format -o --allow-outside --help' ;;
    merge) options='--time --mem -o --help' ;;
    ablate) options='--case --claim --seed --dims --prec-max --time --mem --evals --allow-outside --set --help' ;;
    explain) options='--case --claim --trials --seed --dims --prec-max --time --mem --campaign --allow-outside --set --help' ;;
    fmt) options='--check --help' ;;
    esac
    if [[ $word == -* || -z $command ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}
complete -o filenames -F _majorant majorant
