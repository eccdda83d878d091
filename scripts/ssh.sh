#!/usr/bin/env bash
# Plays one shard on each of several machines where the program is installed, and merges their files here. It may be
# started again; a machine whose shard is complete only sends its file. SSH is the program that runs remote commands.
# Usage: scripts/ssh.sh "HOST HOST..." FILE COMMAND...
# Example: scripts/ssh.sh "ada bob eve" all.db tournament alphabeta mcts --nodes 2000 --rounds 300
set -euo pipefail
read -ra hosts <<<"$1"
all=$2
shift 2
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
there=pillars-$(printf '%q ' "$@" | cksum | cut -d' ' -f1) # the names of remote files depend on the command
tasks=() parts=()
for i in "${!hosts[@]}"; do
	shard=$((i + 1))/${#hosts[@]} file=$there-$((i + 1))-${#hosts[@]}-${all##*/}
	part=$own/$i-${all##*/}
	"${SSH:-ssh}" "${hosts[i]}" "pillars $(printf '%q ' "$@") --shard $shard --db $file --quiet >&2 && cat $file" >"$part" &
	tasks+=($!) parts+=("$part")
done
for i in "${!tasks[@]}"; do
	wait "${tasks[i]}" || { echo "${hosts[i]} has failed; start this again to go on" >&2; exit 1; }
done
"${PILLARS:-pillars}" merge "${parts[@]}" -o "$all"
