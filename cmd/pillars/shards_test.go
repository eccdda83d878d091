//go:build !race

package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pillars/cmd/pillars/root"
	"pillars/results/keep/store"
	"pillars/tournament"
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

// sharded runs a command for every shard and joins the databases into all. It checks that two orders of the databases
// give the same bytes, and that merging leaves no other file.
func sharded(t *testing.T, shards int, all string, words ...string) {
	t.Helper()
	var files []string
	for part := 1; part <= shards; part++ {
		file := fmt.Sprintf("part%d-%s", part, all)
		ran(t, append(slices.Clone(words), fmt.Sprintf("--shard=%d/%d", part, shards), "--db="+file)...)
		files = append(files, file)
	}
	ran(t, slices.Concat([]string{"merge", "-o", all}, files)...)
	slices.Reverse(files)
	ran(t, slices.Concat([]string{"merge", "-o", "reversed-" + all}, files)...)
	sameBytes(t, all, "reversed-"+all)
	if left, err := filepath.Glob(".*"); err != nil || len(left) > 0 {
		t.Errorf("left are %v, error %v", left, err)
	}
}

func sameBytes(t *testing.T, a, b string) {
	t.Helper()
	one, err1 := os.ReadFile(a)
	other, err2 := os.ReadFile(b)
	if err1 != nil || err2 != nil || !bytes.Equal(one, other) {
		t.Errorf("%s and %s differ, errors %v, %v", a, b, err1, err2)
	}
}

// gamesOf returns all games of a file, without their times.
func gamesOf(t *testing.T, path string) map[string]tournament.Game {
	t.Helper()
	db, err := store.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(t.Context())
	games := map[string]tournament.Game{}
	for _, run := range runs {
		for stored, err := range db.Find(t.Context(), run.ID, store.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			for i := range stored.Thoughts {
				stored.Thoughts[i].Time = 0
			}
			games[run.ID+"/"+stored.Identity] = stored.Game
		}
		games[run.ID] = tournament.Game{Result: tournament.Result{Identity: run.Spec, Turns: run.Total}}
	}
	if err != nil || len(games) == 0 {
		t.Fatalf("%s: %d games, error %v", path, len(games), err)
	}
	return games
}

// TestShardsMakeOneTournament plays a tournament in sixteen shards and in one process. It checks that the games are the
// same, and the tables and reports byte for byte, except for the day on which the run began.
func TestShardsMakeOneTournament(t *testing.T) {
	t.Chdir(t.TempDir())
	words := []string{"tournament", "alphabeta:nodes=40", "mcts:nodes=30", "greedy", "--option=size=4", "--rounds=18",
		"--quiet"}
	sharded(t, 16, "all.db", words...)
	ran(t, append(words, "--db=one.db")...)
	all, one := gamesOf(t, "all.db"), gamesOf(t, "one.db")
	if len(one) != 3*2*18+1 || !reflect.DeepEqual(all, one) {
		t.Errorf("%d games are not the %d of one process", len(all), len(one))
	}
	run := regexp.MustCompile(`\b[0-9a-f]{12}\b`).FindString(ran(t, "runs", "--db=one.db"))
	day := regexp.MustCompile(`begun [0-9]{4}-[0-9-]+`)
	for _, command := range [][]string{
		words, {"ratings", run, "--crosstable"}, {"verify", run},
		{"report", run, "--random-games=5", "--judge=", "--judgements=0", "--limit=30", "--force",
			"--output=report.html"},
	} {
		var printed [2]string
		for i, db := range []string{"all.db", "one.db"} {
			printed[i] = ran(t, append(slices.Clone(command), "--db="+db)...)
			if command[0] == "report" {
				page, err := os.ReadFile("report.html")
				if err != nil {
					t.Fatal(err)
				}
				printed[i] += day.ReplaceAllString(string(page), "")
			}
		}
		if printed[0] != printed[1] {
			t.Errorf("%s differs:\n%s\n%s", command, printed[0], printed[1])
		}
	}
}

// TestShardsMakeOneMeasurement checks the same for the commands "advantage", "measure" and "selfplay".
func TestShardsMakeOneMeasurement(t *testing.T) {
	for _, words := range [][]string{
		{"advantage", "--nodes=20", "--games=40", "--rungs=2", "--measure=start,openings", "--option=size=4", "--quiet",
			"--player=alphabeta:table=1"},
		{"measure", "--games=40", "--start-games=16", "--player=random", "--player=greedy", "--random-games=0",
			"--judge=", "--judgements=0", "--option=size=4", "--quiet"},
		{"selfplay", "--player=alphabeta:nodes=20,table=1", "--option=size=4", "--games=50", "--quiet"},
	} {
		t.Chdir(t.TempDir())
		sharded(t, 4, "all.db", words...)
		one, all := ran(t, append(words, "--db=one.db")...), ran(t, append(words, "--db=all.db")...)
		if all = strings.ReplaceAll(all, "all.db", "one.db"); one != all {
			t.Errorf("%s: one process prints\n%s\nshards\n%s", words[0], one, all)
		}
		if a, b := gamesOf(t, "all.db"), gamesOf(t, "one.db"); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %v are not the games %v", words[0], slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)))
		}
	}
}
