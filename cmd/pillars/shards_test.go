//go:build !race

package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/cmd/pillars/root"
)

// ran returns the output of a command that must succeed.
func ran(t *testing.T, words ...string) string {
	t.Helper()
	var out, told bytes.Buffer
	if code := root.Run(words, strings.NewReader(""), &out, &told); code != 0 {
		t.Fatalf("pillars %s: exit code %d\n%s", strings.Join(words, " "), code, &told)
	}
	return out.String()
}

// sharded runs a command for every shard and joins the databases.
func sharded(t *testing.T, shards int, words ...string) {
	t.Helper()
	var files []string
	for part := 1; part <= shards; part++ {
		files = append(files, fmt.Sprintf("part%d.db", part))
		ran(t, append(slices.Clone(words), fmt.Sprintf("--shard=%d/%d", part, shards), "--db="+files[part-1])...)
	}
	ran(t, append([]string{"merge", "-o", "all.db"}, files...)...)
}

// TestShardsMakeOneRun plays runs in four shards and in one process. It checks that the games are the same, and what is
// printed byte for byte.
func TestShardsMakeOneRun(t *testing.T) {
	const small = " --option=size=4 --quiet"
	for _, line := range []string{
		"tournament alphabeta:nodes=40 mcts:nodes=30 greedy --rounds=9" + small,
		"measure pit-of-pillars --questions=fair,decisive --games=160 --player=alphabeta:nodes=80,table=1" + small,
		"selfplay --player=alphabeta:nodes=20,table=1 --games=20" + small,
	} {
		t.Chdir(t.TempDir())
		words := strings.Fields(line)
		sharded(t, 4, words...)
		one, all := ran(t, append(words, "--db=one.db")...), ran(t, append(words, "--db=all.db")...)
		if all = strings.ReplaceAll(all, "all.db", "one.db"); one != all {
			t.Errorf("%s: one process prints\n%s\nshards\n%s", words[0], one, all)
		}
		if all, one := gamesIn(t, "all.db"), gamesIn(t, "one.db"); len(one) < 16 || !maps.Equal(all, one) {
			t.Errorf("%s: %d games are not the %d of one process", words[0], len(all), len(one))
		}
	}
}
