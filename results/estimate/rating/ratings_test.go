package rating

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/stats"
)

// ordo is what the rating program Ordo printed for a pool of games.
type ordo struct {
	Players map[string]struct{ Rating, Error95, Points, Played float64 }

	WhiteAdvantage float64 `json:"white_advantage"`
	WhiteSigma     float64 `json:"white_adv_1sigma"`
	DrawRate       float64 `json:"draw_rate_pct"`
	DrawSigma      float64 `json:"draw_rate_1sigma_pct"`
}

func readOrdo(t *testing.T) map[string]map[string]ordo {
	t.Helper()
	text, err := os.ReadFile("testdata/round_robins_expected.json")
	require.NoError(t, err)
	var file map[string]struct{ Ordo map[string]ordo }
	require.NoError(t, json.Unmarshal(text, &file))
	out := map[string]map[string]ordo{}
	for pool, programs := range file {
		out[pool] = programs.Ordo
	}
	return out
}

func rate(t *testing.T, r *Counts, anchors map[int]float64) *Ratings {
	t.Helper()
	ratings, err := Rate(r, anchors)
	require.NoError(t, err)
	return ratings
}

// Difference returns the difference of [Ratings.Compare].
func (r *Ratings) Difference(player, opponent int) stats.Estimate {
	difference, _, _ := r.Compare(player, opponent)
	return difference
}

func TestRatingsEqualOrdo(t *testing.T) {
	const points = logisticScale / .00570633420761577 // of Ordo for a point of Elo: 202 are a score of 76 %
	for pool, runs := range readOrdo(t) {
		games, names := readGames(t, pool+".pgn")
		results := tableOf(t, len(names), games)
		for _, run := range []string{"WD", "WD_s1000"} {
			want := runs[run]
			got := rate(t, results, nil)
			for i, name := range names {
				near.Check(t, points*got.Players[i].Value, want.Players[name].Rating, .002, run, " ", name)
				if e := want.Players[name].Error95; e > 0 {
					// Ordo's errors come from 1,000 simulations; these ignore the skew of one-sided scores
					near.Share(t, points*got.Players[i].Error95, e, .06, run, " error of ", name)
				}
			}
			near.Check(t, points*got.Advantage.Value, want.WhiteAdvantage, .006, run, " advantage")
			if want.WhiteSigma > 0 {
				near.Share(t, points*got.Advantage.Error95, stats.Z95*want.WhiteSigma, .05, run, " error of advantage")
			}
			if run == "WD" && pool == "rr6_draws" {
				_, e, _ := got.Compare(indexOf(t, names, "B"), indexOf(t, names, "A"))
				near.Check(t, e.Probability(), .91, .02, "B above A") // as Ordo simulated it
			}
			near.Check(t, 100*got.DrawRate.Value, want.DrawRate, .006, run, " draw rate")
			if want.DrawSigma > 0 {
				near.Share(t, 100*got.DrawRate.Error95, stats.Z95*want.DrawSigma, .05, run, " error of draw rate")
			}
		}
	}
}

func square(x float64) float64 { return x * x }

// expectedPoints computes each player's and the first seat's points, expected and scored, from printed ratings alone,
// for the games between players that the filter admits. (A player's games against itself count for the first seat,
// whoever the player is.)
func expectedPoints(games []match, r *Ratings, in func(p int) bool) (expected, obtained map[int]float64) {
	const firstSeat = -1
	expected, obtained = map[int]float64{}, map[int]float64{}
	for _, g := range games {
		compared := in(g.First) && in(g.Second) && r.Players[g.First].Pool == r.Players[g.Second].Pool
		if g.First != g.Second && !compared {
			continue
		}
		e := 1 / (1 + math.Pow(10, -(r.Players[g.First].Value-r.Players[g.Second].Value+r.Advantage.Value)/400))
		add := func(who int, e, score float64) {
			expected[who] += e
			obtained[who] += score
		}
		if g.First != g.Second {
			add(g.First, e, g.Score)
			add(g.Second, 1-e, 1-g.Score)
		}
		if r.Advantage.HasValue() {
			add(firstSeat, e, g.Score)
		}
	}
	return expected, obtained
}

func checkPoints(t *testing.T, games []match, r *Ratings, in func(p int) bool) {
	t.Helper()
	expected, obtained := expectedPoints(games, r, in)
	for who := range expected {
		near.Check(t, expected[who], obtained[who], 1e-6, "expected points")
	}
}

func TestUnbeatenPlayerIsBounded(t *testing.T) {
	games, names := readGames(t, "edge_perfect.pgn")
	got := rate(t, tableOf(t, len(names), games), nil)
	god := indexOf(t, names, "God")
	if r := got.Players[god]; r.Mark != OnlyWins || r.Kind != stats.AtLeast || r.Pool != 0 || got.Order()[0] != god {
		t.Errorf("God: %+v", r)
	}
	checkPoints(t, games, got, func(p int) bool { return p != god })

	// At the bound God would expect the lower anytime limit of 30 wins out of 30 as mean score.
	limits := stats.Anytime(30, 30, .95)
	copied := *got
	copied.Players = append([]Rating{}, got.Players...)
	copied.Players[god].Value = got.Players[god].Low
	expected, _ := expectedPoints(games, &copied, func(int) bool { return true })
	near.Check(t, expected[god], 30*limits.Low, 1e-6, "God's expected points at the bound")
}

