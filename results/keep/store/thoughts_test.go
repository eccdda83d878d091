package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/tournament"
)

func TestClocksAreStored(t *testing.T) {
	thoughts := []tournament.Thought{
		{Nodes: 1, Depth: 2, Score: 3, Time: time.Millisecond, Left: time.Minute},
		{Nodes: 4, Left: -3 * time.Microsecond},
	}
	text, err := encodeThoughts(thoughts)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := decodeThoughts(text); err != nil || !slices.Equal(back, thoughts) {
		t.Errorf("%s came back as %+v, error %v", text, back, err)
	}
	thoughts[0].Left, thoughts[1].Left = 0, 0
	if text, err = encodeThoughts(thoughts); err != nil || strings.Contains(text, "left") {
		t.Errorf("without clocks it is stored as %s, error %v", text, err)
	}
}

func TestThoughtsOfOlderRows(t *testing.T) {
	const old = `{"nodes":[5,6],"depth":[1,2],"score":[-30,31],"us":[7,8]}`
	want := []tournament.Thought{{Nodes: 5, Depth: 1, Score: -30, Time: 7 * time.Microsecond},
		{Nodes: 6, Depth: 2, Score: 31, Time: 8 * time.Microsecond}}
	if back, err := decodeThoughts(old); err != nil || !slices.Equal(back, want) {
		t.Errorf("%+v, error %v", back, err)
	}
	broken := strings.Replace(old, "}", `,"left_us":[9]}`, 1)
	if _, err := decodeThoughts(broken); err == nil || !strings.Contains(err.Error(), "clocks after 1 of 2 turns") {
		t.Errorf("error %v for %s", err, broken)
	}
	for _, entry := range []string{"[5,6]", "[1,2]", "[-30,31]", "[7,8]"} { // one list is longer than the others
		broken := strings.Replace(old, entry, "[1,2,3]", 1)
		if _, err := decodeThoughts(broken); err == nil {
			t.Errorf("%s is read", broken)
		}
	}
}

// TestRandomTurnsAndVisitsAreStored stores thoughts of which some are random and some have visits, and reads lists that
// do not fit.
func TestRandomTurnsAndVisitsAreStored(t *testing.T) {
	thoughts := []tournament.Thought{{Nodes: 1, Random: true}, {Nodes: 2, Visits: "5:3"}, {Nodes: 3, Random: true}}
	text, err := encodeThoughts(thoughts)
	if err != nil || !strings.HasSuffix(text, `,"random":[0,2],"visits":["","5:3",""]}`) {
		t.Errorf("%s, error %v", text, err)
	}
	if back, err := decodeThoughts(text); err != nil || !slices.Equal(back, thoughts) {
		t.Errorf("%s came back as %+v, error %v", text, back, err)
	}
	if text, err = encodeThoughts(thoughts[:1]); err != nil || strings.Contains(text, "visits") {
		t.Errorf("without visits it is stored as %s, error %v", text, err)
	}
	if text, err = encodeThoughts(nil); err != nil || text != `{"nodes":[],"depth":[],"score":[],"us":[]}` {
		t.Errorf("nothing is stored as %s, error %v", text, err)
	}
	const two = `{"nodes":[5,6],"depth":[1,2],"score":[3,4],"us":[7,8],`
	for rest, want := range map[string]string{
		`"random":[2]}`: "turn 2 of 2 is random", `"random":[-1]}`: "turn -1 of 2 is random",
		`"visits":["a"]}`: "2, 2, 2, 2 and 1 entries", `"visits":[]}`: "2, 2, 2, 2 and 0 entries", "": "thoughts: ",
	} {
		if got, err := decodeThoughts(two + rest); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, error %v", rest, got, err)
		}
	}
}

// TestGamesOfTooManySeats checks that outcomes with impossible numbers of seats are neither stored nor read.
func TestGamesOfTooManySeats(t *testing.T) {
	for seats, fits := range map[int]bool{-1: false, 0: true, 2: true, engine.MaxSeats: true,
		engine.MaxSeats + 1: false} {
		if scores, err := scoresOf(engine.Outcome{Seats: seats}); (err == nil) != fits || fits && len(scores) != seats {
			t.Errorf("%d seats: %v, error %v", seats, scores, err)
		}
		if _, err := encodeRecord(engine.Record{Outcome: engine.Outcome{Seats: seats}}); (err == nil) != fits {
			t.Errorf("%d seats: error %v", seats, err)
		}
		if seats < 0 {
			continue
		}
		scores := make([]float64, seats)
		if got, err := outcomeOf(scores, "end"); (err == nil) != fits || fits && (got.Seats != seats ||
			got.Reason != "end") {
			t.Errorf("%d scores: %+v, error %v", seats, got, err)
		}
	}
	for text, want := range map[string]string{
		`{"options":["size"]}`: "record: ", `{"scores":[1,2,3,4,5,6,7,8,9]}`: "record: 9 scores; no game has",
		"{": "record: ",
	} {
		if r, err := decodeRecord(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %+v, error %v", text, r, err)
		}
	}
	if names, _, err := decodeOutcome(`["a","b"]`, `[1,0,0]`, "end"); err == nil ||
		err.Error() != "2 players and 3 scores" {
		t.Errorf("%q, error %v", names, err)
	}
}
