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
//	1/(1 + exp(-x)),  x = slope*s + bend*s/(1+|s|/2) + offset
//
// Slope, bend and offset change with the phase as weights do. The offset is what a search gives the seat that acts too
// little. A Curve is these three, each early and late, in hundredths.
type Curve [2 * len(curveTerms)]float64

var curveTerms = [...]string{"slope", "bend", "offset"}

// Plain is the curve of scores that are what they say.
var Plain = Curve{100, 100}

const mostLogits = 10 // a score beyond counts as so much: a search sees a win, but has not proven it

// Inputs are what the numbers of a curve are multiplied by, over 100, for a score in hundredths of a logit.
func (Curve) Inputs(score float64, phase int) (x Curve) {
	s, late := max(-mostLogits, min(mostLogits, score/100)), float64(phase)/engine.PhaseEnd
	for i, term := range [...]float64{s, s / (1 + math.Abs(s)/2), 1} {
		x[2*i], x[2*i+1] = term*(1-late), term*late
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

// Rises reports whether a higher score is a better result in all phases: the slope is least at 0 or far from it.
func (c Curve) Rises() bool { return min(c[0], c[1], c[0]+c[2], c[1]+c[3]) > 0 }

// String is the calibration as a file holds it.
func (c *Calibration) String() string {
	var text strings.Builder
	fmt.Fprintln(&text, signatureLine, c.Evaluation)
	for _, kind := range slices.Sorted(maps.Keys(c.Curves)) {
		curve := c.Curves[kind]
		for i, term := range curveTerms {
			fmt.Fprintln(&text, kind+"-"+term, formatValue(curve[2*i]), formatValue(curve[2*i+1]))
		}
	}
	return text.String()
}

const signatureLine = "evaluation"

func newCalibration(weights Weights, _ engine.Rules) (*Calibration, error) {
	c := &Calibration{int(weights[signatureLine].Early), map[string]Curve{}}
	delete(weights, signatureLine)
	for name, weight := range weights {
		end := strings.LastIndex(name, "-")
		term := slices.Index(curveTerms[:], name[end+1:])
		if end < 1 || term < 0 {
			return nil, fmt.Errorf("%s: write a kind of player, then one of %v, as in alphabeta-slope", name,
				curveTerms)
		}
		curve := c.Curves[name[:end]]
		curve[2*term], curve[2*term+1] = weight.Early, weight.Late
		c.Curves[name[:end]] = curve
	}
	for kind, curve := range c.Curves {
		if !curve.Rises() {
			return nil, fmt.Errorf("%s: a higher score must be a better result", kind)
		}
	}
	return c, nil
}
