#!/usr/bin/env bash
# Trains the networks in eval/networks from nothing: it fits pattern weights and a first network to games of the tuned
# weights, then a second network to games of the first. It takes about two hours on two cores for each name.
# The part for the set-up is trained after this, by scripts/setup.sh.
# Usage: [WORKERS=2] [GAMES=60000] scripts/networks.sh FOLDER [NAME...]
# NAME is a file of eval/networks without .txt. An interrupted run continues in the same folder, which keeps the games,
# the networks, and the program that played.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?name a folder for games and networks} workers=${WORKERS:-$(nproc)} games=${GAMES:-60000}
shift
[[ $# -gt 0 ]] || set -- pit-of-pillars pilastri pylyx-reach=slide{,,size=8}
program=$folder/pillars
mkdir -p "$folder"
[[ -x $program ]] || go build -o "$program" ./cmd/pillars

for name in "$@"; do
	for game in pit-of-pillars pilastri pylyx; do
		[[ $name == "$game" || $name == "$game"-* ]] && break
	done
	IFS=, read -ra options <<<"${name:${#game}+1}"
	sizes=("") units=64 epochs=14 last=0.25
	[[ $game == pit-of-pillars ]] && sizes=(5 6 7 8) # one network for all
	[[ $game == pilastri ]] && sizes=(8 6) units=32 epochs=8 last=0.5
	data=() from=$folder/$name-weights.txt
	for generation in 1 2; do
		player=alphabeta:nodes=800,table=1,weights=patterns lambda=0.7
		[[ $generation == 2 ]] && player=alphabeta:nodes=1500,table=1,weights=$from lambda=$last
		for size in "${sizes[@]}"; do
			rules=(--game "$game" "${options[@]/#/--option=}" ${size:+--option=size=$size})
			run=$name${size:+-$size}-$generation
			"$program" selfplay "${rules[@]}" --player "$player" --games $((games / ${#sizes[@]})) --seed "$generation" \
				--workers "$workers" --db "$folder/games.db" --tag "$run"
			data+=(--data "$run")
		done
		learn=("${rules[@]}" --db "$folder/games.db" --positions any --lambda "$lambda" --workers "$workers")
		# Weights are fitted to games of one size, the last.
		[[ -f $from ]] || "$program" tune weights "${learn[@]}" --data "$run" --from zero --only-patterns -o "$from"
		after=$folder/$name-$generation.txt
		[[ -f $after ]] ||
			"$program" tune network "${learn[@]}" "${data[@]}" --from "$from" --units $units --epochs $epochs -o "$after"
		from=$after
	done
done
