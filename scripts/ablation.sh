#!/usr/bin/env bash
# Measures the gain of each idea of the searches, by matches at equal nodes between the player without the idea and the
# player with it. Each line is a match: the row of the player without the idea in the standings. Its Elo, with a 95 %
# interval, is half the difference between the two.
set -euo pipefail
cd "$(dirname "$0")/.."
database=${1:-ablation.db}
program="${TMPDIR:-/tmp}/pillars-ablation"
go build -o "$program" ./cmd/pillars

without() {
	local kind=$1 nodes=$2 rounds=$3 keys=$4
	printf '%-10s %-28s ' "$kind" "$keys"
	"$program" tournament "$kind:nodes=$nodes,$keys" "$kind:nodes=$nodes" --rounds "$rounds" --seed 1 --db "$database" --quiet |
		awk -v keys="$keys" 'index($2, keys) {print}' | tr -s ' '
}

for keys in window=false killers=false history=false policy=false reduction=false pruning=false quiescence=false; do
	without alphabeta 5000 100 "$keys"
done
for keys in priors=ordering leaf=eval solver=false reuse=false select=uct lcb=0 flatten=3 spread=0.03 implicit=0.3 fpu=0.15 cpuct=0.5 \
	cpuct=1.2 later=0.4; do
	without mcts 1000 20 "$keys"
done
