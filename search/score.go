package search

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"pillars/engine"
	"pillars/eval"
)

// Score values a position for one seat in hundredths of a logit of its expected result: 0 is even, 100 is worth 73 %.
// Scores beyond [Proven] are wins and losses that the search has proven, with their distance in steps.
type Score int32

// Bounds of scores.
const (
	WinScore  Score = 32000           // a win on the board
	Proven    Score = WinScore - 2000 // beyond this a score is a proven result
	MaxScore  Score = WinScore + 1
	DrawScore Score = 0
)

// WinIn returns the score of a win that comes after steps steps; its negative is a loss.
func WinIn(steps int) Score { return WinScore - Score(steps) }

// Decided reports whether a score is a proven win or loss.
func (s Score) Decided() bool { return s > Proven || s < -Proven }

// Steps returns the distance of a decided score to the end, in steps.
func (s Score) Steps() int {
	if s < 0 {
		s = -s
	}
	return int(WinScore - s)
}

// Expectation returns the expected result in [0, 1].
func (s Score) Expectation() float64 {
	switch {
	case s > Proven:
		return 1
	case s < -Proven:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s)/100))
}

// Logits returns the score in logits; a proven result has about 320.
func (s Score) Logits() float64 { return float64(s) / 100 }

// Text returns the expected result in per cent, then the score as [Score.String] writes it.
func (s Score) Text() string { return fmt.Sprintf("%.1f %% (%s)", 100*s.Expectation(), s) }

// FromExpectation returns the score of an expected result in [0, 1], at most 20 logits from even.
func FromExpectation(e float64) Score {
	const most = 2000
	switch score := 100 * math.Log(e/(1-e)); {
	case score > most:
		return most
	case score < -most:
		return -most
	default:
		return Score(math.Round(score))
	}
}

// String returns the score in logits, such as "+1.25", or for a proven score "win in 5" with the number of steps. At
// the bound it returns "win, not proven": the search saw a win without a proof.
func (s Score) String() string {
	switch {
	case s > Proven:
		return fmt.Sprintf("win in %d", s.Steps())
	case s < -Proven:
		return fmt.Sprintf("loss in %d", s.Steps())
	case s == Proven:
		return "win, not proven"
	case s == -Proven:
		return "loss, not proven"
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

// Result returns the score of a seat in a finished game that ends the given number of steps away. First place is a win
// and last place a loss; the places between are worth what they score.
func Result(scored float64, steps int) Score {
	switch scored {
	case 1:
		return WinIn(steps)
	case 0:
		return -WinIn(steps)
	}
	return FromExpectation(scored)
}

// Later returns the score as seen from the given number of steps earlier: the end of decided scores is farther away.
func (s Score) Later(steps int) Score {
	switch {
	case s > Proven:
		return s - Score(steps)
	case s < -Proven:
		return s + Score(steps)
	}
	return s
}

// Chances converts scores of a player to expected results, by a calibrated curve or, without one, by
// [Score.Expectation].
type Chances struct{ curve *eval.Curve }

// ChancesOf returns the chances of the player with the given text. They are calibrated if [Spec.Calibrated] says so and
// the game has a curve for the player's kind.
func ChancesOf(player string, rules engine.Rules) (Chances, error) {
	spec, err := ParseSpec(player)
	if err != nil || !spec.Calibrated() {
		return Chances{}, nil
	}
	calibration, err := eval.DefaultCalibration(rules)
	if err != nil || calibration == nil {
		return Chances{}, err
	}
	if curve, fitted := calibration.Curves[spec.Kind]; fitted {
		return Chances{&curve}, nil
	}
	return Chances{}, nil
}

// Calibrated reports whether the calibration of the player's kind holds for the player: only settings of limits, memory
// and threads may differ from the defaults.
func (s Spec) Calibrated() bool {
	return !s.Program() && !slices.ContainsFunc(s.Settings, func(setting engine.Setting) bool {
		return !slices.Contains(harmless, setting.Name)
	})
}

// harmless holds the keys that do not change the meaning of scores.
var harmless = []string{"depth", "memory", "multipv", "nodes", "reuse", "table", "threads", "time"}

// Text returns the expected result in per cent, then the score.
func (c Chances) Text(p engine.Position, score Score) string {
	return fmt.Sprintf("%.1f %% (%s)", 100*c.Of(p, score), score)
}

// Of returns the expected result of the seat to act at p for a score of that seat.
func (c Chances) Of(p engine.Position, score Score) float64 {
	if c.curve == nil || score.Decided() {
		return score.Expectation()
	}
	return c.curve.Expectation(float64(score), engine.PhaseOf(p))
}

// Sure returns the least score that is worth at least e in every phase, and whose negative is worth at most 1-e. The
// expected result e must be above one half. Sure returns [Proven] if no score is enough.
func (c Chances) Sure(e float64) Score {
	curve := eval.Plain
	if c.curve != nil {
		curve = *c.curve
	}
	return Score(sort.Search(int(Proven), func(score int) bool {
		for phase := range engine.SetUpPhase + 1 {
			if curve.Expectation(float64(score), phase) < e || curve.Expectation(-float64(score), phase) > 1-e {
				return false
			}
		}
		return true
	}))
}
