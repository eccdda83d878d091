#!/usr/bin/env bash
# Checks the strength that the documents promise, by matches of 100 games on 8 x 8, in pairs with the seats swapped. It
# takes about half an hour on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
database=${1:-floors.db}
go build -o "${TMPDIR:-/tmp}/pillars-floors" ./cmd/pillars

match() {
	"${TMPDIR:-/tmp}/pillars-floors" tournament "$1" "$2" --rounds 50 --seed 1 --db "$database" --quiet
}

match alphabeta:nodes=20000 random
match alphabeta:nodes=20000 greedy
match mcts:nodes=5000 random
match mcts:nodes=5000 greedy
match mcts:nodes=50000 mcts:nodes=5000
match alphabeta:nodes=200000 alphabeta:nodes=20000
