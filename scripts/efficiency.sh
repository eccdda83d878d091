#!/usr/bin/env bash
# Measures the processor time that workers cost. It plays one tournament as 16 shards, each in a process, and by a
# coordinator with 16 workers. All processes run at the same time, so that they share processors and caches equally.
# Usage: scripts/efficiency.sh [ROUNDS], from the root of the repository.
set -euo pipefail
rounds=${1:-24} nodes=${2:-400000}
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
go build -o "$folder/pillars" ./cmd/pillars
run=(tournament "alphabeta:nodes=$nodes" "mcts:nodes=$((nodes / 2))" --option size=6 --rounds "$rounds" --quiet)
cd "$folder"
TIMEFORMAT='%U %S'
timed() { { time "${@:2}" >/dev/null 2>"$1.log"; } 2>"$1.time"; }
seconds() { awk '{ sum += $1 + $2 } END { printf "%.1f", sum }' "$@"; }

timed coordinator ./pillars "${run[@]}" --db all.db --workers 0 --listen 127.0.0.1:0 --unit-time 10s &
coordinator=$!
until address=$(grep -o 'pillars://[^ ]*' coordinator.log); do sleep 0.1; done
for n in $(seq 16); do
	timed "worker$n" ./pillars work "$address" --workers 1 --idle 60s &
	timed "shard$n" ./pillars "${run[@]}" --db "shard$n.db" --workers 1 --shard "$n/16" &
done
wait "$coordinator"
pkill -INT -f "pillars work $address" || true
wait || true

shards=$(seconds shard*.time) all=$(seconds coordinator.time worker*.time)
echo "16 shards $shards s; coordinator $(seconds coordinator.time) s, with 16 workers $all s of processor time"
awk -v a="$shards" -v b="$all" 'BEGIN { printf "workers: %.1f %% of the processor time of shards\n", 100 * b / a }'
