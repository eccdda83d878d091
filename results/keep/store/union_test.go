package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/tournament"
)

// TestMovesDifferFromATurnOn checks from which turn on the error for two games says that their moves differ.
func TestMovesDifferFromATurnOn(t *testing.T) {
	for _, c := range []struct {
		a, b string
		turn int // 0 if the moves are the same
	}{{"a b c", "a b c", 0}, {"a b c", "d b c", 1}, {"a b c", "a b d", 3}, {"a b c", "a b", 3}, {"a", "a b c", 2},
		{"", "a", 1}} {
		x := tournament.Game{Record: engine.Record{Turns: strings.Fields(c.a)}}
		y := tournament.Game{Record: engine.Record{Turns: strings.Fields(c.b)}}
		err := differ(x, y)
		want := fmt.Sprintf("their moves differ from turn %d on; one program plays the same", c.turn)
		if c.turn == 0 && err != nil || c.turn > 0 && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q and %q: error %v", c.a, c.b, err)
		}
	}
}

// TestSpecsDifferInWords checks the texts about two specs of one run.
func TestSpecsDifferInWords(t *testing.T) {
	first := request{hash: "aaaa", spec: `{"game":"pit","rounds":4,"seed":1}`, file: "one.db"}
	for _, c := range []struct{ hash, spec, want string }{
		{"aaaa", `{"seed":1,"game":"pit","rounds":9}`, ""},
		{"aaaa", `{"game":"pit"}`, "seed is 1 and missing"},
		{"aaaa", `{"game":"pylyx","seed":1,"limit":[2]}`, `game is "pit" and "pylyx"; limit is missing and [2]`},
		{"bbbb", `{"game":"pit","seed":1}`, "hash is aaaa and bbbb"},
		{"aaaa", `pit`, "its spec in two.db cannot be read: "},
	} {
		got := specDifference(first, request{hash: c.hash, spec: c.spec, file: "two.db"})
		if got != c.want && (c.spec != "pit" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %q, want %q", c.spec, got, c.want)
		}
	}
}

// TestRequestsAreSettled checks which requests for a run are kept, and their order: the first of all, then those that
// ask for more games or come from another program, which never make the run smaller.
func TestRequestsAreSettled(t *testing.T) {
	of := func(run, created string, total int, program string) request {
		return request{run: run, hash: "a", created: created, total: total, program: program,
			spec: fmt.Sprint("s", total)}
	}
	u := union{requests: map[string][]request{
		"a":    {of("a", "4", 9, "new"), of("a", "2", 6, "old"), of("a", "1", 5, "old"), of("a", "5", 7, "third")},
		"a-2":  {of("a-2", "1", 5, "old"), of("a-2", "3", 5, "old"), of("a-2", "3", 4, "old")},
		"a-10": {of("a-10", "1", 5, "old")}, "b": {of("b", "0", 1, "old"), of("b", "2", 2, "old")},
	}}
	runs, extensions := u.settle()
	told := func(requests []request) (texts []string) {
		for _, r := range requests {
			texts = append(texts, fmt.Sprint(r.run, " ", r.created, " ", r.total, " ", r.spec, " ", r.program))
		}
		return texts
	}
	want := []string{"b 0 1 s1 old", "a 1 5 s5 old", "a-2 1 5 s5 old", "a-10 1 5 s5 old"}
	if got := told(runs); !slices.Equal(got, want) {
		t.Errorf("runs %q, want %q", got, want)
	}
	want = []string{"a 2 6 s6 old", "b 2 2 s2 old", "a 4 9 s9 new", "a 5 9 s9 third"}
	if got := told(extensions); !slices.Equal(got, want) {
		t.Errorf("extensions %q, want %q", got, want)
	}
}

// TestMergesTellTheirProgress checks that every game is told of twice, once when it is gathered and once when it is
// written.
func TestMergesTellTheirProgress(t *testing.T) {
	var files []string
	for part := range 2 {
		var games []tournament.Game
		for i := range 3 {
			games = append(games, gameFor(fmt.Sprintf("1v2/%d/1", i+2*part), "no stack left", 1, 0))
		}
		files = append(files, shardOf(t, Run{Hash: "aaaa"}, nil, games...))
	}
	var told []string
	tell := func(done, of int) { told = append(told, fmt.Sprint(done, "/", of)) }
	m, err := Merge(t.Context(), files, filepath.Join(t.TempDir(), "all.db"), false, tell)
	if want := []string{"3/12", "6/12", "12/12"}; err != nil || m != (Merged{Games: 5, Twice: 1}) ||
		!slices.Equal(told, want) {
		t.Errorf("%+v, told %q, error %v", m, told, err)
	}
}

// TestNotesChangeRuns applies notes of every kind, one after the other.
func TestNotesChangeRuns(t *testing.T) {
	run := Run{ID: "abc", Program: "p"}
	for _, c := range []struct {
		kind, value string
		known       bool
		want        string
	}{
		{noteName, "ladder", true, "abc (ladder) [] [p] false map[]"},
		{noteTag, "may", true, "abc (ladder) [may] [p] false map[]"},
		{noteTag, "june", true, "abc (ladder) [may june] [p] false map[]"},
		{noteTag, "may", true, "abc (ladder) [june may] [p] false map[]"},
		{noteUntag, "june", true, "abc (ladder) [may] [p] false map[]"},
		{noteDeleted, "", true, "abc (ladder) [may] [p] true map[]"},
		{noteRestored, "", true, "abc (ladder) [may] [p] false map[]"},
		{noteProgram, "p", true, "abc (ladder) [may] [p] false map[]"},
		{noteProgram, "q", true, "abc (ladder) [may] [p q] false map[]"},
		{noteSignature, "00aa mcts:nodes=5 x", true, "abc (ladder) [may] [p q] false map[mcts:nodes=5 x:00aa]"},
		{"weather", "rain", false, "abc (ladder) [may] [p q] false map[mcts:nodes=5 x:00aa]"},
		{noteName, "", true, "abc [may] [p q] false map[mcts:nodes=5 x:00aa]"},
	} {
		known := run.apply(c.kind, c.value)
		got := fmt.Sprint(run, " ", run.Tags, " ", run.Programs(), " ", run.deleted, " ", run.signatures)
		if known != c.known || got != c.want {
			t.Errorf("after %s %q: %v, %s; want %s", c.kind, c.value, known, got, c.want)
		}
	}
}

// TestWordsForRuns checks which words may be names or tags, at the greatest length of 60 characters.
func TestWordsForRuns(t *testing.T) {
	for word, want := range map[string]string{
		"a": "", "may-7": "", strings.Repeat("é", 60): "", strings.Repeat("x", 61): "give at most 60 characters",
		"": "give a word", "-x": "give a word", "a b": "give a word", "a,b": "give a word", "a/b": "give a word",
		"a\x00": "give a word", "\xff": "give a word",
	} {
		err := checkWord("tag", word)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error %v, want %q", word, err, want)
		}
	}
	for word, like := range map[string]bool{"3f9c": true, "abc-2": true, "abc-": true, "f": true, "g": false,
		"abcx": false, "abc-2-3": false, "": false} {
		if likeID.MatchString(word) != like {
			t.Errorf("%q is like an id: %v", word, !like)
		}
	}
}
