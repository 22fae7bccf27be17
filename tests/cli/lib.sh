# Sourced by the scripts beside it: sh SCRIPT.sh MAJORANT SOURCE_FOLDER
set -u
. "$(dirname "$0")/../support/limits.sh"
majorant=$1
here=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
    echo "FAILED: $*" >&2
    failed=1
}

# expect STATUS ARGUMENT...: runs majorant; its output is in out and err.
expect() {
    wanted=$1
    shift
    "$majorant" "$@" >out 2>err
    got=$?
    if [ "$got" -ne "$wanted" ]; then
        fail "status $got, wanted $wanted: majorant $*"
        cat out err >&2
    fi
}

# says FILE TEXT: the file (out or err) has a line with that text.
says() {
    grep -qF -- "$2" "$1" || {
        fail "$1 does not say: $2"
        cat "$1" >&2
    }
}

silent() {
    [ ! -s "$1" ] || {
        fail "$1 should be empty"
        cat "$1" >&2
    }
}

# products FILE: two claims that are proved at once.
products() {
    cat >"$1" <<'END'
theorem p {
    dim n;
    given A, B : real[n, n];
    claim norm: norm1(A * B) <= norm1(A) * norm1(B);
    claim same: (A * B)' == B' * A';
}
END
}

finish() {
    exit "$failed"
}
