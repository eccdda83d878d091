package search

import (
	"fmt"
	"math"
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

// FromExpectation returns the score of an expected result in [0, 1], short of proof.
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

// String returns "+1.25" in logits, "win in 5" steps, or at the bound "win, not proven", which the search only saw.
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

// Later returns the score as it was steps steps earlier: decided scores lie that much farther away.
func (s Score) Later(steps int) Score {
	switch {
	case s > Proven:
		return s - Score(steps)
	case s < -Proven:
		return s + Score(steps)
	}
	return s
}
