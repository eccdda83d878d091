#!/usr/bin/env bash
# Learns the set-up part of eval/networks/pit-of-pillars.txt from nothing, in three generations of self-play on boards of
# 5 x 5 to 8 x 8. The other parts of the network stay as they are. It takes about an hour on two cores.
# Usage: [WORKERS=2] [SCALE=100] scripts/setup.sh FOLDER
# SCALE is the number of games in per cent of 60,000 for each generation. FOLDER keeps the games, the network of each
# generation, and the program that played; an interrupted run continues there.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?name a folder for games and networks} workers=${WORKERS:-$(nproc)} scale=${SCALE:-100}
program=$folder/pillars network=eval/networks/pit-of-pillars.txt
mkdir -p "$folder"
[[ -x $program ]] || go build -o "$program" ./cmd/pillars

# The first generation begins with a network without a set-up part.
[[ -f $folder/network-0.txt ]] ||
	sed -E '/^set-up-/d; s/^(unit( [^ ]+){3}) .*/\1/' "$network" >"$folder/network-0.txt"
data=()
for generation in 1 2 3; do
	before=$folder/network-$((generation - 1)).txt after=$folder/network-$generation.txt
	for size in 5 6 7 8; do
		games=$((scale * (size - 4) * 60)) run=generation-$generation-size-$size
		"$program" selfplay --option size=$size --player "alphabeta:nodes=800,table=1,weights=$before" --games "$games" \
			--own-set-up 1 --random-turns 1..$((2 * size - 8)) --stray 0.1 --seed "$generation" --workers "$workers" \
			--db "$folder/games.db" --tag "$run"
		data+=(--data "$run")
	done
	[[ -f $after ]] || "$program" tune network "${data[@]}" --db "$folder/games.db" --from "$before" --units 64 \
		--stage set-up --positions any --lambda 0.15 --epochs 14 --workers "$workers" -o "$after"
done
