#!/usr/bin/env bash
# Rates the ten levels of the practice player against each other in each game. Every level should be 100 to 250 Elo
# above the level before it.
# Usage: scripts/levels.sh [DATABASE] [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
database=${1:-levels.db}
rounds=${2:-40}
program="${TMPDIR:-/tmp}/pillars-levels"
go build -o "$program" ./cmd/pillars

# rate GAME [FLAG...] plays the tournament of all levels.
rate() { "$program" tournament practice:level={1..10} --rounds "$rounds" --seed 2 --db "$database" --quiet --game "$@"; }

# People begin with the empty board. The first turn of Pylyx has too many possibilities to draw openings from it.
all=$(mktemp) book=$(mktemp)
trap 'rm -f "$all" "$book"' EXIT
echo 'openings = { kind = "all", turns = 2 }' >"$all"
rate pit-of-pillars --run "$all"
rate pilastri --run "$all"
rate pylyx
# Random turns of Pit often lose a pawn at once. Openings that are even let the better player win.
"$program" book --game pit --turns 2 --count 100 --margin 0.5 --player alphabeta:nodes=10000,weights=hand --seed 3 --force -o "$book"
rate pit --book "$book"
