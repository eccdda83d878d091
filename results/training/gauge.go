package training

import (
	"errors"
	"fmt"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/session"
	"pillars/tournament"
)

// matchGauge follows a match and ends it at the first fault.
type matchGauge interface {
	session.Gauge
	verdict(run string) MatchOutcome
	fault() error
}

// newGauge returns the gauge of a match by its spec, with the kind of its run.
func newGauge(spec tournament.Spec) (gauge matchGauge, kind string, err error) {
	if spec.Traits().Test == nil {
		return &mixedGauge{}, "tournament", nil
	}
	test, err := results.NewTest(spec)
	return &testGauge{TestGauge: test}, "sprt", err
}

// testGauge is the gauge of a sequential test.
type testGauge struct {
	*results.TestGauge
	err error
}

func (g *testGauge) Watch(r tournament.Result) (enough bool) {
	if g.err = checkFault(r); g.err != nil {
		return true
	}
	return g.TestGauge.Watch(r)
}

func (g *testGauge) fault() error { return g.err }

func (g *testGauge) verdict(run string) MatchOutcome {
	standing, err := g.Standing()
	g.err = errors.Join(g.err, err)
	return MatchOutcome{Run: run, Decision: standing.Decision.String(), Pairs: standing.Pairs, LLR: standing.LLR}
}

// MixedOutcome is the result of the first of two players in all mixed seatings, see [results.Mixed].
type MixedOutcome struct {
	Openings int     `json:"openings"`
	Score    float64 `json:"score"`
	Low      float64 `json:"low"` // limits at 95 %
	High     float64 `json:"high"`
	Elo      float64 `json:"elo"` // 0 where the score has none
}

// String returns the outcome in words.
func (o MixedOutcome) String() string {
	return fmt.Sprintf("score %.1f %% (%.1f to %.1f) in %s", 100*o.Score, 100*o.Low, 100*o.High,
		tournament.Counted(o.Openings, "opening"))
}

// mixedGauge is the gauge of a match in all mixed seatings, which is never cut short: its interval is for a number of
// openings that was fixed beforehand. The first player is found better, H1, or worse, H0, if the interval leaves out
// one half.
type mixedGauge struct {
	spec tournament.Spec
	fold results.Fold
	err  error
}

func (g *mixedGauge) Restart(spec tournament.Spec) { g.spec, g.fold = spec, results.Fold{} }

func (g *mixedGauge) Watch(r tournament.Result) (enough bool) {
	g.err = errors.Join(checkFault(r), g.fold.AddResult(r))
	return g.err != nil
}

func (g *mixedGauge) fault() error { return g.err }

func (g *mixedGauge) verdict(run string) MatchOutcome {
	m, decision := g.fold.Mixed(g.spec.Players[0], g.spec.Players[1]), stats.Undecided
	switch {
	case m.Score.Kind == stats.Absent:
		m.Score = stats.Limited(.5, 0, 1)
	case m.Score.Low > .5:
		decision = stats.AcceptH1
	case m.Score.High < .5:
		decision = stats.AcceptH0
	}
	return MatchOutcome{Run: run, Decision: decision.String(),
		Mixed: &MixedOutcome{m.Openings, m.Score.Value, m.Score.Low, m.Score.High, m.Elo.Value}}
}
