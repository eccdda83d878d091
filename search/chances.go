package search

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"pillars/engine"
	"pillars/eval"
)

// Chances turns scores of a player into expected results.
type Chances struct{ curve *eval.Curve } // nil for scores that are what they say

// ChancesOf are the chances of a player, by its text, calibrated if it searches as it does by default.
func ChancesOf(player string, rules engine.Rules) (Chances, error) {
	kind, calibrated := CalibratedKind(player)
	if !calibrated {
		return Chances{}, nil
	}
	calibration, err := eval.DefaultCalibration(rules)
	if err != nil || calibration == nil {
		return Chances{}, err
	}
	if curve, fitted := calibration.Curves[kind]; fitted {
		return Chances{&curve}, nil
	}
	return Chances{}, nil
}

// CalibratedKind is the kind of a player that one calibration serves: its text may differ from the default by limits,
// memory and threads only.
func CalibratedKind(player string) (kind string, ok bool) {
	kind, keys, err := SplitText(player)
	if err != nil || kind == CommandKind {
		return kind, false
	}
	return kind, !slices.ContainsFunc(keys, func(setting string) bool {
		key, _, _ := strings.Cut(setting, "=")
		return !slices.Contains(harmless, key)
	})
}

// harmless are the keys that leave the meaning of scores as it is.
var harmless = []string{"depth", "memory", "multipv", "nodes", "reuse", "table", "threads", "time"}

// Text is the expected result in per cent, then the score.
func (c Chances) Text(p engine.Position, score Score) string {
	return fmt.Sprintf("%.1f %% (%s)", 100*c.Of(p, score), score)
}

// Of is the expected result of the seat to act at p, whose score this is.
func (c Chances) Of(p engine.Position, score Score) float64 {
	if c.curve == nil || score.Decided() {
		return score.Expectation()
	}
	return c.curve.Expectation(float64(score), engine.PhaseOf(p))
}

// Sure is the least score at which the seat to act expects at least e, above one half, and with its opposite at most
// 1-e, whatever the phase. It is [Proven] if none is enough.
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
