package draft

import (
	"cmp"
	"path/filepath"
	"reflect"
	"testing"

	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestTallyLeavesOut tallies games of openings that count, that a test leaves out, and that come after its end.
func TestTallyLeavesOut(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	games := []tournament.Game{
		plantest.Finished("11", "1v2/1", 9, []string{"ann", "bob"}, 1, 0),
		plantest.Finished("12", "1v2/2", 8, []string{"ann", "bob"}, 0, 1),
		plantest.Finished("13", "1v2/3", 7, []string{"bob", "ann"}, 1, 0),
		plantest.Finished("14", "1v2/4", 6, []string{"bob", "ann"}, 1, 0),
	}
	_, err = db.CreateRun(t.Context(), store.Run{Kind: "test", Hash: "aaaa", Spec: "{}", Total: len(games)})
	for _, game := range games {
		err = cmp.Or(err, db.Append(t.Context(), "aaaa", game))
	}
	if err != nil {
		t.Fatal(err)
	}
	want := report.NewTally(tournament.Spec{})
	want.Leave(games[1].Result)
	for _, counted := range []int{0, 2} {
		if err := want.Add(games[counted].Result); err != nil {
			t.Fatal(err)
		}
	}
	in := report.Input{Run: "aaaa"}
	known, err := Reader{DB: db}.tally(t.Context(), &in, catalog.Source{Run: "aaaa", Openings: 3, LeftOut: []int{2}})
	if err != nil || !reflect.DeepEqual(in.Tally, want) {
		t.Errorf("%+v, %v; want %+v", in.Tally, err, want)
	}
	if len(known) != 2 || known[0].Identity != "11" || known[1].Identity != "13" {
		t.Errorf("the games that count are %+v", known)
	}
}
