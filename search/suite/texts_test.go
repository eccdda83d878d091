package suite

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestResultsInWords compares the lines that show results, scores and comparisons.
func TestResultsInWords(t *testing.T) {
	t.Parallel()
	solved := Result{ID: "fork", Kind: Kind{win, 2}, Solved: true, Turn: "b1c1", Score: "win in 2", Nodes: 900,
		Game: "pit", Budget: 5000, Needed: 250, Stated: 2000, Points: 5, Seconds: 0.25}
	failed := Result{ID: "hold", Kind: Kind{only, 1}, Turn: "-", Score: "+1.50", Nodes: 700, Needed: 3}
	score := PlayerScore{Player: "greedy", Solved: 1, Problems: 3, Score: 2.5, MeanNodes: 62.9, Game: "pit"}
	c := Comparison{File: "old.json", Player: "greedy", Common: 3, Newer: 1, Won: []string{"fork", "hold"},
		Then: 1.5, Now: 1.25, Nodes: 2}
	for _, text := range []struct{ got, want string }{
		{solved.String(), "solved  win-in-2   fork" + strings.Repeat(" ", 46) + "250 nodes  b1c1 (win in 2)"},
		{failed.String(), "FAILED  only       hold" + strings.Repeat(" ", 46) + "700 nodes  - (+1.50)"},
		{strings.Join(solved.CSV(), ","), "fork,pit,win-in-2,true,b1c1,5000,250,5.000,0.250000"},
		{score.String(), "greedy solves 1 of 3 problems of pit (33.3 %), score 2.500, 63 nodes to the solution"},
		{PlayerScore{Player: "p"}.String(), "p solves 0 of 0 problems (0.0 %), score 0.000, 0 nodes to the solution"},
		{c.String(), "compared with greedy in old.json, over 3 problems (1 not compared):\nwon: fork, hold\n" +
			"lost: none\nscore 1.500 -> 1.250 (-0.250), nodes x 2.000"},
	} {
		if text.got != text.want {
			t.Errorf("it says\n%s, want\n%s", text.got, text.want)
		}
	}
	if columns := strings.Split(CSVHeading, ","); len(columns) != len(solved.CSV()) {
		t.Errorf("%d columns, %d cells", len(columns), len(solved.CSV()))
	}
}

// TestCompareNamesProblems compares runs of six problems: one is won, one lost, one solved by both, and three have
// changed.
func TestCompareNamesProblems(t *testing.T) {
	t.Parallel()
	result := func(id string, solved bool, position string, budget, stated uint64) Result {
		return Result{ID: id, Solved: solved, Position: position, Budget: budget, Stated: stated}
	}
	earlier := Earlier{file: "f", player: "p", results: []Result{
		result("won", false, "x", 10, 10), result("lost", true, "x", 10, 10), result("both", true, "x", 10, 10),
		result("moved", true, "x", 10, 10), result("richer", true, "x", 10, 10), result("stated", true, "x", 10, 10),
		result("kind", true, "x", 10, 10),
	}}
	kind := result("kind", true, "x", 10, 10)
	kind.Kind = Kind{only, 1}
	c := earlier.Compare([]Result{
		result("won", true, "x", 10, 10), result("lost", false, "x", 10, 10), result("both", true, "x", 10, 10),
		result("moved", false, "y", 10, 10), result("richer", false, "x", 20, 10), result("stated", false, "x", 10, 20),
		kind,
	})
	if strings.Join(c.Won, " ") != "won" || strings.Join(c.Lost, " ") != "lost" || c.Common != 3 || c.Newer != 4 ||
		c.File != "f" || c.Player != "p" || c.Type != "suite-comparison" {
		t.Errorf("%+v", c)
	}
}

