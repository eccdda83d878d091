package conclusion

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

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

// say adds the sentences of the given name to the text that the test compares.
type say func(name string, sentences []string)

// TestSentences compares what is concluded of many cases with a file.
func TestSentences(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	add := func(name string, sentences []string) {
		fmt.Fprintf(&text, "-- %s --\n%s\n", name, strings.Join(sentences, "\n"))
	}
	for _, part := range []func(*testing.T, say){standings, tests, seatsMeasured, profiles, solutions} {
		part(t, add)
	}
	enginetest.Golden(t, "sentences.txt", text.String())
}

// match returns copies of the same pairs of games, each given by its results for the first-named player: won, drawn or
// lost.
func match(a, b string, times int, pairs ...string) (games []results.Finished) {
	for i := range times {
		for j, pair := range pairs {
			opening := fmt.Sprint(i*len(pairs) + j)
			one, other := strings.Index("LDW", pair[:1]), strings.Index("LDW", pair[1:])
			games = append(games,
				results.Finished{Players: []string{a, b}, Scores: both(float64(one) / 2), Opening: opening},
				results.Finished{Players: []string{b, a}, Scores: both(1 - float64(other)/2), Opening: opening})
		}
	}
	return games
}

func both(first float64) []float64 { return []float64{first, 1 - first} }

