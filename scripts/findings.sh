#!/usr/bin/env bash
# Makes the games behind docs/FINDINGS.md: for each game and board a population of players, and the games of each player
# with itself. Writes the figures to FOLDER/population.csv. Given again, it continues where it stopped. The whole set
# takes some hours on two cores; TENTH=1 makes a tenth of it, a trial of some minutes.
# Usage: [TENTH=1] [WORKERS=2] scripts/findings.sh FOLDER [CELL...], such as scripts/findings.sh set pilastri-6
set -euo pipefail
mkdir -p "${1:?name a folder for the games}"
folder=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
go build -o "$folder/pillars" ./cmd/pillars
cd "$folder"
workers=${WORKERS:-$(nproc)}
make=() games=()
if [[ -n ${TENTH:-} ]]; then
	make=(--players=6 --games=100 --match-games=40 --positions=80) games=(--games=480)
fi
if [[ $# -eq 0 ]]; then # the size of the board or, in Pit, the number of players
	set -- pit-of-pillars-{6,8} pilastri-{6,4} pylyx-8 pit-2 pit-of-pillars-{5,7} pilastri-8 pit-{3,4} pit-of-pillars-4
fi
for cell in "$@"; do
	game=${cell%-*} option=--option=size=${cell##*-}
	if [[ $game == pit ]]; then
		option=--option=players=${cell##*-}
	fi
	more=()
	if [[ $game == pylyx ]]; then # with fewer nodes almost all games of a candidate that has learned a little are drawn
		more=(--nodes=400)
	fi
	echo "$cell" >&2
	./pillars tune population --game "$game" "$option" --workers "$workers" --quiet "${make[@]}" "${more[@]}" \
		--output "$cell/players.txt" >"$cell.txt"
	./pillars measure "$game" "$option" --players "$cell/players.txt" --nodes 25,100,400,1600 --db "$cell/measured.db" \
		--workers "$workers" --quiet --csv "${games[@]}" >"$cell.csv.new"
	mv "$cell.csv.new" "$cell.csv"
done
awk "FNR > 1 || NR == 1" ./*-*.csv >population.csv