// The output for two shards of three problems, which a player answers.
const (
	head = `{"type":"suite-shard","shard":"PART/2","problems":3,"suite":"abc","player":"greedy","nodes":0,` +
		`"signature":"s"}`
	tail    = `{"type":"suite-score","player":"greedy","solved":1,"problems":2}`
	problem = `{"type":"problem","id":"ID","kind":"only","position":"x","solved":true,"turn":"a","score":"0",` +
		`"nodes":64,"nodes_per_decision":100,"game":"pit","nodes_to_solution":50,"budget":100,"points":3,` +
		`"seconds_to_solution":SECONDS}`
)

// shard returns the path of a file with the output for a part, where the problems have the given ids and times.
func shard(t *testing.T, part, seconds, end string, ids ...string) string {
	t.Helper()
	lines := []string{strings.Replace(head, "PART", part, 1)}
	for _, id := range ids {
		lines = append(lines, strings.NewReplacer("ID", id, "SECONDS", seconds).Replace(problem))
	}
	path := filepath.Join(t.TempDir(), "part"+part)
	if err := os.WriteFile(path, []byte(strings.Join(append(lines, end), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMerge joins the answers of shards in the order of the problems, and keeps the shorter time of a problem that is
// answered twice.
func TestMerge(t *testing.T) {
	t.Parallel()
	odd, even := shard(t, "1", "2", tail, "p1", "p3"), shard(t, "2", "2", tail, "p2")
	again := shard(t, "2", "1.5", tail, "p2")
	var out bytes.Buffer
	problems, twice, err := Merge(t.Context(), []string{even, odd, again}, &out)
	if err != nil || problems != 3 || twice != 1 {
		t.Fatalf("%d problems, %d twice, %v", problems, twice, err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines:\n%s", len(lines), out.String())
	}
	for i, seconds := range []string{"2", "1.5", "2"} {
		want := strings.NewReplacer("ID", "p"+string(rune('1'+i)), "SECONDS", seconds).Replace(problem)
		if lines[i] != want {
			t.Errorf("line %d is\n%s, want\n%s", i+1, lines[i], want)
		}
	}
	// log2(4*100/50) is 3.
	want := `{"type":"suite-score","player":"greedy","solved":3,"problems":3,"nodes":192,"score":3,` +
		`"mean_nodes_to_solution":`
	if !strings.HasPrefix(lines[3], want) {
		t.Errorf("the score is\n%s, want\n%s", lines[3], want)
	}
}

// TestMergeRefuses checks what cannot be merged, with the words of the error.
func TestMergeRefuses(t *testing.T) {
	t.Parallel()
	odd, even := shard(t, "1", "2", tail, "p1", "p3"), shard(t, "2", "2", tail, "p2")
	other := filepath.Join(t.TempDir(), "other")
	if text, err := os.ReadFile(even); err != nil || os.WriteFile(other,
		bytes.Replace(text, []byte(`"suite":"abc"`), []byte(`"suite":"abd"`), 1), 0o600) != nil {
		t.Fatal(err)
	}
	for want, files := range map[string][]string{
		"problem 2 of 3 is missing: name the files of all shards": {odd}, "problem 1 of 3 is missing": {even},
		"problem wrong is not answered the same in " + even: {even, shard(t, "2", "2", tail, "wrong")},

		": it is of another suite, player or signature than " + odd: {odd, other},

		"shard 1/2 has 1 of its 2 problems, as if it had been broken off: play": {shard(t, "1", "2", tail, "p1")},
		"shard 2/2 has 1 of its 1 problems, as if it had been broken off: play": {shard(t, "2", "2", "", "p2")},

		"line 3 is damaged: play the shard again":                  {shard(t, "2", "2", "{", "p2")},
		": it must be what a shard of a suite prints for programs": {"pilastri.txt"},

		"none": {filepath.Join(t.TempDir(), "none")},
	} {
		var out bytes.Buffer
		_, _, err := Merge(t.Context(), files, &out)
		if err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%v: %v, want %q", files, err, want)
		}
	}
	if !IsShare(head) || IsShare(problem) {
		t.Error("shards are not told from other files by their beginning")
	}
}
