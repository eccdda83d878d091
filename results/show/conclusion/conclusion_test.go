package conclusion

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// match returns copies of the same pairs of games, each given by its results for the first-named player: won, drawn or
// lost.
func match(a, b string, times int, pairs ...string) (games []results.Game) {
	for i := range times {
		for j, pair := range pairs {
			opening := fmt.Sprint(i*len(pairs) + j)
			one, other := strings.Index("LDW", pair[:1]), strings.Index("LDW", pair[1:])
			games = append(games,
				results.Game{Players: []string{a, b}, Scores: both(float64(one) / 2), Opening: opening},
				results.Game{Players: []string{b, a}, Scores: both(1 - float64(other)/2), Opening: opening})
		}
	}
	return games
}

func both(first float64) []float64 { return []float64{first, 1 - first} }

// league returns the games of a round robin. The further apart two players are, the more pairs the better one wins.
func league(names string) (games []results.Game) {
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			won := min(j-i, 4)
			pairs := append(slices.Repeat([]string{"WD", "WW"}, won), slices.Repeat([]string{"WL", "LD"}, 5-won)...)
			games = append(games, match(names[i:i+1], names[j:j+1], 2, pairs...)...)
		}
	}
	return games
}

// threes returns games of three seats in which A comes first more often than last.
func threes() (games []results.Game) {
	for i := range 10 {
		for turn := range 6 {
			players := []string{"A", "B", "C"}
			all := [][]float64{{1, .5, 0}, {.5, 1, 0}, {1, 0, .5}, {0, 1, .5}, {.5, 0, 1}, {1, 0, .5}}
			scores := all[(i+turn*turn)%6]
			for range turn % 3 {
				players = append(players[1:], players[0])
				scores = append(slices.Clone(scores[1:]), scores[0])
			}
			games = append(games, results.Game{Players: players, Scores: scores, Opening: fmt.Sprint(i)})
		}
	}
	return games
}

