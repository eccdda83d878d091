package search

import (
	"fmt"
	"slices"
	"sort"

	"pillars/engine"
	"pillars/eval"
)

// Chances converts scores of a player to expected results.
type Chances struct{ curve *eval.Curve } // nil for scores that are what they say

// ChancesOf returns the chances of a player, by its text. They are calibrated if the player searches as by default.
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

// Calibrated reports whether the calibration of the player's kind holds for the player: its settings may differ from
// the defaults in limits, memory and threads only.
func (s Spec) Calibrated() bool {
	return !s.Program() && !slices.ContainsFunc(s.Settings, func(setting engine.Setting) bool {
		return !slices.Contains(harmless, setting.Name)
	})
}

// harmless lists the keys that do not change the meaning of scores.
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

// Sure returns the least score at which the seat to act expects at least e, which is above one half, and at whose
// negative it expects at most 1-e, in every phase. It is [Proven] if no score is enough.
func (c Chances) Sure(e float64) Score {
	curve := eval.Plain
	if c.curve != nil {
		curve = *c.curve
	}
	return Score(sort.Search(int(Proven), func(score int) bool {
		for phase := range engine.PhaseEnd + 1 {
			if curve.Expectation(float64(score), phase) < e || curve.Expectation(-float64(score), phase) > 1-e {
				return false
			}
		}
		return true
	}))
}
