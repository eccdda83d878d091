#!/usr/bin/env bash
# otheruser.sh runs tests as the user nobody, on a copy of the sources that belongs to root and that nobody may write
# to, with blanks in the path of temporary files. It needs root on Linux, and takes what go test takes:
#
#	scripts/otheruser.sh ./engine/pit ./cmd/pillars -run TestScripts
#
# Root compiles. Tests that start the go command find its modules, and compile into a cache of their own.
set -euo pipefail
if [ "${1-}" = --as-nobody ]; then # go test starts every test program through this
	own=$(mktemp -d "$OTHERUSER/run.XXXXXX")
	mkdir "$own/with blanks in it" "$own/home"
	cp "$2" "$own" # from a folder that only root may look into
	chown -R nobody "$own"
	status=0
	env HOME="$own/home" TMPDIR="$own/with blanks in it" \
		GOFLAGS= GOCACHE="$OTHERUSER/cache" GOMODCACHE="$OTHERUSER/modules" \
		setpriv --reuid=nobody --regid=nogroup --clear-groups "$own/${2##*/}" "${@:3}" || status=$?
	rm -rf "$own"
	exit "$status"
fi
cd "$(dirname "$0")/.."
export OTHERUSER=$(mktemp -d)
trap 'rm -rf "$OTHERUSER"' EXIT
chmod 755 "$OTHERUSER"
install -d -o nobody "$OTHERUSER/cache"
cp -r "$(go env GOMODCACHE)" "$OTHERUSER/modules"
cp -r . "$OTHERUSER/sources"
cd "$OTHERUSER/sources"
chmod -R a-w .
go test -count=1 -vet=off -exec "$PWD/scripts/otheruser.sh --as-nobody" "$@"
