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
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
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
	for _, part := range []func(*testing.T, say){seatsMeasured, profiles} {
		part(t, add)
	}
	enginetest.Golden(t, "sentences.txt", text.String())
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

func TestIntervalsOfMetricsHoldTogether(t *testing.T) {
	t.Parallel()
	low, high := together(stats.Symmetric(1, 1), 1_000_000, 52)
	near.Check(t, high, 1+1.6843, 1e-3, "normal quantiles at .025/52 and .025")
	near.Check(t, low, 1-1.6843, 1e-3, "and on the other side")
	low, high = together(stats.Limited(.5, .4, .8), 8, 20) // ln(20 x 20) is twice ln 20
	near.Check(t, low, .3, 1e-12, "below")
	near.Check(t, high, 1.1, 1e-12, "above")
}
