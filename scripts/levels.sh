#!/usr/bin/env bash
# The levels of the practice player on one Elo scale, game by game: all ten against each other. What to look at: every level above the one before, by 100
# to 250 Elo. Usage: scripts/levels.sh [DATABASE] [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
database=${1:-levels.db}
rounds=${2:-40}
program="${TMPDIR:-/tmp}/pillars-levels"
go build -o "$program" ./cmd/pillars

for game in pit-of-pillars pilastri pylyx; do
	"$program" tournament practice:level={1..10} --game "$game" --rounds "$rounds" --seed 2 --db "$database" --quiet
done
# In Pit random turns often lose a pawn at once, and the better player with it. Errors alone make the games differ.
"$program" tournament practice:level={1..10} --game pit --opening-turns 0 --rounds "$rounds" --seed 2 --db "$database" --quiet
