package stats

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// bayesElo is what the rating program BayesElo printed for a pool of games.
type bayesElo struct {
	Advantage, DrawElo, Scale float64
	Ratings                   map[string]float64 `json:"ratings_scaled_offset0"`
	Covariance                map[string]float64 `json:"interval95_covariance"`
}

func readBayesElo(t *testing.T) map[string]map[string]bayesElo {
	t.Helper()
	text, err := os.ReadFile("testdata/round_robins_expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]struct{ BayesElo map[string]bayesElo }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]bayesElo{}
	for pool, programs := range file {
		out[pool] = programs.BayesElo
	}
	return out
}

func rateBayesElo(t *testing.T, r *Results, o BayesEloOptions) *BayesElo {
	t.Helper()
	ratings, err := RateBayesElo(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return ratings
}

// The names of the runs say whether the advantage and the draw Elo were estimated (1) or left at the program's values (0).
func TestRatingsEqualBayesElo(t *testing.T) {
	advantage, drawElo := 32.8, 97.3
	options := map[string]BayesEloOptions{
		"mm_1_1": {},
		"mm_0_1": {Advantage: &advantage},
		"mm_0_0": {Advantage: &advantage, DrawElo: &drawElo},
	}
	for pool, runs := range readBayesElo(t) {
		games, names := readGames(t, pool+".pgn")
		table := tableOf(t, len(names), games)
		for run, o := range options {
			want, got := runs[run], rateBayesElo(t, table, o)
			for i, name := range names {
				near(t, pool+" "+run+" "+name, got.Players[i].Value, want.Ratings[name], .02)
				if e, ok := want.Covariance[name]; ok {
					near(t, pool+" "+run+" error of "+name, got.Players[i].Error95, e, 1) // printed as whole numbers
				}
			}
			near(t, pool+" "+run+" advantage", got.Advantage.Value, want.Advantage, .02)
			near(t, pool+" "+run+" draw Elo", got.DrawElo.Value, want.DrawElo, .02)
			near(t, pool+" "+run+" scale", got.Scale, want.Scale, 2e-4)
		}
	}
}

// Gradient and Hessian are those of the likelihood: they equal difference quotients, at a place that is no maximum.
func TestBayesEloDerivatives(t *testing.T) {
	games, names := readGames(t, "rr4_nodraw.pgn")
	m := newBayesEloModel(tableOf(t, len(names), games), BayesEloOptions{})
	copy(m.base.theta, []float64{.3, -.7, 1.1, .4, .6})
	gradient, hessian := m.derivatives()
	const h = 1e-5
	for i, at := range m.base.theta {
		m.base.theta[i] = at + h
		up := m.likelihood()
		above, _ := m.derivatives()
		m.base.theta[i] = at - h
		down := m.likelihood()
		below, _ := m.derivatives()
		m.base.theta[i] = at
		near(t, "gradient", gradient.AtVec(i), (up-down)/(2*h), 1e-5)
		for j := range m.base.theta {
			near(t, "Hessian", hessian.At(i, j), (below.AtVec(j)-above.AtVec(j))/(2*h), 1e-5)
		}
	}
}

// With draws in the proportion of the model and very many games, the prior does not count, and what was put in comes out.
func TestBayesEloFindsTheTruth(t *testing.T) {
	truth := []float64{100, 0, -100}
	const advantage, drawElo, games = 40., 120., 10_000_000
	table := NewResults(3)
	for i := range truth {
		for j := range truth {
			win := 1 / (1 + math.Pow(10, (-truth[i]+truth[j]-advantage+drawElo)/400))
			loss := 1 / (1 + math.Pow(10, (truth[i]-truth[j]+advantage+drawElo)/400))
			for score, share := range map[float64]float64{0: loss, .5: 1 - win - loss, 1: win} {
				if i == j {
					continue
				}
				if err := table.AddMany(Game{First: i, Second: j, Score: score}, int(math.Round(share*games))); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	got := rateBayesElo(t, table, BayesEloOptions{Anchors: map[int]float64{1: 1500}})
	for p := range truth {
		near(t, "rating", got.Players[p].Value, 1500+truth[p]*got.Scale, 1e-3)
	}
	near(t, "advantage", got.Advantage.Value, advantage, 1e-3)
	near(t, "draw Elo", got.DrawElo.Value, drawElo, 1e-3)
	if got.Players[1].Mark != Anchored || got.Difference(0, 1).Error95 != got.Players[0].Error95 {
		t.Errorf("anchor: %+v, and next to it %+v", got.Players[1], got.Players[0])
	}
}

// With a prior of 16 the draws supposed are whole numbers: of 6 games between players who have 6 and 8 in all, 16/4 (6/6 + 6/8) = 7 in either seat, and
// of 2 between players who have 8 and 2, 16/4 (2/8 + 2/2) = 5. Games really drawn so often are the same.
func TestPriorIsDraws(t *testing.T) {
	games := func() *Results {
		table := NewResults(3)
		err := errors.Join(table.AddMany(Game{First: 0, Second: 1, Score: 1}, 3), table.AddMany(Game{First: 1, Second: 0, Score: 1}, 2),
			table.AddMany(Game{First: 1, Second: 0, Score: 0}, 1), table.AddMany(Game{First: 1, Second: 2, Score: 1}, 2))
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	drawn := games()
	for players, n := range map[[2]int]int{{0, 1}: 7, {1, 0}: 7, {1, 2}: 5, {2, 1}: 5} {
		if err := drawn.AddMany(Game{First: players[0], Second: players[1], Score: .5}, n); err != nil {
			t.Fatal(err)
		}
	}
	want, got := rateBayesElo(t, drawn, BayesEloOptions{Prior: 1e-9}), rateBayesElo(t, games(), BayesEloOptions{Prior: 16})
	for p := range 3 {
		near(t, "rating", got.Players[p].Value, want.Players[p].Value, 1e-5)
	}
	near(t, "advantage", got.Advantage.Value, want.Advantage.Value, 1e-5)
	near(t, "draw Elo", got.DrawElo.Value, want.DrawElo.Value, 1e-5)
}

// Any table of games gives finite ratings of everyone who has met anybody, and the better score against the same opponents the higher one.
func TestBayesEloOfSmallData(t *testing.T) {
	smallData(func(games []Game) {
		if len(games) > 0 && games[0].Opening != 0 {
			return // pairs do not count here
		}
		got := rateBayesElo(t, tableOf(t, 3, games), BayesEloOptions{})
		if !finite(reflect.ValueOf(*got)) {
			t.Fatalf("%v: %+v", games, got)
		}
		for p, rating := range got.Players {
			played := slices.ContainsFunc(games, func(g Game) bool { return g.First == p || g.Second == p })
			if played != (rating.Kind == Measured) || played != (rating.Mark == Rated) || played && rating.Error95 <= 0 {
				t.Fatalf("%v: player %d: %+v", games, p, rating)
			}
		}
	})
}

func TestBayesEloIsSymmetric(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		players := rapid.IntRange(2, 6).Draw(rt, "players")
		games := rapid.SliceOfN(gamesAmong(players), 0, 60).Draw(rt, "games")
		var reversed []Game
		for _, g := range games {
			reversed = append(reversed, Game{First: g.First, Second: g.Second, Score: 1 - g.Score})
		}
		base, turned := rateBayesElo(t, tableOf(t, players, games), BayesEloOptions{}), rateBayesElo(t, tableOf(t, players, reversed), BayesEloOptions{})
		for p := range players {
			same(rt, "reversed", base.Players[p], turned.Players[p], -1)
		}
		if math.Abs(base.Advantage.Value+turned.Advantage.Value) > 1e-5 || math.Abs(base.DrawElo.Value-turned.DrawElo.Value) > 1e-5 {
			rt.Fatalf("advantage %+v became %+v, draw Elo %+v %+v", base.Advantage, turned.Advantage, base.DrawElo, turned.DrawElo)
		}
	})
}

func TestImpossibleBayesEloOptionsAreRefused(t *testing.T) {
	bad := math.NaN()
	zero := 0.
	for _, o := range []BayesEloOptions{
		{Prior: -1}, {Prior: bad}, {Advantage: &bad}, {DrawElo: &zero}, {DrawElo: &bad}, {Anchors: map[int]float64{2: 0}},
		{Anchors: map[int]float64{0: bad}}, {Anchors: map[int]float64{0: 0, 1: 0}},
	} {
		if r, err := RateBayesElo(NewResults(2), o); err == nil {
			t.Errorf("%+v: %+v", o, r)
		}
	}
}
