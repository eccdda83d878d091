package stored

import (
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
)

// statsAnswer is what results of two players say, as it is printed. Where a number does not exist it is null; every interval is at 95 %.
type statsAnswer struct {
	Type      string   `json:"type"`
	Unit      string   `json:"unit"` // "pairs" or "games": what was observed
	N         int      `json:"n"`    // how many
	Games     int      `json:"games"`
	Counts    []int    `json:"counts"` // from the worst outcome to the best
	Score     *float64 `json:"score"`
	DrawRatio *float64 `json:"draw_ratio"` // of games

	Elo        *float64 `json:"elo"`
	EloError95 *float64 `json:"elo_error95"`
	EloLow     *float64 `json:"elo_low"`
	EloHigh    *float64 `json:"elo_high"`

	Normalized        *float64 `json:"nelo"`
	NormalizedError95 *float64 `json:"nelo_error95"`
	NormalizedLow     *float64 `json:"nelo_low"`
	NormalizedHigh    *float64 `json:"nelo_high"`

	LOS      float64 `json:"los"`
	LLR      float64 `json:"llr"`
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
	Decision string  `json:"decision"`

	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
	Model string  `json:"model"`

	AfterStop     *float64 `json:"after_stop_elo"` // median-unbiased
	AfterStopLow  *float64 `json:"after_stop_low"`
	AfterStopHigh *float64 `json:"after_stop_high"`
	AfterStopLOS  float64  `json:"after_stop_los"`

	Remarks []string `json:"remarks"`

	sample                     stats.Sample
	points                     float64
	elo, normalized, afterStop stats.Estimate
	decision                   stats.Decision
}

// pairsAnswer begins the answer about pairs: LL, LD, WL, DD, WD, WW.
func pairsAnswer(n []int) *statsAnswer {
	pairs := stats.Pentanomial{n[0], n[1], n[2] + n[3], n[4], n[5]}
	a := &statsAnswer{Unit: "pairs", Counts: pairs[:], sample: pairs}
	for halfPoints, count := range pairs {
		a.N += count
		a.points += float64(halfPoints) / 2 * float64(count)
	}
	a.Games = 2 * a.N
	return a.withDraws(n[1] + 2*n[3] + n[4])
}

// gamesAnswer begins the answer about games: wins, losses, draws.
func gamesAnswer(n []int) *statsAnswer {
	games := stats.WDL{Wins: n[0], Losses: n[1], Draws: n[2]}
	a := &statsAnswer{Unit: "games", N: games.Games(), Games: games.Games(), Counts: []int{n[1], n[2], n[0]}, sample: games, points: games.Points()}
	return a.withDraws(games.Draws)
}

// withDraws adds the shares of the games.
func (a *statsAnswer) withDraws(draws int) *statsAnswer {
	if a.Games > 0 {
		score, ratio := a.points/float64(a.Games), float64(draws)/float64(a.Games)
		a.Score, a.DrawRatio = &score, &ratio
	}
	return a
}

// Print completes an answer and prints it.
func (f *statsFlags) Print(cmd *cobra.Command, a *statsAnswer) error {
	if err := f.Settle(); err != nil {
		return err
	}
	if err := a.complete(f.test); err != nil {
		return cli.Usagef("--elo0 %v and --elo1 %v: %w", f.test.Elo0, f.test.Elo1, err)
	}
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), a)
	}
	return a.write(cmd.OutOrStdout())
}

// complete fills in what the sample says.
func (a *statsAnswer) complete(test stats.SPRT) (err error) {
	a.Type, a.Elo0, a.Elo1, a.Alpha, a.Beta, a.Model = "stats", test.Elo0, test.Elo1, test.Alpha, test.Beta, test.Model.String()
	if a.LLR, err = test.LLR(a.sample); err != nil {
		return err
	}
	after, err := test.AfterStop(a.sample)
	if err != nil {
		return err
	}
	a.LOS, a.AfterStopLOS = stats.LOS(a.sample), after.LOS
	a.elo, a.normalized, a.afterStop = stats.Elo(a.sample), stats.NormalizedElo(a.sample), after.Elo
	a.Elo, a.EloLow, a.EloHigh = a.elo.Numbers()
	a.Normalized, a.NormalizedLow, a.NormalizedHigh = a.normalized.Numbers()
	a.AfterStop, a.AfterStopLow, a.AfterStopHigh = a.afterStop.Numbers()
	a.EloError95, a.NormalizedError95 = errorOf(a.elo), errorOf(a.normalized)
	a.Lower, a.Upper = test.Bounds()
	a.decision = test.Decide(a.LLR)
	a.Decision = a.decision.String()
	a.Remarks = a.remarks()
	return nil
}

// errorOf is the half width of an interval that has one.
func errorOf(e stats.Estimate) *float64 {
	if e.Kind != stats.Measured {
		return nil
	}
	return &e.Error95
}

// remarks are sentences about what the numbers do not show.
func (a *statsAnswer) remarks() []string {
	const anytime = "the limits are those of an interval that holds however often one looks"
	out := []string{}
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	switch {
	case a.N == 0:
		add("There are no games yet: nothing can be said.")
	case a.elo.Kind == stats.AtLeast:
		add("All points went to the first-named player: only a lower limit of the Elo is known; %s.", anytime)
	case a.elo.Kind == stats.AtMost:
		add("All points went to the second-named player: only an upper limit of the Elo is known; %s.", anytime)
	case a.elo.Kind == stats.Bracketed:
		add("The %s are too few or too uniform for an error; %s.", a.Unit, anytime)
	}
	if a.N > 0 && a.normalized.Kind != stats.Measured {
		add("All %s ended alike, so there is no spread to measure a normalized Elo by.", a.Unit)
	}
	if a.N > 0 && a.elo.Kind != stats.Measured {
		add("LOS and LLR promise too much with such data.")
	}
	return out
}
