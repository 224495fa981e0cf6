#!/bin/sh
# Fetches axe-core, which searches a page for what would keep a reader out, from npm:
# tests/page/get_axe.sh FOLDER   writes FOLDER/axe.min.js
set -eu
version=4.10.3
folder=$(mkdir -p "$1" && cd "$1" && pwd)
[ -f "$folder/axe-$version" ] && exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent "axe-core@$version" >/dev/null
tar -xzf "axe-core-$version.tgz" package/axe.min.js
mv package/axe.min.js "$folder/axe.min.js"
touch "$folder/axe-$version"
