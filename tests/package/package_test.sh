#!/bin/sh
# Makes the .deb of a build, installs it, uses what it brings, removes it again, and finds nothing
# left: tests/package/package_test.sh BUILD. It needs root, dpkg-dev, and the libraries to build with.
set -eu
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"; dpkg -r headtrace >/dev/null 2>&1 || true' EXIT

(cd "$build" && cpack -B "$work" >/dev/null 2>&1)
dpkg -i "$work"/headtrace_*.deb >/dev/null
cd "$work"

headtrace --version
headtrace run 7 --only output_in_out --color never | grep -q '1\.8.*0\.1.*0\.4.*2\.1'
headtrace check 1 6 7
test -s /usr/share/man/man1/headtrace.1
bash -c 'source /usr/share/bash-completion/completions/headtrace; complete -p headtrace' >/dev/null

cmake -S "$here/consumer" -B consumer -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build consumer >/dev/null
consumer/consumer /usr/share/headtrace/lessons/07-fusion-by-numbers.json >told
grep -q '^output_in_out 1 1 4 : 1.8$' told

files=$(dpkg -L headtrace | while read -r file; do [ -d "$file" ] || echo "$file"; done)
dpkg -r headtrace >/dev/null
for file in $files; do
  if [ -e "$file" ]; then echo "left behind: $file" >&2; exit 1; fi
done
echo "installed, used, built against and removed"
