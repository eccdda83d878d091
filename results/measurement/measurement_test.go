package measurement

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/results/estimate/experiment"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/openings"
)

func variantOf(t *testing.T, game string, options ...string) Variant {
	t.Helper()
	found, err := games.Find(game)
	require.NoError(t, err)
	v, err := NewVariant(found, "", options)
	require.NoError(t, err)
	return v
}

// settled returns a plan of all questions that is settled within a budget.
func settled(t *testing.T, v Variant, b Budget, players ...string) *Plan {
	t.Helper()
	p := &Plan{Variant: v, Questions: Questions(), Seed: 7, Players: players}
	require.NoError(t, p.Settle(t.Context(), b))
	return p
}

// TestPlansFitTheirBudgets checks that a quick plan plays the lower rungs of a usual one, that a plan with a number of
// games has no more in all, and that a plan that is too small for its ladder says what it leaves out.
func TestPlansFitTheirBudgets(t *testing.T) {
	t.Parallel()
	v := variantOf(t, "pilastri", "size=4")
	usual, quick := settled(t, v, Budget{}), settled(t, v, Budget{Quick: true})
	if all, some := usual.rungs(usual.Players[0]), quick.rungs(quick.Players[0]); len(all) != 4 || len(some) != 3 ||
		all[0] != some[0] || all[2] != some[2] || usual.LeftOut != "" || quick.LeftOut != "" {
		t.Errorf("rungs %v and %v, left out %q and %q", all, some, usual.LeftOut, quick.LeftOut)
	}
	for _, most := range []int{200, 1000, 10_000} {
		p := settled(t, v, Budget{Games: most})
		matches := 1
		for nodes := uint64(fewestNodes); nodes < p.ClimbNodes; nodes *= 2 {
			matches++
		}
		all := 2*p.Rungs*p.SeatGames + p.Turns*p.TurnGames + p.Measured + matches*p.ClimbGames
		if all > most || all < most/2 || (most <= 1000) != (p.LeftOut != "") {
			t.Errorf("%d games of %d, left out %q: %+v", all, most, p.LeftOut, p.Sizes)
		}
	}
	if p := settled(t, v, Budget{Time: time.Second}); p.Rungs == 4 || !strings.Contains(p.LeftOut, "rungs above ") {
		t.Errorf("in a second: %+v", p.Sizes)
	}
}

// TestRungsHaveTheirOwnSeeds checks that different players and rungs have different seeds, and that the first
// measurement has the seed of the plan. A player without a node limit has one rung; the limit in a player's text holds
// for its highest rung.
func TestRungsHaveTheirOwnSeeds(t *testing.T) {
	t.Parallel()
	v := variantOf(t, "pit-of-pillars", "size=4")
	p := settled(t, v, Budget{}, "alphabeta:nodes=4096", "mcts:nodes=300", "greedy")
	all, err := p.seats()
	require.NoError(t, err)
	seen, highest := map[uint64]string{}, map[string]uint64{}
	for _, m := range all {
		m.Measure = "" // both measures of a player and rung have the same seed
		if of := seen[m.Spec.Seed]; of != "" && of != m.String() {
			t.Errorf("%s has the seed of %s", m, of)
		}
		seen[m.Spec.Seed], highest[m.Player] = m.String(), max(highest[m.Player], m.Nodes)
	}
	if len(seen) != 4+2+1 || all[0].Spec.Seed != 7 || highest["alphabeta"] != 4096 || highest["mcts"] != 300 {
		t.Errorf("%d seeds, the first %d, limits %v", len(seen), all[0].Spec.Seed, highest)
	}
}

// TestSweep checks that values that a game does not have are left out of ranges and refused in lists, that several
// options are combined, and that one sweep has at most 64 variants.
func TestSweep(t *testing.T) {
	t.Parallel()
	pilastri := variantOf(t, "pilastri").Rules.Game()
	for sweep, c := range map[string]struct {
		variants int
		refused  string // part of the error
	}{
		"size=4,6":                  {2, ""},
		"size=4..7":                 {2, "size=7"},
		"size=4,5,7":                {0, "size=7"},
		"size=4..x":                 {0, "whole numbers"},
		"size=6..4":                 {0, "smaller first"},
		"size=4..68":                {0, "64"},
		"size=1..9 jumpers=1..8":    {0, "72 variants"},
		"size=4,6 jumpers=off,high": {4, ""},
		"colour=1,2":                {0, "colour"},
		"size":                      {0, "name=from..to"},
	} {
		got, err := Sweep(pilastri, nil, strings.Fields(sweep))
		if len(got) != c.variants || (err != nil) != (c.refused != "") ||
			err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s: %d variants, error %v", sweep, len(got), err)
		}
	}
}

