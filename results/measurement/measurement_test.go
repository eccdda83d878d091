package measurement

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/results/estimate/metrics"
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
func settled(t *testing.T, v Variant, b Budget, player string) *Plan {
	t.Helper()
	p := &Plan{Variant: v, Questions: Questions(), Seed: 7, Player: player}
	require.NoError(t, p.Settle(t.Context(), b))
	return p
}

// TestPlansFitTheirBudgets checks that a quick plan plays the lower rungs of a usual one, that a plan with a number of
// games has no more in all, and that a plan that is too small for its ladder says what it leaves out.
func TestPlansFitTheirBudgets(t *testing.T) {
	t.Parallel()
	v := variantOf(t, "pilastri", "size=4")
	usual, quick := settled(t, v, Budget{}, ""), settled(t, v, Budget{Quick: true}, "")
	_, all := ladder(usual.Player)
	_, some := ladder(quick.Player)
	if usual.Rungs != 4 || quick.Rungs != 3 || all[0] != some[0] || all[2] != some[2] ||
		len(usual.LeftOut)+len(quick.LeftOut) > 0 {
		t.Errorf("rungs %v and %v, left out %q and %q", all, some, usual.LeftOut, quick.LeftOut)
	}
	for _, most := range []int{200, 1000, 10_000} {
		p := settled(t, v, Budget{Games: most}, "")
		matches := 1
		for nodes := uint64(fewestNodes); nodes < p.ClimbNodes; nodes *= 2 {
			matches++
		}
		all := 2*p.Rungs*p.SeatGames + p.Measured + matches*p.ClimbGames
		if all > most || all < most/2 || (most <= 1000) != (len(p.LeftOut) > 0) {
			t.Errorf("%d games of %d, left out %q: %+v", all, most, p.LeftOut, p.Sizes)
		}
	}
	if p := settled(t, v, Budget{Time: time.Second}, ""); p.Rungs == 4 || len(p.LeftOut) == 0 ||
		!strings.HasPrefix(p.LeftOut[0], "rungs above ") {
		t.Errorf("in a second: %+v", p.Sizes)
	}
}

// TestRungsHaveTheirOwnSeeds checks that the rungs of a player have different seeds, the lowest the seed of the plan,
// and that the limit in a player's text holds for its highest rung. A player without a node limit has one rung.
func TestRungsHaveTheirOwnSeeds(t *testing.T) {
	t.Parallel()
	v := variantOf(t, "pit-of-pillars", "size=4")
	for player, rungs := range map[string]int{"alphabeta:nodes=4096": 4, "mcts:nodes=300": 2, "greedy": 1} {
		all, err := settled(t, v, Budget{}, player).seats()
		require.NoError(t, err)
		seeds := map[uint64]bool{}
		for _, m := range all {
			seeds[m.Spec.Seed] = true
		}
		if len(all) != 2*rungs || len(seeds) != rungs || all[0].Spec.Seed != 7 ||
			player == "mcts:nodes=300" && all[len(all)-1].Nodes != 300 {
			t.Errorf("%s: seeds %v of %v", player, seeds, all)
		}
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

// TestFirstTurns checks that first turns are listed up to symmetry, each once: 24 turns of Pilastri are six.
func TestFirstTurns(t *testing.T) {
	t.Parallel()
	all := firstTurns(enginetest.Rules(t, "pilastri", "size=4"), 1)
	if distinct := slices.Compact(slices.Sorted(slices.Values(all))); len(all) != 6 || len(distinct) != 6 {
		t.Errorf("%v", all)
	}
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
	p.Proof = 100
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

// TestPartsEnd checks that a part ends at its time.
func TestPartsEnd(t *testing.T) {
	t.Parallel()
	p := settled(t, variantOf(t, "pilastri", "size=4"), Budget{}, "alphabeta:nodes=64")
	p.Questions = []string{"fair"}
	host := hostOf(t, keeptest.Opened(t), 0)
	host.End = time.Now().Add(-time.Hour)
	if m, _, err := p.Play(t.Context(), host); err != nil || m.Findings[0].Games > 2 {
		t.Errorf("after its end %+v, error %v", m, err)
	}
}

// TestClimb follows climbs in which the climber with 16 nodes just passes against random play, and no other passes
// against it. The last limit becomes a rung in any case.
func TestClimb(t *testing.T) {
	t.Parallel()
	points := map[string]float64{"a:nodes=8": 7, "a:nodes=16": 7.5, "a:nodes=32": 7, "a:nodes=64": 1}
	for _, c := range []struct {
		most    uint64
		matches string
		chain   string
	}{
		{64, "8-random 16-random 32-16 64-16", "random 16 64"},
		{63, "8-random 16-random 32-16", "random 16 32"},
		{8, "8-random", "random 8"},
		{7, "", "random"},
	} {
		var matches, players []string
		short := strings.NewReplacer("a:nodes=", "").Replace
		rungs, err := chain("a", c.most, func(_ uint64, player, below string) (metrics.Rung, error) {
			matches = append(matches, short(player)+"-"+short(below))
			return metrics.Rung{Player: player, Points: points[player], Games: 10}, nil
		})
		for _, rung := range rungs {
			players = append(players, short(rung.Player))
		}
		if err != nil || strings.Join(matches, " ") != c.matches || strings.Join(players, " ") != c.chain {
			t.Errorf("up to %d nodes: matches %v, chain %v, error %v", c.most, matches, players, err)
		}
	}
	fails := errors.New("fails")
	if rungs, err := chain("a", 64, func(uint64, string, string) (metrics.Rung, error) {
		return metrics.Rung{}, fails
	}); rungs != nil || !errors.Is(err, fails) {
		t.Errorf("chain %v, error %v", rungs, err)
	}
}
