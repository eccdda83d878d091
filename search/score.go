package search

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
)

// Score is the value of a position for one seat, in hundredths of a logit of the expected result: 0 means 50 %, 100
// means 73 %. A score above Proven is a proven win, and a score below -Proven a proven loss. Such a score also encodes
// the number of steps to the end of the game; see [WinIn].
type Score int32

// Bounds of scores.
const (
	WinScore  Score = 32000           // the game is over and won
	Proven    Score = WinScore - 2000 // larger scores are proven wins
	MaxScore  Score = WinScore + 1    // larger than the score of any position
	DrawScore Score = 0
)

// WinIn returns the score of a win after the given number of steps. The score of a loss is -WinIn(steps).
func WinIn(steps int) Score { return WinScore - Score(steps) }

// Decided reports whether a score is a proven win or loss.
func (s Score) Decided() bool { return s > Proven || s < -Proven }

// Steps returns the number of steps from the position to the end of the game. The score must be decided.
func (s Score) Steps() int {
	return int(WinScore - max(s, -s))
}

// Expectation returns the expected result in [0, 1].
func (s Score) Expectation() float64 {
	switch {
	case s > Proven:
		return 1
	case s < -Proven:
		return 0
	}
	return eval.Expectation(1, s.Logits())
}

// Logits returns the score in logits. The scores of proven results are between 300 and 320 logits from 0.
func (s Score) Logits() float64 { return float64(s) / 100 }

// FromExpectation returns the score for an expected result in [0, 1]. The score is at most 20 logits from 0.
func FromExpectation(expected float64) Score {
	const most = 2000
	return Score(math.Round(min(max(100*math.Log(expected/(1-expected)), -most), most)))
}

// String returns the score in logits, such as "+1.25", or for a proven win the number of steps, such as "win in 5". For
// Proven it returns "win, not proven", because searches give this score to wins that they see but cannot prove.
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

// Result returns a seat's score for a game that ends after the given number of steps with the given points for the
// seat. Points of 1 are a win and 0 a loss; points between are taken as an expected result.
func Result(points float64, steps int) Score {
	switch points {
	case 1:
		return WinIn(steps)
	case 0:
		return -WinIn(steps)
	}
	return FromExpectation(points)
}

// Later returns the score as seen from a position the given number of steps earlier. A proven win or loss is then that
// many steps farther away, so it comes later; other scores do not change. Later(-steps) undoes Later(steps).
func (s Score) Later(steps int) Score {
	switch {
	case s > Proven:
		return s - Score(steps)
	case s < -Proven:
		return s + Score(steps)
	}
	return s
}

// Chances converts scores to expected results, by a slope fitted to games or, without one, by [Score.Expectation].
type Chances struct{ slope float64 } // slope of an [eval.Calibration]; 0 if none was fitted

// ChancesOf returns the Chances of a player. They have the slope fitted for the player's kind if the player is
// [Spec.Calibrated].
func ChancesOf(player string, rules engine.Rules) (Chances, error) {
	spec, err := ParseSpec(player)
	if err != nil || !spec.Calibrated() {
		return Chances{}, nil
	}
	calibration, err := eval.DefaultCalibration(rules)
	if err != nil || calibration == nil {
		return Chances{}, err
	}
	return Chances{calibration.Slopes[spec.Kind]}, nil
}

// ChancesAgainst returns the Chances of a player in games of a practice level such as "practice:level=3", in which a
// score says less. The slope is the one fitted for the level, if there is one. Otherwise the result is [ChancesOf].
func ChancesAgainst(opponent, player string, rules engine.Rules) (Chances, error) {
	chances, err := ChancesOf(player, rules)
	if err != nil || chances.slope == 0 || !strings.HasPrefix(opponent, "practice:") {
		return chances, err
	}
	calibration, err := eval.DefaultCalibration(rules)
	if err == nil && calibration.Slopes[opponent] > 0 {
		chances.slope *= calibration.Slopes[opponent] / calibration.Slopes[eval.Judge]
	}
	return chances, err
}

// Calibrated reports whether the slope fitted for the player's kind also applies to this player. The slope applies if
// the player sets only keys that do not change the meaning of scores, such as limits, memory and threads.
func (s Spec) Calibrated() bool {
	return !s.Program() && !slices.ContainsFunc(s.Settings, func(setting engine.Setting) bool {
		return !slices.Contains(harmless, setting.Name)
	})
}

// harmless lists the keys of players that do not change the meaning of scores.
var harmless = []string{"depth", "memory", "multipv", "nodes", "reuse", "table", "threads", "time"}

// Text returns the expected result in per cent and then the score, as in "62.2 % (+0.50)".
func (c Chances) Text(score Score) string { return fmt.Sprintf("%.1f %% (%s)", 100*c.Of(score), score) }

// Of returns the expected result of a seat, given its score.
func (c Chances) Of(score Score) float64 {
	if c.slope == 0 || score.Decided() {
		return score.Expectation()
	}
	return eval.Expectation(c.slope, score.Logits())
}
