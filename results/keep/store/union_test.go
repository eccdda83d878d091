package store

import (
	"fmt"
	"slices"
	"testing"
)

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
