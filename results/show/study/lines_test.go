package study

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/report"
	"pillars/search/proof/solver"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// figure returns a metric with the given identifier. It is printed with one decimal.
func figure(id string, unit metrics.Unit, n int, e stats.Estimate) metrics.Metric {
	d := &metrics.Definition{Name: id, Unit: unit}
	d.Decimals = 1
	return metrics.Metric{Definition: d, N: n, Estimate: e}
}

// TestScoresOfFirstTurns checks that games count for the turn with which they began: a round has two games here.
func TestScoresOfFirstTurns(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	f, err := List(rules, 1)
	if err != nil || len(f.All) < 3 {
		t.Fatalf("%+v, %v", f, err)
	}
	gatherer := experiment.NewGatherer(experiment.Measurement{Rules: rules, Spec: tournament.Spec{
		Format: tournament.Format{Kind: tournament.SelfPlay}, Openings: openings.Source{Kind: openings.None}}})
	scores := []float64{1, 1, 0, .5, 0}
	for i, score := range scores {
		g := tournament.Game{Result: tournament.Result{Identity: strconv.Itoa(i), Pair: strconv.Itoa(i),
			Players: []string{"a", "a"}, Outcome: engine.Outcome{Seats: 2}}}
		g.Outcome.Scores[0], g.Outcome.Scores[1] = score, 1-score
		turn := f.All[1].Turn
		if i > 2 {
			turn = f.All[2].Turn
		}
		g.Record = engine.Record{Start: rules.Start().String(), Settings: rules.Settings(),
			Turns: []string{turn, strconv.Itoa(i)}, Outcome: g.Outcome}
		if err := gatherer.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	found, err := gatherer.Finding("3f9c")
	if err != nil {
		t.Fatal(err)
	}
	s := Study{Rules: rules, Turns: f}
	if err := s.Settle(&found); err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		games int
		score float64
	}{{0, 0}, {3, 2. / 3}, {2, .25}} {
		got := s.Turns.All[i]
		near.Check(t, got.Score.Value, want.score, 1e-9, "score after ", got.Turn)
		if got.Games != want.games || s.Turns.Run != "3f9c" {
			t.Errorf("%d games from %s in run %s, want %d", got.Games, got.Turn, s.Turns.Run, want.games)
		}
	}
	if s.Games() != 5 {
		t.Errorf("the study has %d games", s.Games())
	}
}

// TestStudiesInWords compares the lines of studies, and a map, with a file: a study without a proof, one of few
// different games, one of nothing, and first turns that are proven or drawn from more.
func TestStudiesInWords(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	say := func(name string, lines ...string) {
		fmt.Fprintf(&text, "== %s\n%s\n\n", name, strings.Join(lines, "\n"))
	}
	s := Study{Rules: enginetest.Rules(t, "pilastri", "size=4"), Seed: 7, Seats: seats(t, 50),
		Chain: []metrics.Rung{{Player: "random"}, {Player: "alphabeta:nodes=8", Points: 7.5, Games: 10},
			{Player: "alphabeta:nodes=64", Points: 11, Games: 15}},
		Sizes: Sizes{ClimbNodes: 64},
		Elsewhere: Published{Chains: "game,nodes,score against the rung below %\na,8,75\na,64,99\na,65,99\nb,8,74.9\n",
			Metrics: "game,lead changes a turn,drama\na,0.5,x\nb,0.12,1\nc,0.3,1\n"},
		Metrics: []metrics.Metric{figure("completion", metrics.Share, 20, stats.Limited(.9, .8, .95)),
			figure("drawishness", metrics.Share, 20, stats.Estimate{Kind: stats.Fixed, Value: .1}),
			figure("cut-off", metrics.Share, 20, stats.Limited(0, 0, .2)),
			figure("turns/median", metrics.Turns, 20, stats.Symmetric(25, 2)),
			figure("lead-changes", metrics.Number, 20, stats.Symmetric(.3, .1)),
			figure("behind", metrics.Share, 20, stats.Limited(.25, .2, .3)),
			figure("drama", metrics.Number, 20, stats.Estimate{}),
			figure("turns-legal-geometric", metrics.Choices, 20, stats.Symmetric(12, 1)),
			figure("judge-skill", metrics.Skill, 20, stats.Symmetric(.09, .1))},
	}
	turn := func(name string, value, low, high float64) report.FirstTurn {
		return report.FirstTurn{Turn: name, Games: 10, Score: stats.Limited(value, low, high)}
	}
	s.Turns = FirstTurns{Whole: true, All: []report.FirstTurn{turn("a", .6, .52, .68), turn("b", .46, .35, .5),
		turn("c", .3, .2, .4), turn("d", .52, .5, .6), {Turn: "e"}}}
	if err := s.Settle(nil); err != nil {
		t.Fatal(err)
	}
	say("a study", s.Lines()...)
	s.Metrics[8].Estimate.Value, s.Metrics[2].Estimate.Value = .1, .02
	s.Seats[0].Summary.Distinct, s.Seats[0].Summary.Counted = 4, 4
	s.Turns = FirstTurns{All: []report.FirstTurn{{Proven: "win"}, {}, {Proven: "loss"}}}
	if err := s.Settle(nil); err != nil {
		t.Fatal(err)
	}
	say("few different games", s.Lines()...)
	none := Study{Rules: s.Rules, Turns: FirstTurns{Pie: true}}
	say("nothing", none.Lines()...)
	even, ninety := cellOf(t, "a", 50, 90), cellOf(t, "b", 50, 89)
	even.Turns.All = []report.FirstTurn{turn("d4", .6, .4, .7), turn("c4", .45, .4, .5), {Turn: "e"}}
	even.Chain, even.Proof = s.Chain, &solver.Solution{Worth: solver.Worth{Value: "win"}}
	ninety.Turns.Pie = true
	if err := (Map{[]Cell{ninety, even}}).WriteText(&text); err != nil {
		t.Fatal(err)
	}
	enginetest.Golden(t, "studies.txt", text.String())
}

// TestKnownSizes compares with sizes worked out by hand from the work of a study, 90 or 720 million nodes.
func TestKnownSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		quick     bool
		decisions float64
		want      Sizes
	}{
		{true, 200, Sizes{200, 200_000, 64, 3, 66, 8, 256, 42, 24, 512, 116, 50}},
		{false, 200, Sizes{200, 2_000_000, 64, 4, 132, 12, 1024, 58, 194, 4096, 116, 200}},
		{true, 1e6, Sizes{1e6, 200_000, 64, 3, 20, 8, 256, 10, 20, 512, 40, 50}},
		{false, 1, Sizes{1, 2_000_000, 64, 4, 600, 12, 1024, 200, 200, 4096, 200, 200}},
	} {
		if got := SizesOf(c.quick, c.decisions); got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}
