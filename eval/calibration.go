package eval

import (
	"embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"pillars/engine"
)

// calibrations holds the calibrations of the default weights that come with the program, in files named like those of
// the weights. scripts/calibration.sh makes them.
//
//go:embed calibration
var calibrations embed.FS

// Calibration converts scores to expected results.
type Calibration struct {
	Evaluation int              // [Signature] of the evaluation behind the scores
	Curves     map[string]Curve // by the kind of player, such as "alphabeta"
}

// DefaultCalibration returns the built-in calibration, or nil without an error if there is none.
func DefaultCalibration(rules engine.Rules) (*Calibration, error) {
	return readBest(calibrations, "calibration", rules, ofWeights(newCalibration))
}

// Signature returns a hash below 10,000 of an evaluator's values for positions of random games.
func Signature(evaluator Evaluator, rules engine.Rules) int {
	const positions, base, prime = 500, 31, 9973
	random, p, sum := engine.NewRandom(1), rules.Start(), 0
	for range positions {
		if p.Over() {
			p = rules.Start()
		}
		sum = (base*sum + evaluator.Evaluate(p, p.Seat()) + Limit) % prime
		p.Play(engine.RandomStep(p, random))
	}
	return sum
}

// Curve is the expected result of the seat to act as a function of its score s, in logits, and the phase of the game
// (Platt, Probabilistic Outputs for Support Vector Machines, 1999, with a bend):
//
//	1/(1 + exp(-x)),  x = slope*s + bend*s/(1+(s/2)²) + offset
//
// The set-up has a slope, a bend and an offset of its own. After it they are linear in the phase from the beginning to
// the middle of the game, and from there to the end. The offset corrects a search's bias against the seat to act. A
// Curve holds these three in the set-up, at the beginning, in the middle and at the end, in hundredths.
type Curve [stages * len(curveTerms)]float64

var (
	curveTerms  = [...]string{"slope", "bend", "offset"}
	curveStages = [stages]string{"set-up", "early", "middle", "late"}
)

const (
	stages = 4
	// Bend and Offset are the indices of the first bend and the first offset in a Curve.
	Bend, Offset = stages, 2 * stages
)

// Plain is the curve of a search whose scores are exact logits.
var Plain = Curve{100, 100, 100, 100}

const mostLogits = 10 // larger scores count as this one: the search expects to win, but has no proof

// Inputs returns the factors of the curve's numbers, over 100, for a score in hundredths of a logit and a phase as of
// [engine.PhaseOf].
func (Curve) Inputs(score float64, phase int) (x Curve) {
	s := max(-mostLogits, min(mostLogits, score/100))
	stage, way := 0, 0. // the stage before, and the way to the next
	if phase != engine.SetUpPhase {
		way = float64(phase) / engine.PhaseEnd * (stages - 2)
		stage = min(int(way), stages-3)
		way -= float64(stage)
		stage++
	}
	for i, term := range [...]float64{s, s / (1 + s*s/4), 1} {
		x[stages*i+stage], x[stages*i+stage+1] = term*(1-way), term*way
	}
	return x
}

// Logit returns the x of a score in hundredths of a logit.
func (c Curve) Logit(score float64, phase int) (x float64) {
	for i, input := range c.Inputs(score, phase) {
		x += c[i] / 100 * input
	}
	return x
}

// Expectation returns the expected result, from 0 to 1.
func (c Curve) Expectation(score float64, phase int) float64 {
	return 1 / (1 + math.Exp(-c.Logit(score, phase)))
}

// Rises reports whether a higher score is a better result in all phases. The derivative of the bend's term is largest
// at 0, where it equals the bend, and smallest at 2√3 logits, where it is minus an eighth of it.
func (c Curve) Rises() bool {
	for stage, slope := range c[:Bend] {
		if min(slope+c[Bend+stage], slope-c[Bend+stage]/8) <= 0 {
			return false
		}
	}
	return true
}

// Rounded returns the curve in whole hundredths, as in files.
func (c Curve) Rounded() Curve {
	for i, value := range c {
		c[i] = math.Round(value)
	}
	return c
}

// String returns the calibration in the form of its file.
func (c *Calibration) String() string {
	var text strings.Builder
	fmt.Fprintln(&text, signatureLine, c.Evaluation)
	for _, kind := range slices.Sorted(maps.Keys(c.Curves)) {
		for i, value := range c.Curves[kind] {
			fmt.Fprintln(&text, kind+"-"+curveNumber(i), formatValue(value))
		}
	}
	return text.String()
}

// curveNumber returns the name of a number of a curve in files.
func curveNumber(i int) string { return curveTerms[i/stages] + "-" + curveStages[i%stages] }

// signatureLine is the name of the signature in files.
const signatureLine = "evaluation"

// cutCurveNumber splits a name in a file into the kind of player and the index of the number in its curve.
func cutCurveNumber(name string) (kind string, number int, known bool) {
	for number = range Plain {
		if kind, known = strings.CutSuffix(name, "-"+curveNumber(number)); known && kind != "" {
			return kind, number, true
		}
	}
	return "", 0, false
}

// newCalibration returns the calibration in a file of weights.
func newCalibration(weights Weights, _ engine.Rules) (*Calibration, error) {
	c := &Calibration{int(weights[signatureLine].Early), map[string]Curve{}}
	delete(weights, signatureLine)
	setUps := map[string]bool{} // kinds with numbers for the set-up; without them those of the beginning hold
	for name, weight := range weights {
		kind, number, known := cutCurveNumber(name)
		if !known || weight.Early != weight.Late {
			return nil, fmt.Errorf("%s: write a kind of player, one of %v and one of %v, as in alphabeta-slope-early, "+
				"and one number", name, curveTerms, curveStages)
		}
		curve := c.Curves[kind]
		curve[number] = weight.Early
		setUps[kind] = setUps[kind] || number%stages == 0
		c.Curves[kind] = curve
	}
	for kind, curve := range c.Curves {
		if !setUps[kind] {
			for term := range curveTerms {
				curve[stages*term] = curve[stages*term+1]
			}
			c.Curves[kind] = curve
		}
		if !curve.Rises() {
			return nil, fmt.Errorf("%s: a higher score must be a better result", kind)
		}
	}
	return c, nil
}