// standingOf returns the standings of games, a number of which are distinct.
func standingOf(t *testing.T, games []results.Finished, distinct int, o results.StandingsOptions) results.Standings {
	t.Helper()
	fold := &results.Fold{Distinct: distinct}
	for _, game := range games {
		if err := fold.Add(game); err != nil {
			t.Fatal(err)
		}
	}
	s, err := fold.Standings(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// standings says what is concluded of standings.
func standings(t *testing.T, say say) {
	t.Helper()
	unclear := match("A", "B", 5, "WD", "WL", "DW", "LD")
	for _, c := range []struct {
		name  string
		games []results.Finished
		with  Games
	}{
		{"clear", match("A", "B", 20, "WD", "WL", "WW", "DL", "DW"), Games{Distinct: 180}},
		{"unclear", unclear, Games{Distinct: 40}},
		{"level", match("A", "B", 5, "WL", "DW", "DL"), Games{Distinct: 30}},
		{"none", nil, Games{}},
		{"all repeats", match("A", "B", 20, "WD"), Games{Distinct: 2}},
		{"only wins", match("A", "B", 20, "WW"), Games{Distinct: 40}},
		{"draws only", match("A", "B", 20, "DD"), Games{Distinct: 40}},
		{"faults", unclear, Games{Distinct: 39, Faults: 1}},
		{"void", unclear, Games{Distinct: 42, Faults: 2, Rule: tournament.FaultVoid}},
		{"order of three", slices.Concat(match("A", "B", 10, "WD", "WL", "WW", "DW", "WD"),
			match("A", "C", 10, "WW", "WD", "WW", "WL", "WW"), match("B", "C", 10, "WL", "WW", "WD", "DW", "WL")),
			Games{Distinct: 300}},
		{"some of four", slices.Concat(match("A", "B", 10, "WD", "LD"), match("A", "C", 10, "WW", "WL"),
			match("A", "D", 10, "WW", "LD"), match("B", "C", 10, "WL", "DW"), match("B", "D", 10, "WW", "LD"),
			match("C", "D", 10, "DL", "DW")), Games{Distinct: 240}},
		{"seven openings", match("A", "B", 7, "WW"), Games{Distinct: 14}},
		{"a player with four openings", slices.Concat(match("A", "B", 10, "WW", "WD"), match("A", "C", 4, "WW")),
			Games{Distinct: 48}},
		{"the best won everything", slices.Concat(match("A", "B", 10, "WW"), match("A", "C", 10, "WW"),
			match("B", "C", 10, "WL", "DD")), Games{Distinct: 80}},
		{"ahead at this look", match("A", "B", 8, "WD", "WL", "DD"), Games{Distinct: 48}},
	} {
		s := standingOf(t, c.games, c.with.Distinct, results.StandingsOptions{})
		say("Standings/"+c.name, OfStandings(s, c.with.Faults, c.with.Rule))
	}
}

// tests says what is concluded of sequential tests.
func tests(t *testing.T, say say) {
	t.Helper()
	for _, c := range []struct {
		name       string
		pairs      stats.Pentanomial
		decision   stats.Decision
		elo0, elo1 float64
		with       Games
	}{
		{"H1", stats.Pentanomial{10, 60, 150, 120, 60}, stats.AcceptH1, 0, 10, Games{Distinct: 800}},
		{"H0", stats.Pentanomial{40, 80, 150, 80, 30}, stats.AcceptH0, 0, 10, Games{Distinct: 700}},
		{"not much worse", stats.Pentanomial{30, 80, 150, 80, 40}, stats.AcceptH1, -20, 0, Games{Distinct: 760}},
		{"worse", stats.Pentanomial{60, 120, 150, 60, 10}, stats.AcceptH0, -10, 0, Games{Distinct: 800}},
		{"too alike to say by how much", stats.Pentanomial{0, 0, 0, 0, 12}, stats.AcceptH1, 5, 15,
			Games{Distinct: 24}},
		{"undecided", stats.Pentanomial{10, 20, 42, 20, 12}, stats.Undecided, 0, 10, Games{Distinct: 208}},
		{"undecided, and not even", stats.Pentanomial{4, 8, 18, 18, 12}, stats.Undecided, 0, 10,
			Games{Distinct: 120}},
		{"stopped by a fault", stats.Pentanomial{10, 20, 42, 20, 12}, stats.Undecided, 0, 10,
			Games{Distinct: 208, Faults: 1, Rule: tournament.FaultStops}},
		{"left out", stats.Pentanomial{10, 20, 42, 20, 12}, stats.Undecided, 0, 10,
			Games{Distinct: 208, Faults: 3, Rule: tournament.FaultVoid}},
		{"repeats", stats.Pentanomial{0, 0, 20, 20, 0}, stats.AcceptH1, 0, 10, Games{Distinct: 7}},
		{"none", stats.Pentanomial{}, stats.Undecided, 0, 10, Games{}},
	} {
		test := results.TestStanding{SPRT: stats.SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: .05, Beta: .05},
			Players: []string{"A", "B"}, Decision: c.decision, Counts: c.pairs[:]}
		pairs := 0
		for _, n := range c.pairs {
			pairs += n
		}
		test.Compared = stats.WDL{Wins: 2 * pairs}
		if c.with.Rule == tournament.FaultVoid {
			test.Voided = 2
		}
		estimate, err := test.AfterStop(c.pairs)
		if err != nil {
			t.Fatal(err)
		}
		say("Tests/"+c.name, OfTest(test, estimate, c.with))
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

// seatsMeasured says what is concluded of measurements of seats.
func seatsMeasured(t *testing.T, say say) {
	t.Helper()
	for _, c := range []struct {
		name     string
		findings []experiment.Finding
	}{
		{"shown", []experiment.Finding{rung(20, 400, 400, .5), rung(80, 400, 400, .6)}},
		{"not shown", []experiment.Finding{rung(20, 100, 100, .53)}},
		{"a trend", []experiment.Finding{rung(20, 400, 400, .3), rung(80, 400, 400, .7)}},
		{"contradicting players", []experiment.Finding{rung(20, 100, 100, .3), by("mcts", rung(20, 100, 100, .7)),
			by("greedy", rung(20, 3, 100, .7))}},
		{"a trend with size", []experiment.Finding{sized(4, rung(20, 400, 400, .3)), sized(5, rung(20, 400, 400, .4)),
			sized(6, rung(20, 400, 400, .5))}},
		{"none", []experiment.Finding{rung(20, 0, 0, 0)}},
	} {
		ladders, err := experiment.LaddersOf(slices.DeleteFunc(slices.Clone(c.findings),
			func(f experiment.Finding) bool { return f.Summary.Distinct == 0 }))
		if err != nil {
			t.Fatal(err)
		}
		say("Findings/"+c.name, OfFindings(c.findings, ladders))
	}
}

// profiles says what is concluded of metrics.
func profiles(t *testing.T, say say) {
	t.Helper()
	rules := enginetest.Rules(t, "pilastri")
	// profile returns the profile of games with about a number of turns, of which the first seat lost one in lost.
	profile := func(games, lost, turns int) metrics.Profile {
		s := metrics.Sample{Rules: metrics.RulesOf(rules)}
		for i := range games {
			outcome := engine.Outcome{Seats: 2}
			outcome.Scores[1-min(1, i%lost)] = 1
			s.Games = append(s.Games, metrics.Trace{Outcome: outcome, Turns: make([]metrics.Turn, turns+i%5),
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
		{"repeats", []metrics.Profile{even}, Sample{100, 50, 4, 0, false}},
		{"different", []metrics.Profile{even, first, profile(100, 2, 60)}, Sample{300, 150, 300, 0, false}},
	} {
		say("Metrics/"+c.name, OfMetrics(c.columns, c.sample))
	}
}

// solutions has the whole text of a proof with counts of positions.
func solutions(t *testing.T, say say) {
	t.Helper()
	turn := func(name, value string, turns int) solver.FirstTurn {
		return solver.FirstTurn{Turn: name, Worth: solver.Worth{Value: value, Turns: turns}}
	}
	full := &solver.Solution{Game: "pit", Options: "size=4", Position: "x3", Method: solver.ByRetrograde, Seat: "White",
		Opponent: "Red", Worth: solver.Worth{Value: "win", Turns: 1}, Positions: 30, Unproven: 2, Longest: 9,
		FirstTurns: []solver.FirstTurn{turn("a1", "win", 1), turn("a2", "win", 1), turn("b1", "win", 3),
			turn("b2", "draw", 0), turn("c1", "loss", 4)},
		Line: []string{"a1", "b2"}, Counts: &solver.Count{Positions: 30, Won: 15, Lost: 10, Drawn: 5},
		Opening: &solver.Count{Positions: 9, Won: 4, Lost: 3, Drawn: 2}, Over: map[string]int{"stalemate": 2, "cap": 1},
		Ends: []solver.OpeningEnd{{Turn: 3, Seat: "Red", Metric: "men", Value: 7,
			Count: solver.Count{Positions: 6, Won: 3, Lost: 2, Drawn: 1}}}}
	var text strings.Builder
	if err := (Solution{full, "99 positions"}).WriteText(&text); err != nil {
		t.Fatal(err)
	}
	say("Solutions/in full", []string{strings.TrimSuffix(text.String(), "\n")})
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

// TestOpenPairsShareTheChanceOfError checks that the pairs that are not told apart share 5 % equally.
func TestOpenPairsShareTheChanceOfError(t *testing.T) {
	t.Parallel()
	for shown, want := range []float64{.05 / 3, .025, .05} {
		all := make(comparisons, 3)
		for i := range shown {
			all[i].shown = true
		}
		near.Check(t, all.alphaOfEach(3), want, 1e-12, "chance of error of each open pair after ", shown)
	}
}
