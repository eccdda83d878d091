package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/tournament"
)

// TestThoughtsAreStored stores thoughts with and without clocks, random turns and visits. It reads lists as older
// programs wrote them, and refuses lists that do not fit together.
func TestThoughtsAreStored(t *testing.T) {
	clocks := []tournament.Thought{{Nodes: 1, Depth: 2, Score: 3, Time: time.Millisecond, Left: time.Minute},
		{Nodes: 4, Left: -3 * time.Microsecond}}
	visits := []tournament.Thought{{Nodes: 1, Random: true}, {Nodes: 2, Visits: "5:3"}, {Nodes: 3, Random: true}}
	for _, thoughts := range [][]tournament.Thought{nil, clocks, visits, clocks[1:], visits[:1]} {
		text, err := encodeThoughts(thoughts)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := decodeThoughts(text); err != nil || !slices.Equal(back, thoughts) {
			t.Errorf("%s came back as %+v, error %v", text, back, err)
		}
		if err != nil || len(thoughts) < 2 && (strings.Contains(text, "visits") || len(thoughts) == 0 &&
			text != `{"nodes":[],"depth":[],"score":[],"us":[]}`) {
			t.Errorf("%+v are stored as %s", thoughts, text)
		}
	}
	const old = `{"nodes":[5,6],"depth":[1,2],"score":[-30,31],"us":[7,8]`
	want := []tournament.Thought{{Nodes: 5, Depth: 1, Score: -30, Time: 7 * time.Microsecond},
		{Nodes: 6, Depth: 2, Score: 31, Time: 8 * time.Microsecond}}
	if back, err := decodeThoughts(old + "}"); err != nil || !slices.Equal(back, want) {
		t.Errorf("%+v, error %v", back, err)
	}
	broken := []string{old}
	for _, more := range []string{`"left_us":[9]`, `"random":[2]`, `"random":[-1]`, `"visits":["a"]`, `"visits":[]`} {
		broken = append(broken, old+","+more+"}")
	}
	for _, entry := range []string{"[5,6]", "[1,2]", "[-30,31]", "[7,8]"} { // one list is longer than the others
		broken = append(broken, strings.Replace(old, entry, "[1,2,3]", 1)+"}")
	}
	for _, text := range broken {
		if got, err := decodeThoughts(text); err == nil {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}

// TestGamesOfTooManySeats checks that outcomes and records with an impossible number of seats are not read.
func TestGamesOfTooManySeats(t *testing.T) {
	for _, seats := range []int{0, 2, engine.MaxSeats, engine.MaxSeats + 1} {
		got, err := outcomeOf(make([]float64, seats), "end")
		if fits := seats <= engine.MaxSeats; (err == nil) != fits || fits && got.Seats != seats {
			t.Errorf("%d scores: %+v, error %v", seats, got, err)
		}
	}
	for _, text := range []string{`{"options":["size"]}`, `{"scores":[1,2,3,4,5,6,7,8,9]}`, "{"} {
		if r, err := decodeRecord(text); err == nil {
			t.Errorf("%s is read as %+v", text, r)
		}
	}
}
