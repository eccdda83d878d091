#!/usr/bin/env bash
# How much of the processor time of a run with workers is play: the same tournament by one process and by a coordinator
# with 16 workers, all on this machine. Usage: scripts/efficiency.sh [ROUNDS], from the root of the repository.
set -euo pipefail
rounds=${1:-400}
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
go build -o "$folder/pillars" ./cmd/pillars
run=(tournament alphabeta:nodes=20000 mcts:nodes=10000 --option size=6 --rounds "$rounds" --quiet)
cd "$folder"
seconds() { awk '{ sum += $1 + $2 } END { printf "%.1f", sum }' "$@"; }
TIMEFORMAT='%U %S'

{ time ./pillars "${run[@]}" --db alone.db --workers 2 >/dev/null 2>alone.log; } 2>alone.time

{ time ./pillars "${run[@]}" --db all.db --workers 0 --listen 127.0.0.1:0 --unit-time 10s >/dev/null 2>all.log; } 2>all.time &
coordinator=$!
until address=$(grep -o 'pillars://[^ ]*' all.log); do sleep 0.1; done
for n in $(seq 16); do
	{ time ./pillars work "$address" --workers 1 --quiet 2>"$n.log"; } 2>"$n.time" &
done
wait "$coordinator"
pkill -INT -f "pillars work $address" || true
wait || true

alone=$(seconds alone.time) all=$(seconds all.time [0-9]*.time)
echo "one process $alone s, coordinator $(seconds all.time) s, all $all s of processor time"
awk -v a="$alone" -v b="$all" 'BEGIN { printf "efficiency %.1f %%\n", 100 * a / b }'
