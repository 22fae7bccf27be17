# is_chosen FILE: whether a test is to look at FILE, where $which is `all`, or
# $named has names without .bound and $which says `only` those or all `but`
# those.  All that are named exist: chosen_exist, in the folder of the files.

is_chosen() {
    case " $named " in
    *" ${1%.bound} "*) [ "$which" = only ] ;;
    *) [ "$which" != only ] ;;
    esac
}

chosen_exist() {
    for name in $named; do
        [ -e "$name.bound" ] || {
            echo "FAILED: there is no $name.bound" >&2
            return 1
        }
    done
}
