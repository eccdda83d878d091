#!/usr/bin/env bash
# Builds the archives of a release for all systems into dist. Needs Go and git; the same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
exec go run ./scripts/release "$@"