// check compares sentences with the sentences of the given name in testdata/sentences.txt.
func check(t *testing.T, name string, got []string) {
	t.Helper()
	wanted, err := txtar.ParseFile("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(wanted.Files, func(f txtar.File) bool { return f.Name == name })
	if text := strings.Join(got, "\n") + "\n"; at < 0 || text != string(wanted.Files[at].Data) {
		t.Errorf("%s is now\n%s", name, text)
	}
}

func TestStandings(t *testing.T) {
	t.Parallel()
	unclear := match("A", "B", 5, "WD", "WL", "DW", "LD")
	for _, c := range []struct {
		name  string
		games []results.Game
		with  Games
	}{
		{"clear", match("A", "B", 20, "WD", "WL", "WW", "DL", "DW"), Games{Distinct: 180}},
		{"unclear", unclear, Games{Distinct: 40}},
		{"level", match("A", "B", 5, "WL", "DW", "DL"), Games{Distinct: 30}},
		{"too few", match("A", "B", 2, "WW"), Games{Distinct: 4}},
		{"none", nil, Games{}},
		{"all repeats", match("A", "B", 20, "WD"), Games{Distinct: 2}},
		{"one game", match("A", "A2", 20, "WL"), Games{Distinct: 1}},
		{"only wins", match("A", "B", 20, "WW"), Games{Distinct: 40}},
		{"draws only", match("A", "B", 20, "DD"), Games{Distinct: 40}},
		{"faults", unclear, Games{Distinct: 39, Faults: 1}},
		{"repeats not known", unclear, Games{}},
		{"void", unclear, Games{Distinct: 42, Faults: 2, Rule: tournament.FaultVoid}},
		{"order of three", slices.Concat(match("A", "B", 10, "WD", "WL", "WW", "DW", "WD"),
			match("A", "C", 10, "WW", "WD", "WW", "WL", "WW"), match("B", "C", 10, "WL", "WW", "WD", "DW", "WL")),
			Games{Distinct: 300}},
		{"some of four", slices.Concat(match("A", "B", 10, "WD", "LD"), match("A", "C", 10, "WW", "WL"),
			match("A", "D", 10, "WW", "LD"), match("B", "C", 10, "WL", "DW"), match("B", "D", 10, "WW", "LD"),
			match("C", "D", 10, "DL", "DW")), Games{Distinct: 240}},
		{"none of three", slices.Concat(match("A", "B", 4, "WD", "LL"), match("A", "C", 4, "DD", "WL"),
			match("B", "C", 4, "WL", "LD")), Games{Distinct: 48}},
		{"seven openings", match("A", "B", 7, "WW"), Games{Distinct: 14}},
		{"a player with four openings", slices.Concat(match("A", "B", 10, "WW", "WD"), match("A", "C", 4, "WW")),
			Games{Distinct: 48}},
		{"the best won everything", slices.Concat(match("A", "B", 10, "WW"), match("A", "C", 10, "WW"),
			match("B", "C", 10, "WL", "DD")), Games{Distinct: 80}},
		{"two pools", slices.Concat(match("A", "B", 10, "WL", "DD"), match("C", "D", 10, "WW", "WD")),
			Games{Distinct: 80}},
		{"eight", league("ABCDEFGH"), Games{Distinct: 1120}},
		{"three seats", threes(), Games{Distinct: 60}},
	} {
		fold := &results.Fold{}
		for _, game := range c.games {
			if err := fold.Add(game); err != nil {
				t.Fatal(err)
			}
		}
		fold.Distinct = c.with.Distinct
		s, err := fold.Standings(results.StandingsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		check(t, "Standings/"+c.name, OfStandings(s, c.with.Faults, c.with.Rule))
	}
}

// TestAdaptiveStandings checks that nothing is claimed if results decided who met whom.
func TestAdaptiveStandings(t *testing.T) {
	t.Parallel()
	var fold results.Fold
	for _, game := range slices.Concat(match("A", "B", 20, "WW", "WD"), match("C", "B", 40, "WL")) {
		if err := fold.Add(game); err != nil {
			t.Fatal(err)
		}
	}
	s, err := fold.Standings(results.StandingsOptions{Adaptive: true, ByPoints: true})
	if err != nil {
		t.Fatal(err)
	}
	check(t, "Adaptive", OfStandings(s, 0, ""))
	var text strings.Builder
	if err := errors.Join(s.WriteTable(&text), s.Crosstable().WriteStronger(&text)); err != nil {
		t.Fatal(err)
	}
	check(t, "Adaptive/table", strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n"))
}

func TestTests(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		pairs      stats.Pentanomial
		decision   stats.Decision
		elo0, elo1 float64
		change     func(*results.TestStanding)
		with       Games
	}{
		{"H1", stats.Pentanomial{10, 60, 150, 120, 60}, stats.AcceptH1, 0, 10, nil, Games{Distinct: 800}},
		{"H0", stats.Pentanomial{40, 80, 150, 80, 30}, stats.AcceptH0, 0, 10, nil, Games{Distinct: 700}},
		{"not much worse", stats.Pentanomial{30, 80, 150, 80, 40}, stats.AcceptH1, -20, 0, nil, Games{Distinct: 760}},
		{"worse", stats.Pentanomial{60, 120, 150, 60, 10}, stats.AcceptH0, -10, 0, nil, Games{Distinct: 800}},
		{"too alike to say by how much", stats.Pentanomial{0, 0, 0, 0, 12}, stats.AcceptH1, 5, 15, nil,
			Games{Distinct: 24}},
		{"undecided", stats.Pentanomial{10, 20, 42, 20, 12}, stats.Undecided, 0, 10, nil, Games{Distinct: 208}},
		{"undecided, and not even", stats.Pentanomial{4, 8, 18, 18, 12}, stats.Undecided, 0, 10, nil,
			Games{Distinct: 120}},
		{"stopped by a fault", stats.Pentanomial{10, 20, 42, 20, 12}, stats.Undecided, 0, 10, nil,
			Games{Distinct: 208, Faults: 1, Rule: tournament.FaultStops}},
		{"left out", stats.Pentanomial{10, 20, 42, 20, 12}, stats.Undecided, 0, 10,
			func(s *results.TestStanding) { s.Voided = 2 },
			Games{Distinct: 208, Faults: 3, Rule: tournament.FaultVoid}},
		{"repeats", stats.Pentanomial{0, 0, 20, 20, 0}, stats.AcceptH1, 0, 10, nil, Games{Distinct: 7}},
		{"none", stats.Pentanomial{}, stats.Undecided, 0, 10, nil, Games{}},
	} {
		test := results.TestStanding{SPRT: stats.SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: .05, Beta: .05},
			Players: []string{"A", "B"}, Decision: c.decision, Counts: c.pairs[:]}
		pairs := 0
		for _, n := range c.pairs {
			pairs += n
		}
		test.Compared = stats.WDL{Wins: 2 * pairs}
		if c.change != nil {
			c.change(&test)
		}
		estimate, err := test.AfterStop(c.pairs)
		if err != nil {
			t.Fatal(err)
		}
		check(t, "Tests/"+c.name, OfTest(test, estimate, c.with))
	}
}

// rung returns a finding of alphabeta with the given node limit. Of the rounds that count, the first seat won all games
// in a share, and lost all games in the others.
func rung(nodes uint64, counted, rounds int, share float64) experiment.Finding {
	won := int(math.Round(share * float64(counted)))
	means := map[float64]int{1: won, 0: counted - won}
	seats := []stats.Estimate{stats.MeanOf(means, experiment.Level), {}}
	return experiment.Finding{
		Measurement: experiment.Measurement{Measure: experiment.FromOpenings, Player: "alphabeta", Nodes: nodes,
			Spec: tournament.Spec{Seed: nodes}},
		Summary: experiment.SeatSummary{Games: 2 * rounds, Rounds: rounds, Distinct: counted, Counted: counted,
			Means: means, Seats: seats}}
}

// sized returns the finding for a board of the given size.
func sized(size int, f experiment.Finding) experiment.Finding {
	f.Setting, f.Spec.Seed = fmt.Sprintf("size=%d", size), uint64(size)
	return f
}

// by returns the finding for another player.
func by(player string, f experiment.Finding) experiment.Finding {
	f.Player = player
	return f
}

func TestFindings(t *testing.T) {
	t.Parallel()
	line, err := experiment.FitLine([]experiment.LogitPoint{
		{X: -1, Points: 30, Games: 200}, {X: 1, Points: 100, Games: 200}, {X: 2, Points: 150, Games: 200}})
	if err != nil {
		t.Fatal(err)
	}
	odds := rung(20, 0, 0, 0)
	odds.Measure, odds.Odds, odds.OddsLine = experiment.AtOdds, experiment.NewOddsFold(), line
	for _, c := range []struct {
		name     string
		findings []experiment.Finding
	}{
		{"shown", []experiment.Finding{rung(20, 400, 400, .5), rung(80, 400, 400, .6)}},
		{"the second seat", []experiment.Finding{rung(20, 100, 100, .3)}},
		{"not shown", []experiment.Finding{rung(20, 100, 100, .53)}},
		{"a trend", []experiment.Finding{rung(20, 400, 400, .3), rung(80, 400, 400, .7)}},
		{"contradicting players", []experiment.Finding{rung(20, 100, 100, .3), by("mcts", rung(20, 100, 100, .7)),
			by("greedy", rung(20, 3, 100, .7))}},
		{"many", []experiment.Finding{by("mcts:cpuct=1", rung(20, 100, 100, .5)),
			by("mcts:cpuct=2", rung(20, 100, 100, .52)), by("mcts:cpuct=3", rung(20, 100, 100, .53)),
			by("mcts:cpuct=4", rung(20, 100, 100, .51))}},
		{"a trend with size", []experiment.Finding{sized(4, rung(20, 400, 400, .3)), sized(5, rung(20, 400, 400, .4)),
			sized(6, rung(20, 400, 400, .5))}},
		{"too few", []experiment.Finding{rung(20, 3, 3, 1)}},
		{"none", []experiment.Finding{rung(20, 0, 0, 0)}},
		{"odds", []experiment.Finding{rung(20, 400, 400, .62), odds}},
	} {
		ladders, err := experiment.LaddersOf(slices.DeleteFunc(slices.Clone(c.findings),
			func(f experiment.Finding) bool { return f.Summary.Distinct == 0 }))
		if err != nil {
			t.Fatal(err)
		}
		check(t, "Findings/"+c.name, OfFindings(c.findings, ladders))
	}
}

func TestGamesThatAreOne(t *testing.T) {
	const want = "This rests on 2 games from 1 opening; all games are the same."
	if got := (Games{Distinct: 1}).basis(2, "1 opening"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri")
	// profile returns the profile of games with about a number of turns, of which the first seat lost one in lost.
	profile := func(games, lost, turns int) metrics.Profile {
		s := metrics.Sample{Rules: metrics.RulesOf(rules)}
		for i := range games {
			outcome := engine.Outcome{Seats: 2}
			outcome.Scores[1-min(1, i%lost)] = 1
			s.Games = append(s.Games, metrics.Game{Outcome: outcome, Turns: make([]metrics.Turn, turns+i%5),
				Opening: fmt.Sprint(i), Players: []string{"A", "B"}})
		}
		return metrics.Profile{Metrics: metrics.Of(s)}
	}
	even, first := profile(100, 2, 20), profile(100, 10, 20)
	for _, c := range []struct {
		name    string
		columns []metrics.Profile
		sample  Sample
	}{
		{"even", []metrics.Profile{even}, Sample{100, 50, 99, 0, false}},
		{"the first seat", []metrics.Profile{first}, Sample{100, 100, 100, 0, false}},
		{"few", []metrics.Profile{profile(3, 2, 20)}, Sample{3, 3, 3, 0, false}},
		{"repeats", []metrics.Profile{even}, Sample{100, 50, 4, 0, false}},
		{"no games", []metrics.Profile{{}}, Sample{}},
		{"the same", []metrics.Profile{even, even},
			Sample{100, 100, 100, 0, false}.Plus(Sample{100, 50, 100, 0, false})},
		{"different", []metrics.Profile{even, first, profile(100, 2, 60)}, Sample{300, 150, 300, 0, false}},
		{"faults", []metrics.Profile{even}, Sample{100, 50, 99, 300, false}},
	} {
		check(t, "Metrics/"+c.name, OfMetrics(c.columns, c.sample))
	}
}

func TestSolutions(t *testing.T) {
	t.Parallel()
	turns := func(values ...string) (turns []solver.FirstTurn) {
		for _, value := range values {
			turns = append(turns, solver.FirstTurn{Worth: solver.Worth{Value: value}})
		}
		return turns
	}
	for _, c := range []struct {
		name     string
		solution solver.Solution
	}{
		{"win", solver.Solution{Worth: solver.Worth{Value: "win", Turns: 3}, Positions: 4, Method: solver.ByRetrograde,
			FirstTurns: turns("win", "win", "loss")}},
		{"loss", solver.Solution{Worth: solver.Worth{Value: "loss"}, Positions: 4, Steps: 9, Method: solver.BySearch,
			FirstTurns: turns("loss")}},
		{"draw", solver.Solution{Worth: solver.Worth{Value: "draw"}, Positions: 4, Method: solver.ByRetrograde,
			FirstTurns: turns("draw", "loss", "loss")}},
		{"unknown turns", solver.Solution{Worth: solver.Worth{Value: "win"}, Positions: 4, Steps: 9,
			Method: solver.BySearch, FirstTurns: turns("win"), Unproven: 7}},
		{"no known turn", solver.Solution{Worth: solver.Worth{Value: "win"}, Positions: 4, Steps: 9,
			Method: solver.BySearch, Unproven: 8}},
	} {
		c.solution.Seat, c.solution.Opponent = "White", "Red"
		check(t, "Solutions/"+c.name, OfSolution(&c.solution))
	}
}

func TestIntervalsOfMetricsHoldTogether(t *testing.T) {
	t.Parallel()
	low, high := together(stats.Symmetric(1, 1), 1_000_000, 52)
	near.Check(t, high, 1+1.6843, 1e-3, "normal quantiles at .025/52 and .025")
	near.Check(t, low, 1-1.6843, 1e-3, "and on the other side")
	low, high = together(stats.Limited(.5, .4, .8), 8, 20) // ln(20 x 20) is twice ln 20
	near.Check(t, low, .3, 1e-12, "below")
	near.Check(t, high, 1.1, 1e-12, "above")
}

// TestBetterSeat names the better seat, unless the games are too few or do not show it.
func TestBetterSeat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		finding experiment.Finding
		want    int
	}{
		{rung(20, 400, 400, .6), 1}, {rung(20, 400, 400, .4), -1}, {rung(20, 400, 400, .5), 0}, {rung(20, 4, 4, 1), 0},
		{rung(20, 8, 8, 1), 1}, {rung(20, 8, 8, 0), -1}, {rung(20, 80, 100, 1), 0},
		{rung(20, 0, 0, 0), 0},
	} {
		if got := BetterSeat(c.finding); got != c.want {
			t.Errorf("a score of %v in %d rounds: %d, want %d", c.finding.Summary.Seats[0], c.finding.Summary.Rounds,
				got, c.want)
		}
	}
}
