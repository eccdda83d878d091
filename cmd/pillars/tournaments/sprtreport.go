package tournaments

import (
	"fmt"
	"io"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// testReport is how a sequential test stands or ended, as it is printed.
type testReport struct {
	Type     string   `json:"type"`
	Run      string   `json:"run"`
	Players  []string `json:"players"`
	Decision string   `json:"decision"`
	LLR      float64  `json:"llr"`
	Lower    float64  `json:"lower"` // corrected for the overshoot
	Upper    float64  `json:"upper"`
	Elo0     float64  `json:"elo0"`
	Elo1     float64  `json:"elo1"`
	Alpha    float64  `json:"alpha"`
	Beta     float64  `json:"beta"`
	Model    string   `json:"model"`
	Pairs    []int    `json:"pairs"` // by the first player's half points, from 0 to 4
	Wins     int      `json:"wins"`
	Draws    int      `json:"draws"`
	Losses   int      `json:"losses"`
	Voided   int      `json:"voided,omitempty"` // pairs left out for a fault
	Elo      *float64 `json:"elo"`              // median-unbiased
	EloError *float64 `json:"elo_error95"`      // half the width of the interval
	EloLow   *float64 `json:"elo_low"`
	EloHigh  *float64 `json:"elo_high"`
	LOS      float64  `json:"los"`
	NElo     *float64 `json:"nelo"` // biased by the stopping, as all that follows
	NEloErr  *float64 `json:"nelo_error95"`
	NaiveElo *float64 `json:"naive_elo"`
	NaiveErr *float64 `json:"naive_elo_error95"`
	First    *float64 `json:"first_score"`

	decision stats.Decision
	estimate stats.AfterStop
	naive    stats.Estimate
}

// report is how the test stands.
func (g *testGauge) report(run string) (testReport, error) {
	sample := g.sequence.Sample()
	estimate, err := g.test.AfterStop(sample)
	if err != nil {
		return testReport{}, err
	}
	r := testReport{
		Type: "sprt", Run: run, Players: g.spec.Players, Decision: g.sequence.Decision().String(), LLR: g.sequence.LLR(),
		Elo0: g.test.Elo0, Elo1: g.test.Elo1, Alpha: g.test.Alpha, Beta: g.test.Beta, Model: g.test.Model.String(),
		Wins: g.games.Wins, Draws: g.games.Draws, Losses: g.games.Losses, Voided: g.voided, LOS: estimate.LOS,
		decision: g.sequence.Decision(), estimate: estimate, naive: stats.Elo(sample),
	}
	r.Lower, r.Upper = g.sequence.Bounds()
	if pairs, ok := sample.(stats.Pentanomial); ok {
		r.Pairs = pairs[:]
	}
	r.Elo, r.EloLow, r.EloHigh = estimate.Elo.Numbers()
	if r.EloLow != nil && r.EloHigh != nil {
		half := (*r.EloHigh - *r.EloLow) / 2
		r.EloError = &half
	}
	r.NaiveElo, r.NaiveErr = valueOf(r.naive)
	r.NElo, r.NEloErr = valueOf(stats.NormalizedElo(sample))
	if n := g.games.Games(); n > 0 {
		share := g.first / float64(n)
		r.First = &share
	}
	return r, nil
}

// valueOf are an estimate's value and half width, as far as there are.
func valueOf(e stats.Estimate) (value, error95 *float64) {
	value, _, _ = e.Numbers()
	if e.Kind == stats.Measured {
		error95 = &e.Error95
	}
	return value, error95
}

// verdict is the decision in words.
func (r testReport) verdict() string {
	switch r.decision {
	case stats.AcceptH0:
		return fmt.Sprintf("H0 accepted: rather %+g than %+g", r.Elo0, r.Elo1)
	case stats.AcceptH1:
		return fmt.Sprintf("H1 accepted: rather %+g than %+g", r.Elo1, r.Elo0)
	}
	return "undecided"
}

// write prints the report as a block of plain text that can be copied as it is.
func (r testReport) write(w io.Writer, s *Session) error {
	games := stats.WDL{Wins: r.Wins, Draws: r.Draws, Losses: r.Losses}
	lines := []string{
		fmt.Sprintf("%s against %s", r.Players[0], r.Players[1]),
		"",
		fmt.Sprintf("%s (%s Elo)", r.verdict(), r.Model),
		fmt.Sprintf("LLR        %.3f, bounds %.3f .. %.3f (elo0 %g, elo1 %g, alpha %g, beta %g)", r.LLR, r.Lower, r.Upper, r.Elo0, r.Elo1, r.Alpha, r.Beta),
		fmt.Sprintf("pairs      %d: by points 0, 1/2, 1, 3/2, 2: %s", games.Games()/2, strings.Trim(fmt.Sprint(r.Pairs), "[]")),
		fmt.Sprintf("games      %d: %d won, %d drawn, %d lost, score %s", games.Games(), r.Wins, r.Draws, r.Losses, shareText(games)),
		fmt.Sprintf("estimate   %s Elo (95 %%), median-unbiased for a test that may stop early; superior with %s %%",
			r.estimate.Elo.Text(1), stats.FormatNumber(100*r.LOS, 2)),
		fmt.Sprintf("unadjusted %s Elo (95 %%), biased by the stopping: not to be cited", r.naive.Text(1)),
	}
	if r.First != nil {
		lines = append(lines, fmt.Sprintf("first seat %s %% of the points", stats.FormatNumber(100**r.First, 1)))
	}
	if r.Voided > 0 {
		lines = append(lines, fmt.Sprintf("left out   %s with a fault", cli.Counted(r.Voided, "pair")))
	}
	_, err := fmt.Fprintln(w, strings.Join(append(lines, "", "To cite:", "  "+r.citation(s)), "\n"))
	return err
}

// citation says in one sentence what was tested and found.
func (r testReport) citation(s *Session) string {
	spec := s.Spec
	return fmt.Sprintf("%s against %s at %s (%s), %s from %s, seed %d, limits %s%s: "+
		"SPRT of %s Elo [%g, %g], alpha %g, beta %g: %s; Elo %s (95 %%, median-unbiased). %s.",
		r.Players[0], r.Players[1], s.Plan.Rules.Game().Title(), spec.Options, cli.Counted((r.Wins+r.Draws+r.Losses)/2, "pair"), tournament.OpeningsText(spec.Openings),
		spec.Seed, tournament.LimitsText(spec), tournament.EndsText(spec), r.Model, r.Elo0, r.Elo1, r.Alpha, r.Beta, r.verdict(), r.estimate.Elo.Text(1), runner.Program())
}
