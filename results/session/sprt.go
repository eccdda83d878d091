package session

import (
	"cmp"
	"fmt"
	"strings"

	"pillars/results/stats"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// TestStanding is how a sequential test of two players stands, or how it ended.
type TestStanding struct {
	stats.SPRT
	Players      []string
	Decision     stats.Decision
	LLR          float64
	Lower, Upper float64 // bounds of LLR, corrected for the overshoot
	Pairs        stats.Pentanomial
	Games        stats.WDL // of these pairs, for the first player
	FirstSeat    float64   // points of the first seat in them
	Voided       int       // pairs left out for a fault
}

// TestGauge is the gauge of a sequential test: it follows it pair by pair in the order of the plan.
type TestGauge struct {
	spec     tournament.Spec
	standing TestStanding // but for what the sequence knows
	begun    stats.Sequence
	sequence stats.Sequence
	half     *tournament.Result // the first game of a pair that is not complete
	err      error
}

// NewTest begins the test of a settled spec.
func NewTest(spec tournament.Spec) (*TestGauge, error) {
	model, err := stats.ModelNamed(spec.Test.Model)
	if err != nil {
		return nil, err
	}
	t := &TestGauge{standing: TestStanding{SPRT: stats.SPRT{
		Elo0: spec.Test.Elo0, Elo1: spec.Test.Elo1, Alpha: spec.Test.Alpha, Beta: spec.Test.Beta, Model: model,
	}}}
	t.begun, err = t.standing.OnPairs()
	t.Restart(spec)
	return t, err
}

// Restart is that of a [Gauge].
func (t *TestGauge) Restart(spec tournament.Spec) {
	begun := TestStanding{SPRT: t.standing.SPRT, Players: spec.Players}
	*t = TestGauge{spec: spec, standing: begun, begun: t.begun, sequence: t.begun}
}

// Watch is that of a [Gauge]. The two games of a pair follow each other: that is how the plan orders them.
func (t *TestGauge) Watch(r tournament.Result) bool {
	if t.half == nil {
		t.half = &r
		return t.decided()
	}
	other := *t.half
	t.half = nil
	if t.spec.OnFault == tournament.FaultVoid && (r.Faulted() || other.Faulted()) {
		t.standing.Voided++
		return t.decided()
	}
	halfPoints := 0
	for _, game := range []tournament.Result{other, r} {
		score := game.Outcome.Score(0)
		t.standing.FirstSeat += score
		if game.Players[0] != t.spec.Players[0] {
			score = 1 - score
		}
		halfPoints += int(2 * score)
		t.standing.Games = t.standing.Games.Plus(stats.OneGame(score))
	}
	next, err := t.sequence.Next(halfPoints)
	t.sequence, t.err = next, cmp.Or(t.err, err)
	return t.decided()
}

func (t *TestGauge) decided() bool { return t.err != nil || t.sequence.Decision != stats.Undecided }

// Standing is how the test stands. It fails if one of the pairs could not be counted.
func (t *TestGauge) Standing() (TestStanding, error) {
	now := t.standing
	now.Decision, now.LLR, now.Pairs = t.sequence.Decision, t.sequence.LLR, t.sequence.Sample
	now.Lower, now.Upper = t.sequence.Bounds()
	return now, t.err
}

// TestReport is a test with the estimate of the difference. What the plain estimates say is biased by the stopping.
type TestReport struct {
	TestStanding
	session  *Session
	estimate stats.AfterStop
}

// Report is the report of the test that a session has played.
func (t *TestGauge) Report(s *Session) (TestReport, error) {
	standing, err := t.Standing()
	if err != nil {
		return TestReport{}, err
	}
	estimate, err := standing.AfterStop(standing.Pairs)
	return TestReport{standing, s, estimate}, err
}

// ScoreText is the first player's share of the points.
func (s TestStanding) ScoreText() string {
	if s.Games.Games() == 0 {
		return "-"
	}
	return stats.Percent(s.Games.Points()/float64(s.Games.Games()), 1)
}

// Facts are the report for programs.
func (r TestReport) Facts() table.Facts {
	f := table.Object("type", "sprt", "run", r.session.Run.ID, "players", r.Players, "decision", r.Decision.String(),
		"llr", r.LLR, "lower", r.Lower, "upper", r.Upper,
		"elo0", r.Elo0, "elo1", r.Elo1, "alpha", r.Alpha, "beta", r.Beta, "model", r.Model.String(),
		"pairs", r.Pairs, "wins", r.Games.Wins, "draws", r.Games.Draws, "losses", r.Games.Losses)
	f.AddSome("voided", r.Voided)
	var half, first any
	elo, low, high := r.estimate.Elo.Numbers()
	if low != nil && high != nil {
		half = (*high - *low) / 2
	}
	if n := r.Games.Games(); n > 0 {
		first = r.FirstSeat / float64(n)
	}
	normalized, naive := stats.NormalizedElo(r.Pairs), stats.Elo(r.Pairs)
	nelo, _, _ := normalized.Numbers()
	naiveElo, _, _ := naive.Numbers()
	return append(f, table.Object("elo", elo, "elo_error95", half, "elo_low", low, "elo_high", high,
		"los", r.estimate.LOS, "nelo", nelo, "nelo_error95", normalized.Half(),
		"naive_elo", naiveElo, "naive_elo_error95", naive.Half(), "first_score", first)...)
}

func (r TestReport) verdict() string {
	switch r.Decision {
	case stats.AcceptH0:
		return fmt.Sprintf("H0 accepted: rather %+g than %+g", r.Elo0, r.Elo1)
	case stats.AcceptH1:
		return fmt.Sprintf("H1 accepted: rather %+g than %+g", r.Elo1, r.Elo0)
	}
	return "undecided"
}

// String is the report as a block of plain text that can be copied as it is.
func (r TestReport) String() string {
	games := r.Games
	lines := []string{
		fmt.Sprintf("%s against %s", r.Players[0], r.Players[1]),
		"",
		fmt.Sprintf("%s (%s Elo)", r.verdict(), r.Model),
		fmt.Sprintf("LLR        %.3f, bounds %.3f .. %.3f (elo0 %g, elo1 %g, alpha %g, beta %g)",
			r.LLR, r.Lower, r.Upper, r.Elo0, r.Elo1, r.Alpha, r.Beta),
		fmt.Sprintf("pairs      %d: by points 0, 1/2, 1, 3/2, 2: %s",
			games.Games()/2, strings.Trim(fmt.Sprint(r.Pairs), "[]")),
		fmt.Sprintf("games      %d: %d won, %d drawn, %d lost, score %s",
			games.Games(), games.Wins, games.Draws, games.Losses, r.ScoreText()),
		fmt.Sprintf("estimate   %s Elo (95 %%), median-unbiased for a test that may stop early; superior with %s %%",
			r.estimate.Elo.Text(1), stats.FormatNumber(100*r.estimate.LOS, 2)),
		fmt.Sprintf("unadjusted %s Elo (95 %%), biased by the stopping: not to be cited", stats.Elo(r.Pairs).Text(1)),
	}
	if n := games.Games(); n > 0 {
		share := stats.FormatNumber(100*r.FirstSeat/float64(n), 1)
		lines = append(lines, "first seat "+share+" % of the points")
	}
	if r.Voided > 0 {
		lines = append(lines, fmt.Sprintf("left out   %s with a fault", tournament.Counted(r.Voided, "pair")))
	}
	spec, title := r.session.Spec, r.session.Plan.Rules.Game().Title()
	citation := fmt.Sprintf("%s against %s at %s (%s), %s from %s: SPRT of %s Elo [%g, %g], alpha %g, beta %g: "+
		"%s; Elo %s (95 %%, median-unbiased). %s.", r.Players[0], r.Players[1], title, spec.Options,
		tournament.Counted(games.Games()/2, "pair"), tournament.ConditionsText(spec, ","), r.Model, r.Elo0, r.Elo1,
		r.Alpha, r.Beta, r.verdict(), r.estimate.Elo.Text(1), runner.Program())
	return strings.Join(append(lines, "", "To cite:", "  "+citation), "\n")
}
