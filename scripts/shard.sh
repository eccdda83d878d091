#!/usr/bin/env bash
# Plays one shard of a command, as a task of a Slurm array, a pod of a Kubernetes Job, or by hand with PART=3. It plays
# into a file on the machine's own disk and copies the file to FOLDER, which may be on a shared drive. An interrupted
# shard continues from its copy. SHARDS is the number of shards, PILLARS the program.
# Usage: SHARDS=16 scripts/shard.sh FOLDER COMMAND...
# Example: PART=3 SHARDS=16 scripts/shard.sh /shared/run tournament alphabeta mcts --nodes 2000 --rounds 1000
# In Slurm, where the script saves the games on SIGTERM: SHARDS=64 sbatch --array=1-64 --cpus-per-task=4 \
#   --time=8:00:00 --signal=B:TERM@120 --requeue scripts/shard.sh /shared/run tournament ... --workers 4
# Afterwards: pillars merge /shared/run/part*.db -o all.db
set -euo pipefail
folder=$1
shift
part=${PART:-${SLURM_ARRAY_TASK_ID:-$((${JOB_COMPLETION_INDEX:?set PART=1, 2, ...} + 1))}}
name=part$part.db
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
if [ -e "$folder/$name" ]; then cp "$folder/$name" "$own/$name"; fi

"${PILLARS:-pillars}" "$@" --shard "$part/${SHARDS:?set it to the number of shards}" --db "$own/$name" --quiet &
trap 'kill -TERM $! || true' TERM INT # the program finishes the games in play
code=0
wait $! || code=$?
if [ $code -gt 128 ]; then wait $! || code=$?; fi # a signal ends the first wait

mkdir -p "$folder"
if [ -e "$own/$name" ]; then
	cp "$own/$name" "$folder/.$name.$$"
	mv "$folder/.$name.$$" "$folder/$name" # other processes see a complete file or none
fi
exit $code
