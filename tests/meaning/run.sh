# What the language means, against definitions of others: sh run.sh MAJORANT
# SOURCES.  Skipped without Debian's python3-mpmath and python3-numpy.
set -u
. "$(dirname "$0")/../support/limits.sh"
here=$(cd "$(dirname "$0")" && pwd)
for python in python3 /usr/bin/python3; do
    "$python" -c 'import mpmath, numpy' 2>/dev/null &&
        exec "$python" -B "$here/meaning.py" "$1" "$2"
done
echo "skipped: python3-mpmath and python3-numpy are needed (apt-get install)"
exit 77
