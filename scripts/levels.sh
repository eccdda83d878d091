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
# In Pit random turns often lose a pawn at once, and the better player with it: even openings show who is better.
book=$(mktemp)
trap 'rm -f "$book"' EXIT
"$program" book --game pit --turns 2 --count 100 --margin 0.5 --player alphabeta:nodes=10000,weights=hand --seed 3 --force -o "$book"
"$program" tournament practice:level={1..10} --game pit --book "$book" --rounds "$rounds" --seed 2 --db "$database" --quiet