func TestDisconnectedPoolsAreRatedApart(t *testing.T) {
	games, names := readGames(t, "edge_disconnected.pgn")
	got := rate(t, tableOf(t, len(names), games), nil)
	god := indexOf(t, names, "God")
	if got.Pools != 2 {
		t.Errorf("%d pools", got.Pools)
	}
	sums := map[int]float64{}
	for p, name := range names {
		r := got.Players[p]
		want := map[string]int{"X": 1, "Y": 1}[name]
		if r.Pool != want || p != god && (r.Kind != stats.Measured || r.Mark != Rated) {
			t.Errorf("%s: %+v", name, r)
		}
		if p != god {
			sums[r.Pool] += r.Value
		}
	}
	near.Check(t, sums[0], 0, 1e-9, "sum of the first pool")
	near.Check(t, sums[1], 0, 1e-9, "sum of the second pool")
	checkPoints(t, games, got, func(p int) bool { return p != god })
	if e := got.Difference(indexOf(t, names, "A"), indexOf(t, names, "X")); e.Kind != stats.Absent {
		t.Errorf("A and X compared: %v", e)
	}
}

func indexOf(t *testing.T, names []string, name string) int {
	t.Helper()
	i := slices.Index(names, name)
	if i < 0 {
		t.Fatalf("no player %s", name)
	}
	return i
}

func TestAnchorsStay(t *testing.T) {
	games, names := readGames(t, "rr6_draws.pgn")
	table := tableOf(t, len(names), games)
	free := rate(t, table, nil)
	one := rate(t, table, map[int]float64{2: 1500})
	for p := range names {
		shifted := free.Players[p].Value - free.Players[2].Value + 1500
		near.Check(t, one.Players[p].Value, shifted, 1e-6, "a rating with one anchor")
		a, b := one.Difference(p, 0), free.Difference(p, 0)
		near.Check(t, a.Error95, b.Error95, 1e-6, "error of a difference")
	}
	two := rate(t, table, map[int]float64{2: 1500, 4: 1500})
	if two.Players[2].Value != 1500 || two.Players[4].Value != 1500 ||
		two.Players[4].Kind != stats.Fixed || two.Players[2].Mark != Anchored {
		t.Errorf("anchors moved: %+v %+v", two.Players[2], two.Players[4])
	}
	expected, obtained := expectedPoints(games, two, func(int) bool { return true })
	for p := range names {
		if p != 2 && p != 4 {
			near.Check(t, expected[p], obtained[p], 1e-6, "expected points beside anchors")
		}
	}
}

// TestDifferenceFromAnAnchor checks that draws alone give limits without an error. The limits of a difference from an
// anchor are the player's own limits minus the anchor's rating.
func TestDifferenceFromAnAnchor(t *testing.T) {
	table := newMatches(2)
	for _, g := range []match{{First: 0, Second: 1, Score: .5}, {First: 1, Second: 0, Score: .5}} {
		table.addRounds([]match{g}, 10)
	}
	got := rate(t, table.table(), map[int]float64{0: 1500})
	player, above, below := got.Players[1], got.Difference(1, 0), got.Difference(0, 1)
	if above.Kind != stats.Bracketed || !(above.Low < 0 && 0 < above.High) {
		t.Errorf("difference %+v", above)
	}
	near.Check(t, above.Low, player.Low-1500, 1e-9, "low")
	near.Check(t, above.High, player.High-1500, 1e-9, "high")
	near.Check(t, below.Low, -above.High, 1e-9, "low from the other side")
	near.Check(t, below.High, -above.Low, 1e-9, "high from the other side")
	if _, e, ok := got.Compare(0, 1); ok {
		t.Errorf("%+v without an error", e)
	}
}

// TestPairsNarrowTheErrors checks the sandwich for two players, one parameter and pairs. It equals the delta method on
// the mean pair score: t sqrt(v/N + c)/(b s(1-s)) with Student's t. For few pairs the correction c is the model's
// variance s(1-s)/2N divided by N, which is here more than v/N(N-1).
func TestPairsNarrowTheErrors(t *testing.T) {
	var games []match
	// Scores of the first seat, with 0 and with 1 there: often the same seat wins twice, so that its games are alike.
	outcomes := map[[2]float64]int{{1, 1}: 350, {0, 0}: 350, {1, 0}: 210, {0, 1}: 90}
	pair := 0
	for scores, n := range outcomes {
		for range n {
			pair++
			games = append(games, match{0, 1, scores[0], pair}, match{1, 0, scores[1], pair})
		}
	}
	table := tableOf(t, 2, games)
	if _, pairs := table.Between(0, 1); pairs != (stats.Pentanomial{90, 0, 700, 0, 210}) {
		t.Errorf("pairs %v", pairs)
	}
	if _, pairs := table.Between(1, 0); pairs != (stats.Pentanomial{210, 0, 700, 0, 90}) {
		t.Errorf("pairs from the other side %v", pairs)
	}
	s := .56
	v := (210*(1-s)*(1-s) + 700*(.5-s)*(.5-s) + 90*s*s) / 1000
	c := s * (1 - s) / 2000 / 1000
	const student = 1.9623414611 // .975 quantile, 999 degrees of freedom
	want := student * math.Sqrt(v/1000+c) / (logisticScale * s * (1 - s))
	got := rate(t, table, nil).Difference(0, 1)
	near.Check(t, got.Error95, want, 1e-6, "error of the difference")
}

