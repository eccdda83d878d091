package runs

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/results/keep/catalog"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// TestRunsOfRemovedFormats reads runs of formats that only earlier versions played. They are listed, their games can be
// exported, and everything that needs their plan returns one sentence.
func TestRunsOfRemovedFormats(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	for format, options := range map[string]string{"swiss": `,"match_pairs":1`, "knock-out": `,"match_pairs":2`,
		"odds": `,"spread":2`} {
		spec := fmt.Sprintf(`{"game":"pit-of-pillars","options":["size=4","reserve=0","repetition=3","cap=2000"],`+
			`"players":["greedy","random"],"format":{"name":"%s"%s},"rounds":2,"opening_turns":1,"seed":"1"}`, format,
			options)
		run, err := db.CreateRun(t.Context(), store.Run{Kind: "tournament", Hash: format, Spec: spec})
		if err != nil {
			t.Fatal(err)
		}
		game := tournament.Game{Result: tournament.Result{Identity: "1v2/1/1", Pair: "1v2/1", Pairing: "1v2",
			Players: []string{"greedy", "random"}, Outcome: engine.Win(0, "test"), Turns: 1}}
		game.Record = engine.Record{Game: "pit-of-pillars", Players: game.Players, Outcome: game.Outcome}
		if err := db.Append(t.Context(), run.ID, game); err != nil {
			t.Fatal(err)
		}
		var csv bytes.Buffer
		if _, _, err := Export(t.Context(), &csv, "csv", db, []store.Run{run}, nil); err != nil ||
			!strings.Contains(csv.String(), "1v2/1/1") {
			t.Errorf("%s: exported is %q, error %v", format, &csv, err)
		}
		_, planned := catalog.NewVerifier(t.Context(), db, run)
		_, rated := catalog.Combine(run)
		want := "format " + format + " is not played by this version; its games can be listed and exported"
		for _, err := range []error{planned, rated} {
			if err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s: error %v", format, err)
			}
		}
	}
	if _, records, err := List(t.Context(), db, Filter{}); err != nil || len(records) != 3 {
		t.Errorf("%d runs are listed, error %v", len(records), err)
	}
}
