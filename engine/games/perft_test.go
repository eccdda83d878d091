package games_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// TestPerft compares the counts of all games with tables made by another program, and divided counts too where that is
// quick. Entries that take long are for thorough runs.
func TestPerft(t *testing.T) {
	for _, game := range games.All() {
		file := "../" + folder(game) + "/testdata/perft.json"
		if _, err := os.Stat(file); err != nil {
			t.Logf("%s: no counts from another program: %v", game.Name(), err)
			continue
		}
		for i, entry := range perftEntries(t, file) {
			if !enginetest.Long() && entry.Work >= 200_000 {
				continue
			}
			t.Run(fmt.Sprintf("%s-%d-%s-%d", game.Name(), i, entry.Kind, entry.Depth), func(t *testing.T) {
				t.Parallel()
				var options []string
				for name, value := range entry.Options {
					options = append(options, name+"="+value)
				}
				p := enginetest.Read(t, game.Name(), entry.Position, options...)
				checkCount(t, p, entry)
				if entry.Work < 20_000 {
					checkDivision(t, p, entry.Depth, entry.Kind == "turns", entry.Count)
				}
			})
		}
	}
}

// checkDivision checks that a divided count has one part for each legal step, and that the parts sum to want.
func checkDivision(t *testing.T, p engine.Position, depth int, turns bool, want uint64) {
	t.Helper()
	divided := engine.Divide(p, depth, turns)
	var sum uint64
	for _, part := range divided {
		sum += part.Count
	}
	if sum != want || len(divided) != p.CountSteps() {
		t.Fatalf("%d parts for %d steps sum to %d, not %d: %s", len(divided), p.CountSteps(), sum, want, p)
	}
}

func checkCount(t *testing.T, p engine.Position, entry perftEntry) {
	count := func(depth int) uint64 { return engine.Perft(p, depth) }
	if entry.Kind == "turns" {
		count = func(depth int) uint64 { return engine.PerftTurns(p, depth) }
	}
	if got := count(entry.Depth); got != entry.Count {
		t.Errorf("%s to depth %d of %s: %d, not %d", entry.Kind, entry.Depth, entry.Position, got, entry.Count)
	}
	if entry.Kind == "turns" && entry.Work < 20_000 {
		if got := countEachTurn(p, entry.Depth); got != entry.Count {
			t.Errorf("EachTurn, turn after turn to depth %d of %s: %d, not %d", entry.Depth, entry.Position, got,
				entry.Count)
		}
	}
	if p.String() != entry.Position {
		t.Errorf("%s is written, or counting has changed it to, %s", entry.Position, p)
	}
}

func countEachTurn(p engine.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var total uint64
	for _, after := range engine.EachTurn(p) {
		total += countEachTurn(after, depth-1)
	}
	return total
}

// perftEntry is an entry of a published perft table. The table is a JSON list of such objects.
type perftEntry struct {
	Options  map[string]string
	Position string
	Kind     string // "steps" or "turns"
	Depth    int
	Count    uint64
	// Work is the sum of Count over the table's entries of this position and kind with at most this depth. It is a
	// better estimate of the time for counting than Count, because games may end at lower depths.
	Work uint64 `json:"-"`
}

// perftEntries reads a perft table. It fails the test if the table has fewer than 240 entries.
func perftEntries(t *testing.T, file string) []perftEntry {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var entries []perftEntry
	if err := json.Unmarshal(data, &entries); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(entries) < 240 {
		t.Fatalf("%s holds only %d entries", file, len(entries))
	}
	for i := range entries {
		e := &entries[i]
		for _, other := range entries {
			if other.Position == e.Position && other.Kind == e.Kind && other.Depth <= e.Depth {
				e.Work += other.Count
			}
		}
	}
	return entries
}
