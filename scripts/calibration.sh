#!/usr/bin/env bash
# Fits the calibrations in eval/calibration to games of self-play. Without names such as pit-of-pillars or
# pilastri-size=8 it fits all. Run it after a change of an evaluation or a search, and build again afterwards. It takes
# about 30 minutes on two cores.
# Usage: [GAMES=2000] [WORKERS=2] [FOLDER=DIRECTORY] scripts/calibration.sh [NAME...]
# FOLDER keeps games and tables. Name a new folder after a change, since games in the folder are used again.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${GAMES:-2000} workers=${WORKERS:-$(nproc)} folder=${FOLDER:-}
if [[ -z $folder ]]; then
	folder=$(mktemp -d)
	trap 'rm -rf "$folder"' EXIT
fi
mkdir -p "$folder"
program=$folder/pillars
go build -o "$program" ./cmd/pillars
if [[ $# -eq 0 ]]; then
	set -- pit-of-pillars pit-of-pillars-size={5,6,7} pilastri{,-size=8} pit-players=2 \
		pylyx-reach=slide pylyx-reach=slide,size=6 pylyx-reach=slide,size=8
fi

for name in "$@"; do
	for game in pit-of-pillars pilastri pylyx pit; do
		[[ $name == "$game" || $name == "$game"-* ]] && break
	done
	IFS=, read -ra options <<<"${name:${#game}+1}"
	rules=(--game "$game" "${options[@]/#/--option=}")
	data=()
	for share in "$games alphabeta:nodes=2000,table=1" "$((games / 4)) mcts:nodes=800,memory=16"; do
		read -r count player <<<"$share"
		run=${name//,/-}-${player%%:*}
		"$program" selfplay "${rules[@]}" --player "$player" --stray 0 --own-set-up 0.5 --random-turns 1..6 \
			--games "$count" --workers "$workers" --db "$folder/games.db" --tag "$run"
		data+=(--data "$run")
	done
	for level in {1..10}; do # whose games are scored by alphabeta
		run=${name//,/-}-level-$level
		"$program" selfplay "${rules[@]}" --player "practice:level=$level" --stray 0 --own-set-up 0.5 \
			--random-turns 1..6 --games "$((games / 16))" --workers "$workers" --db "$folder/games.db" --tag "$run"
		data+=(--data "$run")
	done
	"$program" tune calibration "${rules[@]}" "${data[@]}" --db "$folder/games.db" --force -o "eval/calibration/$name.txt" |
		tee "$folder/$name.table"
done
