package tournaments

import (
	"context"
	"fmt"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// testGauge follows a sequential test, pair by pair in the order of the plan.
type testGauge struct {
	spec  tournament.Spec
	test  stats.SPRT
	begun stats.Sequence // before the first pair

	sequence stats.Sequence
	half     *tournament.Result // the first game of a pair that is not complete
	games    stats.WDL          // of the pairs that count, for the first player
	first    float64            // points of the first seat in them
	voided   int                // pairs left out for a fault
	err      error
}

func newTestGauge(spec tournament.Spec) (*testGauge, error) {
	model, err := stats.ModelNamed(spec.Test.Model)
	if err != nil {
		return nil, err
	}
	test := stats.SPRT{Elo0: spec.Test.Elo0, Elo1: spec.Test.Elo1, Alpha: spec.Test.Alpha, Beta: spec.Test.Beta, Model: model}
	begun, err := test.OnPairs()
	g := &testGauge{spec: spec, test: test, begun: begun}
	g.Restart(spec)
	return g, err
}

func (g *testGauge) Restart(spec tournament.Spec) {
	*g = testGauge{spec: spec, test: g.test, begun: g.begun, sequence: g.begun}
}

// watch takes the results of a pair one after the other: that is how the plan orders them.
func (g *testGauge) Watch(r tournament.Result) bool {
	if g.half == nil {
		g.half = &r
		return g.decided()
	}
	other := *g.half
	g.half = nil
	if g.spec.OnFault == tournament.FaultVoid && (r.Faulted() || other.Faulted()) {
		g.voided++
		return g.decided()
	}
	halfPoints := 0
	for _, game := range []tournament.Result{other, r} {
		score := game.Outcome.Score(0)
		g.first += score
		if game.Players[0] != g.spec.Players[0] {
			score = 1 - score
		}
		halfPoints += int(2 * score)
		g.games = g.games.Plus(stats.OneGame(score))
	}
	next, err := g.sequence.Next(halfPoints)
	if err != nil && g.err == nil {
		g.err = err
	}
	g.sequence = next
	return g.decided()
}

func (g *testGauge) decided() bool { return g.err != nil || g.sequence.Decision() != stats.Undecided }

func (g *testGauge) Status(p runner.Progress, width int) string {
	lower, upper := g.sequence.Bounds()
	text := fmt.Sprintf("%s, LLR %.2f (%.2f .. %.2f), score %s, %s", cli.Counted(g.pairs(), "pair"), g.sequence.LLR(), lower, upper,
		shareText(g.games), cli.RateText(p.Rate()))
	if p.Tally.Faults > 0 {
		text += ", " + cli.Counted(p.Tally.Faults, "fault")
	}
	return cli.Shortened(text, width)
}

func (g *testGauge) pairs() int { return g.games.Games() / 2 }

// shareText is a score in per cent, or a dash.
func shareText(games stats.WDL) string {
	if games.Games() == 0 {
		return "-"
	}
	return stats.FormatNumber(100*games.Points()/float64(games.Games()), 1) + " %"
}

// finish replays the stored pairs, so that the report is of the whole test, and prints it.
func (g *testGauge) Finish(_ context.Context, s *Session) error {
	if g.err != nil {
		return g.err
	}
	report, err := g.report(s.ID)
	if err != nil {
		return err
	}
	if s.JSON {
		return cli.PrintJSON(s.Cmd.OutOrStdout(), report)
	}
	return report.write(s.Cmd.OutOrStdout(), s)
}