// TestSharedOpeningsByHand checks three openings of four games of a player against itself, with 4, 3 and 1 points for
// the first seat, 8 of 12. The sandwich is computed by hand, with the factor 3/2 and Student's quantile for two degrees
// of freedom.
func TestSharedOpeningsByHand(t *testing.T) {
	table := newMatches(1)
	for _, outcomes := range [][]float64{{1, 1, 1, 1}, {1, .5, .5, 1}, {0, 0, 0, 1}} {
		var games []match
		for _, score := range outcomes {
			games = append(games, match{Score: score})
		}
		table.addRounds(games, 1)
	}
	s := 2. / 3
	j := square(4-4*s) + square(3-4*s) + square(1-4*s)
	want := 4.302652729911275 * math.Sqrt(j*3/2) / (logisticScale * 12 * s * (1 - s))
	near.Check(t, rate(t, table.table(), nil).Advantage.Error95, want, 1e-6, "error of the advantage")
}

// TestOneSharedOpeningGivesNoError checks that one opening gives bounds, as a single observation does, and two openings
// an error.
func TestOneSharedOpeningGivesNoError(t *testing.T) {
	games := []match{{0, 1, 1, 1}, {1, 0, .5, 1}, {0, 2, 1, 1}, {2, 0, 1, 1}, {1, 2, 1, 1}, {2, 1, 0, 1}}
	one := rate(t, tableOf(t, 3, games), nil)
	for _, e := range []stats.Estimate{one.Players[0].Estimate, one.Players[1].Estimate, one.Advantage, one.DrawRate,
		one.Difference(0, 2)} {
		if e.Kind != stats.Bracketed || !(e.Low < e.Value && e.Value < e.High) {
			t.Errorf("one opening: %+v", e)
		}
	}
	if _, e, ok := one.Compare(0, 2); ok {
		t.Errorf("one opening gives an error: %+v", e)
	}
	if e := one.Advantage; e.High-e.Low < 1000 {
		t.Errorf("the advantage is known to %.0f Elo from one opening", e.High-e.Low)
	}
	again := []match{{0, 1, 1, 2}, {1, 0, 0, 2}, {0, 2, 0, 2}, {2, 0, 0, 2}, {1, 2, 0, 2}, {2, 1, .5, 2}}
	if e := rate(t, tableOf(t, 3, append(games, again...)), nil).Advantage; e.Kind != stats.Measured {
		t.Errorf("two openings: %+v", e)
	}
}

func TestAdvantageIsMeasuredOnlyWhereItShows(t *testing.T) {
	cases := []struct {
		name  string
		games []match
		want  stats.Kind
	}{
		{"no games", nil, stats.Absent},
		{"always the same seats", []match{{0, 1, 1, 0}, {0, 1, 0, 0}, {0, 1, .5, 0}}, stats.Absent},
		{"a circle of first seats that win", []match{{0, 1, 1, 0}, {1, 2, 1, 0}, {2, 0, 1, 0}}, stats.AtLeast},
		{"a circle of first seats that lose", []match{{0, 1, 0, 0}, {1, 2, 0, 0}, {2, 0, 0, 0}}, stats.AtMost},
		{"a circle of both",
			[]match{{0, 1, 1, 0}, {1, 2, 1, 0}, {2, 0, 1, 0}, {0, 1, 0, 0}, {1, 2, 0, 0}, {2, 0, 0, 0}},
			stats.Measured},
		{"both first seats win", []match{{0, 1, 1, 0}, {1, 0, 1, 0}}, stats.AtLeast},
		{"both ways round", []match{{0, 1, 1, 0}, {1, 0, 1, 0}, {0, 1, 0, 0}}, stats.Absent},
		{"all drawn", []match{{0, 1, .5, 0}, {1, 0, .5, 0}}, stats.Bracketed},
		{"against itself", []match{{0, 0, 1, 0}, {0, 0, 0, 0}, {0, 0, 1, 0}}, stats.Measured},
		{"against itself, always won", []match{{0, 0, 1, 0}, {0, 0, 1, 0}}, stats.AtLeast},
	}
	for _, c := range cases {
		got := rate(t, tableOf(t, 3, c.games), nil)
		if got.Advantage.Kind != c.want {
			t.Errorf("%s: advantage %s of kind %d, want %d", c.name, got.Advantage.Text(1), got.Advantage.Kind, c.want)
		}
	}
	self := rate(t, tableOf(t, 1, cases[8].games), nil)
	near.Check(t, self.Advantage.Value, 400*math.Log10(2), 1e-9, "advantage against itself")
}
