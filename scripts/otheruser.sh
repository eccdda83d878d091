#!/usr/bin/env bash
# Runs tests as the user nobody, on a copy of the sources that is owned by root and read-only, and with blanks in the
# path of temporary files. It needs root on Linux. Its arguments are those of go test:
#
#	scripts/otheruser.sh ./engine/pit ./cmd/pillars -run TestScripts
#
# Root compiles the tests. Tests that start the go command can read root's modules, and have a separate build cache.
set -euo pipefail
if [ "${1-}" = --as-nobody ]; then # go test starts every test program by this branch
	own=$(mktemp -d "$OTHERUSER/run.XXXXXX")
	mkdir "$own/with blanks in it" "$own/home"
	cp "$2" "$own" # from a folder that only root may read
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
