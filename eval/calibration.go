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

// The calibrations that come with the program, in files named like those of the weights. They are of the default
// weights; scripts/calibration.sh makes them.
//
//go:embed calibration
var calibrations embed.FS

// Calibration says what results scores come to.
type Calibration struct {
	Evaluation int              // [Signature] of the evaluation behind the scores
	Curves     map[string]Curve // by the kind of player, such as "alphabeta"
}

// DefaultCalibration is the one that comes with the program. It is nil, without an error, where there is none.
func DefaultCalibration(rules engine.Rules) (*Calibration, error) {
	return readBest(calibrations, "calibration", rules, ofWeights(newCalibration))
}

// Signature tells evaluations apart, by what they make of positions of random games: a number below 10,000.
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
// Slope, bend and offset change with the phase: from its beginning to its middle along one line, from there to its end
// along another. The offset is what a search gives the seat that acts too little. A Curve is these three at the three
// stages, in hundredths.
type Curve [stages * len(curveTerms)]float64

var (
	curveTerms  = [...]string{"slope", "bend", "offset"}
	curveStages = [stages]string{"early", "middle", "late"}
)

const (
	stages = 3
	// Bend is where the bends of a Curve begin, Offset where they end.
	Bend, Offset = stages, 2 * stages
)

// Plain is the curve of scores that are what they say.
var Plain = Curve{100, 100, 100}

const mostLogits = 10 // a score beyond counts as so much: a search sees a win, but has not proven it

// Inputs are what the numbers of a curve are multiplied by, over 100, for a score in hundredths of a logit.
func (Curve) Inputs(score float64, phase int) (x Curve) {
	s, way := max(-mostLogits, min(mostLogits, score/100)), float64(phase)/engine.PhaseEnd*(stages-1)
	stage := min(int(way), stages-2)
	way -= float64(stage)
	for i, term := range [...]float64{s, s / (1 + s*s/4), 1} {
		x[stages*i+stage], x[stages*i+stage+1] = term*(1-way), term*way
	}
	return x
}

// Logit is the x of a score in hundredths of a logit.
func (c Curve) Logit(score float64, phase int) (x float64) {
	for i, input := range c.Inputs(score, phase) {
		x += c[i] / 100 * input
	}
	return x
}

// Expectation is the expected result, from 0 to 1.
func (c Curve) Expectation(score float64, phase int) float64 {
	return 1 / (1 + math.Exp(-c.Logit(score, phase)))
}

// Rises reports whether a higher score is a better result in all phases. The bend rises most at 0, by as much as it is,
// and falls most at 2√3 logits, by an eighth of that.
func (c Curve) Rises() bool {
	for stage, slope := range c[:Bend] {
		if min(slope+c[Bend+stage], slope-c[Bend+stage]/8) <= 0 {
			return false
		}
	}
	return true
}

// Rounded has whole hundredths, as files do.
func (c Curve) Rounded() Curve {
	for i, value := range c {
		c[i] = math.Round(value)
	}
	return c
}

// String is the calibration as a file holds it.
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

// curveNumber is what files call a number of a curve.
func curveNumber(i int) string { return curveTerms[i/stages] + "-" + curveStages[i%stages] }

const signatureLine = "evaluation"

// cutCurveNumber takes the name of a number apart: the kind of player, and which number of its curve it is.
func cutCurveNumber(name string) (kind string, number int, known bool) {
	for number = range Plain {
		if kind, known = strings.CutSuffix(name, "-"+curveNumber(number)); known && kind != "" {
			return kind, number, true
		}
	}
	return "", 0, false
}

func newCalibration(weights Weights, _ engine.Rules) (*Calibration, error) {
	c := &Calibration{int(weights[signatureLine].Early), map[string]Curve{}}
	delete(weights, signatureLine)
	for name, weight := range weights {
		kind, number, known := cutCurveNumber(name)
		if !known || weight.Early != weight.Late {
			return nil, fmt.Errorf("%s: write a kind of player, one of %v and one of %v, as in alphabeta-slope-early, "+
				"and one number", name, curveTerms, curveStages)
		}
		curve := c.Curves[kind]
		curve[number] = weight.Early
		c.Curves[kind] = curve
	}
	for kind, curve := range c.Curves {
		if !curve.Rises() {
			return nil, fmt.Errorf("%s: a higher score must be a better result", kind)
		}
	}
	return c, nil
}
