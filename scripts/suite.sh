#!/usr/bin/env bash
# Prints the tables of solved positions in docs/notebook/2026-11-26-tactics.md as Markdown. It takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${TMPDIR:-/tmp}/pillars-suite
go build -o "$program" ./cmd/pillars

# row PLAYER SET prints solved positions, score and nodes for each game and for all games.
row() {
	"$program" suite --player "$1" --set "$2" --json 2>/dev/null |
		sed -n 's/.*"type":"suite-score".*"solved":\([0-9]*\),"problems":\([0-9]*\),.*"score":\([0-9.]*\),"mean_nodes_to_solution":\([0-9]*\).*/\1 \2 \3 \4/p' |
		awk -v player="$1" 'BEGIN { printf "| `%s`", player } { printf " | %d of %d, %.2f (%d)", $1, $2, $3, $4 } END { print " |" }'
}

for set in basic hard; do
	printf '\n| %s set | Pit of Pillars | Pilastri | Pylyx | Pit | all |\n|---|---|---|---|---|---|\n' "$set"
	for player in greedy mcts mcts:base alphabeta alphabeta:base; do
		row "$player" "$set"
	done
done
