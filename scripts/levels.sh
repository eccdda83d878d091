#!/usr/bin/env bash
# The levels of the practice player on one Elo scale, game by game: all ten against each other. What to look at: every level above the one before, by 100
# to 250 Elo. Usage: scripts/levels.sh [DATABASE] [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
database=${1:-levels.db}
rounds=${2:-10}
program="${TMPDIR:-/tmp}/pillars-levels"
go build -o "$program" ./cmd/pillars

for game in pit-of-pillars pilastri pylyx pit; do
	echo "$game"
	"$program" tournament practice:level={1..10} --game "$game" --rounds "$rounds" --seed 1 --db "$database" --quiet
done