// TestBoardsWonByForce measures a board that the first player wins, and one that the second player wins. No first turn
// is played, since all are proven.
func TestBoardsWonByForce(t *testing.T) {
	t.Parallel()
	for ranks, want := range map[int]string{4: "Proven: the first player wins ", 3: "Proven: the second player wins "} {
		rules := enginetest.Rules(t, "pilastri", "files=2", fmt.Sprint("ranks=", ranks))
		m := Measurement{Plan: Plan{Variant: Variant{Rules: rules}, Questions: []string{"fair"}}}
		m.Sizes.Proof = 1000
		var err error
		if m.Proof, err = m.prove(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if m.Turns, err = list(rules, 1); err != nil {
			t.Fatal(err)
		}
		chosen, err := m.Turns.choose(t.Context(), rules, m.Proof, 2, openings.Valuer{})
		if err != nil || len(chosen) > 0 {
			t.Errorf("turns %v are played although all are proven; error %v", chosen, err)
		}
		if got := m.Answers()[0].Sentence; !strings.HasPrefix(got, want) {
			t.Errorf("2 x %d: %s", ranks, got)
		}
	}
}

// TestFirstTurns checks that turns are listed up to symmetry, and valued if there are more than are to be played; and
// that games count for the turn with which they began.
func TestFirstTurns(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=5")
	f, err := list(rules, 1)
	if err != nil || !f.Whole || len(f.All) == 0 {
		t.Fatalf("%+v, %v", f, err)
	}
	chosen, err := f.choose(t.Context(), rules, nil, 2, openings.Valuer{Player: "alphabeta:nodes=10"})
	if err != nil || len(chosen) != 2 || len(f.All) > 2 && f.All[0].Search == nil {
		t.Errorf("chosen %v of %+v, %v", chosen, f.All, err)
	}
	if f, err := list(enginetest.Rules(t, "pylyx", "size=6"), 1); err != nil || !f.Pie || len(f.All) > 0 {
		t.Errorf("pylyx: %+v, %v", f, err)
	}
	rules = enginetest.Rules(t, "pilastri", "size=4")
	if f, err = list(rules, 1); err != nil {
		t.Fatal(err)
	}
	g := experiment.NewGatherer(experiment.Measurement{Measure: experiment.FromStart, Rules: rules,
		Spec: tournament.Spec{Format: tournament.Format{Kind: tournament.SelfPlay},
			Openings: openings.Source{Kind: openings.None}}})
	for i, score := range []float64{1, 0, 0} {
		played := tournament.Game{Result: tournament.Result{Outcome: engine.Outcome{Seats: 2}},
			Record: engine.Record{Start: rules.Start().String(), Settings: rules.Settings(),
				Turns: []string{f.All[1].Turn, string(rune('a' + i))}}}
		played.Outcome.Scores[0], played.Outcome.Scores[1] = score, 1-score
		require.NoError(t, g.Add(played))
	}
	if f.score(g.Finding("3f9c")); f.All[0].Games != 0 || f.All[1].Games != 3 || f.Run != "3f9c" {
		t.Errorf("%+v in run %s", f.All[:2], f.Run)
	}
	near.Check(t, f.All[1].Score.Value, 1./3, 1e-9, "score after ", f.All[1].Turn)
}

// TestBeginnings checks that openings are random and as long as possible, or all of one length on a board that is too
// small.
func TestBeginnings(t *testing.T) {
	t.Parallel()
	large, small := enginetest.Rules(t, "pilastri"), enginetest.Rules(t, "pilastri", "files=2", "ranks=2")
	if source, enough := beginnings(large, 1, 40, 3); source.Kind == openings.All || source.Turns != 3 || enough != 40 {
		t.Errorf("%+v for %d games", source, enough)
	}
	source, enough := beginnings(small, 1, 6000, 4)
	if source.Kind != openings.All || source.Turns < 1 || source.Turns > 4 || enough < 2 || enough >= 6000 {
		t.Errorf("%+v for %d games", source, enough)
	}
}

// hostOf returns a host that plays in a database. After a number of games in all, it stops for good; 0 is no limit.
func hostOf(t *testing.T, db *store.Store, most int) Host {
	t.Helper()
	played := 0
	return Host{Workers: 1, Watched: func(int, int) {},
		Search: func(do func(context.Context, func(func() string)) error) error {
			return do(t.Context(), func(func() string) {})
		},
		Play: func(ctx context.Context, part *Part) (int, error) {
			ctx, stop := context.WithCancel(ctx)
			defer stop()
			count := func(tournament.Game) error {
				if played++; played == most {
					stop()
				}
				return nil
			}
			s, err := session.New("measure", part.Spec, part.Game, session.Observer{Played: count})
			if err == nil {
				part.Watch(s)
				err = s.Enter(ctx, db)
			}
			if err == nil {
				_, err = s.Play(ctx)
			}
			if err == nil {
				err = part.Take(ctx, s)
			}
			return 0, err
		}}
}

// TestMeasurementsContinue interrupts a measurement several times. Continued, it gives the same answers as at once.
func TestMeasurementsContinue(t *testing.T) {
	t.Parallel()
	p := settled(t, variantOf(t, "pit-of-pillars", "size=4"), Budget{Games: 60}, "alphabeta:nodes=64")
	p.Proof, p.TurnNodes = 100, 64
	answersOf := func(m *Measurement) string {
		var b strings.Builder
		require.NoError(t, m.WriteText(&b))
		return b.String()
	}
	var texts []string
	for _, steps := range [][]int{{0}, {7, 20, 20, 0}} {
		db := keeptest.Opened(t)
		for _, most := range steps {
			m, _, err := p.Play(t.Context(), hostOf(t, db, most))
			if (err == nil) != (most == 0) {
				t.Fatalf("after %d games: %v", most, err)
			}
			if err == nil {
				texts = append(texts, answersOf(m))
			}
		}
	}
	if texts[0] != texts[1] {
		t.Errorf("at once\n%s\ncontinued\n%s", texts[0], texts[1])
	}
}

// TestPartsEnd checks that a part ends at its time, and when its games only repeat.
func TestPartsEnd(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	p := settled(t, variantOf(t, "pilastri", "files=2", "ranks=2"), Budget{}, "alphabeta:nodes=64")
	p.Questions = []string{"fair"}
	m, _, err := p.Play(t.Context(), hostOf(t, db, 0))
	if err != nil || m.Findings[0].Games != mostRepeats+1 {
		t.Errorf("of a board with one game %+v, error %v", m, err)
	}
	host := hostOf(t, db, 0)
	host.End = time.Now().Add(-time.Hour)
	p.Seed++
	if m, _, err = p.Play(t.Context(), host); err != nil || m.Findings[0].Games > 2 {
		t.Errorf("after its end %+v, error %v", m, err)
	}
}
